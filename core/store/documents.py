"""The documents table: what the user added and where each stands. Any thread, through `Database`."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Sequence
from typing import Any

from core.store.database import Database
from core.store.facts import DocumentFacts, facts_of, told_date
from core.store.removals import RemovalRepository
from core.types import Document, DocumentFlag, DocumentStatus, PageProblem, SourceState

_OWN_COLUMNS = (
    "document_id, content_hash, path, filename, title, size_bytes, page_count, status, chunk_count, "
    "embedded_count, added_at, failure, format, member, container_id, language, flags, problems"
)
_COLUMNS = (
    f"{_OWN_COLUMNS}, "  # noqa: S608 - constants
    "COALESCE((SELECT state FROM locations AS place WHERE place.document_id = documents.document_id "
    "AND place.path = documents.path AND place.member = documents.member), 'present') AS source_state, "
    "(SELECT COUNT(*) FROM pages WHERE pages.document_id = documents.document_id AND ocr != 0 AND ocr = 2) "
    "AS ocr_pages, "
    "(SELECT COUNT(*) FROM pages WHERE pages.document_id = documents.document_id AND checked = 0) "
    "AS unchecked_pages, facts"
)


def _document(row: sqlite3.Row) -> Document:
    return Document(
        document_id=row["document_id"],
        content_hash=row["content_hash"],
        path=row["path"],
        filename=row["filename"],
        title=row["title"],
        size_bytes=row["size_bytes"],
        page_count=row["page_count"],
        status=DocumentStatus(row["status"]),
        chunk_count=row["chunk_count"],
        embedded_count=row["embedded_count"],
        added_at=row["added_at"],
        failure=row["failure"],
        format=row["format"],
        member=row["member"],
        container_id=row["container_id"],
        language=row["language"] or "",
        flags=_unpack_flags(row["flags"]),
        problems=unpack_problems(row["problems"]),
        source_state=SourceState(row["source_state"]),
        ocr_pages=row["ocr_pages"],
        unchecked_pages=row["unchecked_pages"],
        date=told_date(facts_of(row["facts"])),
    )


def _pack_flags(flags: Iterable[DocumentFlag]) -> str:
    return " ".join(sorted(flag.value for flag in flags))


def _unpack_flags(packed: str) -> frozenset[DocumentFlag]:
    return frozenset(DocumentFlag(name) for name in packed.split())


def pack_problems(problems: Sequence[PageProblem]) -> str:
    """JSON `[[[page, …], reason], …]`; empty when there is no problem."""
    rows = [[list(problem.pages), problem.reason] for problem in problems]
    return json.dumps(rows, ensure_ascii=False) if rows else ""


def unpack_problems(packed: str) -> tuple[PageProblem, ...]:
    """What `pack_problems` wrote."""
    return tuple(PageProblem(tuple(pages), reason) for pages, reason in json.loads(packed or "[]"))


class DocumentRepository:
    """Documents by id, by content, by status."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known_searchable: tuple[int, frozenset[str], tuple[str, ...]] = (-1, frozenset(), ())

    def add(self, document: Document, mtime: float = 0.0) -> bool:
        """Insert a new document; False when one with the same content is already there."""
        added_at = document.added_at or time.time()
        return bool(
            self._database.execute(
                "INSERT INTO documents (document_id, content_hash, path, filename, title, size_bytes, mtime, "
                "page_count, status, failure, added_at, format, member, container_id) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT DO NOTHING",
                (
                    document.document_id,
                    document.content_hash,
                    document.path,
                    document.filename,
                    document.title,
                    document.size_bytes,
                    mtime,
                    document.page_count,
                    document.status.value,
                    document.failure,
                    added_at,
                    document.format,
                    document.member,
                    document.container_id,
                ),
            )
        )

    def get(self, document_id: str) -> Document | None:
        row = self._database.query_one(
            f"SELECT {_COLUMNS} FROM documents WHERE document_id = ?",  # noqa: S608 - constant columns
            (document_id,),
        )
        return _document(row) if row else None

    def all(self) -> list[Document]:
        """All documents in the order they were added."""
        # What other tables know is asked once for all, and only where it is not what it usually is.
        states = self._by_document(
            "SELECT place.document_id, place.state FROM locations AS place "
            "JOIN documents USING (document_id) WHERE place.state != 'present' "
            "AND place.path = documents.path AND place.member = documents.member"
        )
        recognised = self._by_document(
            "SELECT document_id, COUNT(*) FROM pages WHERE ocr != 0 AND ocr = 2 GROUP BY document_id"
        )
        unchecked = self._by_document(
            "SELECT document_id, COUNT(*) FROM pages WHERE checked = 0 GROUP BY document_id"
        )
        rows = self._database.query(f"SELECT {_OWN_COLUMNS} FROM documents ORDER BY added_at, rowid")  # noqa: S608
        statuses = {status.value: status for status in DocumentStatus}
        places = {state.value: state for state in SourceState}
        flag_sets: dict[str, frozenset[DocumentFlag]] = {}
        found = []
        for row in rows:
            (name, content, path, filename, title, size, pages, status, chunks, embedded, added) = row[:11]
            (failure, kind, member, container, language, flags, problems) = row[11:]
            if flags not in flag_sets:
                flag_sets[flags] = _unpack_flags(flags)
            found.append(
                Document(
                    name,
                    content,
                    path,
                    filename,
                    title,
                    size,
                    pages,
                    statuses[status],
                    chunks,
                    embedded,
                    added,
                    failure,
                    format=kind,
                    member=member,
                    container_id=container,
                    language=language or "",
                    flags=flag_sets[flags],
                    problems=unpack_problems(problems) if problems else (),
                    source_state=places[states.get(name, "present")],
                    ocr_pages=recognised.get(name, 0),
                    unchecked_pages=unchecked.get(name, 0),
                )
            )
        return found

    def _by_document(self, sql: str) -> dict[str, Any]:
        """document_id → the second column."""
        return {row[0]: row[1] for row in self._database.query(sql)}

    def at_path(self, path: str) -> list[Document]:
        """Documents that were read from this path: more than one only when the file has changed."""
        rows = self._database.query(
            f"SELECT {_COLUMNS} FROM documents WHERE path = ?",  # noqa: S608 - constant columns
            (path,),
        )
        return [_document(row) for row in rows]

    def searchable_ids(self) -> frozenset[str]:
        """Ids only, for the check in every search; read anew only when one of them has changed."""
        return self._searchable()[1]

    def with_status(self, status: DocumentStatus) -> list[str]:
        """Ids only, in the order they were added."""
        rows = self._database.query(
            "SELECT document_id FROM documents WHERE status = ? ORDER BY added_at, rowid", (status.value,)
        )
        return [row["document_id"] for row in rows]

    def set_status(self, document_id: str, status: DocumentStatus, failure: str = "") -> None:
        """`failure` is the sentence for the user and is kept only with FAILED and LOCKED."""
        kept = failure if status in (DocumentStatus.FAILED, DocumentStatus.LOCKED) else ""
        self._database.execute(
            "UPDATE documents SET status = ?, failure = ? WHERE document_id = ?",
            (status.value, kept, document_id),
        )

    def set_read(
        self,
        document_id: str,
        *,
        title: str,
        page_count: int,
        flags: Iterable[DocumentFlag],
        problems: Sequence[PageProblem],
        outline: str,
        reader: int,
    ) -> None:
        """What reading the file found out; `outline` as JSON `[[level, title, page], …]`, `reader` is the
        version of the readers."""
        self._database.execute(
            "UPDATE documents SET title = ?, page_count = ?, flags = ?, problems = ?, outline = ?, "
            "reader = ? WHERE document_id = ?",
            (title, page_count, _pack_flags(flags), pack_problems(problems), outline, reader, document_id),
        )

    def set_findings(
        self, document_id: str, flags: Iterable[DocumentFlag], problems: Sequence[PageProblem]
    ) -> None:
        """The flags and problems as they are now."""
        self._database.execute(
            "UPDATE documents SET flags = ?, problems = ? WHERE document_id = ?",
            (_pack_flags(flags), pack_problems(problems), document_id),
        )

    def set_cut(self, document_id: str, *, chunk_count: int, language: str, facts: str = "") -> None:
        """The chunks were stored anew; the index does not hold them yet, so no chunker answers for it.

        `facts`: see `core.store.facts.facts_text`.
        """
        self._database.execute(
            "UPDATE documents SET chunk_count = ?, embedded_count = 0, language = ?, facts = ?, chunker = '' "
            "WHERE document_id = ?",
            (chunk_count, language, facts, document_id),
        )

    def facts(self, document_id: str) -> DocumentFacts:
        """What the document says about itself; empty when it is not known."""
        row = self._database.query_one("SELECT facts FROM documents WHERE document_id = ?", (document_id,))
        return facts_of(row["facts"]) if row else DocumentFacts()

    def outline(self, document_id: str) -> str:
        """The bookmarks as `set_read` was given them."""
        row = self._database.query_one("SELECT outline FROM documents WHERE document_id = ?", (document_id,))
        return "" if row is None else str(row["outline"])

    def touch(self, document_id: str) -> None:
        """The user looks at this document: what is left to do for it goes first."""
        self._database.execute(
            "UPDATE documents SET opened_at = ? WHERE document_id = ?", (time.time(), document_id)
        )

    def languages(self) -> list[str]:
        """Languages whose rules the documents that can be searched are encoded by (ISO 639-1), in order."""
        return list(self._searchable()[2])

    def _searchable(self) -> tuple[int, frozenset[str], tuple[str, ...]]:
        """(stamp, ids, languages) of the documents that can be searched."""
        row = self._database.query_one("SELECT value FROM search_stamp")
        stamp = int(row["value"]) if row else 0
        known = self._known_searchable
        if known[0] != stamp:  # the stamp is older than the rows read next, never newer
            rows = self._database.query(
                "SELECT language, document_id FROM documents WHERE status IN (?, ?)",
                (DocumentStatus.SEARCHABLE.value, DocumentStatus.INDEXED.value),
            )
            languages = {row[0] or "en" for row in rows}
            known = (stamp, frozenset(row[1] for row in rows), tuple(sorted(languages)))
            self._known_searchable = known
        return known

    def half_cut(self) -> list[str]:
        """Searchable documents whose chunks the index may not hold: they must be parsed again."""
        rows = self._database.query(
            "SELECT document_id FROM documents WHERE status IN ('searchable', 'indexed') AND chunker = ''"
        )
        return [row["document_id"] for row in rows]

    def outdated(self, chunker: str, reader: int) -> list[str]:
        """Searchable documents that another chunker cut, or that earlier readers read and whose file, as far
        as is known, is where it was."""
        rows = self._database.query(
            "SELECT document_id FROM documents AS d WHERE status IN ('searchable', 'indexed') "
            "AND (chunker != ? OR (reader < ? AND NOT EXISTS (SELECT 1 FROM locations AS place "
            "WHERE place.document_id = d.document_id AND place.path = d.path AND place.member = d.member "
            "AND place.state IN ('missing', 'unreachable'))))",
            (chunker, reader),
        )
        return [row["document_id"] for row in rows]

    def made_with(self, document_id: str) -> tuple[str, int]:
        """(chunker, reader) of a document: who cut it, and the version of the readers that read it."""
        row = self._database.query_one(
            "SELECT chunker, reader FROM documents WHERE document_id = ?", (document_id,)
        )
        return ("", 0) if row is None else (row["chunker"], row["reader"])

    def set_chunker(self, document_id: str, chunker: str) -> None:
        """Let the chunks stand as they are under this fingerprint."""
        self._database.execute(
            "UPDATE documents SET chunker = ? WHERE document_id = ?", (chunker, document_id)
        )

    def set_reader(self, document_id: str, reader: int) -> None:
        """Let the pages stand as they are: these readers read no others."""
        self._database.execute("UPDATE documents SET reader = ? WHERE document_id = ?", (reader, document_id))

    def is_current(self, document: Document) -> bool:
        """False when it was removed since it was loaded, even if the same content was added again."""
        row = self._database.query_one(
            "SELECT 1 FROM documents WHERE document_id = ? AND added_at = ?",
            (document.document_id, document.added_at),
        )
        return row is not None

    def delete(self, document_id: str) -> bool:
        """Remove the document with its pages, chunks and queue entry; its text leaves the file."""
        removed = bool(RemovalRepository(self._database).delete([document_id]))
        if removed:
            self._database.checkpoint()
        return removed
