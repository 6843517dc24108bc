"""Benchmark `window`: how long the window is away while documents are read and answers
stream.

The window is a process of its own (`watchdog.py`), without a display; nothing of Qt is imported here.
Beside it stands the same window idle: what a busy machine adds is in both.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.errors import WorkerError
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.ingest.generate import generate_documents
from tests.benchmarks.machine import ROOT
from tests.benchmarks.reporting import report

DOCUMENTS, QUICK_DOCUMENTS = 300, 12
PAGES = 1
MORE = 20  # documents that wait or are read when the window is closed
IDLE_S, QUICK_IDLE_S = 20.0, 4.0
EMBED_S, QUICK_EMBED_S = 90.0, 8.0  # watched of the understanding, which may take far longer
P999_MS, WORST_MS, CLOSE_S = 50.0, 100.0, 2.0
_SEED = 9


def run_window(*, paths: AppPaths, quick: bool, cancel: CancelToken, documents: int = 0) -> BenchOutput:
    """Measure, with `documents` generated PDFs (0: 300, or 12 when it has to be quick).

    Raises:
        WorkerError: the window did not start or did not end its work.
        Cancelled: after Stop.
    """
    count = documents or (QUICK_DOCUMENTS if quick else DOCUMENTS)
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as name:
        folder = Path(name)
        made = generate_documents(
            folder / "documents", documents=count, pages=PAGES, seed=_SEED, cancel=cancel
        )
        generate_documents(folder / "more", documents=MORE, pages=PAGES, seed=_SEED + 1, cancel=cancel)
        times = (QUICK_IDLE_S, QUICK_EMBED_S) if quick else (IDLE_S, EMBED_S)
        told = _watched(folder, paths, times, cancel)
    idle, busy = told["idle"], told["busy"]
    results: Results = {
        "idle, p99.9": figure(percentile(idle, 0.999), "ms", better="lower", digits=1),
        "idle, worst": figure(idle[-1], "ms", better="lower", digits=1),
        "at work, p99": figure(percentile(busy, 0.99), "ms", better="lower", digits=1),
        "at work, p99.9": figure(percentile(busy, 0.999), "ms", better="lower", target=P999_MS, digits=1),
        "at work, worst": figure(busy[-1], "ms", better="lower", target=WORST_MS, digits=1),
        "at work, gaps over 100 ms": figure(
            sum(gap > WORST_MS for gap in busy), "gaps", better="lower", digits=0
        ),
        "until all can be searched": figure(told["seconds"], "s", better="lower"),
        "documents searchable": figure(
            told["searchable"], "documents", better="higher", target=count, digits=0
        ),
        "documents understood meanwhile": figure(told["indexed"], "documents", better="higher", digits=0),
        "pieces of answers shown meanwhile": figure(told["drafts"], "pieces", better="higher", digits=0),
        "closing in the middle": figure(told["close_seconds"], "s", better="lower", target=CLOSE_S),
        "documents lost by closing": figure(
            told["lost"] + told["failed"], "documents", better="lower", target=0, digits=0
        ),
    }
    notes = [
        f"{len(busy):,} beats of 5 ms at work, {len(idle):,} idle; {sum(one.pages for one in made)} pages",
        f"closed while {told['waiting_at_close']} documents waited and an answer streamed; "
        f"that run is kept as {told['last_run']}",
    ]
    if not told["closed_in_order"]:
        notes.append("a thread was left behind when the window closed")
    left_out = [
        "a language model: answers are streamed by a script, 25 pieces a second for four seconds, with six "
        "seconds between two of them"
    ]
    return report("window", results, notes=notes, left_out=left_out)


def _watched(
    folder: Path, paths: AppPaths, times: tuple[float, float], cancel: CancelToken
) -> dict[str, Any]:
    environment = {**os.environ, "DOCUCHAT_MODELS": str(paths.models), "QT_QPA_PLATFORM": "offscreen"}
    environment["DOCUCHAT_HOME"] = str(folder / "home")
    output, errors = folder / "told.json", folder / "errors.txt"
    with output.open("wb") as told, errors.open("wb") as complaints:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.window.watchdog", str(folder), *map(str, times)],
            cwd=ROOT,
            env=environment,
            stdout=told,
            stderr=complaints,
        )
        try:
            while process.poll() is None:
                cancel.check()
                time.sleep(0.1)
        finally:
            process.kill()
            process.wait()
    lines = output.read_text(encoding="utf-8").splitlines()
    if process.returncode != 0 or not lines:
        said = errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        raise WorkerError(
            f"The window ended with {process.returncode}: {said[-1] if said else 'it said nothing'}.",
            "Is the embedding model installed? `docuchat models list` tells.",
        )
    found: dict[str, Any] = json.loads(lines[-1])
    return found
