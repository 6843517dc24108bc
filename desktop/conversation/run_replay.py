"""Plays a stored run again at its own pace, through the reducer that showed it live. GUI thread."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.events import Event
from core.runs.replay import streamed
from core.runs.trace import TraceState, fold
from desktop.workers.crew import Crew


class ReplayController(QObject):
    """`state_changed(TraceState)` after each moment of the run; `running_changed(bool)`."""

    state_changed = Signal(object)
    running_changed = Signal(bool)
    _run_wanted = Signal(str)

    def __init__(self, crew: Crew, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = ""
        self._events: deque[Event] = deque()
        self._state = TraceState()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.on_timeout)
        self._run_wanted.connect(crew.query.find_run)
        crew.query.run_found.connect(self.on_run_found)

    @property
    def running(self) -> bool:
        return bool(self._wanted)

    @Slot(str)
    def start(self, run_id: str) -> None:
        """From the beginning; a replay that goes on is left for it."""
        self._timer.stop()
        self._wanted = run_id
        self.running_changed.emit(True)
        self._run_wanted.emit(run_id)

    @Slot()
    def stop(self) -> None:
        if not self._wanted:
            return
        self._timer.stop()
        self._wanted = ""
        self.running_changed.emit(False)

    @Slot(str, list)
    def on_run_found(self, run_id: str, events: list[Event]) -> None:
        if run_id != self._wanted:
            return
        self._events = deque(streamed(events))
        self._state = TraceState()
        if self._events:
            self.on_timeout()
        else:
            self.stop()

    @Slot()
    def on_timeout(self) -> None:
        """All that is due now, then wait for what comes next."""
        now = self._events[0].t_ms
        while self._events and self._events[0].t_ms <= now:
            self._state = fold(self._state, self._events.popleft())
        self.state_changed.emit(self._state)
        if self._events:
            self._timer.start(max(self._events[0].t_ms - now, 0))
        else:
            self.stop()
