"""One figure of a report, and the memory of processes. What `self-check` and the benchmarks share."""

from __future__ import annotations

import os
import platform
import threading
from collections.abc import Sequence
from pathlib import Path

import psutil

from core.published.schemas import FigureOutput

Results = dict[str, FigureOutput]  # by the name that the report shows


def figure(
    value: float | None, unit: str, *, better: str, target: float | None = None, digits: int = 2
) -> FigureOutput:
    """One figure; `met` follows from value, target and direction."""
    met = None
    if value is not None and target is not None:
        met = value >= target if better == "higher" else value <= target
    rounded = None if value is None else round(value, digits)
    return FigureOutput.model_validate(
        {"value": rounded, "unit": unit, "better": better, "target": target, "met": met}
    )


def percentile(values: Sequence[float], share: float) -> float | None:
    """Nearest-rank percentile, `share` in 0..1; None without values."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered) + 0.5) - 1))]


def machine() -> str:
    """Processor, cores and memory: figures of different machines are not compared."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    memory = f"{psutil.virtual_memory().total / 2**30:.0f} GiB"
    return f"{model}, {cores} cores, {memory}, {platform.system()}, Python {platform.python_version()}"


class PeakMemory:
    """Samples the memory of this process and all below it; shared pages count once where the system tells."""

    def __init__(self, interval_s: float = 0.1) -> None:
        self._interval_s = interval_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="peak-memory", daemon=True)
        self.peak_bytes = 0

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        own = psutil.Process()
        while not self._stop.wait(self._interval_s):
            total = 0
            for process in [own, *own.children(recursive=True)]:
                try:
                    full = process.memory_full_info()
                    total += getattr(full, "pss", 0) or full.rss
                except (psutil.NoSuchProcess, psutil.AccessDenied):
                    continue
            self.peak_bytes = max(self.peak_bytes, total)
