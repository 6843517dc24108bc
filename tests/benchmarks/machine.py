"""Where and of what a benchmark is measured: the machine in words, the commit, the memory of processes."""

from __future__ import annotations

import os
import platform
import subprocess
import threading
from pathlib import Path
from types import TracebackType

import psutil

from core import __version__

ROOT = Path(__file__).resolve().parents[2]


def commit() -> str:
    """The checkout's commit with `+` for local changes; the version where there is no checkout."""
    try:
        head = _git("rev-parse", "--short=12", "HEAD")
        return head + ("+" if _git("status", "--porcelain") else "")
    except (OSError, subprocess.CalledProcessError):
        return __version__


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True, timeout=10
    ).stdout.strip()


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


def peak_resident_bytes() -> int:
    """The most memory this process ever held at once."""
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    info = psutil.Process().memory_info()
    if peak := getattr(info, "peak_wset", 0):  # Windows
        return int(peak)
    import resource  # does not exist on Windows

    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)  # bytes on macOS


class PeakMemory:
    """Samples the memory of this process and all below it; shared pages count once where the system tells."""

    def __init__(self, interval_s: float = 0.1) -> None:
        self._interval_s = interval_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="bench-memory", daemon=True)
        self.peak_bytes = 0

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
