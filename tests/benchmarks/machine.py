"""Of what and with how much memory a benchmark is measured."""

from __future__ import annotations

import subprocess
from pathlib import Path

import psutil

from core import __version__
from core.self_check.measures import PeakMemory, machine

__all__ = ["PeakMemory", "commit", "machine", "peak_resident_bytes"]

ROOT = Path(__file__).resolve().parents[2]


def commit() -> str:
    """The checkout's commit with `+` for local changes; the version where there is no checkout."""
    try:
        head = _git("rev-parse", "--short=12", "HEAD")
        return head + ("+" if _git("status", "--porcelain") else "")
    except (OSError, subprocess.CalledProcessError):
        return __version__


def peak_resident_bytes() -> int:
    """The most memory this process ever held at once; on Linux without what it was forked from."""
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    if peak := getattr(psutil.Process().memory_info(), "peak_wset", 0):  # Windows
        return int(peak)
    import resource  # does not exist on Windows

    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)  # bytes on macOS


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
