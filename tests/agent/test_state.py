"""The states of the loop: what may follow what, and that every way ends."""

from __future__ import annotations

import random

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.state import AgentState, AllowedActions
from core.types import SearchHit
from tests.answer.helpers import source_of

SOURCES = [source_of(number, f"Sentence {number} of a manual.", f"{number}.pdf") for number in range(1, 7)]
HITS = tuple(
    SearchHit(source.chunk, source.document.filename, 1, 0.5, 0.1, source.snippet) for source in SOURCES
)


def test_before_any_search_only_searching() -> None:
    allowed = AgentState(Limits.standard()).allowed()
    assert (allowed.search, allowed.open_results, allowed.final) == (True, (), False)


def test_no_final_before_something_is_open() -> None:
    state = AgentState(Limits.standard(), tool_calls_used=1, queries=["a"])
    state.add_results("a", HITS[:2])
    allowed = state.allowed()
    assert (allowed.search, allowed.open_results, allowed.final) == (True, (1,), False)
    state.opened.append(SOURCES[0])
    assert not state.allowed().final
    assert state.allowed().open_results == (2,)
    state.opened.append(SOURCES[1])
    assert state.allowed().final


def test_a_single_result_is_enough_when_there_is_no_other() -> None:
    state = AgentState(Limits.standard(), tool_calls_used=2, queries=["a"], opened=[SOURCES[0]])
    state.add_results("a", HITS[:1])
    assert state.allowed().final


def test_a_repeated_query_takes_searching_out_for_one_step() -> None:
    state = AgentState(Limits.standard(), tool_calls_used=1, queries=["Warranty  period"])
    state.add_results("a", HITS[:2])
    assert state.is_repeated("warranty period")
    state.repeated_query = True
    assert not state.allowed().search
    state.repeated_query = False
    assert state.allowed().search


def test_the_last_call_is_kept_for_opening() -> None:
    state = AgentState(Limits.standard(), tool_calls_used=4, queries=["a", "b", "c", "d"])
    state.add_results("a", HITS[:2])
    allowed = state.allowed()
    assert (allowed.search, allowed.open_results, allowed.final) == (False, (1,), False)


def test_openings_leave_room_for_required_searches() -> None:
    state = AgentState(
        Limits.standard(), constraints=PromptConstraints(min_searches=3), tool_calls_used=3, queries=["a"]
    )
    state.add_results("a", HITS[:3])
    allowed = state.allowed()
    assert (allowed.search, allowed.open_results, allowed.final) == (True, (), False)


def test_nothing_found_may_end_at_once() -> None:
    state = AgentState(
        Limits.standard(), constraints=PromptConstraints(min_searches=3), tool_calls_used=1, queries=["a"]
    )
    assert state.allowed() == AllowedActions(True, (), True)
    state.add_results("a", HITS[:1])
    assert not state.allowed().final


def test_chunks_are_listed_once() -> None:
    state = AgentState(Limits.standard())
    assert [listed.number for listed in state.add_results("a", HITS[:2])] == [1, 2]
    assert [listed.number for listed in state.add_results("b", HITS[1:4])] == [3, 4]


def test_no_two_sources_of_a_run_have_one_number() -> None:
    state = AgentState(Limits.standard())
    assert state.next_number == 1
    state.snippets = [SOURCES[0], SOURCES[1]]
    state.tables = (SOURCES[4],)
    assert state.next_number == 6
    state.opened.append(SOURCES[5])
    assert state.next_number == 7


def test_tables_are_cited_beside_snippets_once_a_figure_is_shown() -> None:
    state = AgentState(Limits.standard(), snippets=[SOURCES[0]], tables=(SOURCES[1],))
    assert state.citable == [SOURCES[0]]
    state.figures_shown = True
    assert state.citable == [SOURCES[0], SOURCES[1]]
    state.opened.append(SOURCES[2])
    assert state.citable == [SOURCES[2], SOURCES[1]]


@pytest.mark.parametrize("limits", [Limits.standard(), Limits.strict()])
@pytest.mark.parametrize("seed", range(40))
def test_every_walk_through_the_states_ends_within_the_limits(limits: Limits, seed: int) -> None:
    choose = random.Random(seed)
    state = AgentState(
        limits,
        constraints=PromptConstraints(
            min_searches=choose.randint(1, 4), min_open_citations=choose.randint(0, 3)
        ),
    )
    steps = 0
    while not state.allowed().only_final:
        allowed = state.allowed()
        actions = ["search"] * allowed.search + ["repeat"] * (allowed.search and bool(state.queries))
        actions += ["open"] * bool(allowed.open_results) + ["final"] * allowed.final
        action = choose.choice(actions)
        state.iterations += 1
        steps += 1
        assert steps <= limits.max_iterations
        if action == "final":
            break
        if action == "repeat":
            state.repeated_query = True
            continue
        state.repeated_query = False
        state.tool_calls_used += 1
        if action == "search":
            state.queries.append(str(steps))
            state.add_results(str(steps), HITS[: choose.randint(0, 6)])
        else:
            listed = state.result(choose.choice(allowed.open_results))
            assert listed is not None
            number = HITS.index(listed.hit)
            state.opened.append(SOURCES[number])
    assert state.tool_calls_used <= limits.max_tool_calls
