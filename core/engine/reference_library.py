"""The library as the resolution of references sees it. Any thread, through `Database`."""

from __future__ import annotations

import json

from core.ingest.parsing.parsed import outline_from
from core.ingest.readers.base import ReadPage
from core.ingest.structure.lines import unpack_lines
from core.ingest.structure.page_roles import CONTENTS
from core.ingest.structure.structure import find_structure
from core.research.references.library_view import DocumentText, HeadingLine, PageText
from core.search.registry import DocumentRegistry, Registry
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRecord, PageRepository
from core.types import Span


class StoredReferenceLibrary:
    """Texts and headings as they were stored. Headings are found anew, as when the document was cut."""

    def __init__(self, database: Database, registry: DocumentRegistry) -> None:
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._chunks = ChunkRepository(database, self._pages)
        self._registry = registry

    def registry(self) -> Registry:
        """See `ReferenceLibrary`."""
        return self._registry.current()

    def text_of(self, document_id: str) -> DocumentText | None:
        """See `ReferenceLibrary`. A page in which hidden text has not been looked for yet comes blank."""
        document = self._documents.get(document_id)
        if document is None or not document.status.can_be_searched:
            return None
        records = self._pages.records(document_id)
        pages = [_read_page(record) for record in records]
        outline = outline_from(json.loads(self._documents.outline(document_id) or "[]"))
        structure = find_structure(pages, outline)
        known = self.registry().documents.get(document_id)
        contents = {page.number for page in known.facts.roles.get(CONTENTS, ())} if known else set()
        return DocumentText(
            document_id,
            document.title,
            tuple(
                PageText(page.number, page.label, record.span.start, page.text, page.number in contents)
                for page, record in zip(pages, records, strict=True)
            ),
            tuple(HeadingLine(one.offset, one.level, one.text) for one in structure.headings),
        )

    def chunks_at(self, document_id: str, place: Span) -> tuple[str, ...]:
        """See `ReferenceLibrary`."""
        return tuple(self._chunks.ids_at(document_id, place))


def _read_page(record: PageRecord) -> ReadPage:
    lines = unpack_lines(record.lines) if record.checked else []
    text = record.text if record.checked else " " * len(record.text)
    return ReadPage(
        record.number, text, record.width, record.height, 0, record.label, b"", lines, kind=record.kind
    )
