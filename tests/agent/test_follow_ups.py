"""A follow-up in agent mode: in time, accounted for, and with the demands of the user's own words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.agent.limits import Limits
from core.answer.asking.followup import Turn
from tests.agent.scripted_run import Run, opening

BEFORE = Turn("How long is the warranty of the B-120 pump?", "It is 36 months from delivery. [1]")
ASKED = "Quote the exact sentence that says what it weighs, and open at least three citations."
STANDALONE = "What does the B-120 pump weigh?"


@pytest.fixture
def rewritten() -> Run:
    turns = [opening(number) for number in (1, 2, 3)]
    return Run(turns, "What does it weigh?", first=[{"question": STANDALONE}], earlier=[BEFORE])


def test_the_tokens_of_the_rewriting_are_in_the_usage(rewritten: Run) -> None:
    calls = rewritten.of("model_called")
    assert [call.purpose for call in calls][:2] == ["follow-up", "plan"]
    assert calls[1].prefix == "first"
    assert rewritten.of("question_rewritten")[0].standalone == STANDALONE
    usage = rewritten.of("answer_ready")[0].usage
    assert usage.prompt_tokens == sum(call.prompt_tokens for call in calls)
    assert usage.completion_tokens == sum(call.completion_tokens for call in calls)


def test_demands_that_a_rewriting_drops_are_demands_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.answer.asking.followup.keeps", lambda *_: True)  # a rewriting that loses them
    turns, limits = [*[opening(number) for number in (1, 2, 3)], {"type": "final"}], Limits.strict()
    run = Run(turns, ASKED, first=[{"question": STANDALONE}], earlier=[BEFORE], limits=limits)
    assert run.of("question_rewritten")[0].standalone == STANDALONE
    (demands,) = [event.note for event in run.of("step_started") if event.step == "demands"]
    assert "at least 3 opened citations" in demands
    assert "exact quotes" in demands


def test_a_rewriting_that_takes_too_long_is_made_by_rule() -> None:
    limits = replace(Limits.standard(), chat_timeout_s=0.1)
    run = Run([], "What does it weigh?", first=["x" * 400], earlier=[BEFORE], limits=limits, delay_s=0.01)
    assert run.of("step_failed")[0].code == "follow-up_timeout"
    (rewritten,) = run.of("question_rewritten")
    assert rewritten.source == "rule"
    assert "B-120" in rewritten.standalone
    assert run.events[-1].outcome in ("answered", "no_answer")  # type: ignore[union-attr]
    usage = run.of("answer_ready")[0].usage
    assert usage.completion_tokens == sum(call.completion_tokens for call in run.of("model_called")) > 0


def test_a_question_that_is_too_long_is_not_rewritten_first() -> None:
    run = Run([], "What does it weigh? " * 100, earlier=[BEFORE])
    assert run.events[-1].outcome == "refused"  # type: ignore[union-attr]
    assert run.model.history == []


def test_a_follow_up_that_is_refused_tells_what_its_rewriting_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.answer.asking.followup.keeps", lambda *_: True)
    run = Run([], "What does it weigh?", first=[{"question": "x"}], earlier=[BEFORE])
    assert run.events[-1].outcome == "refused"  # type: ignore[union-attr]
    (call,) = run.of("model_called")
    assert run.of("answer_ready")[0].usage.prompt_tokens == call.prompt_tokens > 0
