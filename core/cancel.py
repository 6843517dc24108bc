"""One flag per run that any thread may set and every long operation checks between units of work."""

from __future__ import annotations

import threading

from core.errors import Cancelled


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
