"""Every run ends, within its limits and with its invariants, whatever the model says and whatever fails.

2,000 random runs are part of every test run, 10,000 of `-m slow`. A run is known by its number: the failing
one is named, and `run_number` plays it again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace

import pytest

from core.agent.executor import AgentExecutor
from core.agent.limits import Limits
from core.agent.queries import query_key
from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from core.events import Event, EventStamper, RunStarted
from core.runs import guarded
from core.types import Mode
from tests.agent.hostile import QUESTIONS, FailingRetriever, HostileModel, UnexpectedError

TOOLS = re.compile(r"search_docs|open_citation")


@pytest.fixture
def pool() -> Iterator[Executor]:
    with ThreadPoolExecutor(4) as threads:
        yield threads


def run_number(number: int, pool: Executor) -> tuple[list[Event], Limits, HostileModel]:
    """The random run of that number: limits, grammar, question, model, failures and Stop follow from it."""
    choose = random.Random(number)
    limits = choose.choice((Limits.standard(), Limits.strict()))
    if choose.random() < 0.1:
        what = choose.choice(("plan_timeout_s", "chat_timeout_s", "embedding_timeout_s"))
        limits = replace(limits, **{what: 1e-6})
    cancel, stamp = CancelToken(), EventStamper()
    model = HostileModel(choose, cancel, obeys_grammar=number % 2 == 0)
    retriever = FailingRetriever(choose)
    question = choose.choice(QUESTIONS)
    executor = AgentExecutor(model, retriever, limits, None, stamp, cancel, pool)
    mistakes: list[Exception] = []

    def watched() -> Iterator[Event]:
        try:
            yield from executor.run(question)
        except (Cancelled, KnownError, UnexpectedError):
            raise
        except Exception as error:
            mistakes.append(error)
            raise

    stop_after = choose.randint(0, 40) if choose.random() < 0.15 else -1
    events: list[Event] = [stamp(RunStarted, mode=Mode.AGENT, question=question)]
    for event in guarded(watched, stamp):
        events.append(event)
        if len(events) == stop_after:
            cancel.set()
    if mistakes:
        raise AssertionError(f"run {number} made a mistake") from mistakes[0]
    return events, limits, model


def check_run(events: list[Event], limits: Limits, model: HostileModel) -> None:
    kinds = [event.kind for event in events]
    assert kinds.count("run_finished") == 1
    assert kinds[-1] == "run_finished"
    numbers = [event.seq for event in events]
    assert numbers == sorted(set(numbers))
    check_calls(events, limits)
    check_answer(events)
    assert kinds.count("reprompted") <= limits.max_reprompts
    purposes = [event.purpose for event in events if event.kind == "model_called"]
    assert purposes.count("plan") <= 1
    assert purposes.count("action") <= limits.max_iterations
    assert purposes.count("answer") <= limits.max_reprompts + 1
    assert model.calls <= 2 + limits.max_iterations + limits.max_reprompts
    for event in events:
        if event.kind == "plan_made":
            assert limits.min_plan_steps <= len(event.steps) <= limits.max_plan_steps
            assert all(TOOLS.search(step) for step in event.steps[:-1])
            assert not TOOLS.search(event.steps[-1])


def check_calls(events: list[Event], limits: Limits) -> None:
    """Each call has one return, after it; no query twice, no chunk twice, never too many."""
    called = [event for event in events if event.kind == "tool_called"]
    returned = [event for event in events if event.kind == "tool_returned"]
    assert [event.call_id for event in called] == [event.call_id for event in returned]
    began = {event.call_id: event.seq for event in called}
    assert all(began[event.call_id] < event.seq for event in returned)
    assert len(called) <= limits.max_tool_calls
    queries = [query_key(event.tool_input["query"]) for event in called if event.tool == "search_docs"]
    assert len(queries) == len(set(queries))
    worked = {event.call_id for event in returned if event.ok}
    opened = [
        event.tool_input["chunk_id"].lower()
        for event in called
        if event.call_id in worked and event.tool == "open_citation"
    ]
    assert len(opened) == len(set(opened))


def check_answer(events: list[Event]) -> None:
    """An answer comes after its gate and cites what was opened."""
    answers = [event for event in events if event.kind == "answer_ready"]
    finished = events[-1]
    assert finished.kind == "run_finished"
    assert len(answers) == (finished.outcome in ("answered", "no_answer", "refused"))
    passed = False
    worked = {event.call_id for event in events if event.kind == "tool_returned" and event.ok}
    opened = {
        event.tool_input["chunk_id"].lower()
        for event in events
        if event.kind == "tool_called" and event.tool == "open_citation" and event.call_id in worked
    }
    for event in events:
        if event.kind == "gate_checked":
            passed = event.passed
        elif event.kind == "reprompted":
            passed = False
        elif event.kind == "answer_ready":
            assert passed
            for citation in event.answer.citations:
                assert citation.chunk_id in opened or citation.from_snippet
            cited = {citation.number for citation in event.answer.citations}
            for statement in event.answer.statements:
                assert {evidence.citation for evidence in statement.evidence} <= cited


def check_runs(numbers: range, pool: Executor) -> set[str]:
    outcomes: set[str] = set()
    for number in numbers:
        events, limits, model = run_number(number, pool)
        try:
            check_run(events, limits, model)
        except AssertionError as error:
            story = "\n".join(str(event)[:300] for event in events)
            raise AssertionError(f"run {number}: {error}\n{story}") from error
        outcomes.add(events[-1].outcome)  # type: ignore[union-attr]
    return outcomes


def test_every_run_ends_within_its_limits(pool: Executor) -> None:
    assert check_runs(range(2_000), pool) == {"answered", "no_answer", "cancelled", "failed"}


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_ten_thousand_runs_end_within_their_limits(pool: Executor) -> None:
    check_runs(range(2_000, 10_000), pool)
