"""Selections of thousands of documents: what is searched in them is the same as in a few."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest

from core.search.base import IndexPoint
from core.search.retriever import HybridRetriever
from core.store.chunks import ChunkRecord
from core.store.pages import PageRecord, PageRepository
from core.types import Document, DocumentStatus, Span
from tests.library_kit import Library, open_library

NEAR, FAR, WANTED = 300, 2400, 2000  # documents about it, documents in all, the one that is looked for


def document_id(number: int) -> str:
    return str(uuid.UUID(int=number + 1))


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The documents outside the selection answer the question better than the one inside it."""
    library = open_library(tmp_path_factory.mktemp("many") / "home")
    pages = PageRepository(library.database)
    points = []
    with library.database.transaction():
        for number in range(FAR):
            text = f"The crane is blue and stands in hall {number} near the gate."
            if number < NEAR:
                text = "Warranty of the pump: the pump has a warranty."
            if number == WANTED:
                text = "A long note on lamps and doors, in which the warranty of one old pump is named once."
            name, chunk_id = document_id(number), str(uuid.UUID(int=10**9 + number))
            file = f"{number}.pdf"
            library.documents.add(
                Document(name, f"hash{number}", f"/d/{file}", file, "", 1, 1, DocumentStatus.INDEXED)
            )
            pages.add_many(name, [PageRecord(1, text, Span(0, len(text)), 1, 1, 0, "", b"")])
            library.chunks.add_many(name, [ChunkRecord(chunk_id, 0, (Span(0, len(text)),), 1, 1, "")])
            library.documents.set_cut(name, chunk_count=1, language="en")
            library.documents.set_status(name, DocumentStatus.INDEXED)
            points.append(IndexPoint(chunk_id, name, text, 1, library.embedder.embed([text])[0], "en"))
    library.index.upsert(points)
    yield library
    library.close()


@pytest.mark.parametrize("selected", [1, 1999, 2000, 2001, FAR - NEAR])
def test_the_answer_is_found_in_a_selection_of_any_size(many: Library, selected: int) -> None:
    chosen = [document_id(WANTED)]
    chosen += [document_id(number) for number in range(NEAR, FAR) if number != WANTED][: selected - 1]
    retriever = HybridRetriever(many.database, many.index, many.embedder)
    hits = retriever.search("warranty of the pump", limit=5, document_ids=chosen).hits
    assert hits[0].filename == f"{WANTED}.pdf"
    assert len(hits) == min(5, selected)
    assert {hit.chunk.document_id for hit in hits} <= set(chosen)
