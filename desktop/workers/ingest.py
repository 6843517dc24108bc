"""Adding files and working the queue off, on two lanes: files appear at once while others are being read."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QThread, Signal, Slot

from core.cancel import CancelToken
from core.events import RunFinished
from core.procs.priority import lower_thread
from desktop.conversation.event_relay import EventRelay
from desktop.workers.base import Worker, failure_of, told

_STEPS_BACK = 10  # of niceness
_REMOVED_AT_ONCE = 200  # each told to the window, which has a step of work with it


class AddWorker(Worker):
    """Queues dropped paths, removes documents and queues them anew; short transactions, so it may run beside
    `IngestWorker`. `added`: something waits in the queue; `taken_in(paths, workspace_id)`: all of these were
    looked at, not only as many as there was time for before closing.
    """

    added = Signal()
    taken_in = Signal(list, str)
    removed = Signal(list)
    unlocked = Signal(str)
    failed = Signal(str, str)

    def __init__(self, relay: EventRelay) -> None:
        super().__init__()
        self._relay = relay
        self._closing = CancelToken()

    @Slot(list, str)
    def add(self, paths: list[str], workspace_id: str) -> None:
        """Into the library, and into a workspace unless its id is empty."""
        engine = self.engine
        chosen = [Path(path) for path in paths]
        for event in told(lambda: engine.add_paths(chosen, self._closing), self._closing):
            self._relay.push(event)
        try:
            if workspace_id:
                engine.workspaces.add_paths(workspace_id, chosen)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        if not self._closing.is_set:
            self.taken_in.emit(paths, workspace_id)
        self.added.emit()

    @Slot(list)
    def remove(self, document_ids: list[str]) -> None:
        """A part of them at a time, told when it is gone with what was inside."""
        for first in range(0, len(document_ids), _REMOVED_AT_ONCE):
            try:
                gone = self.engine.remove_documents(document_ids[first : first + _REMOVED_AT_ONCE])
            except Exception as error:  # noqa: BLE001 - told to the user
                self._tell(error)
                return
            self.removed.emit(gone)

    @Slot(str, str)
    def unlock(self, document_id: str, password: str) -> None:
        """The password is tried when the document's turn comes, or a page of it is drawn."""
        try:
            self.engine.unlock(document_id, password)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.added.emit()
            self.unlocked.emit(document_id)

    @Slot(list)
    def retry(self, document_ids: list[str]) -> None:
        try:
            self.engine.retry(document_ids)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.added.emit()

    def _tell(self, error: Exception) -> None:
        _code, message, hint = failure_of(error)
        self.failed.emit(message, hint)

    def interrupt(self) -> None:
        self._closing.set()


class IngestWorker(Worker):
    """Works the queue off until it is empty or the token is set. A new request while busy is simply next."""

    stopped = Signal(str)

    def __init__(self, relay: EventRelay) -> None:
        super().__init__()
        self._relay = relay
        self._token: CancelToken | None = None
        self._closing = False
        self._stepped_back = False

    @Slot(object)
    def work(self, token: CancelToken) -> None:
        self._token = token
        if token.is_set or self._closing:  # paused, or closed, before this request's turn came
            self.stopped.emit("cancelled")
            return
        self._step_back()
        engine = self.engine
        outcome = "done"
        for event in told(lambda: engine.ingest(token), token):
            self._relay.push(event)
            if isinstance(event, RunFinished):
                outcome = event.outcome
        self._token = None
        self.stopped.emit(outcome)

    def interrupt(self) -> None:
        self._closing = True
        if (token := self._token) is not None:
            token.set()

    def _step_back(self) -> None:
        """The window's own thread goes first; the embedder's threads begin here and follow this one."""
        if not self._stepped_back:
            self._stepped_back = True
            QThread.currentThread().setPriority(QThread.Priority.LowPriority)  # where threads have one
            lower_thread(_STEPS_BACK)
