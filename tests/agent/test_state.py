"""The states of the loop: what may follow what, what is opened next, when it is enough; every way ends."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.queries import adds_words, distinct, query_key
from core.agent.state import AgentState, AllowedActions, ListedResult
from core.answer.sources import Source
from core.judge.run_judge import RunJudge
from core.types import SearchHit
from tests.agent.gate_kit import HITS, PAGES, state_of
from tests.agent.memory_library import MemoryRetriever
from tests.agent.scripted_run import ACTING, Run, opening, search
from tests.answer.helpers import source_of
from tests.library_kit import answer_judge
from tests.scored import scored

THREE = PromptConstraints(min_searches=3)


@pytest.mark.parametrize(
    ("calls", "queries", "found", "opened", "demands", "allowed"),
    [
        (0, "", 0, 0, None, AllowedActions(True, (), False)),  # before any search only searching
        (1, "a", 4, 0, None, AllowedActions(True, (1, 2, 3), True)),
        (2, "a", 2, 1, None, AllowedActions(True, (2,), True)),
        (3, "abc", 2, 0, None, AllowedActions(False, (1, 2), True)),  # the last calls are for opening
        (3, "abc", 0, 0, None, AllowedActions(True, (), True)),  # unless there is nothing to open
        (3, "a", 3, 0, THREE, AllowedActions(False, (), True)),  # they are searched for without the model
        (1, "a", 0, 0, THREE, AllowedActions(True, (), False)),
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


def test_after_a_repeated_query_only_given_words_are_searched_for() -> None:
    state = AgentState(Limits.standard(), tool_calls_used=1, queries=["Warranty  period"])
    state.add_results("a", HITS[:2])
    assert state.is_repeated("warranty period")
    state.repeats += 1
    assert not state.allowed().search
    state.suggested_queries = ("guarantee",)
    assert state.allowed() == AllowedActions(True, (1, 2), True, ("guarantee",))


def test_chunks_are_listed_once() -> None:
    state = AgentState(Limits.standard())
    assert [listed.number for listed in state.add_results("a", HITS[:2])] == [1, 2]
    assert [listed.number for listed in state.add_results("b", HITS[1:4])] == [3, 4]


def test_no_two_sources_of_a_run_have_one_number() -> None:
    state = AgentState(Limits.standard())
    assert state.next_number == 1
    state.snippets = [PAGES[0], PAGES[1]]
    state.opened = [PAGES[4]]
    assert state.next_number == 6
    state.opened.append(PAGES[5])
    assert state.next_number == 7


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
            state.repeats += 1
            continue
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


QUESTION = "How many herons does the reserve have?"
BESIDE = "The reserve is known for the herons that breed in it."
COUNTED = "The reserve has 340 herons in its northern lakes."
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


def test_demanded_searches_keep_their_calls() -> None:
    state = state_of(THREE, PAGES[:0], "", tool_calls_used=3, queries=["a"])
    state.add_results("a", HITS[:3])
    assert state.allowed() == AllowedActions(False, (), True)  # the program makes them


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


def test_the_order_of_figures_is_no_word_that_a_query_adds() -> None:
    assert not adds_words("revenue 2021 2019", "How did the revenue change from 2019 to 2021?")
    assert adds_words("revenue below 2019", "How did the revenue change from 2019 to 2021?")


def test_many_figures_make_no_large_key() -> None:
    assert len(query_key(" ".join(map(str, range(300))))) < 400


def test_both_are_searched_for() -> None:
    retriever = MemoryRetriever()
    first, second = "terms of section 7.3", "terms of section 3.7"
    limits = replace(ACTING, max_tool_calls=8)
    run = Run([search(first), opening(1), search(second)], retriever=retriever, limits=limits)
    assert {first, second} <= set(retriever.searched)
    assert "repeated_query" not in run.story
