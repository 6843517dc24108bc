"""What a run searches for before its model chooses: topics, headings, parts, names, else the question."""

from __future__ import annotations

import re

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.agent.first_searches import first_searches, with_planned
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
EACH = tuple(f"How high was the revenue of {name} in 2020?" for name in ("Siemens", "Bosch", "Bayer"))
NAMED = tuple(SPENT.replace("Microsoft and Adobe", name) for name in ("Microsoft", "Adobe"))
PARTS = "What does the B-120 weigh, and what does its seal cost?"


def plan_of(*queries: str) -> str:
    named = ", ".join(f"“{query}”" for query in queries)
    return f'["search_docs for {named}", "open_citation for the best", "Compose the answer"]'


def batch(first: tuple[str, ...], question: str, *queries: str, most: int = 3) -> tuple[str, ...]:
    return with_planned(first, make_plan(plan_of(*queries), STANDARD, first), question, most)


# --- what is searched for ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "demands", "topics"),
    [
        (SIMPLE, FREE, (SIMPLE,)),
        (DOUBLE, FREE, (DOUBLE,)),
        (SPENT, FREE, NAMED),
        (PARTS, FREE, ("What does the B-120 weigh", "what does its seal cost B-120 weigh")),
        (
            "Write about the B-120 pump with the sections Weight and Price.",
            PromptConstraints(required_sections=("Weight", "Price")),
            ("B-120 Weight", "B-120 Price"),
        ),
        (SPENT, PromptConstraints(required_search_topics=("seal", "price")), ("seal", "price")),
        # One heading is no division.
        (SIMPLE, PromptConstraints(required_sections=("Warranty",)), (SIMPLE,)),
        (THREE, FREE, EACH),
    ],
)
def test_topics_go_before_headings_before_parts_before_names_before_the_question(
    question: str, demands: PromptConstraints, topics: tuple[str, ...]
) -> None:
    assert first_searches(question, demands, STANDARD) == topics


def test_headings_and_parts_leave_calls_for_opening() -> None:
    sections = PromptConstraints(required_sections=("Weight", "Price", "Colour"))
    assert len(first_searches("Write about the B-120 pump.", sections, STRICT)) == 2


def test_headings_that_make_no_query_leave_the_question() -> None:
    demands = PromptConstraints(required_sections=("A", "B"))
    assert first_searches("Fasse zusammen.", demands, STANDARD) == ("Fasse zusammen.",)


def test_a_long_question_is_cut_at_a_word() -> None:
    (query,) = first_searches("What is the " + "warranty " * 100, FREE, STANDARD)
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


def test_of_the_plan_as_many_are_taken_as_there_is_room_for() -> None:
    first = first_searches(PARTS, FREE, STANDARD)
    assert batch(first, PARTS, "guarantee", "duration", most=3) == (*first, "guarantee")
    assert batch(first, PARTS, "guarantee", most=1) == first


class ByName(MemoryRetriever):
    """Other passages for each of two pumps."""

    def found(self, query: str) -> list[Source]:
        return list(SOURCES[:3] if "B-120" in query else SOURCES[3:])


def test_of_each_of_two_names_something_is_opened() -> None:
    question = "What do the B-120 and B-130 weigh?"
    run = Run(["Let me think."] * 9, question, grammar=False, retriever=ByName())
    assert run.retriever.searched == ["What do the B-120 weigh?", "What do the B-130 weigh?"]
    assert set(run.retriever.opened) <= {source.chunk.chunk_id for source in SOURCES[:3]}
    (ready,) = run.of("answer_ready")
    assert "The B-120 weighs 42 kg." in [row.text for row in ready.answer.statements]


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
