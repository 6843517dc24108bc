"""The reducer: what is shown at each moment of a run, and that a replay shows the same."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.events import (
    AnswerReady,
    DraftDelta,
    DraftWritten,
    Event,
    EventStamper,
    GateChecked,
    HitSummary,
    InputRequired,
    ModelCalled,
    PlanMade,
    QuestionDecomposed,
    Reprompted,
    RunFinished,
    RunStarted,
    StepStarted,
    ToolCalled,
    ToolReturned,
)
from core.runs.drafts import DraftJoiner, deltas_of
from core.runs.trace import Tokens, TraceState, fold, fold_all
from core.types import Answer, Mode


def search(stamp: EventStamper, call_id: str, query: str, plan_step: int = 0) -> Event:
    tool_input = {"query": query}
    return stamp(ToolCalled, call_id=call_id, tool="search_docs", tool_input=tool_input, plan_step=plan_step)


def returned(stamp: EventStamper, call_id: str, *, ok: bool = True) -> Event:
    return stamp(ToolReturned, call_id=call_id, ok=ok, summary="Found 5 chunks")


def test_a_draft_is_replaced_only_when_the_next_one_begins() -> None:
    stamp = EventStamper()
    state = TraceState()
    shown = []
    for event in (
        stamp(DraftDelta, text="It is ", attempt=1),
        stamp(DraftDelta, text="99 weeks.", attempt=1),
        stamp(GateChecked, attempt=1, passed=False, codes=("EMPTY",), messages=("It has no source.",)),
        stamp(Reprompted, attempt=1, codes=("EMPTY",)),
        stamp(DraftDelta, text="24 months.", attempt=2),
        stamp(GateChecked, attempt=2, passed=True),
        stamp(AnswerReady, answer=Answer("24 months.")),
    ):
        state = fold(state, event)
        draft = state.draft
        shown.append((draft.attempt, draft.text, draft.rejected, draft.problems) if draft else None)
    rejected = (1, "It is 99 weeks.", True, ("It has no source.",))
    again = (2, "24 months.", False, ())
    begun = [(1, "It is ", False, ()), (1, "It is 99 weeks.", False, ())]
    assert shown == [*begun, rejected, rejected, again, again, None]
    assert [(step.title, step.detail, step.state, step.codes) for step in state.steps] == [
        ("draft", "It is 99 weeks.", "failed", ()),
        ("check failed", "EMPTY: It has no source.", "failed", ("EMPTY",)),
        ("asked again", "EMPTY", "note", ("EMPTY",)),
        ("draft", "24 months.", "ok", ()),
        ("checked", "", "ok", ()),
    ]


def test_a_second_attempt_replaces_a_draft_that_was_never_checked() -> None:
    stamp = EventStamper()
    state = fold_all([stamp(DraftDelta, text="One", attempt=1), stamp(DraftDelta, text="Two", attempt=2)])
    assert (state.draft.attempt, state.draft.text) == (2, "Two")
    assert [(step.detail, step.state) for step in state.steps] == [("One", "failed"), ("Two", "running")]


@pytest.mark.parametrize(
    ("outcome", "step_state"), [("cancelled", "failed"), ("failed", "failed"), ("answered", "ok")]
)
def test_what_was_written_stays_when_the_run_ends(outcome: str, step_state: str) -> None:
    stamp = EventStamper()
    state = fold_all([stamp(DraftDelta, text="It is "), stamp(RunFinished, outcome=outcome)])
    assert state.draft.text == "It is "
    assert [step.state for step in state.steps] == [step_state]


def test_model_calls_tell_tokens_and_seconds() -> None:
    counts = {"prompt_tokens": 1052, "evaluated_tokens": 212, "completion_tokens": 74}
    (step,) = fold_all([EventStamper()(ModelCalled, purpose="answer", seconds=1.5, **counts)]).steps
    assert (step.tokens, step.duration_ms) == (Tokens(1052, 212, 74), 1500)
    assert step.detail == "read 1052 tokens, 212 of them new; wrote 74"


def test_hits_of_a_removed_document_are_not_shown() -> None:
    stamp = EventStamper()
    place = {"document_id": "d", "chunk_id": "c", "chunk_index": 0, "page": 1, "score": 0.5}
    gone = HitSummary(filename="", snippet="", **place)
    here = HitSummary(filename="a.pdf", where="page 2", snippet="36 months", **place)
    call_back = stamp(ToolReturned, call_id="a", ok=True, summary="Found 2 chunks", hits=(gone, here))
    (step,) = fold_all([search(stamp, "a", "warranty"), call_back]).steps
    assert step.detail.splitlines() == ["“warranty”", "Found 2 chunks", "0.500  a.pdf, page 2: 36 months"]


texts = st.text(min_size=1, max_size=30)


@st.composite
def scripts(draw: st.DrawFn) -> list[Event]:
    """Runs of any shape: steps, calls, drafts of several attempts, checks, and any end."""
    stamp = EventStamper("run")
    events: list[Event] = [stamp(RunStarted, mode=Mode.AGENT, question="Why?")]
    open_calls: list[str] = []
    attempt = 1
    for number in range(draw(st.integers(0, 25))):
        match draw(st.sampled_from(["step", "plan", "call", "return", "draft", "check", "again", "answer"])):
            case "step":
                events.append(stamp(StepStarted, step=draw(st.sampled_from(["planner", "compose"]))))
            case "plan":
                events.append(stamp(PlanMade, steps=tuple(draw(st.lists(texts, max_size=5)))))
            case "call":
                open_calls.append(str(number))
                events.append(search(stamp, str(number), draw(texts), draw(st.integers(0, 6))))
            case "return" if open_calls:
                events.append(returned(stamp, open_calls.pop(), ok=draw(st.booleans())))
            case "draft":
                events += [stamp(DraftDelta, text=text, attempt=attempt) for text in draw(st.lists(texts))]
            case "check":
                events.append(stamp(GateChecked, attempt=attempt, passed=draw(st.booleans()), codes=("X",)))
            case "again":
                events.append(stamp(Reprompted, attempt=attempt, codes=("X",)))
                attempt += draw(st.integers(0, 1))
            case "answer":
                events.append(stamp(AnswerReady, answer=Answer(draw(texts))))
    events += [returned(stamp, call_id, ok=False) for call_id in open_calls]
    outcome = draw(st.sampled_from(["answered", "no_answer", "cancelled", "failed"]))
    return [*events, stamp(RunFinished, outcome=outcome)]


@given(scripts())
def test_storing_and_replaying_changes_nothing_that_is_shown(events: list[Event]) -> None:
    joiner = DraftJoiner()
    stored = [kept for event in events for kept in joiner.take(event)] + joiner.rest()
    assert not any(isinstance(event, DraftDelta) for event in stored)
    assert fold_all(stored) == fold_all(events)
    assert not any(step.state == "running" for step in fold_all(stored).steps)
    replayed: list[Event] = []
    for event in stored:
        if isinstance(event, DraftWritten):
            replayed += deltas_of(event, after=replayed[-1].seq)
        else:
            replayed.append(event)
    assert all(one.seq < next_one.seq for one, next_one in itertools.pairwise(replayed))
    assert all(one.t_ms <= next_one.t_ms for one, next_one in itertools.pairwise(replayed))
    assert fold_all(replayed) == fold_all(events)


def test_conditions_and_options_of_a_question_over_a_bucket_are_kept() -> None:
    stamp = EventStamper()
    constraints = [{"field": "vendor_name", "raw_text": "from Acme"}, {"field": "invoice_date"}]
    events = [
        stamp(RunStarted, mode=Mode.AGENT, question="Invoices from Acme?", conversation_id="c"),
        stamp(QuestionDecomposed, decomposition={"constraints": constraints}, conditions="Vendor is Acme"),
        stamp(InputRequired, prompt="No invoices match.", options=("Invoices?",)),
        stamp(RunFinished, outcome="needs_input"),
    ]
    state = fold_all(events)
    assert state.conditions == ("from Acme",)
    assert (state.input_prompt, state.input_options) == ("No invoices match.", ("Invoices?",))
    assert state.finished
