"""`docuchat bench ingest`: how fast documents become searchable, what it costs, and what bounds it next.

Ratios are taken within one run, side by side. Memory is measured first, in a program that has done nothing
else yet. `--quick` measures less of everything, says what, and leaves out what no longer fits its time.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import DocumentError, UsageError
from core.ingest.readers import format_of
from core.ingest.structure.chunking import embedding_text
from core.models.store import InstalledModel
from core.published.schemas import BenchOutput, OutcomeOutput
from core.settings import Settings
from core.system.paths import AppPaths
from core.types import Chunk
from tests.benchmarks.figures import Results, figure
from tests.benchmarks.ingest.encoding import affordable_chunks, measure_encoding
from tests.benchmarks.ingest.generate import Generated, generate_documents
from tests.benchmarks.ingest.library import (
    LibraryRun,
    first_answer_seconds,
    ingest_library,
    keyword_points_seconds,
)
from tests.benchmarks.ingest.reading import STAGES, Reading, measure_reading
from tests.benchmarks.ingest.robustness import OUTCOMES, ingest_odd_files, table
from tests.benchmarks.machine import commit, machine

SEED = 20250
FIRST_ANSWER_PAGES = 300
QUICK_SECONDS = 50.0
_BUSY = 0.85  # below this share of a core, speeds say more about the neighbours


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured. `pages_per_report` 0 means all of them."""

    memory_documents: int = 500
    memory_pages: int = 2
    reports: int = 0  # of those named; 0: all
    pages_per_report: int = 0
    embedded_chunks: int = 256
    generated_reports: int = 6
    generated_pages: int = 100
    first_answer_pages: int = FIRST_ANSWER_PAGES


FULL = Sizes()
QUICK = Sizes(
    memory_documents=8,
    memory_pages=1,
    reports=2,
    pages_per_report=6,
    embedded_chunks=64,
    generated_reports=2,
    generated_pages=12,
)


@dataclass(slots=True)
class _Bench:
    """One run of the benchmark: its folders and settings, and what has been found so far."""

    paths: AppPaths
    settings: Settings
    folder: Path
    sizes: Sizes
    quick: bool
    cancel: CancelToken
    began: float = field(default_factory=time.monotonic)
    results: Results = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    outcomes: list[OutcomeOutput] = field(default_factory=list)

    @contextmanager
    def engine(self, name: str) -> Iterator[Engine]:
        """A fresh engine on a library of its own; no language model is ever loaded."""
        home = AppPaths(
            data=self.folder / name,
            models=self.paths.models,
            cache=self.folder / "cache",
            logs=self.folder / "logs",
        )
        with Engine.open(home, self.settings) as engine:
            yield engine

    def generated(self, name: str, documents: int, pages: int, seed: int) -> list[Generated]:
        folder = self.folder / "documents" / name
        return generate_documents(folder, documents=documents, pages=pages, seed=seed, cancel=self.cancel)

    def chosen(self, reports: Sequence[Path]) -> Sequence[Path]:
        """The reports that the library takes in."""
        return reports[: self.sizes.reports or None]

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
    profile: Path | None = None,
    sizes: Sizes | None = None,
) -> BenchOutput:
    """Measure; figures that could not be taken are null and named in `left_out`.

    Args:
        paths: where models and settings are; libraries of the benchmark are in a temporary folder.
        documents: files and folders to read instead of generated reports. Without them the reports of
            `DOCUCHAT_SHARED` are read, if that is set.
        robustness: only take in every file of this folder, and show how each ended.
        profile: also write where the time of each stage goes, as text files into this folder.
        sizes: how much to measure; by default what `quick` means.

    Raises:
        UsageError: a path cannot be read, or the embedding model is not installed.
        KnownError: the library cannot be made; `Cancelled` after Stop.
    """
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        bench = _Bench(
            paths=paths,
            settings=Settings.load(paths.settings),
            folder=Path(folder),
            sizes=sizes or (QUICK if quick else FULL),
            quick=quick,
            cancel=cancel,
        )
        if robustness is not None:
            _robustness(bench, robustness)
        else:
            _measure(bench, documents, profile)
    return BenchOutput(
        name="ingest",
        commit=commit(),
        machine=machine(),
        results=bench.results,
        left_out=bench.left_out,
        notes=bench.notes,
        outcomes=bench.outcomes,
    )


def _measure(bench: _Bench, documents: Sequence[Path], profile: Path | None) -> None:
    with bench.engine("memory") as engine:
        model = engine.models.require(bench.settings.models.embedding_model)
        _memory(bench, engine)
    reports = _reports(bench, documents)
    reading = _reading(bench, reports, model)
    with bench.engine("reports") as engine:
        run = ingest_library(engine, bench.chosen(reports), bench.cancel)
    _library(bench, reading, run)
    if bench.fits(14, "first_answer_s"):
        _first_answers(bench)
    if bench.fits(14, "embedding_ratio"):
        _embedding(bench, run.cut, model)
    if profile is not None:
        _profile(bench, reports, model, profile)


def _memory(bench: _Bench, engine: Engine) -> None:
    sizes = bench.sizes
    files = bench.generated("memory", sizes.memory_documents, sizes.memory_pages, SEED)
    run = ingest_library(engine, [one.path for one in files], bench.cancel)
    bench.results["pss_mb_while_ingesting"] = figure(
        run.peak_bytes / 10**6, "MB", better="lower", target=1229.0, digits=0
    )
    bench.notes.append(
        f"pss_mb_while_ingesting: the most while {run.documents} distinct generated documents of "
        f"{sizes.memory_pages} pages were taken in ({run.chunks} chunks, {run.seconds:.0f} s), every 0.5 s, "
        "all processes together, no language model"
    )
    if sizes.memory_documents < FULL.memory_documents:
        bench.left_out.append(
            f"pss_mb_while_ingesting: {sizes.memory_documents} documents instead of {FULL.memory_documents}"
        )


def _reports(bench: _Bench, documents: Sequence[Path]) -> list[Path]:
    """The PDFs to read, smallest first, no more than the sizes allow."""
    named = list(documents)
    shared = os.environ.get("DOCUCHAT_SHARED", "")
    if not named and shared:
        named = [Path(shared) / "eval" / "financebench" / "pdfs"]
    found: list[Path] = []
    for path in named:
        if not path.exists():
            raise UsageError(f"{path} does not exist.", "Name files and folders that can be read.")
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        found += [file for file in files if (kind := format_of(file)) is not None and kind.name == "pdf"]
    if not found and named:
        raise UsageError("There is no PDF among the documents named.", "Name PDF files, or folders of them.")
    if not found:
        sizes = bench.sizes
        made = bench.generated("reports", sizes.generated_reports, sizes.generated_pages, SEED + 1)
        found = [one.path for one in made]
        bench.left_out.append(
            f"real reports: {len(found)} generated ones of {sizes.generated_pages} pages were read "
            "(--documents PATH for your own)"
        )
    found.sort(key=lambda path: path.stat().st_size)
    if bench.sizes.reports and len(found) > bench.sizes.reports:
        bench.left_out.append(
            f"library: {bench.sizes.reports} of {len(found)} reports, the smallest, were taken in"
        )
    return found


def _reading(bench: _Bench, reports: Sequence[Path], model: InstalledModel) -> Reading:
    most = bench.sizes.pages_per_report
    reading = measure_reading(
        reports,
        tokenizer_folder=model.folder,
        chunking=bench.settings.chunking,
        most_pages=most,
        profile=False,
        cancel=bench.cancel,
    )
    results = bench.results
    results["words_with_boxes_pages_per_s"] = figure(
        reading.pages_per_second("read"), "pages/s", better="higher", target=250.0, digits=0
    )
    results["hidden_check_pages_per_s"] = figure(
        reading.pages_per_second("check"), "pages/s", better="higher", target=100.0, digits=0
    )
    for name, stage, bare, target in (
        ("words_with_boxes_of_bare_call", "read", "bare words", 0.68),
        ("hidden_check_of_bare_trace", "check", "bare trace", 0.81),
        ("hidden_check_of_bare_drawings", "check", "bare drawings", None),
    ):
        seconds = reading.seconds.get(stage, 0.0)
        share = reading.seconds.get(bare, 0.0) / seconds if seconds else None
        results[name] = figure(share, "ratio", better="higher", target=target)
    results["word_boxes_bytes_per_page_mean"] = figure(
        reading.box_bytes_mean, "bytes", better="lower", target=6144.0, digits=0
    )
    results["word_boxes_bytes_per_page_max"] = figure(
        reading.box_bytes_most, "bytes", better="lower", target=6144.0, digits=0
    )
    bench.notes.append(
        f"read, check, complete, cut: {reading.pages} pages of {reading.documents} documents in one process, "
        "one after another; read is words with boxes, check looks for text nobody can see "
        f"({reading.unclean_pages} pages were not clean), complete is both in one go, as small documents are "
        "read"
    )
    bench.notes.append(
        "words_with_boxes_of_bare_call, hidden_check_of_bare_trace, hidden_check_of_bare_drawings: the speed "
        "as a share of PyMuPDF's own calls on the same pages in the same process. The aims are of a computer "
        "on which words took 1/365 s a page, and words with get_texttrace, which tells some hidden text but "
        "not what is covered, 1/123 s: 250 of 365 and 100 of 123 pages/s are 0.68 and 0.81"
    )
    if reading.busy < _BUSY:
        bench.notes.append(
            f"other programs kept this computer busy: reading had a core for {reading.busy:.0%} of its time "
            "only, so all speeds are too low"
        )
    bench.left_out += [f"not read: {reason}" for reason in reading.skipped]
    if most:
        bench.left_out.append(f"reading: the first {most} pages of each report")
    return reading


def _library(bench: _Bench, reading: Reading, run: LibraryRun) -> None:
    results = bench.results
    for stage in STAGES:
        seconds = reading.seconds.get(stage, 0.0) / max(reading.pages, 1) * 1000
        results[f"{stage}_ms_per_page"] = figure(seconds, "ms", better="lower")
    points = keyword_points_seconds(bench.folder / "points", run.cut) if run.cut else 0.0
    results["keyword_points_ms_per_page"] = figure(points / max(run.pages, 1) * 1000, "ms", better="lower")
    results["library_pages"] = figure(run.pages, "pages", better="higher", digits=0)
    results["library_searchable_s"] = figure(run.searchable_seconds, "s", better="lower")
    results["library_total_s"] = figure(run.seconds, "s", better="lower")
    for stage, seconds in sorted(run.stage_seconds.items(), key=lambda item: -item[1]):
        results[f"library_{stage}_s"] = figure(seconds, "s", better="lower")
    results["embedding_share_of_total"] = figure(run.embedding_share, "ratio", better="lower", digits=3)
    results["chunks"] = figure(run.chunks, "chunks", better="higher", digits=0)
    results["chunks_embedded"] = figure(run.distinct_chunks, "chunks", better="lower", digits=0)
    results["chunks_reused"] = figure(run.chunks - run.distinct_chunks, "chunks", better="higher", digits=0)
    bench.left_out += [f"not in the library: {reason}" for reason in run.not_read]
    bench.notes.append(bound(run))


def bound(run: LibraryRun) -> str:
    """What the ingest thread waited for most: what to make faster next."""
    stages = sorted(run.stage_seconds.items(), key=lambda item: -item[1])
    if not stages or not run.seconds:
        return "bound by: nothing was taken in"
    told = ", ".join(f"{stage} {seconds / run.seconds:.0%}" for stage, seconds in stages)
    return f"bound by {stages[0][0]}: of {run.seconds:.1f} s for {run.pages} pages, {told}"


def _first_answers(bench: _Bench) -> None:
    pages = bench.sizes.first_answer_pages
    files = bench.generated("answers", 2, pages, SEED + 2)
    with bench.engine("answers") as engine:
        for name, one in zip(("first_answer_s_cold", "first_answer_s_warm"), files, strict=True):
            seconds: float | None = None
            try:
                seconds = first_answer_seconds(engine, one, bench.cancel)
            except DocumentError as error:
                bench.left_out.append(f"{name}: {error}")
            bench.results[name] = figure(seconds, "s", better="lower", target=3.0)
    bench.notes.append(
        f"first_answer_s: from adding a PDF of {pages} pages to a hit on its last page; cold is the first "
        "file after the start, warm the next one, while the first waits to be embedded"
    )


def _embedding(bench: _Bench, cut: Sequence[Chunk], model: InstalledModel) -> None:
    wanted = min(bench.sizes.embedded_chunks, len(cut))
    count = affordable_chunks(wanted)
    chosen = random.Random(SEED).sample(list(cut), count) if wanted else []
    texts = [embedding_text(chunk.context, chunk.text) for chunk in chosen]
    if len(texts) < 4:
        bench.left_out.append("embedding_ratio: there are fewer than 4 chunks")
        return
    # Ours on both sides of stock, which takes longest: a busy moment of the computer then hits neither alone.
    before = measure_encoding("ours", texts, model, bench.cancel)
    stock = measure_encoding("stock", texts, model, bench.cancel)
    ours = before.averaged(measure_encoding("ours", texts, model, bench.cancel))
    results = bench.results
    results["embedding_chunks_per_s"] = figure(ours.chunks_per_s, "chunks/s", better="higher")
    results["stock_chunks_per_s"] = figure(stock.chunks_per_s, "chunks/s", better="higher")
    results["embedding_ratio"] = figure(
        ours.chunks_per_s / stock.chunks_per_s, "ratio", better="higher", target=4.0
    )
    results["embedding_memory_mb"] = figure(ours.extra_bytes / 10**6, "MB", better="lower", digits=0)
    results["stock_memory_mb"] = figure(stock.extra_bytes / 10**6, "MB", better="lower", digits=0)
    results["embedding_memory_ratio"] = figure(
        ours.extra_bytes / stock.extra_bytes, "ratio", better="lower", target=0.1, digits=3
    )
    bench.notes.append(
        f"embedding_ratio: the same {count} chunks on both sides; stock is fastembed's default batch of 256 "
        f"on the graph before tuning{'' if model.tuned else ', which is used untuned here, too'}"
    )
    if count < FULL.embedded_chunks:
        reason = (
            "the library has no more" if len(cut) == count else "free memory" if count < wanted else "--quick"
        )
        bench.left_out.append(
            f"embedding: {count} chunks instead of {FULL.embedded_chunks} ({reason}); the stock call needs "
            "less memory for fewer, so the ratios are smaller"
        )


def _profile(bench: _Bench, reports: Sequence[Path], model: InstalledModel, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    reading = measure_reading(
        reports,
        tokenizer_folder=model.folder,
        chunking=bench.settings.chunking,
        most_pages=bench.sizes.pages_per_report,
        profile=True,
        cancel=bench.cancel,
    )
    texts = dict(reading.profiles)
    with bench.engine("profiled") as engine:
        texts["ingest-thread"] = ingest_library(
            engine, bench.chosen(reports), bench.cancel, profile=True
        ).profile
    for name, text in texts.items():
        (target / f"{name}.txt").write_text(text, encoding="utf-8")
    bench.notes.append(f"profiles of {', '.join(texts)} are in {target}")


def _robustness(bench: _Bench, folder: Path) -> None:
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder.", "Name a folder with documents.")
    with bench.engine("odd") as engine:
        found = ingest_odd_files(engine, folder, bench.cancel)
    for outcome in OUTCOMES:
        bench.results[f"files_{outcome.replace(' ', '_')}"] = figure(
            found.count(outcome),
            "files",
            better="higher" if outcome == "indexed" else "lower",
            target=0.0 if outcome == "unfinished" else None,
            digits=0,
        )
    bench.results["seconds"] = figure(found.seconds, "s", better="lower")
    bench.results["longest_silence_s"] = figure(found.longest_silence_s, "s", better="lower")
    bench.outcomes = table(found.endings)
