"""How search, insertion, memory and disk grow with the number of chunks.

Synthetic chunks with the statistics of real ones (`tests.benchmarks.scale.synthetic`), streamed through the
adapter that a library uses. Hybrid search is what the retriever does with the index: both rankings, and their
fusion; the question's embedding and the loading of texts from SQLite are not in it (`retrieval` measures
those). Memory is what came on top of what the program held before. `quick` ends within 50 s and says what it
left out.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from core.cancel import CancelToken
from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.search.base import ChunkIndex, Vectors
from core.search.edge import EdgeIndex
from core.search.fusion import reciprocal_rank_fusion
from core.search.graph import GRAPH_FROM, GraphBuilder
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.reporting import report
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


def run_scale(*, quick: bool, cancel: CancelToken, points: Sequence[int] = ()) -> BenchOutput:
    """Measure at each size. `points`: these sizes instead of 10,000 and 100,000.

    Raises:
        UsageError: the disk has no room for a size.
        KnownError: the index cannot be made; `Cancelled` after Stop.
    """
    began = time.monotonic()
    results: Results = {}
    left_out: list[str] = []
    notes = [f"load of the computer at the beginning: {_load()}"]
    per_chunk = 0.0
    for size in sorted(points or (QUICK_SIZES if quick else SIZES)):
        if quick and per_chunk * size > QUICK_SECONDS - (time.monotonic() - began):
            left_out.append(f"{size:,} chunks: there was no time left (without --quick)")
            continue
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="docuchat-scale-") as folder:
            if psutil.disk_usage(folder).free < size * _ROOM:
                needed = f"{size:,} chunks need {size * _ROOM >> 30} GB of free disk in {folder}."
                raise UsageError(needed, "Set TMPDIR to a larger disk, or choose fewer with --points.")
            scale = _Scale(Path(folder), SyntheticLibrary(size), size, quick, cancel.check)
            scale.measure()
        results |= {f"{size}.{name}": found for name, found in scale.results.items()}
        notes += [f"{size:,} chunks: {line}" for line in scale.notes]
        per_chunk = (time.monotonic() - started) / size
    if quick:
        left_out.append(f"{QUESTIONS - QUICK_QUESTIONS} of {QUESTIONS} questions at each size, and the graph")
    if not points:
        left_out.append("1,000,000 chunks take half an hour and more: --points 1000000")
    notes.append(f"load of the computer at the end: {_load()}")
    return report("scale", results, left_out=left_out, notes=notes)


@dataclass(slots=True)
class _Scale:
    """One size. `check` raises after Stop."""

    folder: Path
    library: SyntheticLibrary
    chunks: int
    quick: bool
    check: Callable[[], None]
    results: Results = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def measure(self) -> None:
        base = self.folder / "index"
        before = _memory()  # that of smaller sizes has been given back, as far as it goes
        with closing(EdgeIndex(base, DIMENSIONS)) as index:
            self._insert(index)
            self._searches(index, "")
            self._add("memory_mb", (_memory() - before) / 2**20, "MiB", digits=0)
            self._add("disk_mb", _disk(self.folder) / 2**20, "MiB", digits=0)
        with self._reopened(base, "") as index:
            exact = [] if self.quick else self._best(index, exact=True)
            if self.quick or not self._graph(index, exact):
                return
            self._recall(index, exact, "graph_")
            self._searches(index, "graph_")
        with self._reopened(base, "graph_"):
            self._add("graph_disk_mb", _disk(self.folder) / 2**20, "MiB", digits=0)
        self.notes.append(f"a library builds its graph from {GRAPH_FROM:,} chunks on, here it always was")

    def _insert(self, index: EdgeIndex) -> None:
        """Chunks through the adapter: keyword encoding, conversion and writing; making them is not in it."""
        spent = 0.0
        for document in self.library:
            self.check()
            points = document.points()
            began = time.perf_counter()
            for start in range(0, len(points), _UPSERT):
                index.upsert(points[start : start + _UPSERT])
            spent += time.perf_counter() - began
        with self._timed("flush_s"):
            index.flush()
        self._add("insert_per_s", self.chunks / spent, "chunks/s", better="higher", digits=0)

    def _searches(self, index: EdgeIndex, prefix: str) -> None:
        questions = [self.library.question(number) for number in range(self._questions)]
        ids = self.library.document_ids()
        for name, selected in {
            "": None,
            "_one_document": [ids[len(ids) // 2]],
            "_tenth": ids[::10],
            "_nine_tenths": [name for place, name in enumerate(ids) if place % 10][:MOST_IDS],
        }.items():
            self.check()
            for question in questions[:_WARM_UP]:
                hybrid(index, *question, selected)
            times: list[float] = []
            parts: list[tuple[float, float]] = []
            for question in questions:
                began = time.perf_counter()
                parts.append(hybrid(index, *question, selected))
                times.append(time.perf_counter() - began)
            # A library of this size is searched with its graph, if it has one; the aim is for that.
            aimed = not selected and bool(prefix) == (self.chunks >= GRAPH_FROM and not self.quick)
            self._latency(f"{prefix}hybrid{name}", times, TARGETS_MS.get(self.chunks) if aimed else None)
            if not name:
                self._latency(f"{prefix}dense", [dense for dense, _ in parts])
                self._latency(f"{prefix}keywords", [keywords for _, keywords in parts])

    def _graph(self, index: EdgeIndex, exact: Sequence[set[str]]) -> bool:
        """Recall without it, and searches while it is built; whether it could be built."""
        self._recall(index, exact, "")
        builder = GraphBuilder(index, graph_from=1)
        waited: list[float] = []
        with self._timed("graph_build_s"):
            builder.start()
            try:
                while not builder.wait(0.2):
                    self.check()
                    question = self.library.question(len(waited) % self._questions)
                    began = time.perf_counter()
                    hybrid(index, *question, None)
                    waited.append(time.perf_counter() - began)
            finally:
                builder.stop()
        self._latency("graph_build_hybrid", waited)
        if builder.problem:
            self.notes.append(f"no searches with the graph, which could not be built: {builder.problem}")
        return not builder.problem

    def _best(self, index: EdgeIndex, *, exact: bool = False) -> list[set[str]]:
        vectors = [self.library.question(number)[1] for number in range(_RECALL_QUESTIONS)]
        return [{hit.chunk_id for hit in index.search_dense(vector, 10, exact=exact)} for vector in vectors]

    def _recall(self, index: EdgeIndex, exact: Sequence[set[str]], prefix: str) -> None:
        shares = [len(a & b) / len(b) for a, b in zip(self._best(index), exact, strict=True)]
        self._add(f"{prefix}recall_10", sum(shares) / len(shares), "", better="higher", target=0.95, digits=3)

    @contextmanager
    def _reopened(self, base: Path, prefix: str) -> Iterator[EdgeIndex]:
        with self._timed(f"{prefix}reopen_s"):
            index = EdgeIndex(base, DIMENSIONS)
        with closing(index):
            with self._timed(f"{prefix}count_s"):  # the check at every start
                index.points_per_document()
            yield index

    # --- figures -------------------------------------------------------------------------------

    @property
    def _questions(self) -> int:
        return QUICK_QUESTIONS if self.quick else QUESTIONS

    def _latency(self, name: str, seconds: Sequence[float], target_ms: float | None = None) -> None:
        taken = [1000 * one for one in seconds]
        self._add(f"{name}_p50_ms", percentile(taken, 0.5), "ms")
        self._add(f"{name}_p95_ms", percentile(taken, 0.95), "ms", target=target_ms)

    def _add(self, name: str, value: float | None, unit: str, *, better: str = "lower", **how: Any) -> None:
        self.results[name] = figure(value, unit, better=better, **how)

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self._add(name, time.perf_counter() - began, "s")


def hybrid(
    index: ChunkIndex, text: str, vector: Vectors, document_ids: Sequence[str] | None
) -> tuple[float, float]:
    """Both rankings and their fusion; the seconds of the dense and of the keyword search."""
    began = time.perf_counter()
    dense = index.search_dense(vector, CANDIDATES, document_ids)
    middle = time.perf_counter()
    keywords = index.search_keywords(text, CANDIDATES, document_ids)
    end = time.perf_counter()
    reciprocal_rank_fusion([[hit.chunk_id for hit in dense], [hit.chunk_id for hit in keywords]])
    return middle - began, end - middle


def _memory() -> int:
    full = psutil.Process().memory_full_info()
    return int(getattr(full, "pss", 0) or full.rss)


def _disk(folder: Path) -> int:
    """What the files occupy: Edge makes its files larger than what is in them."""
    stats = [path.stat() for path in folder.rglob("*") if path.is_file()]
    return sum(getattr(stat, "st_blocks", 0) * 512 or stat.st_size for stat in stats)


def _load() -> str:
    return f"{psutil.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
