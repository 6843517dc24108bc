"""Which queries are the same to a run, and which only look so."""

from __future__ import annotations

from dataclasses import replace

from core.agent.limits import Limits
from core.agent.queries import adds_words, distinct, query_key
from core.agent.state import AgentState
from tests.agent.memory_library import MemoryRetriever
from tests.agent.scripted_run import Run, opening, search
from tests.agent.test_state import HITS
from tests.scored import scored


@scored("agent_searches")
def test_other_figures_directions_and_limits_make_another_query(one: str, other: str) -> None:
    assert query_key(one) != query_key(other)
    assert distinct([one, other]) == (one, other)
    state = AgentState(Limits.standard(), queries=[one])
    assert not state.is_repeated(other)
    assert state.results_of(other) == ()


@scored("agent_searches")
def test_case_punctuation_and_small_words_do_not(one: str, other: str) -> None:
    assert query_key(one) == query_key(other)
    assert AgentState(Limits.standard(), queries=[one]).is_repeated(other)


@scored("agent_searches")
def test_a_query_that_leaves_words_out_is_the_same_unless_they_turn_it_round(
    earlier: str, shorter: str, *, repeated: bool
) -> None:
    state = AgentState(Limits.standard(), queries=[earlier])
    state.add_results(earlier, HITS[:1])
    assert state.is_repeated(shorter) is repeated


def test_fewer_words_may_find_what_all_of_them_did_not() -> None:
    state = AgentState(Limits.standard(), queries=["warranty period of the pump"])
    state.add_results("warranty period of the pump", ())
    assert not state.is_repeated("warranty period")
    assert state.is_repeated("period of the warranty: pump")


def test_the_order_of_figures_is_no_word_that_a_query_adds() -> None:
    assert not adds_words("revenue 2021 2019", "How did the revenue change from 2019 to 2021?")
    assert adds_words("revenue below 2019", "How did the revenue change from 2019 to 2021?")


def test_many_figures_make_no_large_key() -> None:
    assert len(query_key(" ".join(map(str, range(300))))) < 400


def test_both_are_searched_for() -> None:
    retriever = MemoryRetriever()
    first, second = "terms of section 7.3", "terms of section 3.7"
    limits = replace(Limits.standard(), max_tool_calls=8)
    run = Run([search(first), opening(1), search(second)], retriever=retriever, limits=limits)
    assert {first, second} <= set(retriever.searched)
    assert "repeated_query" not in run.story
