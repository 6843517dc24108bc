"""How search, insertion, memory and disk grow with the number of chunks.

Synthetic chunks with the statistics of real ones, streamed through the adapter that a library uses. Hybrid
search is both rankings and their fusion, as the retriever does it; embedding of the question and loading of
texts are not in it (`retrieval` measures those). Memory is what came on top of what the program held before.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from core.errors import UsageError
from core.search.base import ChunkIndex, Vectors
from core.search.edge import EdgeIndex
from core.search.fusion import reciprocal_rank_fusion
from core.search.graph import GRAPH_FROM, GraphBuilder
from tests.benchmarks.machine import load
from tests.benchmarks.reporting import Bench
from tests.benchmarks.scale.synthetic import DIMENSIONS, SyntheticLibrary

SIZES, QUICK_SIZES = (10_000, 100_000), (10_000, 30_000)
QUICK_SECONDS = 50.0
# Hybrid search, 95th percentile, without the question's own embedding.
TARGETS_MS = {100_000: 15.0, 1_000_000: 60.0}
QUESTIONS, QUICK_QUESTIONS = 200, 60
CANDIDATES = 50  # of each ranking, as the retriever asks for
MOST_IDS = 2000  # in a filter; the retriever leaves a longer one out
_RECALL_QUESTIONS = 50
_ROOM = 8_000  # bytes of disk a chunk, index and copy together
_UPSERT = 400
_WARM_UP = 5


def run_scale(bench: Bench, *, points: Sequence[int] = ()) -> None:
    """Measure at each size."""
    bench.notes.append(f"load of the computer at the beginning: {load()}")
    per_chunk = 0.0
    for size in sorted(points or (QUICK_SIZES if bench.quick else SIZES)):
        if bench.quick and per_chunk * size > QUICK_SECONDS - (time.monotonic() - bench.began):
            bench.left_out.append(f"{size:,} chunks: there was no time left (without --quick)")
            continue
        if psutil.disk_usage(str(bench.folder)).free < size * _ROOM:
            needed = f"{size:,} chunks need {size * _ROOM >> 30} GB of free disk in {bench.folder}."
            raise UsageError(needed, "Set TMPDIR to a larger disk, or choose fewer with --points.")
        bench.prefix = f"{size}."
        started = time.monotonic()
        folder = bench.folder / f"{size}"
        _Scale(bench, folder, SyntheticLibrary(size), size).measure()
        shutil.rmtree(folder)
        per_chunk = (time.monotonic() - started) / size
    if bench.quick:
        left = QUESTIONS - QUICK_QUESTIONS
        bench.left_out.append(f"{left} of {QUESTIONS} questions at each size, and the graph")
    if not points:
        bench.left_out.append("1,000,000 chunks take half an hour and more: --points 1000000")
    bench.notes.append(f"load of the computer at the end: {load()}")


@dataclass(slots=True)
class _Scale:
    """One size."""

    bench: Bench
    folder: Path
    library: SyntheticLibrary
    chunks: int

    def measure(self) -> None:
        base = self.folder / "index"
        before = _memory()  # that of smaller sizes has been given back, as far as it goes
        with closing(EdgeIndex(base, DIMENSIONS)) as index:
            self._insert(index)
            self._searches(index, "")
            self.bench.add("memory_mb", (_memory() - before) / 2**20, "MiB", digits=0)
            self.bench.add("disk_mb", _disk(self.folder) / 2**20, "MiB", digits=0)
        with self._reopened(base, "") as index:
            exact = [] if self.bench.quick else self._best(index, exact=True)
            if self.bench.quick or not self._graph(index, exact):
                return
            self._recall(index, exact, "graph_")
            self._searches(index, "graph_")
        with self._reopened(base, "graph_"):
            self.bench.add("graph_disk_mb", _disk(self.folder) / 2**20, "MiB", digits=0)
        self._note(f"a library builds its graph from {GRAPH_FROM:,} chunks on, here it always was")

    def _insert(self, index: EdgeIndex) -> None:
        """Chunks through the adapter: keyword encoding, conversion and writing; making them is not in it."""
        spent = 0.0
        for document in self.library:
            self.bench.cancel.check()
            points = document.points()
            began = time.perf_counter()
            for start in range(0, len(points), _UPSERT):
                index.upsert(points[start : start + _UPSERT])
            spent += time.perf_counter() - began
        with self.bench.timed("flush_s"):
            index.flush()
        self.bench.add("insert_per_s", self.chunks / spent, "chunks/s", "higher", digits=0)

    def _searches(self, index: EdgeIndex, prefix: str) -> None:
        questions = [self.library.question(number) for number in range(self._questions)]
        ids = self.library.document_ids()
        for name, selected in {
            "": None,
            "_one_document": [ids[len(ids) // 2]],
            "_tenth": ids[::10],
            "_nine_tenths": [name for place, name in enumerate(ids) if place % 10][:MOST_IDS],
        }.items():
            self.bench.cancel.check()
            for question in questions[:_WARM_UP]:
                hybrid(index, *question, selected)
            parts = [hybrid(index, *question, selected) for question in questions]
            # A library of this size is searched with its graph, if it has one; the aim is for that.
            aimed = not selected and bool(prefix) == (self.chunks >= GRAPH_FROM and not self.bench.quick)
            target = TARGETS_MS.get(self.chunks) if aimed else None
            self._latency(f"{prefix}hybrid{name}", [whole for *_, whole in parts], target)
            if not name:
                self._latency(f"{prefix}dense", [dense for dense, *_ in parts])
                self._latency(f"{prefix}keywords", [keywords for _, keywords, _ in parts])

    def _graph(self, index: EdgeIndex, exact: Sequence[set[str]]) -> bool:
        """Recall without it, and searches while it is built; whether it could be built."""
        self._recall(index, exact, "")
        builder = GraphBuilder(index, graph_from=1)
        waited: list[float] = []
        with self.bench.timed("graph_build_s"):
            builder.start()
            try:
                while not builder.wait(0.2):
                    self.bench.cancel.check()
                    question = self.library.question(len(waited) % self._questions)
                    waited.append(hybrid(index, *question, None)[2])
            finally:
                builder.stop()
        self._latency("graph_build_hybrid", waited)
        if builder.problem:
            self._note(f"no searches with the graph, which could not be built: {builder.problem}")
        return not builder.problem

    def _best(self, index: EdgeIndex, *, exact: bool = False) -> list[set[str]]:
        vectors = [self.library.question(number)[1] for number in range(_RECALL_QUESTIONS)]
        return [{hit.chunk_id for hit in index.search_dense(vector, 10, exact=exact)} for vector in vectors]

    def _recall(self, index: EdgeIndex, exact: Sequence[set[str]], prefix: str) -> None:
        shares = [len(a & b) / len(b) for a, b in zip(self._best(index), exact, strict=True)]
        self.bench.add(f"{prefix}recall_10", sum(shares) / len(shares), "", "higher", 0.95, digits=3)

    @contextmanager
    def _reopened(self, base: Path, prefix: str) -> Iterator[EdgeIndex]:
        with self.bench.timed(f"{prefix}reopen_s"):
            index = EdgeIndex(base, DIMENSIONS)
        with closing(index):
            with self.bench.timed(f"{prefix}count_s"):  # the check at every start
                index.points_per_document()
            yield index

    @property
    def _questions(self) -> int:
        return QUICK_QUESTIONS if self.bench.quick else QUESTIONS

    def _latency(self, name: str, seconds: Sequence[float], target_ms: float | None = None) -> None:
        taken = [1000 * one for one in seconds]
        self.bench.percentiles(taken, {f"{name}_p50_ms": 0.5})
        self.bench.percentiles(taken, {f"{name}_p95_ms": 0.95}, target=target_ms)

    def _note(self, line: str) -> None:
        self.bench.notes.append(f"{self.chunks:,} chunks: {line}")


def hybrid(
    index: ChunkIndex, text: str, vector: Vectors, document_ids: Sequence[str] | None
) -> tuple[float, float, float]:
    """Both rankings and their fusion; the seconds of the dense and the keyword search, and of all."""
    began = time.perf_counter()
    dense = index.search_dense(vector, CANDIDATES, document_ids)
    middle = time.perf_counter()
    keywords = index.search_keywords(text, CANDIDATES, document_ids)
    end = time.perf_counter()
    reciprocal_rank_fusion([[hit.chunk_id for hit in dense], [hit.chunk_id for hit in keywords]])
    return middle - began, end - middle, time.perf_counter() - began


def _memory() -> int:
    full = psutil.Process().memory_full_info()
    return int(getattr(full, "pss", 0) or full.rss)


def _disk(folder: Path) -> int:
    """What the files occupy: Edge makes its files larger than what is in them."""
    stats = [path.stat() for path in folder.rglob("*") if path.is_file()]
    return sum(getattr(stat, "st_blocks", 0) * 512 or stat.st_size for stat in stats)
