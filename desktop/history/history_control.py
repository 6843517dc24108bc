"""What is known of past conversations, and what the user does with them. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.runs.trace import TraceState
from core.store.history import HistoryEntry, Verdict
from core.store.runs import StoredRun
from core.types.scope import WHOLE_LIBRARY, Scope
from desktop.conversation.conversation import ConversationController, Turn
from desktop.history.conversation_list import HistoryModel
from desktop.workers.crew import Crew
from desktop.workers.history import PAGE

_SEARCH_AFTER_MS = 150


class HistoryController(QObject):
    """`deleted(title)` can be undone with `undo`; `earlier_loaded(first)`: the turns from there on have their
    answers; `told(sentence)` is for the user.
    """

    deleted = Signal(str)
    restored = Signal()
    listed = Signal()
    earlier_loaded = Signal(int)
    exported = Signal(str)
    told = Signal(str)
    _list_wanted = Signal(str)
    _open_wanted = Signal(str)
    _states_wanted = Signal(str, int, list)
    _rename_wanted = Signal(str, str)
    _pin_wanted = Signal(str, bool)
    _delete_wanted = Signal(str)
    _restore_wanted = Signal(str)
    _verdict_given = Signal(str, object)
    _export_wanted = Signal(str, str)

    def __init__(
        self, crew: Crew, conversation: ConversationController, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.model = HistoryModel(self)
        self._conversation = conversation
        self._text = ""
        self._wanted = ""
        self._loading = -1
        self._deleted = ""
        self._deleted_was_open = False
        self._search = QTimer(self, singleShot=True, interval=_SEARCH_AFTER_MS)
        self._search.timeout.connect(self.refresh)
        worker = crew.history
        self._list_wanted.connect(worker.list_entries)
        self._open_wanted.connect(worker.open)
        self._states_wanted.connect(worker.find_states)
        self._rename_wanted.connect(worker.rename)
        self._pin_wanted.connect(worker.pin)
        self._delete_wanted.connect(worker.delete)
        self._restore_wanted.connect(worker.restore)
        self._verdict_given.connect(worker.give_feedback)
        self._export_wanted.connect(worker.export)
        worker.listed.connect(self.on_listed)
        worker.opened.connect(self.on_opened)
        worker.missing.connect(self.on_missing)
        worker.states_found.connect(self.on_states_found)
        worker.changed.connect(self.refresh)
        worker.exported.connect(self.exported)
        worker.failed.connect(self.on_failed)
        crew.ready.connect(self.refresh)
        conversation.stored.connect(self.refresh)
        conversation.conversation_cleared.connect(self.on_left)
        conversation.turn_started.connect(self.on_left)

    @property
    def text(self) -> str:
        """What is searched for."""
        return self._text

    @Slot(str)
    def search(self, text: str) -> None:
        """Show the conversations with these words, shortly after the last key."""
        self._text = text.strip()
        self._search.start()

    @Slot()
    def refresh(self) -> None:
        self._list_wanted.emit(self._text)

    @Slot(str)
    def open(self, conversation_id: str) -> None:
        if conversation_id != self._conversation.conversation_id or not self._conversation.turns:
            self._wanted = conversation_id
            self._open_wanted.emit(conversation_id)

    def load_before(self, number: int) -> None:
        """Read the answers of the turns before this one, as many as are shown at once."""
        turns = self._conversation.turns
        first = max(number - PAGE, 0)
        missing = [turn for turn in turns[first:number] if not turn.loaded]
        if not missing:
            if first < number:
                self.earlier_loaded.emit(first)
        elif self._loading != first:
            self._loading = first
            run_ids = [turn.state.run_id for turn in turns[first:number]]
            self._states_wanted.emit(self._conversation.conversation_id, first, run_ids)

    @Slot(str, str)
    def rename(self, conversation_id: str, title: str) -> None:
        self._rename_wanted.emit(conversation_id, title)

    @Slot(str, bool)
    def pin(self, conversation_id: str, pinned: bool) -> None:
        self._pin_wanted.emit(conversation_id, pinned)

    @Slot(str)
    def delete(self, conversation_id: str) -> None:
        """Away from the list; `undo` brings it back while the program runs. A run in it is stopped."""
        entry = self.model.entry(self.model.row_of(conversation_id))
        if entry is None:
            return
        self._conversation.forget(conversation_id)
        self._deleted = conversation_id
        self._deleted_was_open = conversation_id == self._conversation.conversation_id
        if self._deleted_was_open:
            self._conversation.clear()
        self._delete_wanted.emit(conversation_id)
        self.deleted.emit(entry.title)

    @Slot()
    def undo(self) -> None:
        """Bring back what was deleted last, and open it where it was open."""
        conversation_id, self._deleted = self._deleted, ""
        if not conversation_id:
            return
        self._restore_wanted.emit(conversation_id)
        self.restored.emit()
        if self._deleted_was_open and not self._conversation.turns:
            self.open(conversation_id)

    def judge(self, turn: Turn, verdict: Verdict) -> None:
        """Helpful or not; the same once more takes it back."""
        turn.verdict = None if turn.verdict == verdict else verdict
        self._verdict_given.emit(turn.state.run_id, turn.verdict)

    def export(self, conversation_id: str, path: str) -> None:
        self._export_wanted.emit(conversation_id, path)

    @Slot(str, list)
    def on_listed(self, text: str, entries: list[HistoryEntry]) -> None:
        if text == self._text:
            self.model.show(entries)
            self.listed.emit()

    @Slot(str, list, list, dict, dict)
    def on_opened(
        self,
        conversation_id: str,
        runs: list[StoredRun],
        states: list[TraceState],
        verdicts: dict[str, Verdict],
        scopes: dict[str, Scope],
    ) -> None:
        if conversation_id != self._wanted:
            return
        self._wanted = ""
        self._loading = -1
        first = len(runs) - len(states)
        turns = [
            Turn(
                number,
                run.question,
                run.mode,
                states[number - first] if number >= first else TraceState(run_id=run.run_id),
                scope=scopes.get(run.run_id, WHOLE_LIBRARY),
                verdict=verdicts.get(run.run_id),
                loaded=number >= first,
            )
            for number, run in enumerate(runs)
        ]
        for turn in turns:
            turn.seconds = turn.state.elapsed_ms / 1000
        self._conversation.open(conversation_id, turns)

    @Slot()
    def on_left(self) -> None:
        """Who goes on elsewhere does not want what is still being opened."""
        self._wanted = ""
        self._conversation.release()

    @Slot(str)
    def on_missing(self, _conversation_id: str) -> None:
        """That of the last session was deleted since: what is open stays."""
        self._wanted = ""
        self._conversation.release()

    @Slot(str, int, list)
    def on_states_found(self, conversation_id: str, first: int, states: list[TraceState]) -> None:
        self._loading = -1
        if conversation_id != self._conversation.conversation_id:
            return
        for turn, state in zip(self._conversation.turns[first:], states, strict=False):
            if not turn.loaded:
                turn.state, turn.loaded, turn.seconds = state, True, state.elapsed_ms / 1000
        self.earlier_loaded.emit(first)

    @Slot(str, str)
    def on_failed(self, message: str, hint: str) -> None:
        self._wanted = ""
        self._conversation.release()
        self._loading = -1
        self.told.emit(f"{message} {hint}".strip())
