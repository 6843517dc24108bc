"""Who goes first when cores are short: background work steps back, for a whole process or for one thread."""

from __future__ import annotations

import os
import sys
import threading

_LOWEST = 19


def lower_process(steps: int) -> None:
    """This process and all it starts later; `steps` are those of `nice`. Windows: below normal."""
    if steps <= 0:
        return
    if sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(steps)


def lower_thread(steps: int) -> int:
    """This thread, and the threads and processes it starts later (those of a model it is the first to use).

    Linux only, where each thread has a niceness of its own; elsewhere nothing happens.

    Returns:
        The thread's niceness.
    """
    if not sys.platform.startswith("linux"):
        return 0
    thread = threading.get_native_id()
    now = os.getpriority(os.PRIO_PROCESS, thread)
    lower = min(now + max(steps, 0), _LOWEST)
    if lower > now:
        os.setpriority(os.PRIO_PROCESS, thread, lower)
    return lower
