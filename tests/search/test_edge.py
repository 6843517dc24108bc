"""The embedded index: what survives, what is refused, what is rebuilt."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import qdrant_edge as qe

from core.errors import AlreadyRunningError, StorageError
from core.search.edge import EdgeIndex
from core.search.shards import create_shard, edge_point, of_documents, shard_config
from tests.library_kit import DIMENSIONS
from tests.search.test_index_contract import points, query_vector

ROOT = Path(__file__).resolve().parents[2]

WRITE_AND_DIE = """
import os, sys, uuid
from pathlib import Path
import numpy as np
from core.search.base import IndexPoint
from core.search.edge import EdgeIndex
number, dimensions = map(int, sys.argv[2:])
index = EdgeIndex(Path(sys.argv[1]), dimensions)
vectors = np.random.default_rng(0).normal(size=(number, dimensions)).astype(np.float32)
words = "the pump delivers twelve litres per minute and has a warranty of three years"
index.upsert(
    [IndexPoint(str(uuid.UUID(int=i + 1)), "a", words, 1, vector) for i, vector in enumerate(vectors)]
)
os.kill(os.getpid(), 9)
"""

OPEN_WITHOUT_FILES_LEFT = """
import os, resource, sys
from pathlib import Path
from core.errors import StorageError
from core.search.edge import EdgeIndex
from tests.library_kit import DIMENSIONS
taken = {int(name) for name in os.listdir("/proc/self/fd")}
free = [number for number in range(max(taken) + 10) if number not in taken]
limits = resource.getrlimit(resource.RLIMIT_NOFILE)
for number in free[:8]:
    resource.setrlimit(resource.RLIMIT_NOFILE, (number, limits[1]))
    try:
        EdgeIndex.open_or_rebuild(Path(sys.argv[1]), DIMENSIONS).close()
    except StorageError as error:
        print(error.code, "at present" in error.message)
    else:
        print("opened")
        break
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An index of four points with vectors, closed."""
    with closing(EdgeIndex(tmp_path / "index", DIMENSIONS)) as index:
        index.upsert(points(with_vectors=True))
        index.close()  # closing it twice does no harm
    return tmp_path / "index"


def run(script: str, folder: Path, code: int, *arguments: int) -> str:
    command = [sys.executable, "-c", script, str(folder), *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, timeout=60, check=False, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return done.stdout


def has(folder: Path, **expected: tuple[int, int]) -> None:
    with closing(EdgeIndex(folder, DIMENSIONS)) as index:
        assert index.points_per_document() == (expected or {"a": (2, 2), "b": (2, 2)})


def test_it_reopens_with_everything(folder: Path) -> None:
    has(folder)


@pytest.mark.parametrize("number", [4, pytest.param(12_000, marks=pytest.mark.slow)])
def test_what_was_acknowledged_survives_a_kill_without_flush(tmp_path: Path, number: int) -> None:
    """Also with a log of several files."""
    run(WRITE_AND_DIE, tmp_path / "index", -9, number, DIMENSIONS)
    assert bool(list((tmp_path / "index" / "wal").glob("closed-*"))) == (number > 4)
    has(tmp_path / "index", a=(number, number))


def test_a_small_index_is_no_quarter_of_a_gigabyte_where_holes_take_room(folder: Path) -> None:
    """218 MB of 5 pages with Edge's usual log; after a rewriting, too."""
    with closing(EdgeIndex(folder, DIMENSIONS)) as index:
        before = index.size_on_disk()
        assert index.compact()
        assert max(before, index.size_on_disk()) < 165 << 20


def test_an_index_of_an_earlier_version_keeps_its_log_and_takes_points(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    shard = qe.EdgeShard.create(str(folder), shard_config(DIMENSIONS))
    for path in ("document_id", "bucket", "has"):
        shard.update(qe.UpdateOperation.create_field_index(path, qe.PayloadSchemaType.Keyword))
    shard.close()
    for _ in range(2):
        with closing(EdgeIndex(folder, DIMENSIONS)) as index:
            index.upsert(points(with_vectors=True))
        has(folder)
    assert (folder / "wal" / "open-1").stat().st_size == 32 << 20


def test_an_index_whose_points_carry_fields_is_searched_rewritten_and_gets_its_graph(tmp_path: Path) -> None:
    """Earlier versions could give the points of a document the values of its fields."""
    folder = tmp_path / "index"
    folder.mkdir()
    shard = create_shard(folder, DIMENSIONS)
    for path, kind in (("bucket", "Keyword"), ("has", "Keyword"), ("num.tax", "Float")):
        shard.update(qe.UpdateOperation.create_field_index(path, getattr(qe.PayloadSchemaType, kind)))
    shard.update(qe.UpdateOperation.upsert_points([edge_point(point) for point in points(with_vectors=True)]))
    fields = {
        "bucket": "invoices",
        "num": {"tax": 5.0},
        "key": {},
        "unit": {"tax": "EUR"},
        "has": ["num.tax"],
    }
    shard.update(qe.UpdateOperation.set_payload_by_filter(of_documents(["a"]), fields))
    shard.close()
    index = EdgeIndex(folder, DIMENSIONS)

    def found() -> list[tuple[str, str]]:
        dense = index.search_dense(query_vector("warranty"), 4, ["a"])
        hits = [*dense, *index.search_keywords("warranty", 4)]
        return sorted((hit.document_id, hit.chunk_id) for hit in hits)  # equal scores come in any order

    before = found()
    assert {document_id for document_id, _ in before} == {"a", "b"}
    copy = index.copy_for_graph(lambda: None)
    index.upsert(points(with_vectors=True))
    index.finish_graph(copy)
    assert found() == before
    assert index.compact()
    assert found() == before
    assert index.points_per_document() == {"a": (2, 2), "b": (2, 2)}
    index.close()


@pytest.mark.parametrize("opens", [EdgeIndex, EdgeIndex.open_or_rebuild])
def test_a_second_opener_is_told(folder: Path, opens: Callable[[Path, int], EdgeIndex]) -> None:
    with (
        closing(EdgeIndex(folder, DIMENSIONS)),
        pytest.raises(AlreadyRunningError, match=re.escape(str(folder))),
    ):
        opens(folder, DIMENSIONS)


def test_a_damaged_folder_is_told_and_rebuilt_empty(folder: Path) -> None:
    for turn in range(3):
        for path in folder.rglob("*.json"):
            path.write_bytes(b"\x00garbage")
        if not turn:
            with pytest.raises(StorageError) as caught:
                EdgeIndex(folder, DIMENSIONS)
            assert caught.value.code == "index_damaged"
            continue
        with closing(EdgeIndex.open_or_rebuild(folder, DIMENSIONS)) as rebuilt:
            assert rebuilt.points_per_document() == {}
        assert sorted(path.name for path in folder.parent.iterdir()) == ["index", "index.damaged"]
        assert (folder.parent / "index.damaged" / "edge_config.json").read_bytes() == b"\x00garbage"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits open files as Linux does")
def test_too_many_open_files_are_no_damage(folder: Path) -> None:
    lines = run(OPEN_WITHOUT_FILES_LEFT, folder, 0).split("\n")
    assert lines[0] == "storage True"
    assert "opened" in lines
    has(folder)
    assert [path.name for path in folder.parent.iterdir()] == ["index"]


def test_a_folder_that_is_a_file_and_a_closed_index_are_told(folder: Path) -> None:
    blocker = folder.with_name("file")
    blocker.write_text("")
    with pytest.raises(StorageError, match="cannot be used"):
        EdgeIndex(blocker / "edge", DIMENSIONS)
    index = EdgeIndex(folder, DIMENSIONS)
    index.close()
    with pytest.raises(StorageError, match="closed"):
        index.search_keywords("warranty", 3)


def test_queries_run_while_another_thread_writes(folder: Path) -> None:
    stop = threading.Event()

    def write(index: EdgeIndex) -> None:
        while not stop.is_set():
            index.upsert(points(with_vectors=True))

    with closing(EdgeIndex(folder, DIMENSIONS)) as index, ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write, index)
        try:
            for _ in range(100):
                assert len(index.search_dense(query_vector("warranty"), 4)) == 4
        finally:
            stop.set()
        writing.result(timeout=30)


@pytest.mark.slow
@pytest.mark.parametrize("module", ["core.search.retriever", "core.search.server"])
def test_what_every_search_needs_loads_no_embedded_index(module: str, tmp_path: Path) -> None:
    """An adapter is chosen when a library is opened."""
    script = f"import sys, {module}; print('core.search.edge' in sys.modules)"
    assert run(script, tmp_path, 0).split() == ["False"]
