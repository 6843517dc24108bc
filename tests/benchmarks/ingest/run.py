"""How fast documents become searchable, what it costs, and what bounds it next.

Ratios are taken within one run, side by side. Memory is measured first, in a program that has done nothing
else yet. `quick` measures less of everything, says what, and leaves out what no longer fits its time.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import UsageError
from core.ingest.structure.chunking import embedding_text
from core.models.store import InstalledModel
from core.published.schemas import BenchOutput, OutcomeOutput
from core.settings import Settings
from core.system.paths import AppPaths
from tests.benchmarks.figures import Results, figure
from tests.benchmarks.ingest.encoding import affordable_chunks, measure_encoding
from tests.benchmarks.ingest.generate import Generated, generate_documents
from tests.benchmarks.ingest.library import LibraryRun, first_answer_seconds, ingest_library
from tests.benchmarks.ingest.reading import STAGES, Reading, measure_reading
from tests.benchmarks.ingest.robustness import measure_robustness
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import home_in

SEED = 20250
FIRST_ANSWER_PAGES = 300
QUICK_SECONDS = 50.0
_BUSY = 0.85  # below this share of a core, speeds say more about the neighbours


class _Sizes(NamedTuple):
    """How much is measured; 0 means all."""

    memory_documents: int = 500
    memory_pages: int = 2
    reports: int = 0
    pages_per_report: int = 0
    embedded_chunks: int = 256
    generated_reports: int = 6
    generated_pages: int = 100


_FULL, _QUICK = _Sizes(), _Sizes(8, 1, 2, 6, 64, 2, 12)


@dataclass(slots=True)
class _Bench:
    """One run of the benchmark: its folders and settings, and what has been found so far."""

    paths: AppPaths
    settings: Settings
    folder: Path
    quick: bool
    cancel: CancelToken
    began: float = field(default_factory=time.monotonic)
    results: Results = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    outcomes: list[OutcomeOutput] = field(default_factory=list)

    @property
    def sizes(self) -> _Sizes:
        return _QUICK if self.quick else _FULL

    def engine(self, name: str) -> Engine:
        """A fresh engine on a library of its own; no language model is ever loaded."""
        return Engine.open(home_in(self.folder / name, self.paths), self.settings)

    def add(
        self,
        name: str,
        value: float | None,
        unit: str,
        better: str,
        target: float | None = None,
        digits: int = 2,
    ) -> None:
        self.results[name] = figure(value, unit, better=better, target=target, digits=digits)

    def generated(self, name: str, documents: int, pages: int, seed: int) -> list[Generated]:
        folder = self.folder / "documents" / name
        return generate_documents(folder, documents=documents, pages=pages, seed=seed, cancel=self.cancel)

    def fits(self, seconds: float, what: str) -> bool:
        """Whether a step of about `seconds` (two cores) still ends in time; if not, that is told."""
        if not self.quick or time.monotonic() - self.began + seconds <= QUICK_SECONDS:
            return True
        self.left_out.append(f"{what}: there was no time left (without --quick)")
        return False


def run_ingest(
    *,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    documents: Sequence[Path] = (),
    robustness: Path | None = None,
) -> BenchOutput:
    """Measure; figures that could not be taken are null and named in `left_out`.

    Args:
        paths: where models and settings are; libraries of the benchmark are in a temporary folder.
        documents: files and folders to read instead of generated reports. Without them the reports of
            `DOCUCHAT_SHARED` are read, if that is set.
        robustness: only take in every file of this folder, and show how each ended.

    Raises:
        UsageError: a path cannot be read, or the embedding model is not installed.
        KnownError: the library cannot be made; `Cancelled` after Stop.
    """
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        bench = _Bench(paths, Settings.load(paths.settings), Path(folder), quick, cancel)
        if robustness is not None:
            with bench.engine("odd") as engine:
                bench.results, bench.outcomes = measure_robustness(engine, robustness, cancel)
        else:
            _measure(bench, documents)
    told = report("ingest", bench.results, left_out=bench.left_out, notes=bench.notes)
    return told.model_copy(update={"outcomes": bench.outcomes})


def _measure(bench: _Bench, documents: Sequence[Path]) -> None:
    with bench.engine("memory") as engine:
        model = engine.models.require(bench.settings.models.embedding_model)
        _memory(bench, engine)
    reports = _reports(bench, documents)
    reading = _reading(bench, reports, model)
    with bench.engine("reports") as engine:
        run = ingest_library(engine, reports[: bench.sizes.reports or None], bench.cancel)
    _library(bench, reading, run)
    if bench.fits(14, "first_answer_s"):
        _first_answers(bench)
    if bench.fits(14, "embedding_ratio"):
        _embedding(bench, run, model)


def _memory(bench: _Bench, engine: Engine) -> None:
    count, pages = bench.sizes.memory_documents, bench.sizes.memory_pages
    files = [one.path for one in bench.generated("memory", count, pages, SEED)]
    run = ingest_library(engine, files, bench.cancel)
    bench.add("pss_mb_while_ingesting", run.peak_bytes / 10**6, "MB", "lower", 1229.0, 0)
    bench.notes.append(
        f"pss_mb_while_ingesting: the most of all processes together, no language model, while "
        f"{run.documents} generated documents of {pages} pages were taken in ({len(run.cut)} chunks)"
    )


def _reports(bench: _Bench, documents: Sequence[Path]) -> list[Path]:
    """The PDFs to read, smallest first."""
    named = list(documents)
    if not named and (shared := os.environ.get("DOCUCHAT_SHARED", "")):
        named = [Path(shared) / "eval" / "financebench" / "pdfs"]
    found = [file for path in named for file in (path.rglob("*.pdf") if path.is_dir() else [path])]
    if missing := [path for path in named if not path.exists()]:
        raise UsageError(f"{missing[0]} does not exist.", "Name files and folders that can be read.")
    if named and not found:
        raise UsageError("There is no PDF among the documents named.", "Name PDF files, or folders of them.")
    if not named:
        count, pages = bench.sizes.generated_reports, bench.sizes.generated_pages
        found = [one.path for one in bench.generated("reports", count, pages, SEED + 1)]
        bench.left_out.append(f"real reports: {count} generated ones of {pages} pages were read")
    if bench.quick:
        bench.left_out.append(f"library: {bench.sizes.reports} of {len(found)} reports, the smallest")
    return sorted(found, key=lambda path: (path.stat().st_size, path))


def _reading(bench: _Bench, reports: Sequence[Path], model: InstalledModel) -> Reading:
    most = bench.sizes.pages_per_report
    reading = measure_reading(reports, model.folder, bench.settings.chunking, most, bench.cancel)
    for name, stage, speed in (("words_with_boxes", "read", 250.0), ("hidden_check", "check", 100.0)):
        rate = reading.pages_per_second(stage)
        bench.add(f"{name}_pages_per_s", rate, "pages/s", "higher", speed, 0)
    for name, stage, bare, target in (
        ("words_with_boxes_of_bare_call", "read", "bare words", 0.68),
        ("hidden_check_of_bare_trace", "check", "bare trace", 0.81),
        ("hidden_check_of_bare_drawings", "check", "bare drawings", None),
    ):
        seconds = reading.seconds[stage]
        bench.add(name, reading.seconds[bare] / seconds if seconds else None, "ratio", "higher", target)
    sizes = reading.box_bytes or [0]
    for name, size in (("mean", sum(sizes) / len(sizes)), ("max", max(sizes))):
        bench.add(f"word_boxes_bytes_per_page_{name}", size, "bytes", "lower", 6144.0, 0)
    bench.notes += [
        f"read, check, complete, cut: {reading.pages} pages of {reading.documents} documents in one process, "
        f"one after another; {reading.unclean_pages} pages hold text that nobody can see",
        "…_of_bare_…: the speed as a share of PyMuPDF's own calls on the same pages in the same process; the "
        "aims are of a computer on which those took 1/365 s a page (words) and 1/123 s (words and trace)",
    ]
    if reading.busy < _BUSY:
        bench.notes.append(f"reading had a core for {reading.busy:.0%} of its time only: speeds are too low")
    bench.left_out += [f"not read: {reason}" for reason in reading.skipped]
    if most:
        bench.left_out.append(f"reading: the first {most} pages of each report")
    return reading


def _library(bench: _Bench, reading: Reading, run: LibraryRun) -> None:
    for stage in STAGES:
        milliseconds = reading.seconds[stage] / max(reading.pages, 1) * 1000
        bench.add(f"{stage}_ms_per_page", milliseconds, "ms", "lower")
    bench.add("library_pages", run.pages, "pages", "higher", digits=0)
    bench.add("library_searchable_s", run.searchable_seconds, "s", "lower")
    bench.add("library_total_s", run.seconds, "s", "lower")
    stages = sorted(run.stage_seconds.items(), key=lambda item: -item[1])
    for stage, seconds in stages:
        bench.add(f"library_{stage}_s", seconds, "s", "lower")
    bench.add("embedding_share_of_total", run.embedding_share, "ratio", "lower", digits=3)
    distinct = len({(chunk.context, chunk.text) for chunk in run.cut})
    bench.add("chunks", len(run.cut), "chunks", "higher", digits=0)
    bench.add("chunks_embedded", distinct, "chunks", "lower", digits=0)
    bench.add("chunks_reused", len(run.cut) - distinct, "chunks", "higher", digits=0)
    bench.left_out += [f"not in the library: {reason}" for reason in run.not_read]
    told = ", ".join(f"{stage} {seconds / run.seconds:.0%}" for stage, seconds in stages)
    bench.notes.append(f"bound by {stages[0][0]}: of {run.seconds:.1f} s for {run.pages} pages, {told}")


def _first_answers(bench: _Bench) -> None:
    files = bench.generated("answers", 2, FIRST_ANSWER_PAGES, SEED + 2)
    with bench.engine("answers") as engine:
        for name, one in zip(("first_answer_s_cold", "first_answer_s_warm"), files, strict=True):
            seconds = first_answer_seconds(engine, one, bench.cancel)
            if seconds is None:
                bench.left_out.append(f"{name}: the phrase on the last page was not found")
            bench.add(name, seconds, "s", "lower", 3.0)
    bench.notes.append(
        f"first_answer_s: from adding a PDF of {FIRST_ANSWER_PAGES} pages to a hit on its last page; cold is "
        "the first file after the start, warm the next one, while the first waits to be embedded"
    )


def _embedding(bench: _Bench, run: LibraryRun, model: InstalledModel) -> None:
    count = min(affordable_chunks(bench.sizes.embedded_chunks), len(run.cut))
    texts = [embedding_text(one.context, one.text) for one in random.Random(SEED).sample(run.cut, count)]
    if count < 4:
        bench.left_out.append("embedding_ratio: there are fewer than 4 chunks")
        return
    # Ours on both sides of stock, which takes longest: a busy moment of the computer then hits neither alone.
    before, stock, after = (
        measure_encoding(side, texts, model, bench.cancel) for side in ("ours", "stock", "ours")
    )
    ours, ours_bytes = (before[0] + after[0]) / 2, max(before[1], after[1])
    bench.add("embedding_chunks_per_s", count / ours, "chunks/s", "higher")
    bench.add("stock_chunks_per_s", count / stock[0], "chunks/s", "higher")
    bench.add("embedding_ratio", stock[0] / ours, "ratio", "higher", 4.0)
    bench.add("embedding_memory_mb", ours_bytes / 10**6, "MB", "lower", digits=0)
    bench.add("stock_memory_mb", stock[1] / 10**6, "MB", "lower", digits=0)
    bench.add("embedding_memory_ratio", ours_bytes / stock[1], "ratio", "lower", 0.1, 3)
    bench.notes.append(
        f"embedding_ratio: the same {count} chunks on both sides; stock is fastembed's default batch of 256 "
        f"on the graph before tuning{'' if model.tuned else ', which is used untuned here, too'}"
    )
    if count < _FULL.embedded_chunks:
        bench.left_out.append(
            f"embedding: {count} chunks instead of {_FULL.embedded_chunks}; the stock call needs less memory "
            "for fewer, so the ratios are smaller"
        )
