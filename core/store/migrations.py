"""The shape of the library file over time: an ordered list of migrations and the one way to apply them.

A released migration is never edited; a change is a new one, with a fixture of the version before it in
`tests/store/fixtures`. Runs on whichever thread opens the database, before anyone else sees it.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from core.errors import StorageError
from core.store import guide_tables, summary_tables, workspace_tables
from core.store.backups import copy_before_upgrade


@dataclass(frozen=True, slots=True)
class Migration:
    """Brings a file from `version - 1` to `version`; all its statements run in one transaction."""

    version: int
    title: str
    statements: tuple[str, ...]


_FIRST = Migration(
    version=1,
    title="documents, pages, chunks, queue, conversations, runs",
    statements=(
        """
        CREATE TABLE meta (
            name  TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE documents (
            document_id    TEXT PRIMARY KEY,
            content_hash   TEXT NOT NULL UNIQUE,
            path           TEXT NOT NULL,
            filename       TEXT NOT NULL,
            title          TEXT NOT NULL DEFAULT '',
            size_bytes     INTEGER NOT NULL DEFAULT 0,
            mtime          REAL NOT NULL DEFAULT 0,
            page_count     INTEGER NOT NULL DEFAULT 0,
            status         TEXT NOT NULL,
            failure        TEXT NOT NULL DEFAULT '',
            language       TEXT,
            chunker        TEXT NOT NULL DEFAULT '',
            chunk_count    INTEGER NOT NULL DEFAULT 0,
            embedded_count INTEGER NOT NULL DEFAULT 0,
            added_at       REAL NOT NULL
        )
        """,
        "CREATE INDEX documents_by_path ON documents (path)",
        """
        CREATE TABLE pages (
            document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
            number      INTEGER NOT NULL,
            start_at    INTEGER NOT NULL,
            end_at      INTEGER NOT NULL,
            width       REAL NOT NULL,
            height      REAL NOT NULL,
            rotation    INTEGER NOT NULL DEFAULT 0,
            label       TEXT NOT NULL DEFAULT '',
            text        TEXT NOT NULL,
            words       BLOB NOT NULL,
            PRIMARY KEY (document_id, number)
        )
        """,
        """
        CREATE TABLE chunks (
            chunk_id    TEXT PRIMARY KEY,
            document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
            idx         INTEGER NOT NULL,
            spans       TEXT NOT NULL,
            first_page  INTEGER NOT NULL,
            last_page   INTEGER NOT NULL,
            context     TEXT NOT NULL DEFAULT '',
            embedded_in TEXT NOT NULL DEFAULT '',
            UNIQUE (document_id, idx)
        )
        """,
        """
        CREATE TABLE ingest_queue (
            document_id TEXT PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
            stage       TEXT NOT NULL,
            priority    INTEGER NOT NULL DEFAULT 0,
            attempts    INTEGER NOT NULL DEFAULT 0,
            queued_at   REAL NOT NULL
        )
        """,
        """
        CREATE TABLE conversations (
            conversation_id TEXT PRIMARY KEY,
            title           TEXT NOT NULL DEFAULT '',
            created_at      REAL NOT NULL,
            updated_at      REAL NOT NULL
        )
        """,
        """
        CREATE TABLE messages (
            message_id      INTEGER PRIMARY KEY,
            conversation_id TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
            role            TEXT NOT NULL,
            content         TEXT NOT NULL,
            run_id          TEXT NOT NULL DEFAULT '',
            created_at      REAL NOT NULL
        )
        """,
        "CREATE INDEX messages_by_conversation ON messages (conversation_id, message_id)",
        """
        CREATE TABLE runs (
            run_id          TEXT PRIMARY KEY,
            conversation_id TEXT NOT NULL DEFAULT '',
            parent_run_id   TEXT NOT NULL DEFAULT '',
            mode            TEXT NOT NULL,
            question        TEXT NOT NULL,
            started_at      REAL NOT NULL,
            finished_at     REAL,
            outcome         TEXT NOT NULL DEFAULT ''
        )
        """,
        "CREATE INDEX runs_by_start ON runs (started_at)",
        "CREATE INDEX runs_by_conversation ON runs (conversation_id, started_at)",
        """
        CREATE TABLE events (
            run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
            seq    INTEGER NOT NULL,
            kind   TEXT NOT NULL,
            event  TEXT NOT NULL,
            PRIMARY KEY (run_id, seq)
        ) WITHOUT ROWID
        """,
    ),
)

_COUNT_REMAINING = (
    "UPDATE ingest_queue SET remaining = (SELECT CASE ingest_queue.stage "
    "WHEN 'embed' THEN chunk_count - embedded_count WHEN 'check' THEN page_count "
    "WHEN 'ocr' THEN page_count ELSE 0 END "
    "FROM documents WHERE documents.document_id = ingest_queue.document_id)"
)

_REGISTER = (
    "UPDATE registry_stamp SET value = value + 1; "
    "UPDATE documents SET registry_stamp = (SELECT value FROM registry_stamp) "
    "WHERE document_id = NEW.document_id"
)

_FORMATS = Migration(
    version=2,
    title="formats, places, checked pages, recognised pages, locations, folders",
    statements=(
        "ALTER TABLE documents ADD COLUMN format TEXT NOT NULL DEFAULT 'pdf'",
        "ALTER TABLE documents ADD COLUMN member TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN container_id TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN flags TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN problems TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN outline TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN opened_at REAL NOT NULL DEFAULT 0",
        "ALTER TABLE documents ADD COLUMN facts TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX documents_by_container ON documents (container_id)",
        "ALTER TABLE pages ADD COLUMN kind TEXT NOT NULL DEFAULT 'page'",
        "ALTER TABLE pages ADD COLUMN lines BLOB NOT NULL DEFAULT X''",
        "ALTER TABLE pages ADD COLUMN places BLOB NOT NULL DEFAULT X''",
        # Pages from before have never been looked at for hidden text: they are checked at the next start.
        "ALTER TABLE pages ADD COLUMN checked INTEGER NOT NULL DEFAULT 0",
        # 0: has its text; 1: waits for text recognition; 2: its text was recognised.
        "ALTER TABLE pages ADD COLUMN ocr INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX pages_unchecked ON pages (document_id) WHERE checked = 0",
        "CREATE INDEX pages_by_ocr ON pages (document_id, ocr) WHERE ocr != 0",
        "ALTER TABLE chunks ADD COLUMN text_hash BLOB NOT NULL DEFAULT X''",
        "CREATE INDEX chunks_by_text ON chunks (text_hash) WHERE text_hash != X''",
        """
        CREATE TABLE recognised_pages (
            document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
            number      INTEGER NOT NULL,
            text        TEXT NOT NULL,
            lines       BLOB NOT NULL,
            words       BLOB NOT NULL,
            confidence  REAL NOT NULL,
            PRIMARY KEY (document_id, number)
        )
        """,
        """
        CREATE TABLE hidden_text (
            document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
            page        INTEGER NOT NULL,
            place       INTEGER NOT NULL,
            reason      TEXT NOT NULL,
            text        TEXT NOT NULL,
            PRIMARY KEY (document_id, page, place)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE folders (
            folder_id     INTEGER PRIMARY KEY,
            path          TEXT NOT NULL UNIQUE,
            paused        INTEGER NOT NULL DEFAULT 0,
            ignore        TEXT NOT NULL DEFAULT '',
            state         TEXT NOT NULL DEFAULT 'present',
            problem       TEXT NOT NULL DEFAULT '',
            keep_missing  INTEGER NOT NULL DEFAULT 1,
            device        TEXT NOT NULL DEFAULT '',
            added_at      REAL NOT NULL,
            synced_at     REAL NOT NULL DEFAULT 0
        )
        """,
        # Digests only: what the user removed must not be told by what keeps it from coming back.
        """
        CREATE TABLE excluded_files (
            folder_id INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,
            digest    BLOB NOT NULL,
            PRIMARY KEY (folder_id, digest)
        ) WITHOUT ROWID
        """,
        # Earlier contents of a document's file: removing the document removes their traces, too.
        """
        CREATE TABLE former_versions (
            document_id TEXT PRIMARY KEY,
            replaced_by TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE locations (
            location_id INTEGER PRIMARY KEY,
            document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
            path        TEXT NOT NULL,
            member      TEXT NOT NULL DEFAULT '',
            size_bytes  INTEGER NOT NULL DEFAULT 0,
            mtime_ns    INTEGER NOT NULL DEFAULT 0,
            state       TEXT NOT NULL DEFAULT 'present',
            UNIQUE (document_id, path, member)
        )
        """,
        "CREATE INDEX locations_by_path ON locations (path, member)",
        # What is next is found at once among a hundred thousand that wait. `remaining`: chunks without a
        # vector (embed) or pages (check, ocr); what is read goes by its turn alone.
        "ALTER TABLE ingest_queue ADD COLUMN remaining INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX ingest_queue_by_turn "
        "ON ingest_queue (stage, priority DESC, attempts, remaining, queued_at)",
        "CREATE INDEX documents_by_opening ON documents (opened_at) WHERE opened_at > 0",
        _COUNT_REMAINING,
        "CREATE TRIGGER queue_follows AFTER UPDATE OF page_count, chunk_count, embedded_count ON documents "
        f"BEGIN {_COUNT_REMAINING} WHERE document_id = NEW.document_id; END",
        "CREATE TRIGGER queue_filled AFTER INSERT ON ingest_queue "
        f"BEGIN {_COUNT_REMAINING} WHERE document_id = NEW.document_id; END",
        "CREATE TRIGGER queue_moved AFTER UPDATE OF stage ON ingest_queue "
        f"BEGIN {_COUNT_REMAINING} WHERE document_id = NEW.document_id; END",
        # Every search asks which documents it may find, and in which languages they are.
        "CREATE INDEX documents_by_status ON documents (status, language, document_id)",
        "CREATE TABLE search_stamp (value INTEGER NOT NULL)",
        "INSERT INTO search_stamp VALUES (0)",
        "CREATE TRIGGER search_changed AFTER UPDATE OF status, language ON documents "
        "WHEN OLD.status != NEW.status OR OLD.language IS NOT NEW.language "
        "BEGIN UPDATE search_stamp SET value = value + 1; END",
        "CREATE TRIGGER search_grown AFTER INSERT ON documents "
        "BEGIN UPDATE search_stamp SET value = value + 1; END",
        "CREATE TRIGGER search_shrunk AFTER DELETE ON documents "
        "BEGIN UPDATE search_stamp SET value = value + 1; END",
        # Rises with whatever the registry of documents is made from; each document keeps the value at which
        # it changed, so that only those that did are read again.
        "ALTER TABLE documents ADD COLUMN registry_stamp INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX documents_by_registry_stamp ON documents (registry_stamp)",
        "CREATE TABLE registry_stamp (value INTEGER NOT NULL)",
        "INSERT INTO registry_stamp VALUES (0)",
        f"CREATE TRIGGER registry_grown AFTER INSERT ON documents BEGIN {_REGISTER}; END",
        "CREATE TRIGGER registry_changed AFTER UPDATE OF filename, title, facts, language ON documents "
        f"BEGIN {_REGISTER}; END",
        "CREATE TRIGGER registry_shrunk AFTER DELETE ON documents "
        "BEGIN UPDATE registry_stamp SET value = value + 1; END",
        "INSERT INTO locations (document_id, path, size_bytes, mtime_ns) "
        "SELECT document_id, path, size_bytes, CAST(mtime * 1000000000 AS INTEGER) FROM documents",
    ),
)

_FIELDS = Migration(
    version=3,
    title="buckets, fields, states of researches",
    statements=(
        """
        CREATE TABLE buckets (
            bucket     TEXT PRIMARY KEY,
            schema     TEXT NOT NULL,
            updated_at REAL NOT NULL
        ) WITHOUT ROWID
        """,
        # Where each document belongs, who says so, and with what its fields were read; none: not sorted yet.
        """
        CREATE TABLE sorted_documents (
            document_id TEXT PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
            bucket      TEXT NOT NULL,
            sorted_by   TEXT NOT NULL,
            confidence  REAL NOT NULL,
            read_with   TEXT NOT NULL DEFAULT ''
        ) WITHOUT ROWID
        """,
        "CREATE INDEX sorted_documents_by_bucket ON sorted_documents (bucket, document_id)",
        # `number`: figures, amounts and ordinals of days; `key`: everything else, as it is compared. Neither:
        # the user says that the document has none.
        """
        CREATE TABLE fields (
            document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
            bucket      TEXT NOT NULL,
            field       TEXT NOT NULL,
            number      REAL,
            key         TEXT,
            unit        TEXT NOT NULL DEFAULT '',
            value       TEXT NOT NULL,
            quote       TEXT NOT NULL DEFAULT '',
            page        INTEGER NOT NULL DEFAULT 0,
            start_at    INTEGER,
            end_at      INTEGER,
            method      TEXT NOT NULL,
            confidence  REAL NOT NULL,
            PRIMARY KEY (document_id, bucket, field)
        ) WITHOUT ROWID
        """,
        # With all that sums, groups and filters read: rows are wide, and 100,000 of them far apart.
        "CREATE INDEX fields_by_number ON fields (bucket, field, number, unit, value, method) "
        "WHERE number IS NOT NULL",
        "CREATE INDEX fields_by_key ON fields (bucket, field, key, method) WHERE key IS NOT NULL",
        # One row a run: the state after its last step, as JSON.
        """
        CREATE TABLE research_states (
            run_id   TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
            phase    TEXT NOT NULL,
            state    TEXT NOT NULL,
            saved_at REAL NOT NULL
        ) WITHOUT ROWID
        """,
    ),
)

_HISTORY = Migration(
    version=4,
    title="pinned and deleted conversations, feedback",
    statements=(
        "ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0",
        # A deleted conversation can be brought back until the program ends or opens the next time.
        "ALTER TABLE conversations ADD COLUMN deleted_at REAL",
        """
        CREATE TABLE feedback (
            run_id   TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
            verdict  TEXT NOT NULL,
            given_at REAL NOT NULL
        ) WITHOUT ROWID
        """,
    ),
)

_WORKSPACES = Migration(5, workspace_tables.TITLE, workspace_tables.STATEMENTS)
_SUMMARIES = Migration(6, summary_tables.TITLE, summary_tables.STATEMENTS)
_GUIDES = Migration(7, guide_tables.TITLE, guide_tables.STATEMENTS)
_READERS = Migration(
    version=8,
    title="which readers read a document, files inside a file that were removed",
    statements=(
        "ALTER TABLE documents ADD COLUMN reader INTEGER NOT NULL DEFAULT 0",
        # Of the file `document_id`; digests only, as in `excluded_files`.
        """
        CREATE TABLE removed_members (
            document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
            digest      BLOB NOT NULL,
            PRIMARY KEY (document_id, digest)
        ) WITHOUT ROWID
        """,
    ),
)

MIGRATIONS: tuple[Migration, ...] = (
    _FIRST,
    _FORMATS,
    _FIELDS,
    _HISTORY,
    _WORKSPACES,
    _SUMMARIES,
    _GUIDES,
    _READERS,
)
NEWEST_VERSION = MIGRATIONS[-1].version


def migrate(
    connection: sqlite3.Connection,
    path: Path,
    backups: Path,
    migrations: tuple[Migration, ...] = MIGRATIONS,
) -> None:
    """Bring the open file to the newest version, after one copy in `backups` of the file as it was.

    One, not one a step: the formats in between were never anybody's, and would push out the copies that an
    earlier program can open.

    Raises:
        StorageError: the file is from a newer version, or the copy could not be written.
        sqlite3.Error: translated by the caller, which knows what it was doing.
    """
    newest = migrations[-1].version
    found = _version(connection)
    refuse_newer(found, path, backups, newest)
    if 0 < found < newest:
        copy_before_upgrade(connection, path, backups, found)
    for migration in migrations:
        # Another process may have been first, also while we wait for the lock; it may even be a newer one.
        if _version(connection) >= migration.version:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _version(connection) < migration.version:
                for statement in migration.statements:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {migration.version}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    refuse_newer(_version(connection), path, backups, newest)


def refuse_newer(version: int, path: Path, backups: Path, newest: int = NEWEST_VERSION) -> None:
    """
    Raises:
        StorageError: a library of format `version` is not for this program.
    """
    if version > newest:
        raise StorageError(
            f"The library {path} was written by a newer DocuChat "
            f"(format {version}, this one knows {newest}). It has not been changed.",
            f"Install the newer version, put back a copy that was made before it ({backups}, "
            "`docuchat backup --list`), or set DOCUCHAT_HOME to another folder.",
        )


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
