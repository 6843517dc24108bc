"""One contract, three indexes: what `core.search.base.ChunkIndex` promises holds for each."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from qdrant_client import QdrantClient

from core.errors import StorageError
from core.search.base import ChunkIndex, IndexPoint
from core.search.edge import EdgeIndex
from core.search.server import ServerIndex, connect
from tests.benchmarks.scale.synthetic import SyntheticLibrary
from tests.http_kit import server_saying
from tests.library_kit import DIMENSIONS, HashingEmbedder
from tests.search.memory_index import MemoryIndex

TEXTS = {
    "a": ["The warranty is 36 months from delivery.", "The pump delivers 12 litres per minute."],
    "b": ["Net sales rose by 4% to $3,909 million.", "The warranty of parts is 24 months."],
}


def chunk_id(document: str, place: int) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{document}{place}"))


def points(with_vectors: bool = False) -> list[IndexPoint]:
    return [
        IndexPoint(
            chunk_id(document, place), document, text, place + 1, query_vector(text) if with_vectors else None
        )
        for document, texts in TEXTS.items()
        for place, text in enumerate(texts)
    ]


@pytest.fixture(params=["memory", "edge", "server"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ChunkIndex]:
    made: ChunkIndex
    if request.param == "memory":
        made = MemoryIndex()
    elif request.param == "edge":
        made = EdgeIndex(tmp_path / "index", DIMENSIONS)
    else:
        made = ServerIndex(QdrantClient(":memory:"), "chunks", DIMENSIONS)
    yield made
    made.close()


def query_vector(text: str) -> np.ndarray:
    return HashingEmbedder().embed([text])[0]


def test_keywords_are_stemmed_ranked_and_scored_as_defined(index: ChunkIndex) -> None:
    index.upsert(points())
    first = index.search_keywords("How many litres does the pump deliver?", 10)[0]
    assert (first.chunk_id, first.document_id) == (chunk_id("a", 1), "a")
    warranties = {point.chunk_id for point in index.search_keywords("warranties", 10)}
    assert warranties == {chunk_id("a", 0), chunk_id("b", 1)}
    rare = index.search_keywords("warranty parts", 10)
    assert [point.chunk_id for point in rare] == [chunk_id("b", 1), chunk_id("a", 0)]
    assert rare[0].score > rare[1].score > 0
    exact = MemoryIndex()
    exact.upsert(points())
    expected = exact.search_keywords("warranty months delivery", 10)
    found = index.search_keywords("warranty months delivery", 10)
    assert [point.chunk_id for point in found] == [point.chunk_id for point in expected]
    assert [point.score for point in found] == pytest.approx([p.score for p in expected], abs=1e-3)
    for nothing in ("the of and", ""):
        assert index.search_keywords(nothing, 10) == []


def test_dense_search_and_cosines(index: ChunkIndex) -> None:
    for _ in range(2):  # the second time changes nothing
        index.upsert(points(with_vectors=True))
        index.flush()
        assert index.points_per_document() == {"a": (2, 2), "b": (2, 2)}
    vector = query_vector(TEXTS["b"][0])
    found = index.search_dense(vector, 2)
    assert found[0].chunk_id == chunk_id("b", 0)
    assert found[0].score == pytest.approx(1.0, abs=1e-4)
    assert [len(index.search_dense(vector, limit)) for limit in (0, 1, 2)] == [0, 1, 2]
    cosines = index.cosines(vector, [chunk_id("b", 0), chunk_id("a", 0), str(uuid.uuid4())])
    other = float(vector @ query_vector(TEXTS["a"][0]))
    assert cosines == pytest.approx({chunk_id("b", 0): 1.0, chunk_id("a", 0): other}, abs=1e-4)
    assert index.cosines(vector, []) == {}


def test_vectors_may_come_later_and_those_of_deleted_chunks_are_passed_over(index: ChunkIndex) -> None:
    index.upsert(points())
    vector = query_vector("warranty")
    assert index.search_dense(vector, 10) == []
    assert index.cosines(vector, [chunk_id("a", 0)]) == {}
    assert index.points_per_document() == {"a": (2, 0), "b": (2, 0)}
    gone = str(uuid.uuid4())
    index.set_vectors({gone: vector, chunk_id("a", 0): query_vector(TEXTS["a"][0])})
    assert index.points_per_document() == {"a": (2, 1), "b": (2, 0)}
    assert [point.chunk_id for point in index.search_dense(vector, 10)] == [chunk_id("a", 0)]
    still = {point.chunk_id for point in index.search_keywords("warranty", 10)}
    assert still == {chunk_id("a", 0), chunk_id("b", 1)}


def test_selection_and_deletion_of_documents(index: ChunkIndex) -> None:
    index.upsert(points(with_vectors=True))
    vector = query_vector("warranty")
    assert {p.document_id for p in index.search_dense(vector, 10, ["b"])} == {"b"}
    assert [p.chunk_id for p in index.search_keywords("warranty", 10, ["a"])] == [chunk_id("a", 0)]
    assert len(index.search_dense(vector, 10, ["a", "b"])) == 4
    assert index.search_dense(vector, 10, []) == []
    assert index.search_keywords("warranty", 10, ["unknown"]) == []
    index.delete_document("a")
    index.delete_document("never there")
    assert index.points_per_document() == {"b": (2, 2)}
    assert {p.document_id for p in index.search_keywords("warranty", 10)} == {"b"}


def test_each_document_is_found_by_the_rules_of_its_language(index: ChunkIndex) -> None:
    text = "Die Gewährleistungen für Pumpen betragen 36 Monate."
    german = IndexPoint(chunk_id("g", 0), "g", text, 1, None, "de")
    french = IndexPoint(chunk_id("f", 0), "f", "Les garanties des pompes durent trois ans.", 1, None, "fr")
    index.upsert([*points(), german, french])
    asked = "Welche Gewährleistung gilt?"
    assert [hit.document_id for hit in index.search_keywords(asked, 10, None, ["de"])] == ["g"]
    both = {hit.document_id for hit in index.search_keywords("garantie litres", 10, None, ["en", "fr"])}
    assert both == {"a", "f"}
    assert index.search_keywords("Gewährleistung", 10, ["f"], ["de", "fr"]) == []


def test_weights_of_words_follow_what_is_there(index: ChunkIndex) -> None:
    index.upsert(points())
    exact = MemoryIndex()
    exact.upsert(points())
    for wanted in (index, exact):
        wanted.delete_document("a")
        wanted.upsert([IndexPoint(chunk_id("c", n), "c", f"Warranty of machine {n}.", 1) for n in range(30)])
        wanted.delete_chunks([chunk_id("c", n) for n in range(0, 30, 3)])
        assert wanted.compact()  # until then Edge weighs words as if what was deleted were there
    expected = {hit.chunk_id: hit.score for hit in exact.search_keywords("warranty of parts", 50)}
    found = {hit.chunk_id: hit.score for hit in index.search_keywords("warranty of parts", 50)}
    assert found == pytest.approx(expected, abs=1e-3)
    # A selection does not change what a word weighs.
    (only,) = index.search_keywords("warranty of parts", 50, ["b"])
    assert only.score == pytest.approx(expected[only.chunk_id], abs=1e-3)
    assert index.size() == exact.size() == 22


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.02, 0.4, 0.6, 0.95, 1.0])
def test_selections_of_any_size_give_the_best_of_the_selected(index: ChunkIndex, share: float) -> None:
    library = SyntheticLibrary(1200, seed=4, dimensions=DIMENSIONS)
    exact = MemoryIndex()
    place = 0
    names: list[str] = []
    for document in library:
        for point in document.points():  # 120 documents of 10 chunks
            name = f"{place // 10:032x}"
            moved = replace(point, document_id=name)
            place += 1
            exact.upsert([moved])
            index.upsert([moved])
            names += [name] if place % 10 == 1 else []
    selected = names[:: max(1, round(1 / share))] if share < 0.5 else names[: int(len(names) * share)]
    text, vector = library.question(1)
    for limit in (10, 50):
        dense = [(hit.document_id, hit.chunk_id) for hit in index.search_dense(vector, limit, selected)]
        assert dense == [(h.document_id, h.chunk_id) for h in exact.search_dense(vector, limit, selected)]
        found = [hit.score for hit in index.search_keywords(text, limit, selected)]
        expected = [hit.score for hit in exact.search_keywords(text, limit, selected)]
        assert found == pytest.approx(expected, abs=2e-3)


def test_vectors_of_chunks(index: ChunkIndex) -> None:
    index.upsert(points(with_vectors=True))
    index.upsert([IndexPoint(chunk_id("c", 0), "c", "no vector yet", 1)])
    asked = [chunk_id("a", 0), chunk_id("b", 1), chunk_id("c", 0), str(uuid.uuid4()), "no id"]
    found = index.vectors(asked)
    assert found.keys() == {chunk_id("a", 0), chunk_id("b", 1)}
    np.testing.assert_allclose(found[chunk_id("a", 0)], query_vector(TEXTS["a"][0]), atol=1e-5)
    assert index.vectors([]) == {}


def test_a_proxy_of_the_environment_is_not_used_for_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts of documents never go through one to an index server."""
    unknown = json.dumps({"status": {"error": "no such thing"}})
    headers = {"Content-Type": "application/json"}
    with (
        server_saying(unknown, 404, headers) as (proxy, overheard),
        server_saying(unknown, 404, headers) as (index, asked),
    ):
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy)
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.setenv(name, "")
        with pytest.raises(StorageError):
            connect(index, "documents", 3)
        assert asked
        assert overheard == []
