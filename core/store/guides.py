"""Guides to documents, kept as they were made. Any thread, through `Database`."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence

from pydantic import TypeAdapter, ValidationError

from core.store.database import Database
from core.types import DocumentStatus
from core.types.guides import DocumentGuide

_ADAPTER: TypeAdapter[DocumentGuide] = TypeAdapter(DocumentGuide)
_TO_BE_READ = tuple(
    one.value for one in (DocumentStatus.QUEUED, DocumentStatus.PARSING, DocumentStatus.SEARCHABLE)
)
log = logging.getLogger(__name__)


class GuideRepository:
    """What is kept, and which documents wait for a guide.

    A guide is kept with `made_with`, the version of its making, and the number of chunks of its document: of
    another number it is another text.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, document_id: str, made_with: str) -> DocumentGuide | None:
        """None where there is none of this making and of the text as it is now."""
        row = self._database.query_one(
            "SELECT guide FROM document_guides JOIN documents USING (document_id) "
            "WHERE document_id = ? AND made_with = ? || '/' || chunk_count",
            (document_id, made_with),
        )
        return None if row is None else _read(row[0])

    def keep(self, guide: DocumentGuide, made_with: str, chunk_count: int) -> None:
        """In place of what there was; nothing for a document that is gone."""
        self._database.execute(
            "INSERT OR REPLACE INTO document_guides (document_id, made_with, guide) "
            "SELECT document_id, ?, ? FROM documents WHERE document_id = ?",
            (f"{made_with}/{chunk_count}", _ADAPTER.dump_json(guide).decode(), guide.document_id),
        )

    def delete(self, document_id: str) -> None:
        """Of a text that is no longer the document's."""
        self._database.execute("DELETE FROM document_guides WHERE document_id = ?", (document_id,))

    def of_documents(self, document_ids: Sequence[str] | None, limit: int) -> list[DocumentGuide]:
        """Guides that are kept, of the newest documents of a selection (None: of all) first."""
        chosen = None if document_ids is None else json.dumps(list(document_ids))
        rows = self._database.query(
            "SELECT guide FROM document_guides JOIN documents USING (document_id) WHERE status = ? "
            "AND (? IS NULL OR document_id IN (SELECT value FROM json_each(?))) "
            "ORDER BY added_at DESC LIMIT ?",
            (DocumentStatus.INDEXED.value, chosen, chosen, limit),
        )
        return [guide for row in rows if (guide := _read(row[0])) is not None]

    def waiting(self, made_with: str, limit: int) -> list[str]:
        """Documents that are read and embedded and have no guide of this making, the newest first; none while
        any document is still to be read or embedded, and none that is about to be read anew."""
        rows = self._database.query(
            "SELECT document_id FROM documents LEFT JOIN document_guides USING (document_id) "
            "WHERE status = ? AND chunk_count > 0 AND embedded_count = chunk_count "
            "AND NOT EXISTS (SELECT 1 FROM pages WHERE pages.document_id = documents.document_id "
            "AND checked = 0) AND made_with IS NOT (? || '/' || chunk_count) "
            "AND NOT EXISTS (SELECT 1 FROM documents WHERE status IN (?, ?, ?)) "
            "AND NOT EXISTS (SELECT 1 FROM ingest_queue AS q WHERE q.document_id = documents.document_id) "
            "ORDER BY added_at DESC LIMIT ?",
            (DocumentStatus.INDEXED.value, made_with, *_TO_BE_READ, limit),
        )
        return [row[0] for row in rows]


def _read(text: str) -> DocumentGuide | None:
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as error:
        log.warning("a guide of another version is made anew: %s", error)
        return None
