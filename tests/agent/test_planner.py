"""Plans: parsed four ways, repaired to search, open and compose; their steps tick off as calls serve them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.agent.limits import Limits
from core.agent.planner import MAX_STEP_CHARACTERS, Plan, make_plan, plan_grammar
from core.agent.prompts import DEFAULT_PLAN
from core.cancel import CancelToken
from core.events import AnswerReady, Event, EventStamper, PlanMade, StepFailed, ToolCalled, ToolReturned
from core.llm.base import GenerationDone, GenerationRequest, Message
from core.llm.llama import LlamaModel
from core.published.seed_trace import seed_trace
from core.runs.trace import fold_all
from core.types import Answer
from tests.scored import scored

LIMITS = Limits.standard()
GOOD = ("search_docs for “seal price”", "open_citation for the best result", "Compose the answer")


def as_json(*steps: str) -> str:
    return json.dumps(steps, ensure_ascii=False)


@scored("actions")
def test_a_good_plan_is_kept_word_for_word(text: str) -> None:
    plan = make_plan(text, LIMITS)
    assert (plan.steps, plan.source) == (GOOD, "model")
    assert plan.tools == ("search_docs", "open_citation", "compose")


@scored("actions")
def test_what_is_no_plan_gives_the_default_plan(text: str) -> None:
    plan = make_plan(text, LIMITS)
    assert (plan.steps, plan.source) == (DEFAULT_PLAN, "default")


@scored("actions")
def test_what_a_plan_lacks_is_repaired(steps: tuple[str, ...], expected: tuple[str, ...]) -> None:
    plan = make_plan(as_json(*steps), LIMITS)
    assert (plan.steps, plan.source) == (expected, "repaired")


def test_a_step_is_not_longer_than_a_line() -> None:
    plan = make_plan(
        as_json("search_docs " + "pump " * 4000, "open_citation", "Answer " + "x" * 9000), LIMITS
    )
    assert max(map(len, plan.steps)) <= MAX_STEP_CHARACTERS
    assert len(plan.steps) == 3


@scored("actions")
def test_independent_searches_of_the_first_step_are_a_batch(step: str, batch: tuple[str, ...]) -> None:
    assert make_plan(as_json(step, "open_citation", "Answer"), LIMITS).batch == batch


def test_demanded_topics_are_searched_in_the_first_step() -> None:
    topics = ("rate limits", "retry policy")
    plan = make_plan(
        as_json("search_docs for rate limits", "search_docs for errors", "open_citation 1", "Answer"),
        LIMITS,
        topics,
    )
    assert plan.steps[0] == "search_docs for “rate limits”, “retry policy”"
    assert plan.steps[1:] == ("search_docs for errors", "open_citation 1", "Answer")
    assert plan.batch == topics
    assert make_plan("no plan", LIMITS, topics).steps == (plan.steps[0], *DEFAULT_PLAN[1:])


def test_calls_serve_the_first_step_of_their_tool_that_is_left() -> None:
    tools = ("search_docs", "open_citation", "search_docs", "compose")
    plan = Plan(("a", "b", "c", "d"), tools, "model")  # type: ignore[arg-type]
    assert plan.step_for("search_docs", ()) == 1
    assert plan.step_for("open_citation", {1}) == 2
    assert plan.step_for("open_citation", {1, 2}) == 2
    assert plan.step_for("search_docs", {1, 2}) == 3
    assert Plan(("a",), ("compose",), "model").step_for("search_docs", ()) == 0


def test_a_plan_names_queries_to_fall_back_on() -> None:
    steps = (
        "search_docs for the warranty",
        'search_docs for "weight" and "price"',
        "open_citation 1",
        "Answer",
    )
    plan = make_plan(as_json(*steps), LIMITS)
    assert (plan.queries, plan.subjects) == (("weight", "price"), ("warranty",))
    assert make_plan("none", LIMITS).subjects == ()


@pytest.mark.slow
@pytest.mark.model
def test_the_grammar_of_plans_is_one_that_llama_cpp_takes(tiny_model_path: Path) -> None:
    model = LlamaModel(tiny_model_path, model_name="tiny", context_tokens=1024)
    grammar = plan_grammar(LIMITS, gbnf=True)
    messages = (Message("user", "Plan how to find out what a seal and its delivery cost, as a JSON array."),)
    try:
        *_, done = model.generate(GenerationRequest(messages, 260, grammar=grammar), CancelToken())
    finally:
        model.close()
    assert isinstance(done, GenerationDone)
    steps = json.loads(done.text)
    assert LIMITS.min_plan_steps <= len(steps) <= LIMITS.max_plan_steps
    assert steps[0].startswith("search_docs for '")
    assert steps[-1].startswith("Compose ")
    assert all(step.startswith(("search_docs for '", "open_citation for ")) for step in steps[:-1])


PLANNED = ("search_docs for “seal”", "open_citation for the best result", "Compose the answer")


def called(stamp: EventStamper, name: str, plan_step: int, *, ok: bool = True) -> list[Event]:
    query = {"query": name}
    return [
        stamp(ToolCalled, call_id=name, tool="search_docs", tool_input=query, plan_step=plan_step),
        stamp(ToolReturned, call_id=name, ok=ok, summary="Found 1 chunks"),
    ]


def test_steps_tick_off_when_their_calls_have_returned() -> None:
    stamp = EventStamper()
    events: list[Event] = [stamp(PlanMade, steps=PLANNED), *called(stamp, "a", 1)]
    state = fold_all(events)
    assert state.plan_done == (1,)
    assert state.steps[0].detail.splitlines() == [
        f"1. {PLANNED[0]} ✓",
        f"2. {PLANNED[1]}",
        f"3. {PLANNED[2]}",
    ]
    events += called(stamp, "b", 2, ok=False)
    assert fold_all(events).plan_done == (1,)
    events += [*called(stamp, "c", 1), stamp(AnswerReady, answer=Answer("No."))]
    state = fold_all(events)
    assert state.plan_done == (1, 3)
    assert [line.endswith("✓") for line in state.steps[0].detail.splitlines()] == [True, False, True]
    assert state.steps[1].detail.startswith("“a”\nFound 1 chunks")


def test_calls_without_a_plan_tick_nothing() -> None:
    stamp = EventStamper()
    state = fold_all([*called(stamp, "a", 0), stamp(AnswerReady, answer=Answer("No."))])
    assert state.plan_done == ()


def test_a_failed_step_is_an_error_of_the_trace_and_does_not_end_the_run() -> None:
    stamp = EventStamper()
    events = [stamp(StepFailed, code="plan_timeout", message="The plan took more than 300 seconds.")]
    state = fold_all(events)
    assert [(step.title, step.state) for step in state.steps] == [("error", "failed")]
    assert not state.finished
    assert seed_trace(events) == [{"type": "error", "notes": "The plan took more than 300 seconds."}]
