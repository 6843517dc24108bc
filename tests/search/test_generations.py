"""The index rewritten without what was deleted: nothing of it stays on disk, whenever the program dies."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from core.errors import StorageError
from core.search import generations
from core.search.base import IndexPoint
from core.search.edge import EdgeIndex
from core.types import Span, chunk_id_for
from tests.library_kit import DIMENSIONS

ROOT = Path(__file__).resolve().parents[2]

COMPACT_AND_DIE = """
import sys
from pathlib import Path
from core.search.edge import EdgeIndex
from tests.library_kit import DIMENSIONS
index = EdgeIndex(Path(sys.argv[1]), DIMENSIONS)
print("begin", flush=True)
while True:
    index.compact()
    print("done", flush=True)
"""


def vector(number: int) -> np.ndarray:
    raw = np.random.default_rng(number).normal(size=DIMENSIONS).astype(np.float32)
    return raw / np.linalg.norm(raw)


def fill(index: EdgeIndex, documents: int, chunks: int = 5) -> None:
    index.upsert(
        [
            IndexPoint(
                chunk_id_for(f"hash {document}", [Span(chunk, chunk + 1)]),
                f"document {document}",
                f"the pump number{document} delivers litres{chunk}",
                chunk + 1,
                vector(document * 1000 + chunk) if chunk else None,
            )
            for document in range(documents)
            for chunk in range(chunks)
        ]
    )


def files_with(folder: Path, needle: bytes) -> list[str]:
    return [str(path) for path in folder.rglob("*") if path.is_file() and needle in path.read_bytes()]


@pytest.mark.slow
def test_deleted_vectors_stay_until_the_index_is_rewritten(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path / "index", DIMENSIONS)
    fill(index, 20)
    gone, kept = (chunk_id_for(f"hash {number}", [Span(1, 2)]) for number in (7, 8))
    stored, other = index.vectors([gone])[gone], index.vectors([kept])[kept]
    before = index.points_per_document()
    (best,) = index.search_keywords("number8 litres1", 1)
    index.delete_document("document 7")
    index.flush()
    for needle in (stored.tobytes(), b"document 7"):
        assert files_with(tmp_path, needle)  # why all this is needed
    for _ in range(2):
        assert index.compact()
        for needle in (stored.tobytes(), b"document 7"):
            assert files_with(tmp_path, needle) == []
    del before["document 7"]
    assert index.points_per_document() == before
    assert index.size() == 95
    np.testing.assert_allclose(index.vectors([kept])[kept], other, atol=1e-6)
    assert index.search_keywords("number8 litres1", 1)[0].chunk_id == best.chunk_id
    assert index.search_dense(vector(8001), 1)[0].chunk_id == kept
    fill(index, 3)  # it takes points as before
    index.close()
    reopened = EdgeIndex(tmp_path / "index", DIMENSIONS)
    assert reopened.points_per_document() == before
    reopened.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.2", "index.current"]


@pytest.mark.slow
def test_queries_and_writes_go_on_meanwhile(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path / "index", DIMENSIONS)
    fill(index, 40)
    stop = threading.Event()

    def ask() -> int:
        answers = 0
        while not stop.is_set():
            assert len(index.search_keywords("pump", 5)) == 5
            answers += 1
        return answers

    def write() -> None:
        for document in range(40, 60):
            chunk_id = chunk_id_for(f"hash {document}", [Span(0, 1)])
            index.upsert([IndexPoint(chunk_id, f"document {document}", "pump", 1)])

    with ThreadPoolExecutor(3) as pool:
        working = [pool.submit(ask), pool.submit(ask), pool.submit(write)]
        for _ in range(5):
            assert index.compact()
        stop.set()
    first, second, _written = [one.result() for one in working]
    assert first + second > 5
    assert len(index.points_per_document()) == 60
    index.close()
    with pytest.raises(StorageError, match="closed"):
        index.compact()


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_one_whole_index(tmp_path: Path) -> None:
    base = tmp_path / "index"
    index = EdgeIndex(base, DIMENSIONS)
    fill(index, 60)
    index.delete_document("document 7")
    expected = index.points_per_document()
    index.close()
    rng = random.Random(5)
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", COMPACT_AND_DIE, str(base)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        with process:
            assert process.stdout.readline() == "begin\n"
            time.sleep(rng.uniform(0, 0.25))
            process.kill()
        index = EdgeIndex(base, DIMENSIONS)
        assert index.points_per_document() == expected
        index.close()
        names = [path.name for path in tmp_path.iterdir() if path.is_dir()]
        assert names == [generations.current_folder(base).name]


def test_a_full_disk_leaves_the_old_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = EdgeIndex(tmp_path / "index", DIMENSIONS)
    fill(index, 5)

    def full(base: Path, folder: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(generations, "make_current", full)
    with pytest.raises(StorageError, match="No space left"):
        index.compact()
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == ["index"]
    assert len(index.points_per_document()) == 5
    assert index.compact()
    index.close()


def test_a_damaged_index_is_set_aside_after_a_rewriting_too(tmp_path: Path) -> None:
    base = tmp_path / "index"
    index = EdgeIndex(base, DIMENSIONS)
    fill(index, 5)
    index.compact()
    index.close()
    for path in (tmp_path / "index.1").rglob("*.json"):
        path.write_bytes(b"\x00garbage")
    index = EdgeIndex.open_or_rebuild(base, DIMENSIONS)
    assert index.points_per_document() == {}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "index.damaged"]
    (tmp_path / "index-of-other-settings").mkdir()
    assert index.sweep_others()
    assert [path.name for path in tmp_path.iterdir()] == ["index"]
    index.close()


@pytest.mark.parametrize("content", ["", "../elsewhere", "index.9", "other.1"])
def test_a_pointer_that_cannot_be_right_is_passed_over(tmp_path: Path, content: str) -> None:
    (tmp_path / "index.current").write_text(content)
    (tmp_path / "other.1").mkdir()
    assert generations.current_folder(tmp_path / "index") == tmp_path / "index"
