"""How many threads the model may use right now. Child process only.

llama.cpp's threads meet at a barrier after each node of the graph, and wait for each other by spinning. As
soon as another program takes one of their cores, all wait for the one that is not running. Measured on two
cores, 135 M model, two threads, one busy program beside it: 0.9 tokens/s; with one thread: 26.

Spinning is also the way to notice: with the cores to itself a process uses as much CPU time as it has
threads. Where it gets less, it gives threads up; where cores are idle, it takes them back.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator

import psutil

WINDOW_S = 0.05
FIRST_RETRY_S = 0.5
LAST_RETRY_S = 30.0
# A core counts as free when it was idle for this share of the time since the last look.
IDLE_SHARE = 0.7

PROBE_TOKENS = 64
CROWDED_BATCH_TOKENS = 128
STALE_S = 1.0


class ThreadPace:
    """Between 1 and `most` threads, judged from each evaluation.

    Args:
        most: threads when the computer has nothing else to do.
        set_threads: tells llama.cpp.
        idle_cores: cores that were idle since its last call; 0.0 where the system does not say.
    """

    def __init__(
        self,
        most: int,
        set_threads: Callable[[int], None],
        idle_cores: Callable[[], float] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.threads = most
        self._most = most
        self._set_threads = set_threads
        self._idle_cores = idle_cores or IdleCores()
        self._clock = clock
        self._wall = self._cpu = 0.0
        self._retry_s = FIRST_RETRY_S
        self._retry_at = self._raised_at = 0.0
        self._noted_at = float("-inf")

    @contextlib.contextmanager
    def evaluation(self) -> Iterator[None]:
        """Around each call of `llama_decode`."""
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self.note(time.perf_counter() - wall, time.process_time() - cpu)

    def begin(self) -> None:
        """Before an answer: this process rested, so the cores that were idle are those it can have."""
        if self._most == 1 or self._clock() - self._noted_at <= STALE_S:
            return
        threads = min(self._most, max(1, int(self._idle_cores() + 1.0 - IDLE_SHARE)))
        self._wall = self._cpu = 0.0
        self._use(threads, self._clock())

    def batch_tokens(self, most: int) -> int:
        """How much of a prompt to evaluate at once: little where a wrong thread count could cost much."""
        if self._most == 1:
            return most
        if self.threads < self._most:
            return min(most, CROWDED_BATCH_TOKENS)
        return min(most, PROBE_TOKENS) if self._clock() - self._noted_at > STALE_S else most

    def note(self, wall_s: float, cpu_s: float) -> None:
        """One evaluation took `wall_s` seconds in which the process got `cpu_s` of CPU time."""
        if self._most == 1:
            return
        self._wall += wall_s
        self._cpu += cpu_s
        if self._wall < WINDOW_S:
            return
        cores = self._cpu / self._wall
        self._wall = self._cpu = 0.0
        now = self._noted_at = self._clock()
        # One busy program beside n threads leaves them n / (n + 1) of their time.
        if self.threads > 1 and cores < self.threads * (1.0 - 0.6 / (self.threads + 1)):
            self._lower(max(1, min(self.threads - 1, int(cores))), now)
        elif self.threads < self._most and now >= self._retry_at:
            self._try_more(now)

    def _lower(self, threads: int, now: float) -> None:
        # Taken back only just now, and wrong: the next try comes later.
        failed = now - self._raised_at < 2.0
        self._retry_s = min(self._retry_s * 2, LAST_RETRY_S) if failed else FIRST_RETRY_S
        self._use(threads, now)

    def _try_more(self, now: float) -> None:
        free = int(self._idle_cores() + 1.0 - IDLE_SHARE)
        threads = min(self._most, self.threads + free)
        if threads > self.threads:
            self._raised_at = now
        self._use(threads, now)

    def _use(self, threads: int, now: float) -> None:
        self._retry_at = now + self._retry_s
        if threads != self.threads:
            self.threads = threads
            self._set_threads(threads)
            self._idle_cores()  # counts from here


class IdleCores:
    """Idle cores of the whole computer since the last call."""

    def __init__(self) -> None:
        self._idle, self._at = self._read()

    def __call__(self) -> float:
        idle, at = self._read()
        spent, passed = idle - self._idle, at - self._at
        self._idle, self._at = idle, at
        return spent / passed if passed > 0.05 else 0.0

    @staticmethod
    def _read() -> tuple[float, float]:
        times = psutil.cpu_times()
        return times.idle + getattr(times, "iowait", 0.0), time.monotonic()
