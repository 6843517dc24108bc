"""The folders that are kept in step, as the window sees them. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from core.events import Event, FolderSynced
from core.store.folders import WatchedFolder
from desktop.library.folder_items import FoldersModel
from desktop.workers.crew import Crew


class FoldersController(QObject):
    """Owns the folders model and starts the watching. `found_something`: there is something new to read.
    `told_apart(list[str])` and `looked_for(folder, it is there)` answer the orders of these names.
    """

    found_something = Signal()
    looked = Signal()
    notice_given = Signal(str)
    told_apart = Signal(list)
    looked_for = Signal(str, bool)
    _list_requested = Signal()
    _add_requested = Signal(str)
    _remove_requested = Signal(int)
    _pause_requested = Signal(int, bool)
    _watch_requested = Signal()
    _telling_requested = Signal(list)
    _look_requested = Signal(str)

    def __init__(self, crew: Crew, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = FoldersModel(self)
        self._list_requested.connect(crew.folders.list_folders)
        self._add_requested.connect(crew.folders.add)
        self._remove_requested.connect(crew.folders.remove)
        self._pause_requested.connect(crew.folders.set_paused)
        self._watch_requested.connect(crew.watch.watch)
        self._telling_requested.connect(crew.folders.tell_apart)
        self._look_requested.connect(crew.folders.look_for)
        crew.folders.told_apart.connect(self.told_apart)
        crew.folders.looked_for.connect(self.looked_for)
        crew.ready.connect(self.on_ready)
        crew.folders.listed.connect(self.on_listed)
        crew.folders.failed.connect(self.on_failed)
        crew.watch.looked.connect(self.looked)
        crew.reading.events_arrived.connect(self.on_events)

    def add(self, path: str) -> None:
        """Its files are taken in within seconds, and whatever comes to it later."""
        self._add_requested.emit(path)

    def tell_apart(self, paths: list[str]) -> None:
        """Which of these are folders."""
        self._telling_requested.emit(paths)

    def look_for(self, folder: str) -> None:
        """Whether it is still there."""
        self._look_requested.emit(folder)

    def remove(self, folder_id: int) -> None:
        """Its documents stay in the library."""
        self._remove_requested.emit(folder_id)

    def set_paused(self, folder_id: int, paused: bool) -> None:
        self._pause_requested.emit(folder_id, paused)

    @Slot()
    def on_ready(self) -> None:
        self._list_requested.emit()
        self._watch_requested.emit()

    @Slot(list)
    def on_listed(self, folders: list[WatchedFolder]) -> None:
        self.model.replace_all(folders)

    @Slot(str, str)
    def on_failed(self, message: str, hint: str) -> None:
        self.notice_given.emit(f"{message} {hint}".strip())

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, FolderSynced):
                self.model.synced(event)
                if event.added or event.changed:
                    self.found_something.emit()
