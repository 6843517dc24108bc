"""One pass through everything a user touches, with real files, the real index and the configured language
model (the smallest installed one if that is missing).

It reads pages made from the samples, so that the figures of two machines can be compared; `documents`
measures documents of one's own. Speeds vary with the machine; the targets are those for two cores.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from core import __version__
from core.cancel import CancelToken
from core.engine import Engine
from core.errors import ModelError, UsageError
from core.events import DocumentStatusChanged, Event, PathRejected
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.published.schemas import BenchOutput
from core.runs.recorder import carry_out
from core.self_check.measures import PeakMemory, Results, figure, machine, percentile
from core.self_check.model_costs import agent_runs, model_speed, time_to_stop
from core.self_check.pages import make_documents
from core.settings import Settings
from core.system import about
from core.system.paths import AppPaths, resources
from core.types import DocumentStatus

PAGES, QUICK_PAGES = 300, 30
SEARCHES = 100
_STARTS = (
    ("start-up of the window", ("-m", "desktop.app", "--quit-when-shown"), 1.5),
    ("start-up of the command line", ("-m", "core.cli", "docs"), None),
)


def run_self_check(
    *, paths: AppPaths, quick: bool, cancel: CancelToken, documents: Sequence[Path] = ()
) -> BenchOutput:
    """Measure; figures that could not be taken are null and named in `left_out`.

    Args:
        paths: where models and settings are; library and index of the check are in a temporary folder.
        documents: files and folders to read instead of generated pages.

    Raises:
        UsageError: one of `documents` cannot be read.
        KnownError: the library cannot be made; `Cancelled` after Stop.
    """
    results: Results = {}
    left_out: list[str] = []
    with tempfile.TemporaryDirectory(prefix="docuchat-check-") as name, PeakMemory() as memory:
        folder = Path(name)
        home = AppPaths(folder / "data", paths.models, folder / "cache", folder / "logs")
        settings = _settings(paths, quick, left_out)
        _start_up(results, left_out, home)
        with Engine.open(home, settings) as engine:
            if not documents:
                pages = QUICK_PAGES if quick else PAGES
                told = f"real documents: {pages} generated pages were read (--documents PATH for your own)"
                left_out.append(told)
                documents = [make_documents(folder / "documents", pages)]
            _ingest(engine, documents, results, cancel)
            _search(engine, results)
            _language_model(engine, results, left_out, cancel, quick)
    peak = memory.peak_bytes / 2**20
    results["peak memory of all processes"] = figure(peak, "MiB", better="lower", digits=0)
    commit = about.commit() or __version__
    return BenchOutput(name="smoke", commit=commit, machine=machine(), results=results, left_out=left_out)


def _settings(paths: AppPaths, quick: bool, left_out: list[str]) -> Settings:
    settings = Settings.load(paths.settings)
    # The model is what is measured, however small it is.
    measured = {"extractive": "never"} | ({"top_k": 1} if quick else {})
    settings = settings.model_copy(update={"answers": settings.answers.model_copy(update=measured)})
    store = ModelStore(paths.models, load_catalogue())
    if settings.models.server_url or store.installed(settings.models.answer_model):
        return settings
    for entry in sorted(store.catalogue.by_role("answer"), key=lambda entry: entry.total_bytes):
        if store.installed(entry.model_id):
            left_out.append(f"{settings.models.answer_model} is not installed; {entry.model_id} was measured")
            models = settings.models.model_copy(update={"answer_model": entry.model_id})
            return settings.model_copy(update={"models": models})
    return settings


def _start_up(results: Results, left_out: list[str], paths: AppPaths) -> None:
    """Process start to the first painted window, and to a list of documents on the command line."""
    environment = {
        **os.environ,
        "DOCUCHAT_HOME": str(paths.data.parent / "start"),
        "DOCUCHAT_MODELS": str(paths.models),
        "QT_QPA_PLATFORM": "offscreen",
    }
    for name, arguments, target in _STARTS:
        seconds: float | None = None
        for _ in range(2):  # the first run fills the file cache: a cold disk is not what is measured here
            began = time.monotonic()
            command = [sys.executable, *arguments]
            done = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False)
            seconds = time.monotonic() - began if done.returncode == 0 else None
        if seconds is None:
            left_out.append(f"{name}: it did not start")
        results[name] = figure(seconds, "s", better="lower", target=target)


def _ingest(engine: Engine, files: Sequence[Path], results: Results, cancel: CancelToken) -> None:
    pages = chunks = 0
    searchable = 0.0

    def added(event: Event) -> None:
        if isinstance(event, PathRejected):
            raise UsageError(f"{event.path}: {event.reason}", event.hint)

    def read(event: Event) -> None:
        nonlocal pages, chunks, searchable
        if isinstance(event, DocumentStatusChanged) and event.status is DocumentStatus.SEARCHABLE:
            searchable = time.monotonic()
            pages += event.page_count
            chunks += event.chunk_count

    carry_out(engine.add_paths(files, cancel), added)
    began = searchable = time.monotonic()
    carry_out(engine.ingest(cancel), read)
    embedding = time.monotonic() - searchable
    reading = pages / (searchable - began) if pages else None
    results["pages read and keyword-searchable"] = figure(reading, "pages/s", better="higher")
    embedded = chunks / embedding if embedding else None
    results["chunks embedded"] = figure(embedded, "chunks/s", better="higher")
    results["pages"] = figure(pages, "pages", better="higher", digits=0)
    results["chunks"] = figure(chunks, "chunks", better="higher", digits=0)


def _search(engine: Engine, results: Results) -> None:
    questions = _questions()
    whole: list[float] = []
    without_embedding: list[float] = []
    for number in range(SEARCHES):
        began = time.monotonic()
        found = engine.search(questions[number % len(questions)], limit=10)
        elapsed = (time.monotonic() - began) * 1000
        if number >= len(questions):  # the first round warms caches and loads the embedder
            whole.append(elapsed)
            without_embedding.append(elapsed - found.milliseconds.get("embed", 0.0))
    for name, share, target in (("search p50", 0.5, None), ("search p95", 0.95, 15.0)):
        results[name] = figure(percentile(whole, share), "ms", better="lower")
        value = percentile(without_embedding, share)
        results[f"{name} without the query embedding"] = figure(value, "ms", better="lower", target=target)


def _language_model(
    engine: Engine, results: Results, left_out: list[str], cancel: CancelToken, quick: bool
) -> None:
    try:
        model = engine.language_model()
    except ModelError as error:
        left_out.append(f"language model: {error}")
        return
    model_speed(engine, results, cancel, quick=quick)
    if quick:
        left_out.append("agent run: it takes up to a minute (without --quick)")
        left_out.append("Stop: pressed in a run with one source instead of five")
    else:
        agent_runs(engine, _questions()[:2], results, cancel)
    time_to_stop(engine, results, left_out)
    left_out.append(f"measured with {model.model_name}")


def _questions() -> list[str]:
    lines = (resources() / "samples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["question"] for line in lines if line.strip()]
