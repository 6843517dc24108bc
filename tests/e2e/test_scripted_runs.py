"""Runs with a scripted model over a real library: the whole list of events, and what always holds."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.errors import ModelError
from core.events import DraftDelta, Event
from core.llm.base import GenerationRequest
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


def opening_of(words: str) -> Callable[[GenerationRequest], dict[str, object]]:
    """Opens the first result with these words, wherever it ranks."""

    def opened(request: GenerationRequest) -> dict[str, object]:
        lines = "\n".join(message.content for message in request.messages).splitlines()
        return opening(
            next(int(line.split(":")[0]) for line in lines if words in line and line[:1].isdigit())
        )

    return opened


def label_of(words: str, request: GenerationRequest) -> str:
    """The label under which the prompt shows the sentence with these words."""
    lines = "\n".join(message.content for message in request.messages).splitlines()
    return next(
        line.split(" ", 1)[0] for line in lines if words in line and line[:1].isdigit() and "." in line[:4]
    )


def compose(text: str) -> Callable[[GenerationRequest], dict[str, object]]:
    return lambda request: {
        "statements": [{"evidence": [label_of("24 months from the date", request)], "text": text}],
        "insufficiencies": [],
    }


def run(engine: Engine, mode: Mode, question: str = QUESTION) -> list[Event]:
    events = list(engine.ask(Question(question, mode), CancelToken()))
    check_invariants(events)
    return events


def test_an_agent_run_from_plan_to_answer(open_engine: OpenEngine) -> None:
    model = ScriptedModel(
        [
            PLAN,
            search("Warranty  period of the b-120 pump?"),
            opening(1),
            opening(2),
            opening(3),
            compose("The warranty of the B-120 lasts 99 weeks."),
            opening(4),
            compose("The B-120 is warranted for 24 months from the date of delivery."),
        ]
    )
    engine = open_engine(model)
    events = run(engine, Mode.AGENT)
    assert [event.code for event in events if event.kind == "notice_given"] == ["repeated_query"]
    (searched,) = [event for event in events if event.kind == "tool_called" and event.tool == "search_docs"]
    assert searched.tool_input["query"] == QUESTION  # before the model is asked for anything
    checked = [event for event in events if event.kind in ("gate_checked", "reprompted")]
    assert [(event.kind, event.attempt, event.codes) for event in checked] == [
        ("gate_checked", 1, ("UNGROUNDED_CLAIM",)),
        ("reprompted", 1, ("UNGROUNDED_CLAIM",)),
        ("gate_checked", 2, ()),
    ]
    assert model.remaining == 0
    answer = fold_all(events).answer
    assert answer is not None
    (statement,) = answer.statements
    assert statement.status is StatementStatus.SUPPORTED
    (citation,) = answer.citations
    assert (citation.filename, citation.page) == ("b-120-manual.pdf", 4)
    assert "24 months from the date of delivery" in citation.quote
    assert_on_page(engine, citation, SAMPLES / citation.filename)
    draft = "".join(event.text for event in events if isinstance(event, DraftDelta) and event.attempt == 2)
    assert draft.startswith("The B-120 is warranted for 24 months from the date of delivery. [")
    assert [row["type"] for row in seed_trace(events)] == [
        "plan",
        *["tool_call"] * 4,
        "validation",
        "reprompt",
        "tool_call",
        "final",
    ]


def test_prompts_of_a_run_are_only_appended_to(open_engine: OpenEngine) -> None:
    opened = [opening(number) for number in (1, 2, 3)]
    model = ScriptedModel([PLAN, *opened, compose("It is warranted for 24 months.")])
    run(open_engine(model), Mode.AGENT)
    prompts = [request.messages for request in model.history]
    for earlier, later in itertools.pairwise(prompts):
        assert later[: len(earlier)] == earlier


def test_a_model_without_grammar_that_never_obeys_ends_within_the_limits(
    open_engine: OpenEngine,
) -> None:
    model = ScriptedModel(["I would rather talk about the weather."], supports_gbnf=False, repeat_last=True)
    events = run(open_engine(model), Mode.AGENT)
    again = [(event.attempt, event.codes) for event in events if event.kind == "reprompted"]
    assert again == [(attempt, ("INVALID_ACTION",)) for attempt in (1, 2, 3)]
    answer = fold_all(events).answer
    assert answer is not None
    assert "extractive_answer" in answer.safety_flags
    assert "weather" not in answer.text
    assert {statement.status for statement in answer.statements} == {StatementStatus.QUOTED}


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("after", [0, 3, 8])
def test_stop_at_any_moment_leaves_a_complete_run(open_engine: OpenEngine, mode: Mode, after: int) -> None:
    final = compose("It is warranted for 24 months.")
    turns = [PLAN, search("warranty"), opening(1), {"type": "final"}, final]
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
