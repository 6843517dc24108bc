"""Where the question demands it, each topic is answered or said to be missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.agent.checks.base import gap
from core.agent.checks.disclosure import unanswered_topics
from core.agent.demands.constraints import PromptConstraints
from core.agent.gaps import asked_for
from tests.agent.test_gate import SAID, WARRANTY, WEIGHT, attempt_of, judge, state_of
from tests.answer.helpers import source_of

DISCLOSE = PromptConstraints(requires_insufficiency_disclosure=True)


def test_each_topic_without_an_answer_is_named() -> None:
    state = state_of(replace(DISCLOSE, required_search_topics=("weight", "price")))
    state.queries.append("price")
    gate = judge(SAID, state)
    assert gate.codes == ("INSUFFICIENCY_UNDISCLOSED",)
    assert gate.messages == ("Nothing is said about “price”. Answer it, or name it under insufficiencies.",)
    assert judge(SAID.replace("[]", '["the price of the B-120"]'), state).passed


def test_the_question_as_a_whole_counts_where_no_topics_are_named() -> None:
    beside = '{"statements":[{"evidence":["1.2"],"text":"Spare parts are excluded."}]}'
    unscored = tuple(replace(source, score=0.0) for source in (WARRANTY, WEIGHT))  # nothing is near by words
    assert judge(beside, state_of(DISCLOSE, unscored)).codes == ("INSUFFICIENCY_UNDISCLOSED",)
    assert judge(SAID, state_of(DISCLOSE)).passed
    assert judge(beside, state_of(None, unscored)).passed
    assert judge(beside, state_of(DISCLOSE)).codes == ("ONLY_NEAR", "INSUFFICIENCY_UNDISCLOSED")


LONG = "The warranty of the B-120 pump is 36 months from delivery."
PUMP = (
    source_of(1, LONG),
    source_of(2, "The B-120 weighs 42 kg. The pump B-120 costs 1,450 euros.", "b.pdf"),
)


@pytest.mark.parametrize(
    ("question", "said", "open_"),
    [
        ("What is the colour of the B-120 pump?", LONG, True),
        ("Which colour does the B-120 pump have?", LONG, True),
        ("Welche Farbe hat die B-120 pump?", LONG, True),
        ("What is the warranty of the B-120 pump?", LONG, False),
        ("What does the B-120 pump have?", LONG, False),  # names nothing
        ("What is the price of the pump B-120?", "The pump B-120 costs 1,450 euros [2].", False),
        ("How long does the warranty last?", LONG, False),
    ],
)
def test_what_is_asked_for_by_its_name_has_to_be_told(question: str, said: str, open_: bool) -> None:
    state = state_of(DISCLOSE, PUMP, question=question + " If it is not said, say so.")
    codes = judge(said if "[" in said else said + " [1]", state).codes
    assert ("INSUFFICIENCY_UNDISCLOSED" in codes) is open_


@pytest.mark.parametrize(
    ("topic", "said", "open_"),
    [
        ("colour of the B-120", LONG, True),
        ("weight of the B-120", LONG, True),
        ("weight of the B-120", f"{LONG} [1] The B-120 weighs 42 kg [2].", False),
        ("price of the B-120", f"{LONG} [1] The pump B-120 costs 1,450 euros [2].", False),
        ("price of the B-120", f"{LONG} [1] The B-120 weighs 42 kg [2].", True),
    ],
)
def test_the_code_of_all_topics_tells_none_of_them(topic: str, said: str, open_: bool) -> None:
    demanded = replace(DISCLOSE, required_search_topics=("warranty of the B-120", topic))
    state = state_of(demanded, PUMP, question="Search for each. If something is missing, say so.")
    attempt = attempt_of(said if "[" in said else said + " [1]", state)
    assert unanswered_topics(attempt.answer, state) == ([topic] if open_ else [])
    missing = replace(attempt.answer, insufficiencies=gap(state, "the warranty of the B-120"))
    assert unanswered_topics(missing, state) == ([topic] if open_ else [])
    missing = replace(attempt.answer, insufficiencies=gap(state, f"the {topic}"))
    assert unanswered_topics(missing, state) == []


BLUE = (source_of(1, "The boiler holds 80 litres. It is painted blue. Miller of Karst built the boiler."),)


@pytest.mark.parametrize(
    ("question", "said", "open_"),
    [
        ("What is the price of the boiler?", "The boiler holds 80 litres.", True),
        ("Who built the boiler?", "The boiler holds 80 litres.", True),
        ("Who built the boiler?", "Miller of Karst built the boiler.", False),
        ("How much does the boiler hold?", "The boiler holds 80 litres.", False),
    ],
)
def test_a_figure_of_another_kind_is_told_to_be_no_answer(question: str, said: str, open_: bool) -> None:
    state = state_of(DISCLOSE, BLUE, question=question + " If it is not documented, say so.")
    codes = judge(f"{said} [1]", state).codes
    assert ("INSUFFICIENCY_UNDISCLOSED" in codes) is open_
    plain = judge(f"{said} [1]", state_of(None, BLUE, question=question)).codes
    assert ("NOT_WHAT_IS_ASKED" in plain) is (open_ and "price" in question)


TWO = "How much does the boiler hold and what does it cost?"


@pytest.mark.parametrize(
    "demand",
    [
        "If something is missing, say 'Insufficient documentation'.",
        "If it is not documented, say so.",
        "Search at least twice. Say so if the documents do not tell.",
    ],
)
def test_only_what_was_asked_is_called_missing(demand: str) -> None:
    state = state_of(DISCLOSE, BLUE, question=f"{TWO} {demand}")
    attempt = attempt_of("The boiler holds 80 litres. [1]", state)
    assert unanswered_topics(attempt.answer, state) == ["what does it cost"]
    none = attempt_of('{"statements":[],"insufficiencies":[]}', state)
    assert [row.missing for row in none.answer.insufficiencies] == [TWO]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (
            "The boiler is old. How old is it? If it is not documented, say so.",
            "The boiler is old. How old is it?",
        ),
        ("How old is the boiler?", "How old is the boiler?"),
        ("Say so if nothing is documented.", "Say so if nothing is documented."),
        (
            "Wie alt ist der Kessel? Wenn es nicht dokumentiert ist, sage es.",
            "Wie alt ist der Kessel?",
        ),
        ("How old is the boiler?\nWhat does it cost?", "How old is the boiler?\nWhat does it cost?"),
    ],
)
def test_what_a_question_asks_for(question: str, asked: str) -> None:
    assert asked_for(question) == asked
