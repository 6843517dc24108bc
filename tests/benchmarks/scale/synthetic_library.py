"""A library file for synthetic documents, so that the whole retriever can be measured over them.

Pages of three chunks each, and chunks whose spans are cut from them, as ingestion would store them; no
file is read. On the caller's thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.search.base import Vectors
from core.store.chunks import ChunkRecord, ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRecord, PageRepository
from core.types import Document, DocumentStatus, Span
from tests.benchmarks.scale.synthetic import DIMENSIONS, SyntheticDocument, SyntheticLibrary

_CHUNKS_A_PAGE = 3


def store_library(folder: Path, library: SyntheticLibrary) -> Database:
    """Documents, pages and chunks in a new library file; close it when done."""
    database = Database(folder / "library.sqlite3", folder / "backups")
    documents, pages, chunks = (
        DocumentRepository(database),
        PageRepository(database),
        ChunkRepository(database),
    )
    for number, made in enumerate(library):
        with database.transaction():
            documents.add(_document(made, number))
            pages.add_many(made.document_id, list(_pages(made)))
            chunks.add_many(made.document_id, list(_chunks(made)))
            documents.set_status(made.document_id, DocumentStatus.INDEXED)
    return database


def _document(made: SyntheticDocument, number: int) -> Document:
    return Document(
        document_id=made.document_id,
        content_hash=made.document_id,
        path=f"/nowhere/report {number}.pdf",
        filename=f"report {number}.pdf",
        title=" ".join(made.texts[0].split()[:5]),
        size_bytes=len(made.texts) * 1000,
        page_count=-(-len(made.texts) // _CHUNKS_A_PAGE),
        status=DocumentStatus.INDEXED,
        format="pdf",
    )


def _pages(made: SyntheticDocument) -> Iterator[PageRecord]:
    at = 0
    for first in range(0, len(made.texts), _CHUNKS_A_PAGE):
        text = "\n".join(made.texts[first : first + _CHUNKS_A_PAGE])
        number = first // _CHUNKS_A_PAGE + 1
        yield PageRecord(number, text, Span(at, at + len(text)), 612.0, 792.0, 0, "", b"")
        at += len(text) + 1


def _chunks(made: SyntheticDocument) -> Iterator[ChunkRecord]:
    at = 0
    for place, (chunk_id, text) in enumerate(zip(made.chunk_ids(), made.texts, strict=True)):
        page = place // _CHUNKS_A_PAGE + 1
        yield ChunkRecord(chunk_id, place, (Span(at, at + len(text)),), page, page, "")
        at += len(text) + 1


@dataclass(slots=True)
class GivenVectors:
    """An embedder that knows the vectors of the questions: embedding is measured elsewhere."""

    known: dict[str, Vectors]

    @property
    def fingerprint(self) -> str:
        return "given"

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = self.embed([text])[0]
        return vector

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows: Vectors = np.stack([self.known[text] for text in texts])
        return rows

    def count_tokens(self, text: str) -> int:
        return len(text.split())
