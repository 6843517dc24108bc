"""Searches side by side: each counted, what was found kept, none left behind when the batch ends."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from core.agent.executor import AgentExecutor
from core.agent.limits import Limits
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.judge.word_judge import WordJudge
from tests.agent.scripted_run import (
    ACTING,
    DOUBLE,
    NOTHING,
    Broken,
    Deaf,
    Meeting,
    Run,
    Waiting,
    grammar_of,
    opening,
)
from tests.scripted_model import ScriptedModel

# The question itself is searched for first, with that of the plan which has other words.
BATCH = '["search_docs for “weight B-120” and “litres”", "open_citation for the best", "Compose the answer"]'


def test_searches_of_the_first_step_run_side_by_side_and_each_counts() -> None:
    turns = [opening(1), opening(2), opening(6)]
    run = Run(turns, plan=BATCH, retriever=Meeting(2), limits=ACTING)
    calls, returns = run.of("tool_called")[:2], run.of("tool_returned")[:2]
    assert [event.tool_input["query"] for event in calls] == [DOUBLE, "litres"]
    assert [event.plan_step for event in run.of("tool_called")] == [1, 1, 3, 3, 3]
    assert max(event.seq for event in calls) < min(event.seq for event in returns)
    assert [event.call_id for event in calls] == [event.call_id for event in returns]
    asked = run.model.history[1].messages[-1].content
    assert "The first step of the plan is done." in asked
    assert "Tool calls left: 3." in asked
    assert [grammar_of(request) for request in run.model.history[1:4]] == [
        [("search_docs", ()), ("open_citation", (1, 6, 2)), "final"],
        [("search_docs", ()), ("open_citation", (6, 2, 3)), "final"],
        [("search_docs", ()), ("open_citation", (6, 3, 4)), "final"],
    ]


@pytest.mark.parametrize(("limits", "searches"), [(ACTING, 3), (Limits.strict(), 3)])
def test_a_batch_leaves_calls_for_the_openings(limits: Limits, searches: int) -> None:
    plan = (
        '["search_docs for “one”, “two”, “three”, “four” and “five”", "open_citation", "Compose the answer"]'
    )
    run = Run([opening(1), opening(2), opening(3)], plan=plan, limits=limits)
    calls = [event.tool for event in run.of("tool_called")]
    assert calls == ["search_docs"] * searches + ["open_citation"] * (5 - searches)
    assert run.retriever.searched == [DOUBLE, "one", "two"][:searches]


def test_demanded_topics_are_searched_whatever_the_model_plans() -> None:
    question = "Search separately for warranty, seal price and weight of the B-120, then tell me all three."
    run = Run([opening(1), opening(2)], question, plan="I would rather not.", retriever=Meeting(3))
    assert run.of("plan_made")[0].steps[0].startswith("search_docs for “")
    assert [event.tool for event in run.of("tool_called")][:4] == ["search_docs"] * 3 + ["open_citation"]


def test_a_search_of_a_batch_that_fails_leaves_no_call_without_return() -> None:
    run = Run([], plan=BATCH, retriever=Broken())
    assert [event.ok for event in run.of("tool_returned")] == [True, False]
    assert (run.events[-1].outcome, run.events[-1].message) == (  # type: ignore[union-attr]
        "failed",
        "The index cannot be read.",
    )


def test_a_batch_keeps_what_it_found_before_its_time_was_over() -> None:
    limits = replace(Limits.standard(), embedding_timeout_s=1.0)
    waiting = Waiting(DOUBLE)
    run = Run([], plan=BATCH, limits=limits, retriever=waiting)
    assert run.story == [
        *[("search_docs", DOUBLE), ("search_docs", "litres")],
        *["The search did not finish.", "ok"],
        *[("step_failed", "search_timeout"), "forced"],
        *[("open_citation",), "ok"],
    ]
    (failure,) = run.of("step_failed")
    assert f"“{DOUBLE}”" in failure.message
    assert "litres" not in failure.message


def test_after_stop_no_search_of_a_batch_is_still_at_work() -> None:
    waiting = Waiting(DOUBLE, "litres")
    left: list[int] = []

    def stop_at(event: Event) -> bool:
        if event.kind == "run_finished":
            left.append(waiting.at_work)
        if event.kind == "tool_called" and event.tool_input["query"] == "litres":
            assert waiting.began.wait(30)
        return waiting.began.is_set()

    run = Run([], plan=BATCH, retriever=waiting, stop_at=stop_at)
    assert [event.ok for event in run.of("tool_returned")] == [False, False]
    assert run.events[-1].outcome == "cancelled"  # type: ignore[union-attr]
    assert left == [0]


@pytest.mark.parametrize("end", ["time", "walks away"])
def test_no_search_outlives_a_batch_whose_time_is_over_or_that_nobody_reads(end: str) -> None:
    waiting = Waiting(DOUBLE, "litres")
    limits = replace(Limits.standard(), embedding_timeout_s=0.2 if end == "time" else 60.0)
    stamp = EventStamper()
    with ThreadPoolExecutor(4) as pool:
        model = ScriptedModel([BATCH, NOTHING], repeat_last=True)
        executor = AgentExecutor(model, waiting, WordJudge(), limits, None, stamp, CancelToken(), pool)
        events = executor.run(DOUBLE)
        last = "step_failed" if end == "time" else "tool_called"
        for _ in range(2 if end == "walks away" else 1):
            next(event for event in events if event.kind == last)
        assert waiting.began.wait(30)
        events.close()  # type: ignore[attr-defined]
        assert waiting.at_work == 0


def test_a_search_that_heeds_no_stop_does_not_hold_up_the_end() -> None:
    deaf = Deaf()

    def stop_at(event: Event) -> bool:
        if event.kind == "run_finished":
            deaf.release.set()
        return event.kind == "tool_called"

    run = Run([], plan=BATCH, retriever=deaf, stop_at=stop_at)
    assert run.events[-1].outcome == "cancelled"  # type: ignore[union-attr]
    assert not deaf.gave_up
