"""The state of the conversation: its turns, the run that goes on, and what a chip leads to. GUI thread."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from core.cancel import CancelToken
from core.events import Event, RunFinished
from core.trace import TraceState, TraceStep, fold
from core.types import Answer, Mode
from desktop.citations import Target, nearest_target, target_of, targets_of
from desktop.workers.crew import Crew


@dataclass(slots=True)
class Turn:
    """One question and what became of it. `seconds` is wall time as the user felt it."""

    number: int
    question: str
    mode: Mode
    state: TraceState = field(default_factory=TraceState)
    seconds: float = 0.0
    document_ids: tuple[str, ...] | None = None

    @property
    def running(self) -> bool:
        return not self.state.finished


class ConversationController(QObject):
    """Signals carry the turn they are about."""

    turn_started = Signal(object)
    draft_changed = Signal(object)
    trace_changed = Signal(object)
    turn_finished = Signal(object)
    running_changed = Signal(bool)
    conversation_cleared = Signal()
    ticked = Signal(object)
    _ask_requested = Signal(str, str, object, str, object, bool)

    def __init__(self, crew: Crew, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turns: list[Turn] = []
        self._conversation_id = str(uuid.uuid4())
        self._token: CancelToken | None = None
        self._current: Turn | None = None
        self._clock = QElapsedTimer()
        self._tick = QTimer(self)
        self._tick.setInterval(500)
        self._tick.timeout.connect(self.on_tick)
        self._ask_requested.connect(crew.chat.ask)
        crew.answers.events_arrived.connect(self.on_events)

    @property
    def running(self) -> bool:
        return self._current is not None

    @property
    def stopping(self) -> bool:
        return self._token is not None and self._token.is_set

    def ask(
        self,
        text: str,
        mode: Mode,
        document_ids: tuple[str, ...] | None = None,
        *,
        anyway: bool = False,
    ) -> bool:
        """Start a run; False when one is still going on or there is no text.

        `anyway`: it reads like an order to the program, and is to be answered all the same.
        """
        text = text.strip()
        if not text or self._current is not None:
            return False
        turn = Turn(len(self.turns), text, mode, document_ids=document_ids)
        self.turns.append(turn)
        self._current = turn
        self._token = CancelToken()
        self._clock.start()
        self._tick.start()
        self.turn_started.emit(turn)
        self.running_changed.emit(True)
        self._ask_requested.emit(text, mode.value, document_ids, self._conversation_id, self._token, anyway)
        return True

    def ask_anyway(self, turn_number: int) -> bool:
        """Ask a refused question once more, with the guard against orders off."""
        turn = self.turns[turn_number]
        return self.ask(turn.question, turn.mode, turn.document_ids, anyway=True)

    def stop(self) -> None:
        """The token is set directly: a queued signal would arrive only after the run."""
        if self._token is not None:
            self._token.set()
            if self._current is not None:
                self.ticked.emit(self._current)

    def clear(self) -> None:
        """A new conversation; only between runs."""
        if self._current is not None:
            return
        self.turns.clear()
        self._conversation_id = str(uuid.uuid4())
        self.conversation_cleared.emit()

    def target(self, turn_number: int, number: int, statement: int | None = None) -> Target | None:
        answer = self._answer(turn_number)
        return target_of(answer, number, statement) if answer is not None else None

    def targets(self, turn_number: int) -> list[Target]:
        answer = self._answer(turn_number)
        return targets_of(answer) if answer is not None else []

    def nearest(self, turn_number: int, index: int) -> Target | None:
        answer = self._answer(turn_number)
        return nearest_target(answer, index) if answer is not None else None

    def _answer(self, turn_number: int) -> Answer | None:
        return self.turns[turn_number].state.answer if 0 <= turn_number < len(self.turns) else None

    @Slot()
    def on_tick(self) -> None:
        if self._current is not None:
            self._current.seconds = self._clock.elapsed() / 1000
            self.ticked.emit(self._current)

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        turn = self._current
        if turn is None:
            return
        before = turn.state
        for event in events:
            drafted = turn.state.draft
            turn.state = fold(turn.state, event)
            if turn.state.draft is not None and turn.state.draft is not drafted:
                self.draft_changed.emit(turn)
            if isinstance(event, RunFinished):
                break
        turn.seconds = self._clock.elapsed() / 1000
        if _settled(turn.state) != _settled(before):
            self.trace_changed.emit(turn)
        if turn.state.finished:
            self._finish(turn)

    def _finish(self, turn: Turn) -> None:
        self._tick.stop()
        self._current = None
        self._token = None
        self.turn_finished.emit(turn)
        self.running_changed.emit(False)


def _settled(state: TraceState) -> list[TraceStep]:
    """The steps without a draft's growing text, which the list can follow more slowly: with each tick."""
    return [
        replace(step, detail="", duration_ms=None)
        if step.kind == "draft" and step.state == "running"
        else step
        for step in state.steps
    ]
