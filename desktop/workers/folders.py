"""Keeping folders in step: one lane watches for ever, the other takes the user's orders meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal, Slot

from core.cancel import CancelToken
from core.types import SourceState
from desktop.conversation.event_relay import EventRelay
from desktop.workers.base import Worker, failure_of, told


class WatchWorker(Worker):
    """Looks at all files once, then watches the folders until the window closes; pushes events into `relay`.

    `looked`: the state of the files is known now.
    """

    looked = Signal()

    def __init__(self, relay: EventRelay) -> None:
        super().__init__()
        self._relay = relay
        self._closing = CancelToken()

    @Slot()
    def watch(self) -> None:
        engine = self.engine
        try:
            engine.folders.refresh_states()
        except Exception as error:  # noqa: BLE001 - the list then shows the state of the last time
            failure_of(error)
        self.looked.emit()
        for event in told(lambda: engine.folders.watch(self._closing), self._closing):
            self._relay.push(event)

    def interrupt(self) -> None:
        self._closing.set()


class FolderWorker(Worker):
    """`listed(list[WatchedFolder])` after every order; `failed(message, hint)`. `told_apart(list[str])`: the
    folders among paths; `looked_for(folder, it is there)`; `state_told(document_id, SourceState | None)` of a
    document's file. A share that does not answer is waited for here.
    """

    listed = Signal(list)
    told_apart = Signal(list)
    looked_for = Signal(str, bool)
    state_told = Signal(str, object)
    failed = Signal(str, str)

    @Slot()
    def list_folders(self) -> None:
        self._do(lambda: None)

    @Slot(str)
    def add(self, path: str) -> None:
        self._do(lambda: self.engine.folders.add(Path(path)))

    @Slot(int)
    def remove(self, folder_id: int) -> None:
        self._do(lambda: self.engine.folders.remove(folder_id))

    @Slot(int, bool)
    def set_paused(self, folder_id: int, paused: bool) -> None:
        self._do(lambda: self.engine.folders.set_paused(folder_id, paused))

    @Slot(list)
    def tell_apart(self, paths: list[str]) -> None:
        self.told_apart.emit([os.path.abspath(path) for path in paths if os.path.isdir(path)])

    @Slot(str)
    def look_for(self, folder: str) -> None:
        self.looked_for.emit(folder, os.path.isdir(folder))

    @Slot(str)
    def tell_state(self, document_id: str) -> None:
        state: SourceState | None = None
        try:
            state = self.engine.source_state_of(document_id)
        except Exception as error:  # noqa: BLE001
            failure_of(error)
        self.state_told.emit(document_id, state)

    def _do(self, order: Callable[[], object]) -> None:
        try:
            order()
            folders = self.engine.folders.all()
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.failed.emit(message, hint)
        else:
            self.listed.emit(list(folders))
