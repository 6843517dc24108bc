"""Of what and with how much memory a benchmark is measured."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import psutil

from core import __version__
from core.cancel import CancelToken
from core.procs.worker import WorkerProcess
from core.self_check.measures import PeakMemory, machine

__all__ = ["PeakMemory", "commit", "load", "machine", "peak_resident_bytes", "told_by_child"]

ROOT = Path(__file__).resolve().parents[2]


def commit() -> str:
    """The checkout's commit with `+` for local changes; the version where there is no checkout."""
    try:
        head = _git("rev-parse", "--short=12", "HEAD")
        return head + ("+" if _git("status", "--porcelain") else "")
    except (OSError, subprocess.CalledProcessError):
        return __version__


def load() -> str:
    """How busy the computer is."""
    return f"{psutil.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def told_by_child(
    main: str, order: dict[str, Any], cancel: CancelToken, blob: bytes = b"", **limits: Any
) -> dict[str, Any]:
    """What a process of its own, `MODULE:FUNCTION` of the benchmarks, answers to an order."""
    worker = WorkerProcess(f"tests.benchmarks.{main}", name="the measured process", **limits)
    try:
        *_, last = worker.call("measure", order, blob=blob, timeout_s=3600.0, cancel=cancel)
    finally:
        worker.close()
    return dict(last.payload)


def peak_resident_bytes() -> int:
    """The most memory this process ever held at once; on Linux without what it was forked from."""
    status = Path("/proc/self/status")
    if status.exists():
        held = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines())
        return int(held["VmHWM"].split()[0]) * 1024
    memory = psutil.Process().memory_info()
    return int(getattr(memory, "peak_wset", memory.rss))


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
