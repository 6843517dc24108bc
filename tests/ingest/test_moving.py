"""An index moves to a server and back with nothing read or embedded again.

The server is `qdrant-client`'s in-memory mode: none can be had where the tests run.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from qdrant_client import QdrantClient

from core.cancel import CancelToken
from core.errors import Cancelled, StorageError
from core.ingest.queue.consistency import repair
from core.ingest.queue.index_move import copy_points
from core.search.base import IndexPoint, ScoredPoint
from core.search.edge import EdgeIndex
from core.search.retriever import HybridRetriever
from core.search.server import ServerIndex
from tests.library_kit import DIMENSIONS, HashingEmbedder, Library, make_pdf, prose


@pytest.fixture
def filled(library: Library, tmp_path: Path) -> Library:
    for n, name in enumerate(("pump", "crane")):
        library.ingest(make_pdf(tmp_path / f"{name}.pdf", [prose(name, 20, n)]))
    return library


def same_scores(found: list[ScoredPoint], expected: list[ScoredPoint]) -> None:
    assert expected
    scores = {point.chunk_id: point.score for point in expected}
    assert {point.chunk_id: point.score for point in found} == pytest.approx(scores, abs=1e-3)


def server() -> ServerIndex:
    return ServerIndex(QdrantClient(":memory:"), "docuchat-test", DIMENSIONS)


def test_there_and_back_every_answer_is_the_same(filled: Library, tmp_path: Path) -> None:
    there, back = server(), EdgeIndex(tmp_path / "back", DIMENSIONS)
    there.upsert([IndexPoint("00000000-0000-0000-0000-000000000001", "of an earlier attempt", "pump", 1)])
    steps = list(copy_points(filled.database, filled.index, there, CancelToken()))
    total = sum(points for points, _ in filled.index.points_per_document().values())
    assert steps[-1] == (total, total)
    list(copy_points(filled.database, there, back, CancelToken()))
    embedder = HashingEmbedder()
    for question in ("How many litres does the pump deliver?", "gloves for operators of the crane"):
        vector = embedder.embed([question])[0]
        best = filled.index.search_keywords(question, 50)[0]
        for index in (there, back):
            assert index.points_per_document() == filled.index.points_per_document()
            # All of them, because those of equal score may come in any order.
            same_scores(index.search_keywords(question, 50), filled.index.search_keywords(question, 50))
            same_scores(index.search_dense(vector, 50), filled.index.search_dense(vector, 50))
            found = HybridRetriever(filled.database, index, embedder).search(question, limit=5)
            assert best.score == pytest.approx(index.search_keywords(question, 1)[0].score, abs=1e-3)
            assert len(found.hits) == 5
    for document in filled.documents.all():
        expected = filled.index.vectors(filled.chunks.ids(document.document_id))
        for index in (there, back):
            found_vectors = index.vectors(list(expected))
            assert found_vectors.keys() == expected.keys()
            for name, vector in expected.items():
                np.testing.assert_allclose(found_vectors[name], vector, atol=1e-5)
    # Nothing is left to mend, so nothing is embedded again.
    assert not repair(filled.database, there, filled.index_name, filled.chunker)
    there.close()
    back.close()


def test_a_move_that_is_stopped_can_begin_anew(filled: Library) -> None:
    there = server()
    cancel = CancelToken()
    move = copy_points(filled.database, filled.index, there, cancel)
    next(move)
    cancel.set()
    with pytest.raises(Cancelled):
        next(move)
    list(copy_points(filled.database, filled.index, there, CancelToken()))
    assert there.points_per_document() == filled.index.points_per_document()


def test_an_index_that_does_not_fit_the_library_is_told(filled: Library) -> None:
    there = server()
    document = filled.documents.all()[0]
    filled.index.delete_chunks(filled.chunks.ids(document.document_id)[:1])
    with pytest.raises(StorageError, match="1 of 2 documents did not arrive"):
        list(copy_points(filled.database, filled.index, there, CancelToken()))
