"""Summaries of long documents and of their sections. Any thread, through `Database`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.store.database import Database
from core.types import DocumentStatus

LONG = 20  # pages of a document that has summaries


@dataclass(frozen=True, slots=True)
class SectionSummary:
    """The most telling sentences of chunks `first_chunk` to `last_chunk`, both counted.

    `vector`: of the title and the summary, float16.
    """

    title: str
    summary: str
    first_chunk: int
    last_chunk: int
    vector: bytes = b""


@dataclass(frozen=True, slots=True)
class StoredSection:
    """Where a summarised section lies, and its vector."""

    document_id: str
    first_chunk: int
    last_chunk: int
    vector: bytes


class SummaryRepository:
    """What is kept, and which documents wait for it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def waiting(self, made_with: str, limit: int) -> list[str]:
        """Long documents that are embedded and whose summaries are missing, or of another making or text."""
        rows = self._database.query(
            "SELECT documents.document_id FROM documents LEFT JOIN summarised_documents USING (document_id) "
            "WHERE status = ? AND page_count >= ? AND chunk_count > 0 AND embedded_count = chunk_count "
            "AND NOT EXISTS (SELECT 1 FROM pages WHERE pages.document_id = documents.document_id "
            "AND checked = 0) AND made_with IS NOT (? || '/' || chunk_count) LIMIT ?",
            (DocumentStatus.INDEXED.value, LONG, made_with, limit),
        )
        return [row[0] for row in rows]

    def keep(
        self, document_id: str, made_with: str, chunk_count: int, found: Sequence[SectionSummary]
    ) -> None:
        """In place of what there was; the first is the document's. Nothing for a document that is gone."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM summarised_documents WHERE document_id = ?", (document_id,))
            connection.execute(
                "INSERT INTO summarised_documents (document_id, made_with) "
                "SELECT document_id, ? FROM documents WHERE document_id = ?",
                (f"{made_with}/{chunk_count}", document_id),
            )
            connection.executemany(
                "INSERT INTO section_summaries (document_id, place, title, summary, first_chunk, last_chunk, "
                "vector) SELECT document_id, ?, ?, ?, ?, ?, ? FROM summarised_documents "
                "WHERE document_id = ?",
                [
                    (place, one.title, one.summary, one.first_chunk, one.last_chunk, one.vector, document_id)
                    for place, one in enumerate(found)
                ],
            )

    def delete(self, document_id: str) -> None:
        """Of a text that is no longer the document's."""
        self._database.execute("DELETE FROM summarised_documents WHERE document_id = ?", (document_id,))

    def of_document(self, document_id: str) -> list[SectionSummary]:
        """The document's own first, then its sections; empty where it has none."""
        rows = self._database.query(
            "SELECT title, summary, first_chunk, last_chunk, vector FROM section_summaries "
            "WHERE document_id = ? ORDER BY place",
            (document_id,),
        )
        return [SectionSummary(*row) for row in rows]

    def stamp(self) -> int:
        """Another number when summaries came or went."""
        row = self._database.query_one("SELECT value FROM summary_stamp")
        return int(row[0]) if row else 0

    def sections(self) -> list[StoredSection]:
        """All sections of all documents, without the documents as wholes."""
        rows = self._database.query(
            "SELECT document_id, first_chunk, last_chunk, vector FROM section_summaries WHERE place > 0"
        )
        return [StoredSection(*row) for row in rows]
