"""One flag per run that any thread may set and every long operation checks between units of work."""

from __future__ import annotations

import threading
import time

from core.errors import Cancelled

_SLICE_S = 0.02  # a `Deadline` looks at its own end so often while it sleeps


class CancelToken:
    """Thread-safe. The window calls `set()` directly: a queued signal would arrive only after the work."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        self._event.set()

    @property
    def is_set(self) -> bool:
        return self._event.is_set()

    def check(self) -> None:
        """Raise `Cancelled` if the user has asked to stop."""
        if self._event.is_set():
            raise Cancelled

    def wait(self, seconds: float) -> bool:
        """Sleep up to `seconds`; True as soon as the token is set."""
        return self._event.wait(seconds)


class Deadline(CancelToken):
    """A run's token that is also set once `seconds` have passed, for the part of the run that it is given to.

    Stopping it stops the run. Work it ended raises `Cancelled` as after Stop; `passed` tells the two apart.
    """

    def __init__(self, run: CancelToken, seconds: float) -> None:
        self._run = run
        self._end = time.monotonic() + seconds
        self._left = threading.Event()

    def set(self) -> None:
        self._run.set()

    def leave(self) -> None:
        """Nobody waits for the part of the run any more: what still works on it ends. The run goes on."""
        self._left.set()

    @property
    def passed(self) -> bool:
        """The time is over, and nobody asked to stop."""
        return time.monotonic() >= self._end and not self._run.is_set

    @property
    def is_set(self) -> bool:
        return self._run.is_set or self._left.is_set() or time.monotonic() >= self._end

    def check(self) -> None:
        if self.is_set:
            raise Cancelled

    def wait(self, seconds: float) -> bool:
        until = min(time.monotonic() + seconds, self._end)
        while not self.is_set and (left := until - time.monotonic()) > 0:
            self._run.wait(min(left, _SLICE_S))
        return self.is_set
