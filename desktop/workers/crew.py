"""Owns the threads: makes the lanes, gives them the engine, ends them in reverse order. GUI thread."""

from __future__ import annotations

import logging
import multiprocessing
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.conversation.event_relay import EventRelay
from desktop.workers.base import Lane
from desktop.workers.chat import ChatWorker
from desktop.workers.data import DataWorker
from desktop.workers.engine_host import EngineHost, OpenEngine
from desktop.workers.figures import FiguresWorker
from desktop.workers.files import FilesWorker
from desktop.workers.folders import FolderWorker, WatchWorker
from desktop.workers.guides import GuideWorker
from desktop.workers.history import HistoryWorker
from desktop.workers.ingest import AddWorker, IngestWorker
from desktop.workers.printing import PrintWorker
from desktop.workers.query import QueryWorker
from desktop.workers.render import RenderWorker
from desktop.workers.settings import FetchWorker, SettingsWorker
from desktop.workers.tables import TableWorker
from desktop.workers.viewing import ViewingWorker
from desktop.workers.workspaces import WorkspaceWorker

if TYPE_CHECKING:
    from core.engine import Engine

# After Stop a lane ends within a fraction of a second. One that does not waits for a child process, which is
# then killed; whoever hangs even after that (a server that never answers) is left behind.
STOP_S = 1.0
KILL_S = 6.0
ENGINE_S = 3.0
_WARM_MS = 1500  # after the engine stands: the list of documents comes first
_KILL_EVERY_S = 0.25
_log = logging.getLogger(__name__)


class Crew(QObject):
    """`ready` follows a successful `start`; `unavailable(key, message, hint)` a failed one."""

    ready = Signal()
    unavailable = Signal(str, str, str)
    _open_requested = Signal()
    _copies_wanted = Signal(object)
    _warm_requested = Signal()

    def __init__(self, open_engine: OpenEngine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.answers = EventRelay(self)
        self.reading = EventRelay(self)
        self.fetching = EventRelay(self)
        self.host = EngineHost(open_engine)
        self.chat = ChatWorker(self.answers)
        self.adding = AddWorker(self.reading)
        self.ingest = IngestWorker(self.reading)
        self.query = QueryWorker()
        self.folders = FolderWorker()
        self.watch = WatchWorker(self.reading)
        self.render = RenderWorker()
        self.viewing = ViewingWorker()
        self.printing = PrintWorker()
        self.tables = TableWorker()
        self.figures = FiguresWorker()
        self.guides = GuideWorker()
        self.files = FilesWorker()
        self.settings = SettingsWorker()
        self.fetch = FetchWorker(self.fetching)
        self.data = DataWorker()
        self.history = HistoryWorker()
        self.workspaces = WorkspaceWorker()
        self._lanes = [
            Lane(self.host, "engine"),
            Lane(self.query, "query", keeps=True),
            Lane(self.render, "render"),
            Lane(self.viewing, "viewing"),
            Lane(self.printing, "printing"),
            Lane(self.tables, "tables", keeps=True),
            Lane(self.figures, "figures"),
            Lane(self.guides, "guides"),
            Lane(self.files, "files"),
            Lane(self.settings, "settings", keeps=True),
            Lane(self.fetch, "fetch"),
            Lane(self.data, "data"),
            Lane(self.history, "history", keeps=True),
            Lane(self.workspaces, "workspaces", keeps=True),
            Lane(self.folders, "folders", keeps=True),
            Lane(self.watch, "watch"),
            Lane(self.adding, "add", keeps=True),
            Lane(self.ingest, "ingest"),
            Lane(self.chat, "chat"),
        ]
        self._open_requested.connect(self.host.open)
        self._copies_wanted.connect(self.host.find_copies)
        self.host.opened.connect(self.on_opened)
        self._warm_requested.connect(self.render.warm)
        self._warm_requested.connect(self.chat.warm)
        self._warming = QTimer(self, singleShot=True, interval=_WARM_MS)
        self._warming.timeout.connect(self._warm_requested)
        self.host.failed.connect(self.unavailable)
        self._closed = False
        self._ended = True

    def start(self) -> None:
        """Open the engine in the background; the other lanes start once it is there."""
        self._lanes[0].start()
        self._open_requested.emit()

    def find_copies(self, folder: Path) -> None:
        """`host.copies_found` follows."""
        self._copies_wanted.emit(folder)

    @Slot(object)
    def on_opened(self, engine: Engine) -> None:
        if self._closed:
            return
        for lane in self._lanes[1:]:
            lane.worker.engine = engine
            lane.start()
        self._warming.start()
        self.ready.emit()

    def close(self) -> bool:
        """Interrupt everything at once, wait for the lanes, then close the engine.

        False when a thread still runs after all patience: the process must then end without destroying it,
        by `os._exit`; the library is closed all the same.
        """
        if self._closed:
            return self._ended
        self._closed = True
        self._warming.stop()
        for lane in reversed(self._lanes):
            lane.ask_to_stop()
        hanging = self._wait(STOP_S)
        deadline = time.monotonic() + KILL_S
        while hanging and time.monotonic() < deadline:
            # Again and again: a worker process that is needed once more is started anew.
            for child in multiprocessing.active_children():
                _log.warning("killing %s, for which %s waits", child.name, [lane.name for lane in hanging])
                child.kill()
            hanging = self._wait(_KILL_EVERY_S)
        self._ended = not hanging
        if self._ended:
            self.host.close_engine()
            return True
        _log.error("left behind: the threads %s", [lane.name for lane in hanging])
        # Not on this thread: an index in use may keep its lock for as long as the thread that hangs.
        closing = threading.Thread(target=self.host.close_engine, name="close engine", daemon=True)
        closing.start()
        closing.join(ENGINE_S)
        return False

    def _wait(self, seconds: float) -> list[Lane]:
        """Those that still run after so long, all together."""
        deadline = time.monotonic() + seconds
        return [lane for lane in reversed(self._lanes) if not lane.wait(deadline - time.monotonic())]
