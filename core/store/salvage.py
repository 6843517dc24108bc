"""Out of a damaged library file into a new one: every row that can still be read. The old file is only read.

Rows are read in the order of their keys; where a page of the file is damaged, reading goes on behind it. What
lost its counterpart (a page without its document) cannot be stored and is left out; a document that lost
some of its own parts is queued to be read again from its file. Runs once, on the caller's thread.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.errors import StorageError
from core.store.migrations import MIGRATIONS, migrate, refuse_newer

_ROWS_AT_ONCE = 500
_FARTHEST = 1 << 40  # rowids that are skipped at most in search of the next readable row


@dataclass(slots=True)
class Salvaged:
    """Rows saved by table, tables that could not be read to the end, and documents to be read again."""

    rows: dict[str, int] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    requeued: int = 0


def salvage(damaged: Path, target: Path, cancel: CancelToken) -> Salvaged:
    """Write what can be read of `damaged` into the new library file `target`.

    Raises:
        StorageError: nothing can be read of it, a newer version wrote it (its own tables would be left out),
        or `target` cannot be written.
        Cancelled: after Stop; `target` is then incomplete.
    """
    result = Salvaged()
    try:
        with (
            contextlib.closing(sqlite3.connect(damaged, isolation_level=None)) as old,
            contextlib.closing(sqlite3.connect(target, isolation_level=None)) as new,
        ):
            # Without it SQLite refuses the whole of a file that lost its end. Nothing of it is written.
            old.execute("PRAGMA writable_schema = ON")
            (version,) = old.execute("PRAGMA user_version").fetchone()
            refuse_newer(version, damaged, damaged.parent / "backups")
            known = MIGRATIONS[:version] if version > 0 else MIGRATIONS
            migrate(new, target, target.parent, known)
            _copy_all(old, new, result, cancel)
            if known == MIGRATIONS:
                result.requeued = _queue_incomplete(new)
    except sqlite3.Error as error:
        if (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF == sqlite3.SQLITE_FULL:
            raise StorageError(
                f"The disk that holds {target} is full; nothing that was stored before is lost.",
                "Free some space and try again.",
            ) from error
        raise StorageError(
            f"Nothing could be saved of the damaged library {damaged} ({error}).",
            "Type `docuchat restore` to put the newest good copy in its place.",
        ) from error
    return result


def _copy_all(
    old: sqlite3.Connection, new: sqlite3.Connection, result: Salvaged, cancel: CancelToken
) -> None:
    tables = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    triggers = new.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    new.execute("PRAGMA foreign_keys = OFF")
    new.execute("BEGIN")
    for name, _sql in triggers:  # they would count every row as a change
        new.execute(f"DROP TRIGGER {name}")
    for table, sql in new.execute(tables).fetchall():
        new.execute(f"DELETE FROM {table}")  # noqa: S608 - a name out of our own schema
        result.rows[table] = _copy_table(old, new, table, "WITHOUT ROWID" in sql.upper(), result, cancel)
    for table, rowid, _parent, _key in new.execute("PRAGMA foreign_key_check").fetchall():
        if rowid is not None:
            new.execute(f"DELETE FROM {table} WHERE rowid = ?", (rowid,))  # noqa: S608
            result.rows[table] -= 1
        else:
            _drop_orphans(new, table, result)
    for _name, sql in triggers:
        new.execute(sql)
    new.execute("COMMIT")


def _drop_orphans(new: sqlite3.Connection, table: str, result: Salvaged) -> None:
    """Tables without rowid: foreign_key_check does not name the row."""
    for _id, _seq, parent, column, to, *_ in new.execute(f"PRAGMA foreign_key_list({table})").fetchall():
        gone = new.execute(
            f"DELETE FROM {table} WHERE {column} NOT IN (SELECT {to or column} FROM {parent})"  # noqa: S608
        ).rowcount
        result.rows[table] -= gone


def _copy_table(
    old: sqlite3.Connection,
    new: sqlite3.Connection,
    table: str,
    by_key: bool,
    result: Salvaged,
    cancel: CancelToken,
) -> int:
    columns = ", ".join(row[1] for row in new.execute(f"PRAGMA table_info({table})"))
    marks = ", ".join("?" * (columns.count(",") + 1))
    insert = f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608
    reading = _by_key(old, table, columns) if by_key else _by_rowid(old, table, columns)
    saved = 0
    for row in reading:
        if row is None:
            if table not in result.broken:
                result.broken.append(table)
            continue
        saved += max(0, new.execute(insert, row).rowcount)
        if saved % _ROWS_AT_ONCE == 0:
            cancel.check()
    return saved


def _by_rowid(old: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[Any, ...] | None]:
    """Rows by rowid; None for each damaged place, behind which the next readable row is looked for."""
    select = f"SELECT rowid, {columns} FROM {table} NOT INDEXED WHERE rowid > ? ORDER BY rowid"  # noqa: S608
    begin: int | None = 0
    while begin is not None:
        try:
            for row in old.execute(select, (begin,)):
                if row[0] <= begin:  # a page of the tree leads back: reading on would never end
                    raise sqlite3.DatabaseError
                begin = row[0]
                yield row[1:]
            return
        except sqlite3.DatabaseError:
            yield None
            begin = _behind_damage(old, f"{select} LIMIT 1", begin or 0)


def _behind_damage(old: sqlite3.Connection, select_one: str, last: int) -> int | None:
    """The smallest rowid behind which a row can be read again, found by doubling and halving."""

    def readable(skip: int) -> bool:
        try:
            row = old.execute(select_one, (last + skip,)).fetchone()
        except sqlite3.DatabaseError:
            return False
        return row is None or row[0] > last + skip

    low, high = 0, 1
    while not readable(high):
        low, high = high, high * 2
        if high > _FARTHEST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if readable(middle) else (middle, high)
    return last + high


def _by_key(old: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[Any, ...] | None]:
    """Rows from both ends of the key to the damaged place; what was read twice is stored once."""
    keys = [row for row in old.execute(f"PRAGMA table_info({table})") if row[5]]
    keys.sort(key=lambda row: row[5])
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{row[1]} {direction}" for row in keys)
        try:
            yield from old.execute(f"SELECT {columns} FROM {table} ORDER BY {order}")  # noqa: S608
            return
        except sqlite3.DatabaseError:
            yield None


def _queue_incomplete(new: sqlite3.Connection) -> int:
    """Documents that lack pages or chunks are read again, if their file is there."""
    incomplete = new.execute(
        "SELECT document_id, path FROM documents AS d WHERE status IN ('searchable', 'indexed') AND "
        "(page_count != (SELECT count(*) FROM pages WHERE pages.document_id = d.document_id) OR "
        "chunk_count != (SELECT count(*) FROM chunks WHERE chunks.document_id = d.document_id))"
    ).fetchall()
    there = [document_id for document_id, path in incomplete if Path(path).exists()]
    new.execute("BEGIN")
    for document_id in there:
        new.execute("UPDATE documents SET status = 'queued' WHERE document_id = ?", (document_id,))
        new.execute(
            "INSERT OR REPLACE INTO ingest_queue (document_id, stage, queued_at) VALUES (?, 'parse', ?)",
            (document_id, time.time()),
        )
    new.execute("COMMIT")
    return len(there)
