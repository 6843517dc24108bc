"""How long the window is away while documents are read and answers stream.

The window is a process of its own (`watchdog.py`), without a display; nothing of Qt is imported here.
Beside it stands the same window idle: what a busy machine adds is in both.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Any

from core.errors import WorkerError
from tests.benchmarks.ingest.generate import generate_documents
from tests.benchmarks.machine import ROOT
from tests.benchmarks.reporting import Bench

DOCUMENTS, QUICK_DOCUMENTS = 300, 12
MORE = 20  # documents that wait or are read when the window is closed
# Seconds that are watched idle, and of the understanding of documents, which may take far longer.
WATCHED, QUICK_WATCHED = (20.0, 90.0), (4.0, 8.0)
WORST_MS = 100.0
_SEED = 9


def run_window(bench: Bench, *, documents: int = 0) -> None:
    """Measure, with `documents` generated PDFs of a page (0: 300, or 12 when it has to be quick)."""
    count = documents or (QUICK_DOCUMENTS if bench.quick else DOCUMENTS)
    for seed, (part, size) in enumerate({"documents": count, "more": MORE}.items(), _SEED):
        generate_documents(bench.folder / part, documents=size, pages=1, seed=seed, cancel=bench.cancel)
    told = _watched(bench)
    idle, busy = told["idle"], told["busy"]
    bench.percentiles(idle, {"idle, p99.9": 0.999}, digits=1)
    bench.add("idle, worst", idle[-1], "ms", digits=1)
    bench.percentiles(busy, {"at work, p99": 0.99}, digits=1)
    bench.percentiles(busy, {"at work, p99.9": 0.999}, target=50.0, digits=1)
    bench.add("at work, worst", busy[-1], "ms", target=WORST_MS, digits=1)
    bench.add("at work, gaps over 100 ms", sum(gap > WORST_MS for gap in busy), "gaps", digits=0)
    bench.add("until all can be searched", told["seconds"], "s")
    bench.add("documents searchable", told["searchable"], "documents", "higher", count, 0)
    bench.add("documents understood meanwhile", told["indexed"], "documents", "higher", digits=0)
    bench.add("pieces of answers shown meanwhile", told["drafts"], "pieces", "higher", digits=0)
    bench.add("closing in the middle", told["close_seconds"], "s", target=2.0)
    bench.add("documents lost by closing", told["lost"] + told["failed"], "documents", target=0, digits=0)
    bench.notes += [
        f"{len(busy):,} beats of 5 ms at work, {len(idle):,} idle; {count} pages",
        f"closed while {told['waiting_at_close']} documents waited and an answer streamed; "
        f"that run is kept as {told['last_run']}",
    ]
    if not told["closed_in_order"]:
        bench.notes.append("a thread was left behind when the window closed")
    bench.left_out.append(
        "a language model: answers are streamed by a script, 25 pieces a second for four seconds, with six "
        "seconds between two of them"
    )


def _watched(bench: Bench) -> dict[str, Any]:
    """What the window's process tells."""
    own = {
        "DOCUCHAT_MODELS": str(bench.paths.models),
        "DOCUCHAT_HOME": str(bench.folder / "home"),
        "QT_QPA_PLATFORM": "offscreen",
    }
    output, errors = bench.folder / "told.json", bench.folder / "errors.txt"
    times = map(str, QUICK_WATCHED if bench.quick else WATCHED)
    command = [sys.executable, "-m", "tests.benchmarks.window.watchdog", str(bench.folder), *times]
    with output.open("wb") as told, errors.open("wb") as complaints:
        process = subprocess.Popen(command, cwd=ROOT, env=os.environ | own, stdout=told, stderr=complaints)
        try:
            while process.poll() is None:
                bench.cancel.check()
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
