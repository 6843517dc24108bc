"""What the panel shows of a research that was answered, paused and gone on with."""

from __future__ import annotations

from core.events import EventStamper, FindingKept
from core.runs.trace import TraceState
from core.types import Mode
from core.types.research import TodoItem
from desktop.conversation.conversation import Turn
from desktop.research.research_chain import state_with_earlier

TASK = TodoItem(1, "Warranty", "warranty")


def found(number: int) -> FindingKept:
    return EventStamper()(
        FindingKept,
        number=number,
        task_id=1,
        document_id="d",
        chunk_id=f"c{number}",
        filename="a.pdf",
        page=1,
        snippet="…",
        relevance=0.9,
    )


def turn(number: int, question: str, outcome: str, *kept: FindingKept, todo: bool = False) -> Turn:
    state = TraceState(outcome=outcome, kept=kept, todo=(TASK,) if todo else ())
    return Turn(number, question, Mode.RESEARCH, state)


def test_findings_and_list_stay_over_a_pause() -> None:
    one, two = found(1), found(2)
    turns = [
        turn(0, "Which warranty?", "needs_input", one, todo=True),
        turn(1, "ok", "cancelled"),
        turn(2, "/resume", "", two),
    ]
    whole = state_with_earlier(turns, turns[2])
    assert whole.kept == (one, two)
    assert whole.todo == (TASK,)
    assert whole.todo_approved
    assert state_with_earlier(turns, turns[0]) == turns[0].state


def test_another_question_begins_anew() -> None:
    turns = [turn(0, "Which warranty?", "cancelled", found(1), todo=True), turn(1, "Which price?", "")]
    assert state_with_earlier(turns, turns[1]) == turns[1].state
    answered = [turn(0, "Which warranty?", "answered", found(1)), turn(1, "/resume", "")]
    assert state_with_earlier(answered, answered[1]).kept == ()
