"""Questions that want something explained go through the summaries of sections to their passages."""

from __future__ import annotations

import numpy as np

from core.search.base import IndexPoint, Vectors
from core.search.section_segments import SectionFinder
from core.store.chunks import ChunkRecord, ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.summaries import SectionSummary, SummaryRepository
from core.types import Document, DocumentStatus, Span, chunk_id_for, document_id_for
from tests.search.memory_index import MemoryIndex

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
