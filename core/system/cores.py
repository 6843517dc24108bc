"""How many processor cores this process may use: the number of threads of the models. Pure look-ups."""

from __future__ import annotations

import os
from pathlib import Path

import psutil

CGROUP = Path("/sys/fs/cgroup")


def usable_cores() -> int:
    """Physical cores, but no more than this process may run on, its container grants or OMP_NUM_THREADS says.

    Hyper-threads only slow matrix products down, and threads beyond the cores granted wait for each other: on
    two cores, the embedder with four threads took three times as long as with one.
    """
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    limits = [psutil.cpu_count(logical=False) or allowed, allowed, _granted(), _wanted()]
    return max(1, min(limit for limit in limits if limit))


def _granted(root: Path = CGROUP) -> int:
    """Whole cores of a container's share of time, at least one; 0 without a limit. Cgroups 2 and 1."""
    try:
        if (root / "cpu.max").exists():
            quota, period = (root / "cpu.max").read_text(encoding="ascii").split()
        else:
            quota, period = (
                (root / "cpu" / f"cpu.cfs_{name}_us").read_text(encoding="ascii")
                for name in ("quota", "period")
            )
        return 0 if quota.strip() == "max" or int(quota) <= 0 else max(1, int(quota) // int(period))
    except (OSError, ValueError, ZeroDivisionError):
        return 0


def _wanted() -> int:
    wanted = os.environ.get("OMP_NUM_THREADS", "")
    return int(wanted) if wanted.isascii() and wanted.isdigit() else 0
