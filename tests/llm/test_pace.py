"""The number of threads follows the cores that are really free. Pure arithmetic, on a made-up clock."""

from __future__ import annotations

import itertools
import os
import time

import pytest

from core.llm.pace import CROWDED_BATCH_TOKENS, PROBE_TOKENS, IdleCores, ThreadPace


class Computer:
    """Cores, and how many of them other programs keep busy."""

    def __init__(self, cores: int, busy: float = 0.0, elsewhere: float = 0.0) -> None:
        self.cores, self.busy, self.now = cores, busy, 100.0
        self.elsewhere = elsewhere  # idle cores of the host that this container may not use
        self.calls: list[int] = []
        self.idle = float(cores) - busy
        self.pace = ThreadPace(cores, self.calls.append, lambda: self.idle, lambda: self.now)

    def evaluate(self, seconds: float = 0.1) -> None:
        """One evaluation under fair scheduling, all threads spinning."""
        threads = self.pace.threads
        runnable = threads + self.busy
        got = threads * min(1.0, self.cores / runnable)
        self.idle = max(0.0, self.cores - runnable) + self.elsewhere
        self.now += seconds
        self.pace.note(seconds, got * seconds)


@pytest.mark.parametrize(
    ("cores", "busy", "expected"), [(2, 0, 2), (2, 1, 1), (2, 4, 1), (4, 1, 3), (8, 1, 7), (8, 6, 4)]
)
def test_threads_are_given_up_when_others_want_the_cores(cores: int, busy: int, expected: int) -> None:
    computer = Computer(cores, busy)
    for _ in range(3):
        computer.evaluate()
    assert computer.pace.threads <= expected
    assert computer.pace.threads >= min(expected, cores - busy)


def test_idle_cores_are_taken_back() -> None:
    computer = Computer(4, busy=3)
    for _ in range(4):
        computer.evaluate()
    assert computer.pace.threads < 4
    computer.busy = 0
    for _ in range(20):
        computer.evaluate()
    assert computer.pace.threads == 4
    assert computer.calls[-1] == 4


def test_tries_that_fail_become_rarer() -> None:
    """In a container the idle cores of the host may not be ours to use."""
    computer = Computer(2, busy=1, elsewhere=6)
    raised_at = []
    for _ in range(1200):
        before = computer.pace.threads
        computer.evaluate()
        if computer.pace.threads > before:
            raised_at.append(computer.now)
    gaps = [later - earlier for earlier, later in itertools.pairwise(raised_at)]
    assert len(raised_at) < 15
    assert gaps[-1] > 25
    assert gaps == sorted(gaps)


def test_a_short_disturbance_does_not_count() -> None:
    computer = Computer(2)
    computer.pace.note(0.01, 0.005)
    for _ in range(10):
        computer.pace.note(0.01, 0.0199)
    assert computer.calls == []


def test_an_answer_begins_with_the_cores_that_were_idle() -> None:
    computer = Computer(4, busy=2)
    computer.pace.begin()
    assert computer.pace.threads == 2
    assert computer.pace.batch_tokens(512) == CROWDED_BATCH_TOKENS
    computer.busy, computer.idle = 0, 3.9
    computer.now += 60
    computer.pace.begin()
    assert computer.pace.threads == 4
    assert computer.pace.batch_tokens(512) == PROBE_TOKENS
    computer.evaluate()
    assert computer.pace.batch_tokens(512) == 512


def test_a_single_thread_is_left_alone() -> None:
    computer = Computer(1, busy=5)
    computer.pace.begin()
    for _ in range(5):
        computer.evaluate()
    assert computer.calls == []
    assert computer.pace.batch_tokens(512) == 512


def test_idle_cores_are_between_none_and_all() -> None:
    idle = IdleCores()
    time.sleep(0.2)
    assert 0.0 <= idle() <= (os.cpu_count() or 1) * 1.1
