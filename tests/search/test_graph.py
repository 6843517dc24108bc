"""The graph of a large index: built off-process on a copy, swapped in with what was written meanwhile."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import qdrant_edge as qe

from core.errors import StorageError
from core.search import generations
from core.search.edge import EdgeIndex
from core.search.graph import GraphBuilder
from core.search.keywords import DENSE, KEYWORDS
from core.search.shards import edge_point
from tests.benchmarks.scale.synthetic import DIMENSIONS, SyntheticLibrary

ROOT = Path(__file__).resolve().parents[2]
CHUNKS = 9_000  # more than Edge looks through without a graph

BUILD_AND_DIE = """
import sys
from pathlib import Path
from tests.benchmarks.scale.synthetic import DIMENSIONS, SyntheticLibrary
from core.search.edge import EdgeIndex
from core.search.graph import GraphBuilder

def main():
    index = EdgeIndex(Path(sys.argv[1]), DIMENSIONS)
    late = SyntheticLibrary(400, seed=9).document(0).points()
    print("begin", flush=True)
    builder = GraphBuilder(index, graph_from=1)
    builder.start()
    for point in late:
        index.upsert([point])
    print("written", flush=True)
    builder.wait(600)
    print("built" if not builder.problem else builder.problem, flush=True)
    sys.stdin.read()

if __name__ == "__main__":
    main()
"""


def filled(folder: Path, library: SyntheticLibrary) -> EdgeIndex:
    index = EdgeIndex(folder, DIMENSIONS)
    for document in library:
        index.upsert(document.points())
    return index


def names_of(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def wait_until(holds: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.002)


@pytest.mark.slow
def test_writes_during_the_build_are_in_the_new_index(tmp_path: Path) -> None:
    library, late = SyntheticLibrary(CHUNKS), SyntheticLibrary(900, seed=2)
    index = filled(tmp_path / "index", library)
    questions = [library.question(number)[1] for number in range(20)]
    exact = [{hit.chunk_id for hit in index.search_dense(vector, 10)} for vector in questions]
    gone, halved = library.document(3), library.document(4)
    builder = GraphBuilder(index, graph_from=CHUNKS)
    assert builder.wanted()
    builder.start()
    wait_until(lambda: list(tmp_path.glob("*.work-*/edge_config.json")))
    time.sleep(0.3)  # the copy is made, or nearly: what comes now must be noted (or waits until it is)
    assert builder.running
    answered = 0
    for document in late:
        index.upsert(document.points())
        answered += len(index.search_keywords(document.texts[0], 3))
    index.delete_document(gone.document_id)
    index.delete_chunks(halved.chunk_ids()[::2])
    moved = halved.chunk_ids()[1]
    index.set_vectors({moved: questions[0]})
    back = library.document(5)
    index.delete_document(back.document_id)
    index.upsert(back.points()[:7])
    expected = index.points_per_document()
    assert answered
    assert builder.wait(300)
    assert builder.problem == ""
    assert index.points_per_document() == expected
    assert gone.document_id not in expected
    assert expected[back.document_id] == (7, 7)
    np.testing.assert_allclose(index.vectors([moved])[moved], questions[0], atol=1e-5)
    outside = index.points_without_graph()
    assert outside < 900
    assert not builder.wanted()
    changed = {*gone.chunk_ids(), *halved.chunk_ids(), *back.chunk_ids()}
    found = [{hit.chunk_id for hit in index.search_dense(vector, 10)} for vector in questions]
    wanted = [names - changed for names in exact]
    recall = sum(len(a & b) for a, b in zip(found, wanted, strict=True)) / sum(map(len, wanted))
    assert recall >= 0.95
    index.close()
    assert names_of(tmp_path) == ["index.1", "index.current"]
    reopened = EdgeIndex(tmp_path / "index", DIMENSIONS)
    assert reopened.points_per_document() == expected
    assert reopened.points_without_graph() == outside
    before = reopened.size()
    reopened.upsert(SyntheticLibrary(50, seed=3).document(0).points())
    assert reopened.points_without_graph() == max(0, before + 50 - CHUNKS)
    reopened.close()


@pytest.mark.slow
def test_a_rewriting_gives_the_build_up(tmp_path: Path) -> None:
    library = SyntheticLibrary(CHUNKS)
    index = filled(tmp_path / "index", library)
    builder = GraphBuilder(index, graph_from=1)
    builder.start()
    wait_until(lambda: list(tmp_path.glob("*.work-*/edge_config.json")))
    gone = library.document(0)
    index.delete_document(gone.document_id)
    assert index.compact()
    assert builder.wait(30)
    assert builder.problem == ""
    assert gone.document_id not in index.points_per_document()
    assert names_of(tmp_path) == ["index.1", "index.current"]
    assert builder.wanted()  # at the next quiet moment
    with pytest.raises(StorageError, match="out of date"):
        index.finish_graph(tmp_path / "index.work-none")
    builder.start()
    time.sleep(0.2)
    index.close()
    assert builder.wait(30)
    assert names_of(tmp_path) == ["index.1", "index.current"]


@pytest.mark.parametrize("chunks", [600, pytest.param(CHUNKS, marks=pytest.mark.slow)])
def test_an_index_of_earlier_versions_is_read_and_gets_its_graph(tmp_path: Path, chunks: int) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    plain = qe.EdgeConfig(  # as 0.1 made them: without vectors of few bits
        vectors={DENSE: qe.EdgeVectorParams(DIMENSIONS, qe.Distance.Cosine)},
        sparse_vectors={KEYWORDS: qe.EdgeSparseVectorParams(modifier=qe.Modifier.Idf)},
        wal_enabled=True,
    )
    shard = qe.EdgeShard.create(str(folder), plain)
    shard.update(qe.UpdateOperation.create_field_index("document_id", qe.PayloadSchemaType.Keyword))
    library = SyntheticLibrary(chunks, seed=6)
    points = [point for document in library for point in document.points()]
    for start in range(0, chunks, 300):
        batch = [edge_point(point) for point in points[start : start + 300]]
        shard.update(qe.UpdateOperation.upsert_points(batch))
    shard.close()
    index = EdgeIndex(folder, DIMENSIONS)
    text, vector = library.question(0)
    dense = [hit.chunk_id for hit in index.search_dense(vector, 10)]
    keywords = [hit.chunk_id for hit in index.search_keywords(text, 10)]
    assert dense == [hit.chunk_id for hit in index.search_dense(vector, 10, exact=True)]
    late = SyntheticLibrary(60, seed=8).document(0)
    index.upsert(late.points())
    builder = GraphBuilder(index, graph_from=chunks)
    builder.start()
    assert builder.wait(300)
    assert builder.built
    assert [hit.chunk_id for hit in index.search_dense(late.vectors[7], 1)] == [late.chunk_ids()[7]]
    assert len(set(dense) & {hit.chunk_id for hit in index.search_dense(vector, 10)}) >= 9
    assert set(keywords) == {hit.chunk_id for hit in index.search_keywords(text, 10)}
    index.close()


def test_no_graph_where_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = filled(tmp_path / "index", SyntheticLibrary(300))
    builder = GraphBuilder(index, graph_from=300)
    assert not GraphBuilder(index, graph_from=301).wanted()
    assert builder.wanted()
    monkeypatch.setattr("core.search.graph._MEMORY", 1 << 50)
    assert not builder.wanted()
    monkeypatch.undo()
    monkeypatch.setattr("core.search.graph._ROOM", 1e9)
    assert not builder.wanted()
    index.close()


def test_a_stopped_build_leaves_no_trace(tmp_path: Path) -> None:
    index = filled(tmp_path / "index", SyntheticLibrary(2000))
    builder = GraphBuilder(index, graph_from=1)
    builder.start()
    threading.Timer(0.4, builder.stop).start()
    assert builder.wait(30)
    builder.stop()
    assert builder.problem == ""
    index.close()
    assert [name for name in names_of(tmp_path) if "work" in name] == []


def test_a_copy_that_lacks_points_is_not_taken(tmp_path: Path) -> None:
    index = filled(tmp_path / "index", SyntheticLibrary(500))
    expected = index.points_per_document()
    copy = index.copy_for_graph(lambda: None)
    damaged = EdgeIndex(copy, DIMENSIONS)
    damaged.delete_document(next(iter(expected)))
    damaged.close()
    with pytest.raises(StorageError, match="not what it should be"):
        index.finish_graph(copy)
    assert index.points_per_document() == expected
    index.close()
    assert names_of(tmp_path) == ["index"]


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_one_whole_index(tmp_path: Path) -> None:
    base = tmp_path / "index"
    index = filled(base, SyntheticLibrary(CHUNKS))
    expected = index.points_per_document()
    index.close()
    late = SyntheticLibrary(400, seed=9).document(0)
    ends: list[str] = []
    # The last ones die while the copy takes its place.
    for seconds, wait_for_swap in ((0.1, False), (1.2, False), (0.0, True), (0.15, True)):
        command = [sys.executable, "-c", BUILD_AND_DIE, str(base)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        process = subprocess.Popen(command, cwd=ROOT, text=True, **pipes)
        with process:
            assert process.stdout.readline() == "begin\n"
            taken = generations.next_folder(base)
            if wait_for_swap:
                wait_until(taken.exists, 120)
            time.sleep(seconds)
            process.kill()
            told = process.stdout.read().split()
        index = EdgeIndex(base, DIMENSIONS)
        found = index.points_per_document()
        written = found.pop(late.document_id, (0, 0))
        assert found == expected
        if "written" in told:
            assert written == (len(late.texts), len(late.texts))
        ends.append(told[-1] if told else "begun")
        index.delete_document(late.document_id)
        index.close()
        folders = [path.name for path in tmp_path.iterdir() if path.is_dir()]
        assert folders == [generations.current_folder(base).name]
    assert len([end for end in ends if end in ("begun", "written")]) >= 2, ends
