"""`docuchat bench scale`: how search, insertion, memory and disk grow with the number of chunks.

Synthetic chunks with the statistics of real ones (`tests.benchmarks.scale.synthetic`), streamed through the
adapter that a library uses. Hybrid search is what the retriever does with the index: both rankings, and their
fusion; the question's embedding and the loading of texts from SQLite are not in it. Memory is what came on
top of what the program held before. `--quick` ends within 50 s and says what it left out.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from core.cancel import CancelToken
from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.search.base import ChunkIndex, Vectors
from core.search.edge import EdgeIndex
from core.search.fusion import reciprocal_rank_fusion
from core.search.graph import GRAPH_FROM, GraphBuilder
from core.search.retriever import HybridRetriever
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.machine import commit, machine
from tests.benchmarks.scale.server import MOST_SERVED, compare_with_server
from tests.benchmarks.scale.synthetic import DIMENSIONS, SyntheticLibrary
from tests.benchmarks.scale.synthetic_library import GivenVectors, store_library

SIZES = (10_000, 100_000)
QUICK_SIZES = (10_000, 30_000)
QUICK_SECONDS = 50.0
MOST_CHUNKS = 5_000_000
# Hybrid search, 95th percentile, without the question's own embedding.
TARGETS_MS = {100_000: 15.0, 1_000_000: 60.0}
QUESTIONS, QUICK_QUESTIONS = 200, 60
CANDIDATES = 50  # of each ranking, as the retriever asks for
MOST_STORED = 10_000  # chunks of which a library file is made as well
MOST_IDS = 2000  # in a filter; the retriever leaves a longer one out
_RECALL_QUESTIONS = 50
_ROOM = 8_000  # bytes of disk a chunk, index and copy together
_UPSERT = 400
_WARM_UP = 5


def run_scale(*, quick: bool, cancel: CancelToken, points: Sequence[int] = ()) -> BenchOutput:
    """Measure at each size. `points`: these sizes instead of 10,000 and 100,000.

    Raises:
        UsageError: a size is out of range, or the disk has no room for it.
        KnownError: the index cannot be made; `Cancelled` after Stop.
    """
    began = time.monotonic()
    sizes = tuple(points) or (QUICK_SIZES if quick else SIZES)
    for size in sizes:
        if not 1000 <= size <= MOST_CHUNKS:
            raise UsageError(f"--points {size} is not between 1,000 and {MOST_CHUNKS:,}.")
    results: Results = {}
    left_out: list[str] = []
    notes = [f"load of the computer at the beginning: {_load()}"]
    per_chunk = 0.0
    for size in sorted(sizes):
        remaining = QUICK_SECONDS - (time.monotonic() - began)
        if quick and per_chunk * size > remaining:
            left_out.append(f"{size:,} chunks: there was no time left (without --quick)")
            continue
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="docuchat-scale-") as folder:
            if psutil.disk_usage(folder).free < size * _ROOM:
                raise UsageError(
                    f"{size:,} chunks need {size * _ROOM >> 30} GB of free disk in {folder}.",
                    "Set TMPDIR to a larger disk, or choose fewer with --points.",
                )
            scale = _Scale(Path(folder), size, quick, cancel.check)
            scale.measure()
        results |= {f"{size}.{name}": found for name, found in scale.results.items()}
        notes += [f"{size:,} chunks: {line}" for line in scale.notes]
        left_out += [f"{size:,} chunks: {line}" for line in scale.left_out]
        per_chunk = (time.monotonic() - started) / size
    if quick:
        left_out.append(f"{QUESTIONS - QUICK_QUESTIONS} of {QUESTIONS} questions at each size, and the graph")
    if not points:
        left_out.append("1,000,000 chunks take half an hour and more: --points 1000000")
    notes.append(f"load of the computer at the end: {_load()}")
    return BenchOutput(
        name="scale", commit=commit(), machine=machine(), results=results, left_out=left_out, notes=notes
    )


@dataclass(slots=True)
class _Scale:
    """One size. `check` raises after Stop."""

    folder: Path
    chunks: int
    quick: bool
    check: Callable[[], None]
    results: Results = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def measure(self) -> None:
        library = SyntheticLibrary(self.chunks)
        base = self.folder / "index"
        index = EdgeIndex(base, DIMENSIONS)
        before = _memory()  # that of smaller sizes has been given back, as far as it goes
        self._insert(library, index)
        self._searches(library, index, "")
        self._add("memory_mb", (_memory() - before) / 2**20, "MiB", digits=0)
        self._add("disk_mb", _disk(self.folder) / 2**20, "MiB", digits=0)
        if self.chunks <= MOST_STORED:
            self._whole(library, index)
        if self.quick:
            self.left_out.append("the server's adapter in its in-memory mode")
        elif self.chunks <= MOST_SERVED:
            self._beside_server(library, index)
        index.close()
        index = self._reopened(lambda: EdgeIndex(base, DIMENSIONS), "")
        if not self.quick:
            exact = self._best(library, index, exact=True)
            self._recall(library, index, exact, "")
            builder = GraphBuilder(index, graph_from=1)
            with self._timed("graph_build_s"):
                builder.start()
                waited = list(self._asked_meanwhile(library, index, builder))
            self._latency("graph_build_hybrid", waited)
            if builder.problem:
                self.left_out.append(f"searches with the graph, which could not be built: {builder.problem}")
            else:
                index = self._with_graph(library, index, exact, base)
        index.close()
        self.notes.append(f"{len(library):,} documents; load {_load()}")

    def _with_graph(
        self, library: SyntheticLibrary, index: EdgeIndex, exact: Sequence[set[str]], base: Path
    ) -> EdgeIndex:
        self._recall(library, index, exact, "graph_")
        self._searches(library, index, "graph_")
        index.close()
        index = self._reopened(lambda: EdgeIndex(base, DIMENSIONS), "graph_")
        self._add("graph_disk_mb", _disk(self.folder) / 2**20, "MiB", digits=0)
        self.notes.append(f"a library builds its graph from {GRAPH_FROM:,} chunks on, here it always was")
        return index

    # --- steps ---------------------------------------------------------------------------------

    def _insert(self, library: SyntheticLibrary, index: EdgeIndex) -> None:
        """Chunks through the adapter: keyword encoding, conversion and writing; making them is not in it."""
        spent = 0.0
        for document in library:
            self.check()
            points = document.points()
            began = time.perf_counter()
            for start in range(0, len(points), _UPSERT):
                index.upsert(points[start : start + _UPSERT])
            spent += time.perf_counter() - began
        with self._timed("flush_s"):
            index.flush()
        self._add("insert_per_s", self.chunks / spent, "chunks/s", better="higher", digits=0)

    def _searches(self, library: SyntheticLibrary, index: EdgeIndex, prefix: str) -> None:
        questions = [library.question(number) for number in range(self._questions)]
        for name, selected in _selections(library).items():
            self.check()
            for question in questions[:_WARM_UP]:
                hybrid(index, *question, selected)
            times: list[float] = []
            parts: dict[str, list[float]] = {"dense": [], "keywords": []}
            for question in questions:
                began = time.perf_counter()
                dense, keywords = hybrid(index, *question, selected)
                times.append(time.perf_counter() - began)
                parts["dense"].append(dense)
                parts["keywords"].append(keywords)
            target = TARGETS_MS.get(self.chunks) if not selected else None
            # A library of this size is searched with its graph, if it has one; the aim is for that.
            with_graph = self.chunks >= GRAPH_FROM and not self.quick
            self._latency(f"{prefix}hybrid{name}", times, target if bool(prefix) == with_graph else None)
            if not name:
                for part, seconds in parts.items():
                    self._latency(f"{prefix}{part}", seconds)

    def _whole(self, library: SyntheticLibrary, index: EdgeIndex) -> None:
        """The retriever as the modes call it, texts loaded and re-ranked; the vector is given."""
        asked = [library.question(number) for number in range(self._questions)]
        with ExitStack() as opened:
            database = store_library(self.folder / "library", library)
            opened.callback(database.close)
            retriever = HybridRetriever(database, index, GivenVectors(dict(asked)))
            retriever.search(asked[0][0], limit=5)  # opens what is opened once
            times: list[float] = []
            for text, _ in asked:
                self.check()
                began = time.perf_counter()
                retriever.search(text, limit=5)
                times.append(time.perf_counter() - began)
        self._latency("retriever", times)

    def _beside_server(self, library: SyntheticLibrary, index: EdgeIndex) -> None:
        """Results and times of the server's adapter; how fast a server is they do not say."""
        found = compare_with_server(library, index, _selections(library), self.check)
        share = found.same / found.compared
        self._add("server_same_rankings", share, "share", better="higher", target=1.0, digits=4)
        self._add("server_same_first_ten", found.same_shown / found.shown, "share", better="higher", digits=4)
        self._add("server_largest_difference", found.largest_difference, "score", digits=6)
        self._add("server_insert_per_s", found.insert_per_s, "chunks/s", better="higher", digits=0)
        for name, seconds in found.seconds.items():
            self._latency(f"server_hybrid{name}", seconds)
        self.notes.append(
            f"server: qdrant-client in its in-memory mode, {found.compared} rankings compared with the "
            "embedded index; equal scores may change places"
        )

    def _asked_meanwhile(
        self, library: SyntheticLibrary, index: EdgeIndex, builder: GraphBuilder
    ) -> Iterator[float]:
        number = 0
        try:
            while not builder.wait(0.2):
                self.check()
                question = library.question(number % self._questions)
                number += 1
                began = time.perf_counter()
                hybrid(index, *question, None)
                yield time.perf_counter() - began
        finally:
            builder.stop()

    def _best(self, library: SyntheticLibrary, index: EdgeIndex, *, exact: bool = False) -> list[set[str]]:
        vectors = [library.question(number)[1] for number in range(_RECALL_QUESTIONS)]
        return [{hit.chunk_id for hit in index.search_dense(vector, 10, exact=exact)} for vector in vectors]

    def _recall(
        self, library: SyntheticLibrary, index: EdgeIndex, exact: Sequence[set[str]], prefix: str
    ) -> None:
        found = self._best(library, index)
        shares = [len(a & b) / len(b) for a, b in zip(found, exact, strict=True)]
        self._add(f"{prefix}recall_10", sum(shares) / len(shares), "", better="higher", target=0.95, digits=3)

    def _reopened(self, opened: Callable[[], EdgeIndex], prefix: str) -> EdgeIndex:
        with self._timed(f"{prefix}reopen_s"):
            index = opened()
        with self._timed(f"{prefix}count_s"):  # the check at every start
            index.points_per_document()
        return index

    # --- figures -------------------------------------------------------------------------------

    @property
    def _questions(self) -> int:
        return QUICK_QUESTIONS if self.quick else QUESTIONS

    def _latency(self, name: str, seconds: Sequence[float], target_ms: float | None = None) -> None:
        for share, label in ((0.5, "p50"), (0.95, "p95")):
            value = percentile(seconds, share)
            self._add(
                f"{name}_{label}_ms",
                None if value is None else value * 1000,
                "ms",
                target=target_ms if label == "p95" else None,
            )

    def _add(
        self,
        name: str,
        value: float | None,
        unit: str,
        *,
        better: str = "lower",
        target: float | None = None,
        digits: int = 2,
    ) -> None:
        self.results[name] = figure(value, unit, better=better, target=target, digits=digits)

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self._add(name, time.perf_counter() - began, "s")


def _selections(library: SyntheticLibrary) -> dict[str, list[str] | None]:
    """Name → document ids; None for all."""
    ids = library.document_ids()
    return {
        "": None,
        "_one_document": [ids[len(ids) // 2]],
        "_tenth": ids[::10],
        "_nine_tenths": [name for place, name in enumerate(ids) if place % 10][:MOST_IDS],
    }


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
    if not hasattr(os, "getloadavg"):
        return "unknown"
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
