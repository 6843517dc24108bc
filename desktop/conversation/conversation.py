"""The conversation that is open: its turns, and what a chip leads to; the run that goes on, here or in
another one, and the questions that wait for it. GUI thread.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from core.agent.demands.constraints import NO_DEMANDS, PromptConstraints
from core.cancel import CancelToken
from core.events import Event, RunFinished
from core.runs.trace import TraceState, TraceStep, fold
from core.store.history import Verdict
from core.types import Answer, Mode
from core.types.scope import WHOLE_LIBRARY, Scope
from desktop.conversation.answer_forms import forms_of
from desktop.conversation.citations import Target, nearest_target, passage_target, target_of, targets_of
from desktop.start.unfinished import Waiting
from desktop.workers.crew import Crew


@dataclass(slots=True)
class Turn:
    """One question and what became of it. `seconds` is wall time as the user felt it.

    `loaded` is False for a stored one whose answer has not been read yet.
    """

    number: int
    question: str
    mode: Mode
    state: TraceState = field(default_factory=TraceState)
    seconds: float = 0.0
    scope: Scope = WHOLE_LIBRARY
    verdict: Verdict | None = None
    loaded: bool = True

    @property
    def running(self) -> bool:
        return self.loaded and not self.state.finished


class ConversationController(QObject):
    """Signals carry the turn they are about, and tell of turns of the open conversation only.

    `conversation_opened`: `turns` are those of another one now. `stored`: a question or an answer was.
    `queue_changed`: `waiting` has. `run_ended`: of any conversation.
    """

    turn_started = Signal(object)
    draft_changed = Signal(object)
    trace_changed = Signal(object)
    turn_finished = Signal(object)
    run_ended = Signal(object)
    running_changed = Signal(bool)
    conversation_cleared = Signal()
    conversation_opened = Signal()
    stored = Signal()
    queue_changed = Signal()
    ticked = Signal(object)
    _ask_requested = Signal(object, object)

    def __init__(self, crew: Crew, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turns: list[Turn] = []
        self.conversation_id = str(uuid.uuid4())
        self.waiting: list[Waiting] = []
        self.style = ""  # of the answers to come; empty: as the settings say
        self.demands = NO_DEMANDS  # of the answers to come in agent mode
        self._running_in = ""
        self._ended = False
        self._held = False
        self._token: CancelToken | None = None
        self._current: Turn | None = None
        self._clock = QElapsedTimer()
        self._tick = QTimer(self)
        self._tick.setInterval(500)
        self._tick.timeout.connect(self.on_tick)
        self._worker = crew.chat
        self._ask_requested.connect(crew.chat.ask)
        crew.answers.events_arrived.connect(self.on_events)
        crew.ready.connect(self.on_ready)

    @property
    def running(self) -> bool:
        return self._current is not None

    @property
    def stopping(self) -> bool:
        return self._token is not None and self._token.is_set

    @property
    def running_here(self) -> bool:
        """The run belongs to the conversation that is open."""
        return self.running and self._running_in == self.conversation_id

    def ask(
        self,
        text: str,
        mode: Mode,
        scope: Scope = WHOLE_LIBRARY,
        *,
        anyway: bool = False,
    ) -> bool:
        """Start a run, or let the question wait for the one that goes on; False when there is no text.

        `anyway`: it reads like an order to the program, and is to be answered all the same.
        """
        text = text.strip()
        if not text:
            return False
        asked = Waiting(text, mode, scope, anyway, self.conversation_id, self.style)
        return self._ask(replace(asked, demands=self.demands) if mode is Mode.AGENT else asked)

    def _ask(self, asked: Waiting) -> bool:
        if self._current is not None:
            self.waiting.append(asked)
            self.queue_changed.emit()
        else:
            self._start(asked)
        return True

    def _start(self, asked: Waiting) -> None:
        here = asked.conversation_id == self.conversation_id
        turn = Turn(len(self.turns), asked.text, asked.mode, scope=asked.scope)
        if here:
            self.turns.append(turn)
        self._running_in = asked.conversation_id
        self._current = turn
        self._token = CancelToken()
        self._clock.start()
        self._tick.start()
        if here:
            self.turn_started.emit(turn)
        self.running_changed.emit(True)
        self._ask_requested.emit(asked, self._token)

    @Slot(str)
    def set_style(self, style: str) -> None:
        """Of the answers to come; one of `core.settings.AnswerStyle`, or empty."""
        self.style = style

    @Slot(object)
    def set_demands(self, demands: PromptConstraints) -> None:
        """Of the answers to come in agent mode."""
        self.demands = demands

    @Slot(int)
    def drop_waiting(self, index: int) -> None:
        """Do not ask a question that waits."""
        if 0 <= index < len(self.waiting):
            del self.waiting[index]
            self.queue_changed.emit()

    def ask_again(self, turn_number: int) -> bool:
        """The same question of the same documents once more, as a new turn."""
        turn = self.turns[turn_number]
        return self.ask(turn.question, turn.mode, turn.scope)

    @Slot(int, int)
    def ask_in_form(self, turn_number: int, index: int) -> bool:
        """A turn's answer in another form, as a new turn; which one `forms_of` says."""
        turn = self.turns[turn_number]
        forms = forms_of(turn.state)
        if not 0 <= index < len(forms):
            return False
        form = forms[index]
        asked = Waiting(
            form.asked(turn.question), Mode.CHAT, turn.scope, False, self.conversation_id, self.style
        )
        kind, how = form.kind or "", form.how or ""
        return self._ask(replace(asked, of_run=form.run_id, kind=str(kind), how=str(how)))

    def ask_anyway(self, turn_number: int) -> bool:
        """Ask a refused question once more, with the guard against orders off."""
        turn = self.turns[turn_number]
        return self.ask(turn.question, turn.mode, turn.scope, anyway=True)

    @Slot(int, int)
    def ask_option(self, turn_number: int, index: int) -> bool:
        """Ask what a turn offered to be asked instead."""
        turn = self.turns[turn_number]
        return self.ask(turn.state.input_options[index], turn.mode, turn.scope)

    @Slot(int, int)
    def ask_without(self, turn_number: int, index: int) -> bool:
        """Ask a question again without one of its conditions."""
        turn = self.turns[turn_number]
        rest = turn.question.replace(turn.state.conditions[index], " ", 1)
        return self.ask(" ".join(rest.split()), turn.mode, turn.scope)

    def stop(self) -> None:
        """The token is set directly: a queued signal would arrive only after the run. That may wait for a
        model that is being loaded ahead of it.
        """
        if self._token is not None:
            self._token.set()
            self._worker.interrupt()
            if self._current is not None and self.running_here:
                self.ticked.emit(self._current)

    def take_up(self, waiting: Sequence[Waiting], *, held: bool) -> None:
        """Questions that the last session left are asked as soon as the library is open; `held`: not before
        `release`, since their conversation is being read, and a run in it would be shown twice."""
        self.waiting += waiting
        self._held = held
        self.queue_changed.emit()

    def release(self) -> None:
        """The conversation of the last session is open, or will not be."""
        if self._held:
            self._held = False
            self.on_ready()

    def end(self) -> None:
        """The window closes: the run stops, and no other begins."""
        self._ended = True
        self.stop()

    @Slot()
    def on_ready(self) -> None:
        if not (self.running or self._held):
            self._ask_next()

    @Slot()
    def clear(self) -> None:
        """A new conversation; a run that goes on does so in its own."""
        self.turns = []
        self.conversation_id = str(uuid.uuid4())
        self.conversation_cleared.emit()

    def open(self, conversation_id: str, turns: list[Turn]) -> None:
        """Show a stored conversation; a run that goes on in it is shown as it goes on."""
        current = self._current
        if current is not None and conversation_id == self._running_in:
            run_id = current.state.run_id
            turns = [turn for turn in turns if turn.state.run_id != run_id and not turn.running]
            turns.append(current)
        self.turns = turns
        for number, turn in enumerate(turns):
            turn.number = number
        self.conversation_id = conversation_id
        self.conversation_opened.emit()
        self.release()

    def forget(self, conversation_id: str) -> None:
        """A conversation is deleted: nothing waits for it any more, and its run ends."""
        self.waiting = [one for one in self.waiting if one.conversation_id != conversation_id]
        self.queue_changed.emit()
        if self.running and self._running_in == conversation_id:
            self.stop()

    def target(self, turn_number: int, number: int, statement: int | None = None) -> Target | None:
        answer = self._answer(turn_number)
        return target_of(answer, number, statement) if answer is not None else None

    def targets(self, turn_number: int) -> list[Target]:
        """Where the answer's citations lead; before there is one, the passages that most likely answer."""
        answer = self._answer(turn_number)
        if answer is not None or not 0 <= turn_number < len(self.turns):
            return targets_of(answer) if answer is not None else []
        evidence = self.turns[turn_number].state.evidence
        return [passage_target(passage, number) for number, passage in enumerate(evidence, start=1)]

    def nearest(self, turn_number: int, index: int) -> Target | None:
        answer = self._answer(turn_number)
        return nearest_target(answer, index) if answer is not None else None

    def _answer(self, turn_number: int) -> Answer | None:
        return self.turns[turn_number].state.answer if 0 <= turn_number < len(self.turns) else None

    @Slot()
    def on_tick(self) -> None:
        if self._current is not None:
            self._current.seconds = self._clock.elapsed() / 1000
            if self.running_here:
                self.ticked.emit(self._current)

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        turn = self._current
        if turn is None:
            return
        before = turn.state
        here = self.running_here
        for event in events:
            drafted = turn.state.draft
            turn.state = fold(turn.state, event)
            if here and turn.state.draft is not None and turn.state.draft is not drafted:
                self.draft_changed.emit(turn)
            if isinstance(event, RunFinished):
                break
        turn.seconds = self._clock.elapsed() / 1000
        if here and _settled(turn.state) != _settled(before):
            self.trace_changed.emit(turn)
        if turn.state.run_id and not before.run_id:
            self.stored.emit()
        if turn.state.finished:
            self._finish(turn)

    def _finish(self, turn: Turn) -> None:
        here = self.running_here
        self._tick.stop()
        self._current = None
        self._token = None
        if here:
            self.turn_finished.emit(turn)
        self.run_ended.emit(turn)
        self.stored.emit()
        if not self.waiting:
            self.running_changed.emit(False)
        self._ask_next()

    def _ask_next(self) -> None:
        if self.waiting and not self._ended:
            asked = self.waiting.pop(0)
            self.queue_changed.emit()
            self._start(asked)


def _settled(state: TraceState) -> list[TraceStep]:
    """The steps without a draft's growing text, which the list can follow more slowly: with each tick."""
    return [
        replace(step, detail="", duration_ms=None)
        if step.kind == "draft" and step.state == "running"
        else step
        for step in state.steps
    ]
