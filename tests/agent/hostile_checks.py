"""What must hold in every run, whatever a model says and whatever fails."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.agent.bounded_names import LONGEST_LABEL, MOST_SECTIONS
from core.agent.limits import Limits
from core.agent.queries import query_key
from core.events import Event, parse_event
from core.published.output import answer_output
from core.published.seed_output import seed_answer
from core.runs.drafts import DraftJoiner
from core.runs.trace import fold_all
from tests.agent.hostile_run import HostileRun
from tests.agent.memory_library import SOURCES
from tests.benchmarks.agent.facts import breaks, run_facts
from tests.benchmarks.agent.quotes import not_verbatim

TOOLS = re.compile(r"search_docs|open_citation")
PAGES = {source.document.document_id: source.chunk.text for source in SOURCES}
LONGEST_MESSAGE = 4000  # characters; a notice names a few things of bounded length
ASIDES = 2  # follow-up, demands: one call each at most


def check_run(run: HostileRun) -> None:
    events = run.events
    check_end(run)
    check_storable(run)
    numbers = [event.seq for event in events]
    assert numbers == sorted(set(numbers))
    check_counts(run)
    check_calls(run.stored, run.limits)
    check_answer(events)
    check_selection(run)
    check_quotes(run)
    check_usage(events)
    for event in events:
        if event.kind == "plan_made":
            assert run.limits.min_plan_steps <= len(event.steps) <= run.limits.max_plan_steps
            assert all(TOOLS.search(step) for step in event.steps[:-1])
            assert not TOOLS.search(event.steps[-1])


def check_end(run: HostileRun) -> None:
    """One end, at the end: in the stored run always, in what was read unless the reader walked away."""
    for events in (run.stored, run.events):
        kinds = [event.kind for event in events]
        if events is run.events and run.walked_away and run.stopped_at != "run_finished":
            assert "run_finished" not in kinds
            continue
        assert kinds.count("run_finished") == 1
        assert kinds[-1] == "run_finished"
        assert kinds[0] == "run_started"


def check_storable(run: HostileRun) -> None:
    """Each event is JSON that reads back as itself; what is stored is what was shown, drafts joined."""
    for event in run.events:
        assert parse_event(event.model_dump_json()) == event
    joiner = DraftJoiner()
    shown = [kept for event in run.events for kept in joiner.take(event)] + joiner.rest()
    assert run.stored[: len(shown)] == shown
    if not run.walked_away:
        assert len(run.stored) == len(shown)
        if run.number % 4 == 0:
            assert fold_all(run.stored).answer == fold_all(run.events).answer
    answer_output(run.stored, "?").model_dump_json()
    seed_answer(run.stored).model_dump_json()
    for event in run.stored:
        if event.kind in ("notice_given", "step_started", "step_failed", "plan_made", "reprompted"):
            assert len(event.model_dump_json()) <= LONGEST_MESSAGE, event
        if event.kind == "tool_called":
            assert all(len(value) <= 6 * LONGEST_LABEL for value in event.tool_input.values()), event


def check_counts(run: HostileRun) -> None:
    limits, kinds = run.limits, [event.kind for event in run.events]
    assert kinds.count("reprompted") <= limits.max_reprompts
    purposes = [event.purpose for event in run.events if event.kind == "model_called"]
    assert purposes.count("plan") <= 1
    assert purposes.count("action") <= limits.max_iterations
    assert purposes.count("answer") <= MOST_SECTIONS
    assert run.model.calls <= 2 + ASIDES + limits.max_iterations + limits.max_reprompts
    prefixes = [event.prefix for event in run.events if event.kind == "model_called"]
    assert breaks(prefixes) == 0, prefixes


def check_calls(events: Sequence[Event], limits: Limits) -> None:
    """Each call has one return, after it; no query twice, no chunk twice, never too many."""
    called = [event for event in events if event.kind == "tool_called"]
    returned = [event for event in events if event.kind == "tool_returned"]
    assert [event.call_id for event in called] == [event.call_id for event in returned]
    began = {event.call_id: event.seq for event in called}
    assert all(began[event.call_id] < event.seq for event in returned)
    assert len(called) <= limits.max_tool_calls
    queries = [query_key(event.tool_input["query"]) for event in called if event.tool == "search_docs"]
    assert len(queries) == len(set(queries))
    opened = opened_in(events)
    assert len(opened) == len(set(opened))


def opened_in(events: Sequence[Event]) -> list[str]:
    """Ids of the chunks that were opened, in order."""
    worked = {event.call_id for event in events if event.kind == "tool_returned" and event.ok}
    return [
        event.tool_input["chunk_id"].lower()
        for event in events
        if event.kind == "tool_called" and event.tool == "open_citation" and event.call_id in worked
    ]


def check_answer(events: Sequence[Event]) -> None:
    """An answer comes after its gate and cites what was opened."""
    answers = [event for event in events if event.kind == "answer_ready"]
    finished = events[-1]
    if finished.kind == "run_finished":
        assert len(answers) == (finished.outcome in ("answered", "no_answer", "refused")) or (
            finished.outcome == "cancelled"  # stopped between the answer and the end
        )
    passed = False
    opened = set(opened_in(events))
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


def check_selection(run: HostileRun) -> None:
    """Nothing outside of the selected documents is listed, opened, cited or shown as what comes nearest."""
    if run.document_ids is None:
        return
    outside = set(PAGES) - set(run.document_ids)
    shown: set[str] = set()
    for event in run.stored:
        match event.kind:
            case "tool_returned":
                shown |= {hit.document_id for hit in event.hits}
            case "answer_ready":
                answer = event.answer
                shown |= {row.document_id for row in (*answer.citations, *answer.nearest)}
                shown |= {row.document_id for statement in answer.statements for row in statement.evidence}
                sides = [side for row in answer.conflicts for side in (row.first, row.second)]
                shown |= {side.document_id for side in sides}
    assert not shown & outside
    foreign = {source.chunk.chunk_id for source in SOURCES if source.document.document_id in outside}
    assert not foreign & set(opened_in(run.stored))
    texts = [event.text for event in run.stored if event.kind == "tool_returned"]
    assert not any(PAGES[document_id] in text for document_id in outside for text in texts)


def check_quotes(run: HostileRun) -> None:
    """Nothing is shown as word for word that does not stand in its passage."""
    facts = run_facts(run.events)
    _, wrong = not_verbatim(facts, run.question, lambda document_id, _page: PAGES.get(document_id, ""))
    assert not wrong, wrong


def check_usage(events: Sequence[Event]) -> None:
    """The answer tells all tokens of the run until then."""
    calls = [event for event in events if event.kind == "model_called"]
    for event in events:
        if event.kind == "answer_ready":
            before = [call for call in calls if call.seq < event.seq]
            usage = event.usage
            assert usage.prompt_tokens == sum(call.prompt_tokens for call in before)
            assert usage.evaluated_tokens == sum(call.evaluated_tokens for call in before)
            assert usage.completion_tokens == sum(call.completion_tokens for call in before)
