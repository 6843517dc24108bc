"""The states of the loop: what may follow what, what is opened next, when it is enough; every way ends."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from core.agent.adaptive import is_simple, may_finish_early
from core.agent.demands.constraints import PromptConstraints, analyze_constraints
from core.agent.limits import Limits
from core.agent.missing_results import next_need
from core.agent.queries import adds_words, distinct, query_key
from core.agent.state import AgentState, AllowedActions, ListedResult
from core.agent.tools import AgentTools
from core.answer.sources import Source
from core.judge.run_judge import RunJudge
from core.types import SearchHit
from tests.agent.gate_kit import HITS, PAGES, state_of
from tests.agent.memory_library import SOURCES, MemoryRetriever
from tests.agent.scripted_run import Finding, Run, opening, search
from tests.answer.helpers import source_of
from tests.library_kit import answer_judge
from tests.scored import scored

THREE = PromptConstraints(min_searches=3)


@pytest.mark.parametrize(
    ("calls", "queries", "found", "opened", "demands", "allowed"),
    [
        (0, "", 0, 0, None, AllowedActions(True, (), False)),  # before any search only searching
        (1, "a", 2, 0, None, AllowedActions(True, (1,), False)),
        (1, "a", 2, 1, None, AllowedActions(True, (2,), False)),  # no end before something is open
        (1, "a", 2, 2, None, AllowedActions(True, (), True)),
        (2, "a", 1, 1, None, AllowedActions(True, (), True)),  # one is enough where there is no other
        (4, "abcd", 2, 0, None, AllowedActions(False, (1,), False)),  # the last call is for opening
        (3, "a", 3, 0, THREE, AllowedActions(True, (), False)),  # room for the searches that are left
        (1, "a", 0, 0, THREE, AllowedActions(True, (), True)),  # nothing found may end at once
        (1, "a", 1, 0, THREE, AllowedActions(True, (1,), False)),
    ],
)
def test_what_may_follow_what(
    calls: int,
    queries: str,
    found: int,
    opened: int,
    demands: PromptConstraints | None,
    allowed: AllowedActions,
) -> None:
    state = state_of(demands, PAGES[:opened], "", tool_calls_used=calls, queries=list(queries))
    state.add_results("a", HITS[:found])
    assert state.allowed() == allowed


def test_a_repeated_query_takes_searching_out_for_one_step() -> None:
    state = AgentState(Limits.standard(), tool_calls_used=1, queries=["Warranty  period"])
    state.add_results("a", HITS[:2])
    assert state.is_repeated("warranty period")
    state.repeated_query = True
    assert not state.allowed().search
    state.repeated_query = False
    assert state.allowed().search


def test_chunks_are_listed_once() -> None:
    state = AgentState(Limits.standard())
    assert [listed.number for listed in state.add_results("a", HITS[:2])] == [1, 2]
    assert [listed.number for listed in state.add_results("b", HITS[1:4])] == [3, 4]


def test_no_two_sources_of_a_run_have_one_number() -> None:
    state = AgentState(Limits.standard())
    assert state.next_number == 1
    state.snippets = [PAGES[0], PAGES[1]]
    state.tables = (PAGES[4],)
    assert state.next_number == 6
    state.opened.append(PAGES[5])
    assert state.next_number == 7


def test_tables_are_cited_beside_snippets_once_a_figure_is_shown() -> None:
    state = AgentState(Limits.standard(), snippets=[PAGES[0]], tables=(PAGES[1],))
    assert state.citable == [PAGES[0]]
    state.figures_shown = True
    assert state.citable == [PAGES[0], PAGES[1]]
    state.opened.append(PAGES[2])
    assert state.citable == [PAGES[2], PAGES[1]]


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
            state.opened.append(PAGES[number])
    assert state.tool_calls_used <= limits.max_tool_calls


LASTING, WEIGHT, CONTRACT, NOTES = SOURCES[:4]
FOUND = [SearchHit(source.chunk, source.document.filename, 1, 0.5, 0.1, source.snippet) for source in SOURCES]


@scored("demands")
def test_simple_questions_ask_one_thing_and_demand_nothing(question: str, simple: bool) -> None:
    assert is_simple(question, analyze_constraints(question)) is simple


def simple_state(**changes: object) -> AgentState:
    state = AgentState(
        Limits.standard(),
        question="How long is the warranty of the B-120 pump?",
        tool_calls_used=3,
        queries=["warranty"],
        opened=[LASTING, WEIGHT],
    )
    state.add_results("warranty", MemoryRetriever().search("warranty", limit=5).hits)
    state.add_results("warranty", FOUND)
    for name, value in changes.items():
        setattr(state, name, value)
    return state


def test_enough_is_two_passages_that_hold_the_question() -> None:
    assert may_finish_early(simple_state())
    assert not may_finish_early(simple_state(opened=[LASTING]))
    only = simple_state(opened=[LASTING])
    only.results = only.results[:1]  # there is nothing else to open
    assert may_finish_early(only)
    assert not may_finish_early(simple_state(usual_open_citations=3))
    assert not may_finish_early(simple_state(opened=[CONTRACT, NOTES]))
    assert not may_finish_early(simple_state(tool_call_forced=True))
    assert not may_finish_early(simple_state(constraints=PromptConstraints(requires_exact_quote=True)))
    assert not may_finish_early(simple_state(limits=replace(Limits.standard(), adaptive=False)))
    assert not may_finish_early(simple_state(limits=Limits.strict()))


def test_where_a_search_found_less_than_that_all_it_found_is_enough() -> None:
    one = simple_state(opened=[LASTING], results=[], found_by={})
    one.add_results("warranty", FOUND[:1])
    assert may_finish_early(one)
    one.add_results("pump", FOUND[1:2])
    assert not may_finish_early(one)


QUESTION = "How many herons does the reserve have?"
FRAGE = "Wie viele Reiher gibt es in dem Gebiet?"
BESIDE = "The reserve is known for the herons that breed in it."
COUNTED = "The reserve has 340 herons in its northern lakes."
GEZAEHLT = "In dem Gebiet gibt es 340 Reiher."
OTHERS = [source_of(0, f"The reserve has a hut at lake {letter}.", f"{letter}.pdf") for letter in "ABCDEFGH"]


def hit_of(source: Source) -> SearchHit:
    return SearchHit(source.chunk, source.document.filename, 1, 0.7, 0.1, source.chunk.text[:60])


def listing(question: str, listed: list[Source], deeper: list[Source]) -> AgentState:
    state = AgentState(
        Limits.standard(),
        question=question,
        queries=["herons"],
        tool_calls_used=1,
        judge=RunJudge(answer_judge()),
    )
    state.add_results("herons", [hit_of(source) for source in listed])
    state.not_shown = [ListedResult(0, "herons", hit_of(source)) for source in deeper]
    return state


def tools_of(sources: list[Source], selected: list[str] | None = None) -> AgentTools:
    return AgentTools(Finding(sources), answer_judge(), selected, Limits.standard())


@pytest.mark.parametrize(("question", "text"), [(QUESTION, COUNTED), (FRAGE, GEZAEHLT)])
def test_what_answers_is_needed_however_deep_it_lay(question: str, text: str) -> None:
    near, answering = source_of(0, BESIDE, "near.pdf"), source_of(0, text, "counts.pdf")
    state = listing(question, [near, *OTHERS], [answering])
    need = next_need(state, tools_of([near, *OTHERS, answering]))
    assert need is not None
    assert need.filename == "counts.pdf"


def test_what_is_answered_needs_nothing_more() -> None:
    answering, again = source_of(1, COUNTED, "counts.pdf"), source_of(0, COUNTED, "again.pdf")
    state = listing(QUESTION, [answering, again], [])
    state.opened = [answering]
    assert next_need(state, tools_of([answering, again])) is None


def test_nothing_outside_the_selection_is_needed() -> None:
    near, answering = source_of(0, "Lunch is at noon.", "near.pdf"), source_of(0, COUNTED, "counts.pdf")
    state = listing(QUESTION, [near], [answering])
    assert next_need(state, tools_of([near, answering], [near.document.document_id])) is None


def test_a_figure_of_an_earlier_year_or_of_others_is_not_needed() -> None:
    old = source_of(0, "In 2014 the reserve had 310 herons.", "old.pdf")
    huts = source_of(0, "The reserve has 12 huts for the friends of the herons.", "huts.pdf")
    state = listing("How many herons did the reserve have in 2016?", [old, huts], [])
    need = next_need(state, tools_of([old, huts]))
    assert need is None or need.filename == "huts.pdf"


def test_a_hit_is_listed_deeper_once_and_behind_all_others() -> None:
    near, answering = source_of(0, BESIDE, "near.pdf"), source_of(0, COUNTED, "counts.pdf")
    state = listing(QUESTION, [near, *OTHERS], [answering, answering])
    before = [listed.number for listed in state.results]
    listed = state.list_deeper(answering.chunk.chunk_id)
    assert listed is not None
    assert [one.number for one in state.results] == [*before, listed.number]
    assert state.results_of("herons")[-1] == listed.number
    assert state.number_of(answering.chunk.chunk_id) == listed.number
    assert state.list_deeper(answering.chunk.chunk_id) is None
    assert state.list_deeper("unknown") is None
    assert len(state.found) == len(state.results)


def test_only_what_is_needed_is_offered_until_it_is_open() -> None:
    sources = [source_of(0, BESIDE, "near.pdf"), *OTHERS]
    state = listing(QUESTION, sources, [])
    state.needed = 4
    assert state.offered == (4,)
    assert state.next_to_open[0] == 4
    assert sorted(state.next_to_open) == list(range(1, len(sources) + 1))
    state.opened = [replace(sources[3], number=1)]
    assert 4 not in state.next_to_open
    state.needed = 99  # of no result
    assert state.offered
    assert 99 not in state.next_to_open


def test_demanded_searches_keep_their_calls() -> None:
    state = listing(QUESTION, OTHERS, [])
    state.needed = 3
    state.constraints = PromptConstraints(min_searches=3)
    state.tool_calls_used = state.limits.max_tool_calls - 2
    allowed = state.allowed()
    assert allowed.search
    assert not allowed.open_results


def test_where_documents_may_disagree_another_one_comes_before_what_is_needed() -> None:
    """Of two openings that are left one has to show the other side."""
    known, other = source_of(1, BESIDE, "near.pdf"), source_of(0, "Herons are counted.", "other.pdf")
    more = replace(known, chunk=replace(known.chunk, chunk_id="0" * 32))
    state = listing(QUESTION, [known, more, other], [])
    state.opened = [known]
    state.needed = 2
    state.constraints = PromptConstraints(requires_conflict_resolution=True)
    assert state.next_to_open == (3, 2)
    assert state.offered == (3, 2)
    state.constraints = PromptConstraints()
    assert state.offered == (2,)


def test_without_the_model_what_is_needed_is_opened_first_and_nothing_twice() -> None:
    near, answering = source_of(0, BESIDE, "near.pdf"), source_of(0, COUNTED, "counts.pdf")
    run = Run([], QUESTION, retriever=Finding([near, *OTHERS, answering]))
    calls = run.of("tool_called")
    opened = [call.tool_input["chunk_id"] for call in calls if call.tool == "open_citation"]
    assert opened[0] == answering.chunk.chunk_id
    assert len(opened) == len(set(opened))
    assert len(calls) <= Limits.standard().max_tool_calls


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
