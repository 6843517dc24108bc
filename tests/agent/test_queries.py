"""Which queries are the same to a run, and which only look so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.agent.limits import Limits
from core.agent.queries import adds_words, distinct, query_key
from core.agent.state import AgentState
from tests.agent.memory_library import MemoryRetriever
from tests.agent.scripted_run import Run, opening, search
from tests.agent.test_state import HITS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("section 7.3", "section 3.7"),
        ("limit of 1,5 kW", "limit of 5,1 kW"),
        ("version 2.10.4", "version 10.2.4"),
        ("parts over 500", "parts under 500"),
        ("Teile über 500 Euro", "Teile unter 500 Euro"),
        ("Meldungen nach dem 1. Mai", "Meldungen vor dem 1. Mai"),
        ("revenue from 2019 to 2021", "revenue from 2021 to 2019"),
        ("von 12 auf 7 Tage", "von 7 auf 12 Tage"),
        ("at least 5 seals", "at most 5 seals"),
        ("cost > 40", "cost < 40"),
        ("storage at -20 °C", "storage at 20 °C"),
        ("storage at −20 °C", "storage at 20 °C"),
        ("Schäden, die nicht gedeckt sind", "Schäden, die gedeckt sind"),
        ("pumps with filter", "pumps without filter"),
        ("wells above the river", "wells below the river"),
    ],
)
def test_other_figures_directions_and_limits_make_another_query(one: str, other: str) -> None:
    assert query_key(one) != query_key(other)
    assert distinct([one, other]) == (one, other)
    state = AgentState(Limits.standard(), queries=[one])
    assert not state.is_repeated(other)
    assert state.results_of(other) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Warranty  period", "period, WARRANTY!"),
        ("section 7.3.", "Section 7.3"),
        ("the warranty in 2019", "2019 warranty"),
        ("storage at −20 °C", "storage at -20 °C"),
        ("Angaben über Pumpen", "Angaben Pumpen"),
        ("Suche nach Dichtungen", "Suche Dichtungen"),
        ("the revenue of 2019 and 2021", "revenue 2019, 2021"),
    ],
)
def test_case_punctuation_and_small_words_do_not(one: str, other: str) -> None:
    assert query_key(one) == query_key(other)
    assert AgentState(Limits.standard(), queries=[one]).is_repeated(other)


@pytest.mark.parametrize(
    ("earlier", "shorter", "repeated"),
    [
        ("warranty period of the pump", "warranty period", True),
        ("revenue from 2019 to 2021 in Europe", "revenue 2019 2021", True),
        ("damage not covered", "damage covered", False),
        ("pumps under 500 litres", "pumps 500 litres", False),
        ("Teile über 500 Euro", "Teile 500 Euro", False),
        ("Rechnungen ohne Skonto 2020", "Rechnungen Skonto 2020", False),
    ],
)
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
