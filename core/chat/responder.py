"""The last step of chat mode: the answer as it is shown, and the end of the run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.chat.guard import Admission
from core.events import AnswerReady, Event, EventStamper, GateChecked, RunFinished
from core.types import Answer, Coverage, Usage


def respond(answer: Answer, coverage: Coverage, usage: Usage, stamp: EventStamper) -> Iterator[Event]:
    """Show an answer with what was searched."""
    yield stamp(AnswerReady, answer=replace(answer, coverage=coverage), usage=usage)
    yield stamp(RunFinished, outcome="answered" if answer.statements else "no_answer")


def turn_away(admission: Admission, coverage: Coverage, stamp: EventStamper) -> Iterator[Event]:
    """The whole rest of a run whose question goes no further than the guard. Nothing was searched: what could
    have been is told only where it is nothing, which is why the question is turned away.
    """
    told = None if coverage.searched else coverage
    answer = Answer(admission.response, safety_flags=admission.flags, coverage=told)
    yield stamp(GateChecked, attempt=1, passed=True)
    yield stamp(AnswerReady, answer=answer)
    yield stamp(RunFinished, outcome=admission.outcome)
