"""Long work on the GUI thread in slices, between which the event loop has its turn. GUI thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer, Slot

SLICE_S = 0.015  # a frame of a smooth window


class Slices(QObject):
    """Runs one piece of work at a time; each step of it must be short."""

    def __init__(self, parent: QObject | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(parent)
        self._clock = clock
        self._work: Iterator[None] | None = None
        self._on_done: Callable[[], None] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self.on_turn)

    def start(self, work: Iterator[None], on_done: Callable[[], None]) -> None:
        """The first slice at once, so that little work is done when this returns. Other work is given up."""
        self._work, self._on_done = work, on_done
        self._timer.start()
        self.on_turn()

    def give_up(self) -> None:
        self._work = self._on_done = None
        self._timer.stop()

    @Slot()
    def on_turn(self) -> None:
        work, on_done = self._work, self._on_done
        if work is None or on_done is None:
            return
        until = self._clock() + SLICE_S
        for _step in work:
            if work is not self._work:  # given up by what the step led to
                return
            if self._clock() >= until:
                return
        self.give_up()
        on_done()
