"""Background work steps back without taking the window's thread with it."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from core.procs.priority import lower_thread


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads have no niceness of their own here")
def test_a_thread_and_what_it_starts_step_back_and_no_other() -> None:
    before = os.nice(0)
    told: list[int] = []

    def inner() -> None:
        told.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    def outer() -> None:
        told.append(lower_thread(3))
        follower = threading.Thread(target=inner)
        follower.start()
        follower.join()

    thread = threading.Thread(target=outer)
    thread.start()
    thread.join()
    assert told == [min(before + 3, 19)] * 2
    assert os.nice(0) == before
