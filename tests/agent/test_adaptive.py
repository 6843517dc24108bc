"""Which questions are simple, and when what was opened is enough for one."""

from __future__ import annotations

from dataclasses import replace

from core.agent.adaptive import is_simple, may_finish_early
from core.agent.demands.constraints import PromptConstraints, analyze_constraints
from core.agent.limits import Limits
from core.agent.state import AgentState
from core.types import SearchHit
from tests.agent.memory_library import SOURCES, MemoryRetriever
from tests.scored import scored

WARRANTY, WEIGHT, CONTRACT, NOTES = SOURCES[:4]
HITS = [SearchHit(source.chunk, source.document.filename, 1, 0.5, 0.1, source.snippet) for source in SOURCES]


@scored("demands")
def test_simple_questions_ask_one_thing_and_demand_nothing(question: str, simple: bool) -> None:
    assert is_simple(question, analyze_constraints(question)) is simple


def state_of(**changes: object) -> AgentState:
    state = AgentState(
        Limits.standard(),
        question="How long is the warranty of the B-120 pump?",
        tool_calls_used=3,
        queries=["warranty"],
        opened=[WARRANTY, WEIGHT],
    )
    state.add_results("warranty", MemoryRetriever().search("warranty", limit=5).hits)
    state.add_results("warranty", HITS)
    for name, value in changes.items():
        setattr(state, name, value)
    return state


def test_enough_is_two_passages_that_hold_the_question() -> None:
    assert may_finish_early(state_of())
    assert not may_finish_early(state_of(opened=[WARRANTY]))
    only = state_of(opened=[WARRANTY])
    only.results = only.results[:1]  # there is nothing else to open
    assert may_finish_early(only)
    assert not may_finish_early(state_of(usual_open_citations=3))
    assert not may_finish_early(state_of(opened=[CONTRACT, NOTES]))
    assert not may_finish_early(state_of(tool_call_forced=True))
    assert not may_finish_early(state_of(constraints=PromptConstraints(requires_exact_quote=True)))
    assert not may_finish_early(state_of(limits=replace(Limits.standard(), adaptive=False)))
    assert not may_finish_early(state_of(limits=Limits.strict()))


def test_where_a_search_found_less_than_that_all_it_found_is_enough() -> None:
    one = state_of(opened=[WARRANTY], results=[], found_by={})
    one.add_results("warranty", HITS[:1])
    assert may_finish_early(one)
    one.add_results("pump", HITS[1:2])
    assert not may_finish_early(one)
