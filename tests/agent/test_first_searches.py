"""What a run searches for before its model chooses: topics, headings, parts, names, else the question."""

from __future__ import annotations

import re

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.agent.first_searches import FirstSearches, first_searches
from core.agent.limits import Limits
from core.agent.planner import make_plan
from core.agent.queries import MAX_QUESTION_QUERY_CHARACTERS, adds_words, name_queries
from core.answer.sources import Source
from tests.agent.memory_library import SOURCES, MemoryRetriever
from tests.agent.scripted_run import DOUBLE, SIMPLE, Run
from tests.scored import scored

FREE = PromptConstraints()
STANDARD, STRICT = Limits.standard(), Limits.strict()
SPENT = "How much did Microsoft and Adobe each spend on research and development in 2015?"
THREE = "How high was the revenue of Siemens, Bosch and Bayer in 2020?"
NAMED = tuple(SPENT.replace("Microsoft and Adobe", name) for name in ("Microsoft", "Adobe"))
PARTS = "What does the B-120 weigh, and what does its seal cost?"


def plan_of(*queries: str) -> str:
    named = ", ".join(f"“{query}”" for query in queries)
    return f'["search_docs for {named}", "open_citation for the best", "Compose the answer"]'


def batch(first: FirstSearches, question: str, *queries: str, limits: Limits = STANDARD) -> tuple[str, ...]:
    return first.batch(make_plan(plan_of(*queries), limits, first.topics), question, limits)


# --- what is searched for ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "demands", "topics", "openings"),
    [
        (SIMPLE, FREE, (SIMPLE,), 3),
        (DOUBLE, FREE, (DOUBLE,), 3),
        (SPENT, FREE, NAMED, 2),  # a call is left for the model: what looks like two names may be one
        (PARTS, FREE, ("What does the B-120 weigh", "what does its seal cost B-120 weigh"), 3),
        (
            "Write about the B-120 pump with the sections Weight and Price.",
            PromptConstraints(required_sections=("Weight", "Price")),
            ("B-120 Weight", "B-120 Price"),
            3,
        ),
        (SPENT, PromptConstraints(required_search_topics=("seal", "price")), ("seal", "price"), 2),
        # One heading is no division.
        (SIMPLE, PromptConstraints(required_sections=("Warranty",)), (SIMPLE,), 3),
        # More names than leave calls for the openings.
        (THREE, FREE, (THREE,), 3),
    ],
)
def test_topics_go_before_headings_before_parts_before_names_before_the_question(
    question: str, demands: PromptConstraints, topics: tuple[str, ...], openings: int
) -> None:
    assert first_searches(question, demands, STANDARD) == FirstSearches(topics, openings)


def test_strict_limits_open_two_and_have_room_for_a_third_name() -> None:
    names = ("Siemens", "Bosch", "Bayer")
    queries = tuple(f"How high was the revenue of {name} in 2020?" for name in names)
    first = first_searches(THREE, FREE, STRICT)
    assert first.topics == queries
    assert first.openings >= 2
    assert first_searches(SIMPLE, FREE, STRICT) == FirstSearches((SIMPLE,), 2)
    sections = PromptConstraints(required_sections=("Weight", "Price", "Colour"))
    first = first_searches("Write about the B-120 pump.", sections, STRICT)
    assert (len(first.topics), first.openings) == (2, 3)  # as many openings as headings


def test_headings_that_make_no_query_leave_the_question() -> None:
    demands = PromptConstraints(required_sections=("A", "B"))
    assert first_searches("Fasse zusammen.", demands, STANDARD).topics == ("Fasse zusammen.",)


def test_a_long_question_is_cut_at_a_word() -> None:
    (query,) = first_searches("What is the " + "warranty " * 100, FREE, STANDARD).topics
    assert len(query) <= MAX_QUESTION_QUERY_CHARACTERS
    assert query.endswith("warranty")


# --- the plan's own queries --------------------------------------------------------------------------


def test_a_query_of_small_words_searches_for_nothing() -> None:
    question = "How long is the warranty?"
    assert [adds_words(query, question) for query in ("the", "of it", "IT", "guarantee")] == [
        False,
        False,
        True,
        True,
    ]


def test_a_query_of_the_plan_with_only_words_of_the_question_is_left_out() -> None:
    first = first_searches(SIMPLE, FREE, STANDARD)
    assert batch(first, SIMPLE, "B-120 warranty", "WARRANTY of the pump!") == (SIMPLE,)
    assert batch(first, SIMPLE, "warranty", "guarantee period") == (SIMPLE, "guarantee period")
    assert batch(first, SIMPLE, "B-130 warranty") == (SIMPLE, "B-130 warranty")


@pytest.mark.parametrize(
    ("question", "limits", "kept"),
    [
        (SIMPLE, STANDARD, 1),  # three of five calls are for opening
        (SIMPLE, STRICT, 2),
        (SPENT, STANDARD, 1),
        (SPENT, STRICT, 1),
        (PARTS, STANDARD, 0),
    ],
)
def test_queries_of_the_plan_leave_calls_for_the_openings(question: str, limits: Limits, kept: int) -> None:
    first = first_searches(question, FREE, limits)
    others = ("guarantee", "duration", "months")
    found = batch(first, question, *others, limits=limits)
    assert found == (*first.topics, *others[:kept])
    assert first.openings >= 2
    assert len(found) + first.openings <= limits.max_tool_calls


class ByName(MemoryRetriever):
    """Other passages for each of two pumps."""

    def found(self, query: str) -> list[Source]:
        return list(SOURCES[:3] if "B-120" in query else SOURCES[3:])


def test_of_each_of_two_names_something_is_opened() -> None:
    question = "What do the B-120 and B-130 weigh?"
    run = Run(["Let me think."] * 9, question, grammar=False, retriever=ByName())
    assert run.retriever.searched == ["What do the B-120 weigh?", "What do the B-130 weigh?"]
    first, second = ({source.chunk.chunk_id for source in part} for part in (SOURCES[:3], SOURCES[3:]))
    assert {*run.retriever.opened} & first
    assert {*run.retriever.opened} & second


# --- names set beside each other ---------------------------------------------------------------------


@scored("agent_searches")
def test_each_name_of_a_list_takes_the_place_of_all(
    question: str, listed: str, names: tuple[str, ...]
) -> None:
    assert name_queries(question) == tuple(question.replace(listed, name) for name in names)


@scored("agent_searches", set)
def test_each_of_two_sides_is_searched_for_with_its_own_name_and_year(
    question: str, first: set[str], second: set[str]
) -> None:
    found = [set(re.findall(r"\w+", query)) for query in name_queries(question)]
    assert len(found) == 2
    assert first <= found[0]
    assert second <= found[1]
    of_one = {"Corning", "Pfizer", "Karst", "Bolt", "Siemens", "Bosch", "Amcor", "Boeing"}
    assert len(of_one & found[0]) == len(of_one & found[1]) == 1
    years = [{word for word in words if word.isdigit()} for words in found]
    assert years == [{word for word in words if word.isdigit()} for words in (first, second)]


@scored("agent_searches")
def test_one_name_and_what_only_looks_like_two_give_no_queries(question: str) -> None:
    assert name_queries(question) == ()


def test_what_stands_before_a_colon_asks_for_nothing() -> None:
    question = "Search for each company: how many employees did Amcor, Boeing and Foot Locker have?"
    names = ("Amcor", "Boeing", "Foot Locker")
    assert name_queries(question) == tuple(f"how many employees did {name} have?" for name in names)


def test_only_the_sentence_that_names_both_is_divided() -> None:
    question = "The reports are of 2020. How high was the revenue of both Amcor and Boeing?"
    assert name_queries(question) == (
        "How high was the revenue of Amcor?",
        "How high was the revenue of Boeing?",
    )
