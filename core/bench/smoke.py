"""`docuchat bench smoke`: is this installation in order and about as fast as it should be?

One pass through everything a user touches, with real files, the real index and the configured language model
(the smallest installed one if that is missing). Speeds vary with the machine; the targets are those for two
cores.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from core.bench.measure import PeakMemory, commit, figure, machine, percentile, shared_data
from core.cancel import CancelToken
from core.engine import Engine, Question
from core.errors import ModelError
from core.events import (
    AnswerReady,
    DocumentStatusChanged,
    DraftDelta,
    RunFinished,
    StepStarted,
)
from core.llm.base import GenerationRequest, Message, TextDelta
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.output import BenchOutput, FigureOutput
from core.paths import AppPaths, resources
from core.settings import Settings
from core.types import DocumentStatus, Mode

QUICK_REPORTS = ("ULTABEAUTY_2023Q4_EARNINGS.pdf", "AMCOR_2023Q4_EARNINGS.pdf")
FULL_REPORTS = ("ADOBE_2022_10K.pdf", "NIKE_2018_10K.pdf", "BESTBUY_2024Q2_10Q.pdf")
SEARCHES = 100
DECODE_TOKENS = 64

Results = dict[str, FigureOutput]


def run_smoke(*, quick: bool, cancel: CancelToken) -> BenchOutput:
    """Measure; figures that could not be taken are null and named in `left_out`."""
    results: Results = {}
    left_out: list[str] = []
    environment = AppPaths.from_environment()
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder, PeakMemory() as memory:
        home = AppPaths(
            data=Path(folder) / "data",
            models=environment.models,
            cache=Path(folder) / "cache",
            logs=Path(folder) / "logs",
        )
        settings = _settings(environment, left_out)
        _start_up(results, left_out, home)
        with Engine.open(home, settings) as engine:
            files = _files(quick, left_out)
            _ingest(engine, files, results, cancel)
            _search(engine, results)
            try:
                model = engine.language_model()
            except ModelError as error:
                left_out.append(f"language model: {error}")
            else:
                _model_speed(engine, results, cancel)
                _agent_run(engine, results, quick, left_out, cancel)
                _stop(engine, results)
                left_out.append(f"measured with {model.model_name}")
    results["peak memory of all processes"] = figure(
        memory.peak_bytes / 2**20, "MiB", better="lower", digits=0
    )
    return BenchOutput(name="smoke", commit=commit(), machine=machine(), results=results, left_out=left_out)


def _settings(paths: AppPaths, left_out: list[str]) -> Settings:
    settings = Settings.load(paths.settings)
    store = ModelStore(paths.models, load_catalogue())
    if settings.models.server_url or store.installed(settings.models.answer_model):
        return settings
    for entry in sorted(store.catalogue.by_role("answer"), key=lambda entry: entry.total_bytes):
        if store.installed(entry.model_id):
            left_out.append(f"{settings.models.answer_model} is not installed; {entry.model_id} was measured")
            models = settings.models.model_copy(update={"answer_model": entry.model_id})
            return settings.model_copy(update={"models": models})
    return settings


def _files(quick: bool, left_out: list[str]) -> list[Path]:
    shared = shared_data()
    if shared is None:
        left_out.append("reports: the evaluation data is not here, the sample documents were read")
        return [resources() / "samples"]
    names = QUICK_REPORTS if quick else FULL_REPORTS
    if quick:
        left_out.append(f"large reports ({', '.join(FULL_REPORTS)}): short ones were read")
    return [shared / "eval" / "financebench" / "pdfs" / name for name in names]


def _start_up(results: Results, left_out: list[str], paths: AppPaths) -> None:
    """Process start to the first painted window, and to a list of documents on the command line."""
    environment = {
        **os.environ,
        "DOCUCHAT_HOME": str(paths.data.parent / "start"),
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


def _ingest(engine: Engine, files: list[Path], results: Results, cancel: CancelToken) -> None:
    for _ in engine.add_paths(files, cancel):
        pass
    pages = chunks = 0
    began = time.monotonic()
    searchable = began
    for event in engine.ingest(cancel):
        if isinstance(event, DocumentStatusChanged) and event.status is DocumentStatus.SEARCHABLE:
            searchable = time.monotonic()
            pages += event.page_count
            chunks += event.chunk_count
    embedding = time.monotonic() - searchable
    results["pages read and keyword-searchable"] = figure(
        pages / (searchable - began), "pages/s", better="higher"
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


def _model_speed(engine: Engine, results: Results, cancel: CancelToken) -> None:
    model = engine.language_model()
    words = "The pump must be drained before frost and filled again before it is started. "
    warm = GenerationRequest((Message("user", "Say hello."),), max_tokens=8)
    began = time.monotonic()
    for _ in model.generate(warm, cancel):
        pass
    results["language model loaded and first words"] = figure(time.monotonic() - began, "s", better="lower")
    request = GenerationRequest(
        (Message("user", words * 32 + "Count to one hundred in words."),), DECODE_TOKENS
    )
    began = first = time.monotonic()
    for piece in model.generate(request, cancel):
        if isinstance(piece, TextDelta):
            if first == began:
                first = time.monotonic()
        else:
            results["prompt"] = figure(piece.evaluated_tokens / (first - began), "tokens/s", better="higher")
            rest = time.monotonic() - first
            results["decode"] = figure((piece.completion_tokens - 1) / rest, "tokens/s", better="higher")


def _agent_run(
    engine: Engine, results: Results, quick: bool, left_out: list[str], cancel: CancelToken
) -> None:
    """One bounded run: how many prompt tokens are really computed, against how many differ."""
    if quick:
        left_out.append("a second agent run: one was measured")
    evaluated = distinct = 0
    seconds: list[float] = []
    for question in _questions()[: 1 if quick else 2]:
        began = time.monotonic()
        for event in engine.ask(Question(question, Mode.AGENT), cancel):
            if isinstance(event, AnswerReady):
                evaluated += event.usage.evaluated_tokens
                distinct += event.usage.distinct_prompt_tokens
        seconds.append(time.monotonic() - began)
    ratio = evaluated / distinct if distinct else None
    results["prompt tokens evaluated / distinct, agent"] = figure(ratio, "ratio", better="lower", target=1.15)
    results["agent run"] = figure(sum(seconds) / len(seconds), "s", better="lower")


def _stop(engine: Engine, results: Results) -> None:
    """Stop while the prompt is evaluated, and while the answer is written, pressed from another thread."""
    for name, phase in (("time to Stop, prompt", StepStarted), ("time to Stop, writing", DraftDelta)):
        token = CancelToken()
        button = _StopButton(token)
        outcome = ""
        for event in engine.ask(Question(f"Describe everything about the figures. ({name})"), token):
            if isinstance(event, phase) and getattr(event, "step", "reasoner") == "reasoner":
                button.press_soon()
            if isinstance(event, RunFinished):
                outcome = event.outcome
        elapsed = button.milliseconds_since() if outcome == "cancelled" else None
        results[name] = figure(elapsed, "ms", better="lower", target=300.0, digits=0)


class _StopButton:
    """Sets the token a moment later, so that the run is deep in the phase."""

    DELAY_S = 0.3

    def __init__(self, token: CancelToken) -> None:
        self._token = token
        self._pressed_at: float | None = None
        self._timer: threading.Timer | None = None

    def press_soon(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(self.DELAY_S, self._press)
            self._timer.daemon = True
            self._timer.start()

    def milliseconds_since(self) -> float | None:
        """Since it was pressed; None if it never was."""
        if self._timer is not None:
            self._timer.join()
        return None if self._pressed_at is None else (time.monotonic() - self._pressed_at) * 1000

    def _press(self) -> None:
        self._pressed_at = time.monotonic()
        self._token.set()
