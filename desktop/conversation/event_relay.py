"""Hands events from a worker thread to the GUI thread in batches, so that a fast model cannot flood it.

`push` is called on the worker's thread; everything else happens on the thread the relay lives on (the GUI's).
At most one wake-up is queued at any time, and batches are at least `INTERVAL_MS` apart.
"""

from __future__ import annotations

import threading
import time

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from core.events import DocumentProgressed, DraftDelta, Event

INTERVAL_MS = 40
MOST_EVENTS = 200  # of one batch: a hundred thousand may come while the window is busy


class EventRelay(QObject):
    """`events_arrived` carries a list of events in order, neighbouring drafts and progress joined."""

    events_arrived = Signal(list)
    _woken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._waiting: list[Event] = []
        self._last_batch = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.on_timeout)
        self._woken.connect(self.on_woken, Qt.ConnectionType.QueuedConnection)

    def push(self, event: Event) -> None:
        """Thread-safe."""
        with self._lock:
            first = not self._waiting
            self._waiting.append(event)
        if first:
            self._woken.emit()

    @Slot()
    def on_woken(self) -> None:
        since = (time.monotonic() - self._last_batch) * 1000
        if since >= INTERVAL_MS:
            self.on_timeout()
        elif not self._timer.isActive():
            self._timer.start(int(INTERVAL_MS - since) + 1)

    @Slot()
    def on_timeout(self) -> None:
        with self._lock:
            batch, self._waiting = self._waiting[:MOST_EVENTS], self._waiting[MOST_EVENTS:]
            more = bool(self._waiting)
        if batch:
            self._last_batch = time.monotonic()
            self.events_arrived.emit(joined(batch))
        if more:  # as soon as the event loop has had its turn
            self._timer.start(0)


def joined(events: list[Event]) -> list[Event]:
    """The same story in fewer events: runs of drafts become one, only a document's last progress stays."""
    result: list[Event] = []
    for event in events:
        last = result[-1] if result else None
        if (
            isinstance(event, DraftDelta)
            and isinstance(last, DraftDelta)
            and (last.run_id, last.attempt) == (event.run_id, event.attempt)
        ):
            result[-1] = event.model_copy(update={"text": last.text + event.text})
        elif (
            isinstance(event, DocumentProgressed)
            and isinstance(last, DocumentProgressed)
            and (last.document_id, last.stage) == (event.document_id, event.stage)
        ):
            result[-1] = event
        else:
            result.append(event)
    return result
