"""The steps of a plan tick off as tool calls serve them, live and in a replay."""

from __future__ import annotations

from core.events import AnswerReady, Event, EventStamper, PlanMade, StepFailed, ToolCalled, ToolReturned
from core.published.seed_trace import seed_trace
from core.runs.trace import fold_all
from core.types import Answer

STEPS = ("search_docs for “seal”", "open_citation for the best result", "Compose the answer")


def call(stamp: EventStamper, name: str, plan_step: int, *, ok: bool = True) -> list[Event]:
    query = {"query": name}
    return [
        stamp(ToolCalled, call_id=name, tool="search_docs", tool_input=query, plan_step=plan_step),
        stamp(ToolReturned, call_id=name, ok=ok, summary="Found 1 chunks"),
    ]


def test_steps_tick_off_when_their_calls_have_returned() -> None:
    stamp = EventStamper()
    events: list[Event] = [stamp(PlanMade, steps=STEPS), *call(stamp, "a", 1)]
    state = fold_all(events)
    assert state.plan_done == (1,)
    assert state.steps[0].detail.splitlines() == [f"1. {STEPS[0]} ✓", f"2. {STEPS[1]}", f"3. {STEPS[2]}"]
    events += call(stamp, "b", 2, ok=False)
    assert fold_all(events).plan_done == (1,)
    events += [*call(stamp, "c", 1), stamp(AnswerReady, answer=Answer("No."))]
    state = fold_all(events)
    assert state.plan_done == (1, 3)
    assert [line.endswith("✓") for line in state.steps[0].detail.splitlines()] == [True, False, True]
    assert state.steps[1].detail.startswith("“a”\nFound 1 chunks")


def test_calls_without_a_plan_tick_nothing() -> None:
    stamp = EventStamper()
    state = fold_all([*call(stamp, "a", 0), stamp(AnswerReady, answer=Answer("No."))])
    assert state.plan_done == ()


def test_a_failed_step_is_an_error_of_the_trace_and_does_not_end_the_run() -> None:
    stamp = EventStamper()
    events = [stamp(StepFailed, code="plan_timeout", message="The plan took more than 300 seconds.")]
    state = fold_all(events)
    assert [(step.title, step.state) for step in state.steps] == [("error", "failed")]
    assert not state.finished
    assert seed_trace(events) == [{"type": "error", "notes": "The plan took more than 300 seconds."}]
