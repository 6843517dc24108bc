"""What only a part of the library is searched for: large selections, and sections by their summaries."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import numpy as np
import pytest

from core.search.base import IndexPoint, Vectors
from core.search.retriever import HybridRetriever
from core.search.section_segments import SectionFinder
from core.store.chunks import ChunkRecord, ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRecord, PageRepository
from core.store.summaries import SectionSummary, SummaryRepository
from core.types import Document, DocumentStatus, Span, chunk_id_for, document_id_for
from tests.library_kit import Library, open_library
from tests.search.memory_index import MemoryIndex

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


MANUAL, OTHER = document_id_for("manual"), document_id_for("other")


def towards(axis: int) -> Vectors:
    vector = np.zeros(4, dtype=np.float32)
    vector[axis] = 1.0
    return vector


def filled(database: Database, index: MemoryIndex, name: str) -> list[str]:
    """Six passages in two sections, whose summaries point along the first and the second axis."""
    document = Document(name, name, f"/{name}", name, "", 1, 30, DocumentStatus.INDEXED)
    assert DocumentRepository(database).add(document)
    ids = [chunk_id_for(name, [Span(place, place + 1)]) for place in range(6)]
    ChunkRepository(database).add_many(
        name, [ChunkRecord(one, place, (Span(place, place + 1),), 1, 1, "") for place, one in enumerate(ids)]
    )
    index.upsert([IndexPoint(one, name, "words", 1, towards(place // 3)) for place, one in enumerate(ids)])
    vectors = [towards(axis).astype(np.float16).tobytes() for axis in (2, 0, 1)]
    parts = ((0, 5), (0, 2), (3, 5))
    found = [SectionSummary("", "", *part, vector) for part, vector in zip(parts, vectors, strict=True)]
    SummaryRepository(database).keep(name, "1.index", 6, found)
    return ids


def test_passages_of_the_nearest_sections_come_first(database: Database) -> None:
    index = MemoryIndex()
    ids = filled(database, index, MANUAL)
    finder = SectionFinder(database, index)
    found = finder.find(towards(1), {MANUAL})
    assert {point.chunk_id for point in found[:3]} == set(ids[3:])
    assert finder.find(towards(1), {OTHER}) == []
    others = filled(database, index, OTHER)
    assert {point.chunk_id for point in finder.find(towards(0), {OTHER})[:3]} == set(others[:3])
    DocumentRepository(database).delete(OTHER)
    assert {point.document_id for point in finder.find(towards(0), {MANUAL, OTHER})} == {MANUAL}


def test_summaries_of_another_embedder_are_passed_over(database: Database) -> None:
    index = MemoryIndex()
    filled(database, index, MANUAL)
    assert SectionFinder(database, index).find(np.ones(8, dtype=np.float32), {MANUAL}) == []
