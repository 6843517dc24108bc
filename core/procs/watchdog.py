"""Watches the one running call of a worker: Stop, time, silence, memory. One daemon thread per worker.

The thread lives in the parent. It must be a thread of its own because the caller may be blocked in a read
or write that only killing the child can end.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import psutil

from core.cancel import CancelToken

TICK_S = 0.02
MEMORY_TICK_S = 0.1

Verdict = Literal["", "timeout", "idle", "memory", "cancelled", "closed", "garbled"]


class Stopwatch:
    """Counts only while the caller waits for the child: a slow consumer is not the child's fault."""

    def __init__(self) -> None:
        self._total = 0.0
        self._since: float | None = time.monotonic()

    def pause(self) -> None:
        if self._since is not None:
            self._total += time.monotonic() - self._since
            self._since = None

    def resume(self) -> None:
        if self._since is None:
            self._since = time.monotonic()

    @property
    def running(self) -> bool:
        return self._since is not None

    @property
    def seconds(self) -> float:
        since = self._since
        return self._total + (time.monotonic() - since if since is not None else 0.0)


@dataclass(slots=True)
class Watch:
    """One call under watch. `limit_s` is the start-up limit first, then the call's own.

    `ended` is set when the call no longer needs watching, `left` when its caller is done with the pipe.
    """

    cancel: CancelToken | None
    limit_s: float | None
    idle_limit_s: float | None
    cancel_grace_s: float
    number: int = 0
    clock: Stopwatch = field(default_factory=Stopwatch)
    ended: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)
    starting: bool = False
    abandoned: bool = False
    last_sign_s: float = 0.0
    cancelled_at_s: float | None = None
    verdict: Verdict = ""

    def sign_of_life(self) -> None:
        self.last_sign_s = self.clock.seconds

    def begin_answering(self, limit_s: float | None) -> None:
        """Start-up is over: the call's own limits count from now."""
        self.clock = Stopwatch()
        self.limit_s = limit_s
        self.last_sign_s = 0.0
        self.cancelled_at_s = None
        self.starting = False


class Watchdog:
    """Judges the current watch every 20 ms and calls `kill(watch, verdict)` at most once per call.

    Args:
        tell_child: called once per call when Stop is wanted, with the number of the call.
        kill: ends the process; called with the verdict.
        process_id: of the running child, or None.
    """

    def __init__(
        self,
        name: str,
        *,
        tell_child: Callable[[int], None],
        kill: Callable[[Watch, Verdict], None],
        process_id: Callable[[], int | None],
        memory_limit_bytes: int | None,
    ) -> None:
        self._tell_child = tell_child
        self._kill = kill
        self._process_id = process_id
        self._memory_limit_bytes = memory_limit_bytes
        self._condition = threading.Condition()
        self._watch: Watch | None = None
        self._closed = False
        self._memory_checked_at = 0.0
        self._thread = threading.Thread(target=self._run, name=f"{name}-watchdog", daemon=True)
        self._thread.start()

    def begin(self, watch: Watch) -> None:
        with self._condition:
            self._watch = watch
            self._condition.notify()

    def end(self, watch: Watch) -> None:
        with self._condition:
            if self._watch is watch:
                self._watch = None
        watch.ended.set()

    def close(self) -> None:
        """Stop the thread and wait for it."""
        with self._condition:
            self._closed = True
            watch = self._watch
            self._condition.notify()
        if watch is not None:
            watch.ended.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._condition:
                while self._watch is None and not self._closed:
                    self._condition.wait()
                if self._closed:
                    return
                watch = self._watch
            if watch is None:
                continue
            if not watch.verdict:
                verdict = self._judge(watch)
                if verdict:
                    self._kill(watch, verdict)
            # Waiting on the token itself makes Stop immediate; afterwards it would return at once.
            if watch.cancel is not None and watch.cancelled_at_s is None and not watch.verdict:
                watch.cancel.wait(TICK_S)
            else:
                watch.ended.wait(TICK_S)

    def _judge(self, watch: Watch) -> Verdict:
        seconds = watch.clock.seconds
        wanted = watch.abandoned or (watch.cancel is not None and watch.cancel.is_set)
        if wanted and watch.cancelled_at_s is None:
            watch.cancelled_at_s = seconds
            self._tell_child(watch.number)
        if watch.cancelled_at_s is not None and (
            watch.starting or seconds - watch.cancelled_at_s > watch.cancel_grace_s
        ):
            return "cancelled"
        if watch.limit_s is not None and seconds > watch.limit_s:
            return "timeout"
        if (
            not watch.starting
            and watch.idle_limit_s is not None
            and seconds - watch.last_sign_s > watch.idle_limit_s
        ):
            return "idle"
        return "memory" if self._over_memory() else ""

    def _over_memory(self) -> bool:
        now = time.monotonic()
        if self._memory_limit_bytes is None or now - self._memory_checked_at < MEMORY_TICK_S:
            return False
        self._memory_checked_at = now
        used = resident_bytes(self._process_id())
        return used > self._memory_limit_bytes


def resident_bytes(process_id: int | None) -> int:
    """Resident memory of a process, in bytes; 0 when there is none (any more)."""
    if process_id is None:
        return 0
    try:
        return int(psutil.Process(process_id).memory_info().rss)
    except psutil.Error:
        return 0
