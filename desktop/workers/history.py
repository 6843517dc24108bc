"""Reads and changes past conversations, on a thread of its own: a search looks through all their text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Signal, Slot

from core.cancel import CancelToken
from core.errors import Cancelled
from desktop.workers.base import Worker, failure_of

PAGE = 12  # answers read at once, and shown at once


class HistoryWorker(Worker):
    """`listed(text, list[HistoryEntry])`; `opened(conversation_id, list[StoredRun], states of the last ones,
    {run_id: verdict}, {run_id: Scope})`; `missing(conversation_id)`;
    `states_found(conversation_id, first, list[TraceState])`; `changed()` after an order;
    `exported(path)`; `failed(message, hint)`.
    """

    listed = Signal(str, list)
    opened = Signal(str, list, list, dict, dict)
    states_found = Signal(str, int, list)
    missing = Signal(str)
    changed = Signal()
    exported = Signal(str)
    failed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._token = CancelToken()

    @Slot(str)
    def list_entries(self, text: str) -> None:
        if self._token.is_set:
            return  # the window closes: only what is to be kept is still done
        try:
            entries = self.engine.history.entries(text)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.listed.emit(text, entries)

    @Slot(str)
    def open(self, conversation_id: str) -> None:
        history = self.engine.history
        try:
            if history.entry(conversation_id) is None:
                self.missing.emit(conversation_id)
                return
            runs = history.runs(conversation_id)
            states = [history.state(run.run_id) for run in runs[-PAGE:]]
            verdicts = history.feedback(conversation_id)
            scopes = self.engine.scopes.of_runs(conversation_id)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.opened.emit(conversation_id, runs, states, verdicts, scopes)

    @Slot(str, int, list)
    def find_states(self, conversation_id: str, first: int, run_ids: list[str]) -> None:
        try:
            states = [self.engine.history.state(run_id) for run_id in run_ids]
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.states_found.emit(conversation_id, first, states)

    @Slot(str, str)
    def rename(self, conversation_id: str, title: str) -> None:
        self._do(lambda: self.engine.history.rename(conversation_id, title))

    @Slot(str, bool)
    def pin(self, conversation_id: str, pinned: bool) -> None:
        self._do(lambda: self.engine.history.pin(conversation_id, pinned))

    @Slot(str)
    def delete(self, conversation_id: str) -> None:
        self._do(lambda: self.engine.history.delete(conversation_id))

    @Slot(str)
    def restore(self, conversation_id: str) -> None:
        self._do(lambda: self.engine.history.restore(conversation_id))

    @Slot(str, object)
    def give_feedback(self, run_id: str, verdict: Literal["good", "bad"] | None) -> None:
        try:
            self.engine.history.give_feedback(run_id, verdict)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)

    @Slot(str, str)
    def export(self, conversation_id: str, path: str) -> None:
        """Markdown, HTML, PDF or DOCX by the end of the name."""
        try:
            self.engine.history.export(conversation_id, Path(path), self._token)
        except Cancelled:
            return
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.exported.emit(path)

    def interrupt(self) -> None:
        self._token.set()

    def _do(self, order: Callable[[], object]) -> None:
        try:
            order()
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.changed.emit()

    def _tell(self, error: Exception) -> None:
        _code, message, hint = failure_of(error)
        self.failed.emit(message, hint)
