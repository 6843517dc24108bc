"""How fast documents become searchable, what it costs, and what bounds it next.

Ratios are taken within one run, side by side. Memory is measured first, in a program that has done nothing
else yet. `quick` measures less of everything, says what, and leaves out what no longer fits its time.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Sequence
from pathlib import Path

from core.engine import Engine
from core.errors import UsageError
from core.ingest.structure.chunking import embedding_text
from core.models.store import InstalledModel
from tests.benchmarks.ingest.encoding import affordable_chunks, measure_encoding
from tests.benchmarks.ingest.generate import Generated, generate_documents
from tests.benchmarks.ingest.library import (
    LibraryRun,
    first_answer_seconds,
    ingest_library,
    measure_robustness,
)
from tests.benchmarks.ingest.reading import STAGES, Reading, measure_reading
from tests.benchmarks.reporting import Bench
from tests.benchmarks.settings import home_in

SEED = 20250
FIRST_ANSWER_PAGES = 300
EMBEDDED_CHUNKS = 256
QUICK_SECONDS, QUICK_REPORTS, QUICK_PAGES = 50.0, 2, 6
_BUSY = 0.85  # below this share of a core, speeds say more about the neighbours


def run_ingest(bench: Bench, *, documents: Sequence[Path] = (), robustness: Path | None = None) -> None:
    """Measure; without `documents` the reports of `DOCUCHAT_SHARED` are read, if that is set."""
    if robustness is not None:
        with _engine(bench, "odd") as engine:
            measure_robustness(engine, robustness, bench)
        return
    with _engine(bench, "memory") as engine:
        model = engine.models.require(bench.settings.models.embedding_model)
        _memory(bench, engine)
    reports = _reports(bench, documents)
    reading = _reading(bench, reports, model)
    with _engine(bench, "reports") as engine:
        run = ingest_library(engine, reports[: QUICK_REPORTS if bench.quick else None], bench.cancel)
    _library(bench, reading, run)
    if _fits(bench, 14, "first_answer_s"):
        _first_answers(bench)
    if _fits(bench, 14, "embedding_ratio"):
        _embedding(bench, run, model)


def _engine(bench: Bench, name: str) -> Engine:
    """A fresh engine on a library of its own; no language model is ever loaded."""
    return Engine.open(home_in(bench.folder / name, bench.paths), bench.settings)


def _generated(bench: Bench, name: str, documents: int, pages: int, seed: int) -> list[Generated]:
    folder = bench.folder / "documents" / name
    return generate_documents(folder, documents=documents, pages=pages, seed=seed, cancel=bench.cancel)


def _fits(bench: Bench, seconds: float, what: str) -> bool:
    """Whether a step of about `seconds` (two cores) still ends in time; if not, that is told."""
    fits = not bench.quick or time.monotonic() - bench.began + seconds <= QUICK_SECONDS
    if not fits:
        bench.left_out.append(f"{what}: there was no time left (without --quick)")
    return fits


def _memory(bench: Bench, engine: Engine) -> None:
    count, pages = (8, 1) if bench.quick else (500, 2)
    files = [one.path for one in _generated(bench, "memory", count, pages, SEED)]
    run = ingest_library(engine, files, bench.cancel)
    bench.add("pss_mb_while_ingesting", run.peak_bytes / 10**6, "MB", target=1229.0, digits=0)
    read = sum(document.status.can_be_searched for document in run.documents)
    bench.notes.append(
        f"pss_mb_while_ingesting: the most of all processes together, no language model, while "
        f"{read} generated documents of {pages} pages were taken in ({len(run.cut)} chunks)"
    )


def _reports(bench: Bench, documents: Sequence[Path]) -> list[Path]:
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
        count, pages = (2, 12) if bench.quick else (6, 100)
        found = [one.path for one in _generated(bench, "reports", count, pages, SEED + 1)]
        bench.left_out.append(f"real reports: {count} generated ones of {pages} pages were read")
    if bench.quick:
        bench.left_out.append(f"library: {QUICK_REPORTS} of {len(found)} reports, the smallest")
    return sorted(found, key=lambda path: (path.stat().st_size, path))


def _reading(bench: Bench, reports: Sequence[Path], model: InstalledModel) -> Reading:
    most = QUICK_PAGES if bench.quick else 0  # 0: all
    reading = measure_reading(bench, reports, model.folder, most)
    seconds = reading.seconds
    for name, stage, speed in (("words_with_boxes", "read", 250.0), ("checked", "check", None)):
        rate = reading.pages / seconds[stage] if seconds[stage] and reading.pages else None
        bench.add(f"{name}_pages_per_s", rate, "pages/s", "higher", speed, digits=0)
    for name, stage, bare, target in (
        ("words_with_boxes_of_bare_call", "read", "bare words", 0.68),
        ("checked_of_bare_drawings", "check", "bare drawings", None),
    ):
        ratio = seconds[bare] / seconds[stage] if seconds[stage] else None
        bench.add(name, ratio, "ratio", "higher", target)
    sizes = reading.box_bytes or [0]
    for name, size in (("mean", sum(sizes) / len(sizes)), ("max", max(sizes))):
        bench.add(f"word_boxes_bytes_per_page_{name}", size, "bytes", target=6144.0, digits=0)
    bench.notes += [
        f"read, check, cut: {reading.pages} pages of {reading.documents} documents in one process, "
        f"one after another; {reading.unclean_pages} pages hold text that nobody can see",
        "…_of_bare_…: the speed as a share of PyMuPDF's own calls on the same pages in the same process; the "
        "aim is of a computer on which the words took 1/365 s a page",
    ]
    if reading.busy < _BUSY:
        bench.notes.append(f"reading had a core for {reading.busy:.0%} of its time only: speeds are too low")
    bench.left_out += [f"not read: {reason}" for reason in reading.skipped]
    if most:
        bench.left_out.append(f"reading: the first {most} pages of each report")
    return reading


def _library(bench: Bench, reading: Reading, run: LibraryRun) -> None:
    for stage in STAGES:
        bench.add(f"{stage}_ms_per_page", reading.seconds[stage] / max(reading.pages, 1) * 1000, "ms")
    pages = sum(document.page_count for document in run.documents)
    bench.add("library_pages", pages, "pages", "higher", digits=0)
    bench.add("library_searchable_s", run.searchable_seconds, "s")
    bench.add("library_total_s", run.seconds, "s")
    stages = sorted(run.stage_seconds.items(), key=lambda item: -item[1])
    for stage, seconds in stages:
        bench.add(f"library_{stage}_s", seconds, "s")
    share = run.stage_seconds.get("embedding", 0.0) / run.seconds if run.seconds else None
    bench.add("embedding_share_of_total", share, "ratio", digits=3)
    distinct = len({(chunk.context, chunk.text) for chunk in run.cut})
    bench.add("chunks", len(run.cut), "chunks", "higher", digits=0)
    bench.add("chunks_embedded", distinct, "chunks", digits=0)
    bench.add("chunks_reused", len(run.cut) - distinct, "chunks", "higher", digits=0)
    failed = [(document.filename, document.failure) for document in run.documents if document.failure]
    refused = [(name, reason) for name, outcome, reason in run.refused if outcome == "rejected"]
    bench.left_out += [f"not in the library: {name}: {reason}" for name, reason in refused + failed]
    told = ", ".join(f"{stage} {seconds / run.seconds:.0%}" for stage, seconds in stages)
    bench.notes.append(f"bound by {stages[0][0]}: of {run.seconds:.1f} s for {pages} pages, {told}")


def _first_answers(bench: Bench) -> None:
    files = _generated(bench, "answers", 2, FIRST_ANSWER_PAGES, SEED + 2)
    with _engine(bench, "answers") as engine:
        for name, one in zip(("first_answer_s_cold", "first_answer_s_warm"), files, strict=True):
            seconds = first_answer_seconds(engine, one, bench.cancel)
            if seconds is None:
                bench.left_out.append(f"{name}: the phrase on the last page was not found")
            bench.add(name, seconds, "s", target=3.0)
    bench.notes.append(
        f"first_answer_s: from adding a PDF of {FIRST_ANSWER_PAGES} pages to a hit on its last page; cold is "
        "the first file after the start, warm the next one, while the first waits to be embedded"
    )


def _embedding(bench: Bench, run: LibraryRun, model: InstalledModel) -> None:
    count = min(affordable_chunks(64 if bench.quick else EMBEDDED_CHUNKS), len(run.cut))
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
    bench.add("embedding_memory_mb", ours_bytes / 10**6, "MB", digits=0)
    bench.add("stock_memory_mb", stock[1] / 10**6, "MB", digits=0)
    bench.add("embedding_memory_ratio", ours_bytes / stock[1], "ratio", target=0.1, digits=3)
    bench.notes.append(
        f"embedding_ratio: the same {count} chunks on both sides; stock is fastembed's default batch of 256 "
        f"on the graph before tuning{'' if model.tuned else ', which is used untuned here, too'}"
    )
    if count < EMBEDDED_CHUNKS:
        bench.left_out.append(
            f"embedding: {count} chunks instead of {EMBEDDED_CHUNKS}; the stock call needs less memory "
            "for fewer, so the ratios are smaller"
        )
