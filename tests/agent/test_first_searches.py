"""What a run searches for before its model chooses: topics, the parts of the question, else the question."""

from __future__ import annotations

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.parts import Part
from core.agent.planner import first_searches, make_plan, with_planned
from core.agent.queries import MAX_QUESTION_QUERY_CHARACTERS, adds_words
from tests.agent.scripted_run import DOUBLE, SIMPLE

FREE = PromptConstraints()
STANDARD, STRICT = Limits.standard(), Limits.strict()
EACH = ("What does the B-120 weigh?", "What does the seal of the B-120 cost?")
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
        (PARTS, FREE, EACH),
        (PARTS, PromptConstraints(required_search_topics=("seal", "price")), ("seal", "price")),
    ],
)
def test_topics_go_before_the_parts_before_the_question(
    question: str, demands: PromptConstraints, topics: tuple[str, ...]
) -> None:
    parts = tuple(map(Part, EACH)) if question == PARTS else (Part(question),)
    assert first_searches(question, demands, parts, STANDARD) == topics


def test_parts_leave_a_call_for_opening() -> None:
    things = ("weight", "price", "colour", "warranty", "noise", "height")
    parts = tuple(Part(f"What is the {thing} of the B-120?") for thing in things)
    assert (
        len(first_searches("Write about the B-120 pump.", FREE, parts, STRICT)) == STRICT.max_tool_calls - 1
    )
    two = PromptConstraints(min_open_citations=2)
    assert len(first_searches("Write about the pump.", two, parts, STRICT)) == STRICT.max_tool_calls - 2


def test_a_long_question_is_cut_at_a_word() -> None:
    asked = "What is the " + "warranty " * 100
    (query,) = first_searches(asked, FREE, (Part(asked),), STANDARD)
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
    first = first_searches(SIMPLE, FREE, (Part(SIMPLE),), STANDARD)
    assert batch(first, SIMPLE, "B-120 warranty", "WARRANTY of the pump!") == (SIMPLE,)
    assert batch(first, SIMPLE, "warranty", "guarantee period") == (SIMPLE, "guarantee period")
    assert batch(first, SIMPLE, "B-130 warranty") == (SIMPLE, "B-130 warranty")


def test_of_the_plan_as_many_are_taken_as_there_is_room_for() -> None:
    first = first_searches(PARTS, FREE, tuple(map(Part, EACH)), STANDARD)
    assert batch(first, PARTS, "guarantee", "duration", most=3) == (*first, "guarantee")
    assert batch(first, PARTS, "guarantee", most=1) == first
