"""Owns the threads: makes the lanes, gives them the engine, ends them in reverse order. GUI thread."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, Signal, Slot

from desktop.event_relay import EventRelay
from desktop.workers.base import Lane
from desktop.workers.chat import ChatWorker
from desktop.workers.engine_host import EngineHost, OpenEngine
from desktop.workers.ingest import AddWorker, IngestWorker
from desktop.workers.query import QueryWorker
from desktop.workers.render import RenderWorker

_log = logging.getLogger(__name__)


class Crew(QObject):
    """`ready` follows a successful `start`; `unavailable(key, message, hint)` a failed one."""

    ready = Signal()
    unavailable = Signal(str, str, str)
    _open_requested = Signal()

    def __init__(self, open_engine: OpenEngine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.answers = EventRelay(self)
        self.reading = EventRelay(self)
        self.host = EngineHost(open_engine)
        self.chat = ChatWorker(self.answers)
        self.adding = AddWorker(self.reading)
        self.ingest = IngestWorker(self.reading)
        self.query = QueryWorker()
        self.render = RenderWorker()
        self._lanes = [
            Lane(self.host, "engine"),
            Lane(self.query, "query"),
            Lane(self.render, "render"),
            Lane(self.adding, "add"),
            Lane(self.ingest, "ingest"),
            Lane(self.chat, "chat"),
        ]
        self._open_requested.connect(self.host.open)
        self.host.opened.connect(self.on_opened)
        self.host.failed.connect(self.unavailable)
        self._closed = False

    def start(self) -> None:
        """Open the engine in the background; the other lanes start once it is there."""
        self._lanes[0].start()
        self._open_requested.emit()

    @Slot(object)
    def on_opened(self, engine: object) -> None:
        if self._closed:
            return
        for lane in self._lanes[1:]:
            lane.worker.engine = engine
            lane.start()
        self.ready.emit()

    def close(self) -> None:
        """Interrupt everything at once, wait for each lane in reverse order, then close the engine."""
        if self._closed:
            return
        self._closed = True
        for lane in reversed(self._lanes):
            lane.ask_to_stop()
        all_ended = True
        for lane in reversed(self._lanes):
            if not lane.close():
                all_ended = False
                _log.error("the thread %s did not end in time", lane.worker)
        if all_ended:
            self.host.close_engine()
