"""Sources made from plain text: one page a document, one chunk a page."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.sources import Source, make_source
from core.types import Chunk, CitedPlace, Document, DocumentStatus, Span, chunk_id_for, document_id_for


def source_of(
    number: int, text: str, filename: str = "manual.pdf", score: float = 0.7, date: str = ""
) -> Source:
    content_hash = f"hash of {filename}"
    document = Document(
        document_id=document_id_for(content_hash),
        content_hash=content_hash,
        path=f"/documents/{filename}",
        filename=filename,
        title=filename,
        size_bytes=1,
        page_count=1,
        status=DocumentStatus.INDEXED,
        date=date,
    )
    spans = (Span(0, len(text)),)
    chunk = Chunk(chunk_id_for(content_hash, spans), document.document_id, 0, spans, 1, 1, text)
    return make_source(number, document, chunk, score, text[:80], page_of=lambda _document, _span: 1)


def on_page_one(_document_id: str, _spans: Sequence[Span]) -> CitedPlace:
    """Where everything that is made here stands."""
    return CitedPlace(1)
