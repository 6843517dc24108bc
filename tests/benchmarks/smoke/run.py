"""`docuchat bench smoke`: is this installation in order and about as fast as it should be?

One pass through everything a user touches, with real files, the real index and the configured language model
(the smallest installed one if that is missing). It reads pages made from the samples, so that the figures of
two machines can be compared; `--documents` measures documents of one's own. Speeds vary with the machine; the
targets are those for two cores.
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

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import ModelError, UsageError
from core.events import DocumentStatusChanged, Event, PathRejected
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.published.schemas import BenchOutput
from core.runs.recorder import carry_out
from core.settings import Settings
from core.system.paths import AppPaths, resources
from core.types import DocumentStatus
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.machine import PeakMemory, commit, machine
from tests.benchmarks.smoke.model_costs import agent_runs, model_speed, time_to_stop
from tests.benchmarks.smoke.pages import make_documents

PAGES = 300
QUICK_PAGES = 30
SEARCHES = 100


def run_smoke(
    *, paths: AppPaths, quick: bool, cancel: CancelToken, documents: Sequence[Path] = ()
) -> BenchOutput:
    """Measure; figures that could not be taken are null and named in `left_out`.

    Args:
        paths: where models and settings are; library and index of the benchmark are in a temporary folder.
        documents: files and folders to read instead of generated pages.

    Raises:
        UsageError: one of `documents` cannot be read.
        KnownError: the library cannot be made; `Cancelled` after Stop.
    """
    results: Results = {}
    left_out: list[str] = []
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder, PeakMemory() as memory:
        home = AppPaths(
            data=Path(folder) / "data",
            models=paths.models,
            cache=Path(folder) / "cache",
            logs=Path(folder) / "logs",
        )
        settings = _settings(paths, quick, left_out)
        _start_up(results, left_out, home)
        with Engine.open(home, settings) as engine:
            _ingest(engine, documents or _generated(Path(folder), quick, left_out), results, cancel)
            _search(engine, results)
            try:
                model = engine.language_model()
            except ModelError as error:
                left_out.append(f"language model: {error}")
            else:
                model_speed(engine, results, cancel, quick=quick)
                if quick:
                    left_out.append("agent run: it takes up to a minute (without --quick)")
                    left_out.append("Stop: pressed in a run with one source instead of five")
                else:
                    agent_runs(engine, _questions()[:2], results, cancel)
                time_to_stop(engine, results, left_out)
                left_out.append(f"measured with {model.model_name}")
    results["peak memory of all processes"] = figure(
        memory.peak_bytes / 2**20, "MiB", better="lower", digits=0
    )
    return BenchOutput(name="smoke", commit=commit(), machine=machine(), results=results, left_out=left_out)


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


def _generated(folder: Path, quick: bool, left_out: list[str]) -> list[Path]:
    pages = QUICK_PAGES if quick else PAGES
    left_out.append(f"real documents: {pages} generated pages were read (--documents PATH for your own)")
    return [make_documents(folder / "documents", pages)]


def _start_up(results: Results, left_out: list[str], paths: AppPaths) -> None:
    """Process start to the first painted window, and to a list of documents on the command line."""
    environment = {
        **os.environ,
        "DOCUCHAT_HOME": str(paths.data.parent / "start"),
        "DOCUCHAT_MODELS": str(paths.models),
        "QT_QPA_PLATFORM": "offscreen",
    }

    def seconds(*arguments: str) -> float | None:
        began = time.monotonic()
        done = subprocess.run(
            [sys.executable, *arguments], env=environment, capture_output=True, timeout=60, check=False
        )
        return time.monotonic() - began if done.returncode == 0 else None

    # The first run fills the file cache: a cold disk is not what is measured here.
    for name, arguments, target in (
        ("start-up of the window", ("-m", "desktop.app", "--quit-when-shown"), 1.5),
        ("start-up of the command line", ("-m", "core.cli", "docs"), None),
    ):
        seconds(*arguments)
        value = seconds(*arguments)
        if value is None:
            left_out.append(f"{name}: it did not start")
        results[name] = figure(value, "s", better="lower", target=target)


def _ingest(engine: Engine, files: Sequence[Path], results: Results, cancel: CancelToken) -> None:
    pages = chunks = 0
    began = searchable = time.monotonic()

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
    results["pages read and keyword-searchable"] = figure(
        pages / (searchable - began) if pages else None, "pages/s", better="higher"
    )
    results["chunks embedded"] = figure(
        chunks / embedding if embedding else None, "chunks/s", better="higher"
    )
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
    for share in (0.5, 0.95):
        name = f"p{round(100 * share)}"
        results[f"search {name}"] = figure(percentile(whole, share), "ms", better="lower")
        results[f"search {name} without the query embedding"] = figure(
            percentile(without_embedding, share), "ms", better="lower", target=15.0 if share == 0.95 else None
        )


def _questions() -> list[str]:
    lines = (resources() / "samples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["question"] for line in lines if line.strip()]
