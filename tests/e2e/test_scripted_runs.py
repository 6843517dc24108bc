"""Runs with a scripted model over a real library: the whole list of events, and what always holds."""

from __future__ import annotations

import itertools

import pytest

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.errors import ModelError
from core.events import DraftDelta, Event
from core.published.seed_trace import seed_trace
from core.runs.trace import fold_all
from core.settings import AnswerSettings, Settings
from core.types import Mode, StatementStatus
from tests.e2e.conftest import SAMPLES, OpenEngine, assert_on_page, check_invariants
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.model

QUESTION = "How long is the warranty period of the B-120 pump?"
PLAN = '["search_docs for the warranty period", "open_citation for the best result", "Compose the answer"]'


def search(query: str) -> dict[str, object]:
    return {"type": "tool_call", "tool": "search_docs", "input": {"query": query}}


def opening(result: int) -> dict[str, object]:
    return {"type": "tool_call", "tool": "open_citation", "input": {"result": result}}


STRICT = Settings(answers=AnswerSettings(agent_limits="strict"))  # in which the model always acts
PHRASE = "24 months from the date of delivery"


def run(engine: Engine, mode: Mode, question: str = QUESTION) -> list[Event]:
    events = list(engine.ask(Question(question, mode), CancelToken()))
    check_invariants(events)
    return events


def test_an_agent_run_from_plan_to_answer(open_engine: OpenEngine) -> None:
    repeated = search(QUESTION.lower().replace(" ", "  "))
    model = ScriptedModel([PLAN, repeated, opening(1), opening(2), {"type": "final"}, PHRASE])
    engine = open_engine(model, STRICT)
    events = run(engine, Mode.AGENT)
    assert [event.code for event in events if event.kind == "notice_given"] == ["repeated_query"]
    (searched,) = [event for event in events if event.kind == "tool_called" and event.tool == "search_docs"]
    assert searched.tool_input["query"] == QUESTION  # before the model is asked for anything
    assert [event.codes for event in events if event.kind == "gate_checked"] == [()]
    assert model.remaining == 0
    answer = fold_all(events).answer
    assert answer is not None
    assert {statement.status for statement in answer.statements} == {StatementStatus.QUOTED}
    (citation,) = answer.citations
    assert (citation.filename, citation.page) == ("b-120-manual.pdf", 4)
    assert PHRASE in citation.quote
    assert answer.text.startswith(f"**{PHRASE} [")
    assert_on_page(engine, citation, SAMPLES / citation.filename)
    assert "".join(event.text for event in events if isinstance(event, DraftDelta)) == PHRASE
    types = [row["type"] for row in seed_trace(events)]
    assert types == ["plan", *["tool_call"] * (len(types) - 2), "final"]


def test_where_everything_is_answered_no_action_is_asked_for(open_engine: OpenEngine) -> None:
    model = ScriptedModel([PLAN, PHRASE])
    events = run(open_engine(model), Mode.AGENT)
    assert [event.purpose for event in events if event.kind == "model_called"] == ["plan", "answer"]
    assert [event.tool for event in events if event.kind == "tool_called"][:2] == [
        "search_docs",
        "open_citation",
    ]


def test_prompts_of_a_run_are_only_appended_to(open_engine: OpenEngine) -> None:
    opened = [opening(number) for number in (1, 2, 3)]
    model = ScriptedModel([PLAN, *opened, {"type": "final"}, PHRASE])
    run(open_engine(model, STRICT), Mode.AGENT)
    prompts = [request.messages for request in model.history[:-1]]
    for earlier, later in itertools.pairwise(prompts):
        assert later[: len(earlier)] == earlier


def test_a_model_without_grammar_that_never_obeys_ends_within_the_limits(
    open_engine: OpenEngine,
) -> None:
    model = ScriptedModel(["I would rather talk about the weather."], supports_gbnf=False, repeat_last=True)
    events = run(open_engine(model, STRICT), Mode.AGENT)
    again = [(event.attempt, event.codes) for event in events if event.kind == "reprompted"]
    assert again == [(attempt, ("INVALID_ACTION",)) for attempt in (1,)]
    answer = fold_all(events).answer
    assert answer is not None
    assert "extractive_answer" in answer.safety_flags
    assert "weather" not in answer.text
    assert {statement.status for statement in answer.statements} == {StatementStatus.QUOTED}


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("after", [0, 3, 8])
def test_stop_at_any_moment_leaves_a_complete_run(open_engine: OpenEngine, mode: Mode, after: int) -> None:
    turns = [PLAN, search("warranty"), opening(1), {"type": "final"}, PHRASE]
    if mode is Mode.CHAT:
        turns = ["Aldermoor warrants the B-120 for 24 months. [1]"]
    engine = open_engine(ScriptedModel(turns))
    token = CancelToken()
    events: list[Event] = []
    for event in engine.ask(Question(QUESTION, mode), token):
        events.append(event)
        if len(events) > after:
            token.set()
    check_invariants(events)
    assert events[-1].outcome == "cancelled"
    stored = engine.run_events(events[0].run_id)
    assert stored[-1] == events[-1]


def test_a_failing_model_is_told_and_the_run_is_stored(open_engine: OpenEngine) -> None:
    settings = Settings(answers=AnswerSettings(extractive="never"))
    model = ScriptedModel([ModelError("The language model stopped.", "Try a smaller one.")])
    engine = open_engine(model, settings)
    events = run(engine, Mode.CHAT)
    state = fold_all(events)
    assert (state.outcome, state.error_code, state.message) == (
        "failed",
        "model",
        "The language model stopped.",
    )
    assert not any(step.state == "running" for step in state.steps)
    (stored,) = engine.runs()
    assert stored.outcome == "failed"
    replayed = fold_all(engine.run_events(stored.run_id))
    assert replayed.steps == state.steps
    assert replayed.outcome == "failed"


@pytest.mark.slow
def test_of_two_parts_answered_side_by_side_both_are_opened_and_answered(open_engine: OpenEngine) -> None:
    """The exclusions stand right behind the period, on the same page: each part's search finds both."""
    question = "How long is the warranty period of the B-120 pump, and what is not covered by it?"
    engine = open_engine(ScriptedModel([""], repeat_last=True))
    events = list(engine.ask(Question(question, Mode.AGENT), CancelToken()))
    check_invariants(events)
    (ready,) = [event for event in events if event.kind == "answer_ready"]
    quoted = " ".join(citation.quote for citation in ready.answer.citations)
    assert "24 months from the date of delivery" in quoted
    assert "The warranty does not cover" in quoted
    assert not ready.answer.insufficiencies
