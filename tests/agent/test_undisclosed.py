"""Where the question demands it, each topic is answered or said to be missing."""

from __future__ import annotations

from dataclasses import replace

from core.agent.checks.base import gap
from core.agent.checks.disclosure import unanswered_topics
from core.agent.demands.constraints import PromptConstraints
from core.agent.gaps import asked_for
from tests.agent.test_gate import SAID, WARRANTY, WEIGHT, attempt_of, judge, state_of
from tests.answer.helpers import source_of
from tests.scored import scored

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


@scored("demands")
def test_what_is_asked_for_by_its_name_has_to_be_told(question: str, said: str, open_: bool) -> None:
    state = state_of(DISCLOSE, PUMP, question=question + " If it is not said, say so.")
    codes = judge(said if "[" in said else said + " [1]", state).codes
    assert ("INSUFFICIENCY_UNDISCLOSED" in codes) is open_


@scored("demands")
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


@scored("demands")
def test_a_figure_of_another_kind_is_told_to_be_no_answer(question: str, said: str, open_: bool) -> None:
    state = state_of(DISCLOSE, BLUE, question=question + " If it is not documented, say so.")
    codes = judge(f"{said} [1]", state).codes
    assert ("INSUFFICIENCY_UNDISCLOSED" in codes) is open_
    plain = judge(f"{said} [1]", state_of(None, BLUE, question=question)).codes
    assert ("NOT_WHAT_IS_ASKED" in plain) is (open_ and "price" in question)


TWO = "How much does the boiler hold and what does it cost?"


@scored("demands")
def test_only_what_was_asked_is_called_missing(demand: str) -> None:
    state = state_of(DISCLOSE, BLUE, question=f"{TWO} {demand}")
    attempt = attempt_of("The boiler holds 80 litres. [1]", state)
    assert unanswered_topics(attempt.answer, state) == ["what does it cost"]
    none = attempt_of('{"statements":[],"insufficiencies":[]}', state)
    assert [row.missing for row in none.answer.insufficiencies] == [TWO]


@scored("demands")
def test_what_a_question_asks_for(question: str, asked: str) -> None:
    assert asked_for(question) == asked
