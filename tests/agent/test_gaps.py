"""What a model calls missing is told in words that claim nothing."""

from __future__ import annotations

import json
from typing import Any

from core.agent.demands.constraints import PromptConstraints
from core.agent.gaps import topic_of
from core.answer.asking.question import asked_parts
from core.answer.statements import without_admission
from core.types import Answer
from tests.agent.scripted_run import DOUBLE, Finding, Run, search
from tests.agent.test_grounding import grounded, state_of
from tests.scored import scored

NOTHING = PromptConstraints()


@scored("demands")
def test_a_topic_is_made_of_what_was_asked(question: str, missing: str, topic: str) -> None:
    assert topic_of(missing, question, NOTHING) == topic


def test_a_demanded_topic_or_heading_is_one_too() -> None:
    demanded = PromptConstraints(required_search_topics=("rate limit", "retry policy"))
    long = "Write a runbook on the rate limit and the retry policy from separate searches."
    assert topic_of("the retry policy was cancelled", long, demanded) == "retry policy"
    assert topic_of("the price", "How heavy is it?", NOTHING, section="Price") == "the price"
    assert topic_of("the price rose by half", "How heavy is it?", NOTHING, section="Price") == ""


@scored("demands", list)
def test_the_answer_tells_the_topic_only(called: str, told: list[str]) -> None:
    answer = grounded(json.dumps({"statements": [], "insufficiencies": [called]}), state_of())
    assert [row.missing for row in answer.insufficiencies] == told
    assert (called in answer.text) == (called in told)


def test_what_is_answered_is_not_called_missing_by_a_claim() -> None:
    rows = [{"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."}]
    missing = ["the B-120 is heavy as lead", "its warranty ended by fraud"]
    answer = grounded(json.dumps({"statements": rows, "insufficiencies": missing}), state_of())
    assert [row.missing for row in answer.insufficiencies] == ["how long is its warranty"]


def test_a_section_says_only_that_nothing_was_found_for_it() -> None:
    state = state_of(PromptConstraints(required_sections=("Price",)))
    for missing in ("the price was raised after fraud", "fraud"):
        answer = grounded(json.dumps({"sections": {"Price": {"missing": missing}}}), state)
        (row,) = answer.insufficiencies
        assert (row.section, row.missing) == ("Price", "nothing was found for this section")


@scored("demands")
def test_only_plain_questions_are_parts(question: str, parts: tuple[str, ...]) -> None:
    assert asked_parts(question) == parts


@scored("demands")
def test_what_an_admission_is_about(sentence: str, about: str) -> None:
    assert without_admission(sentence) == about


def ended(last: dict[str, Any], question: str = DOUBLE) -> Answer:
    """The answer of a run that found nothing and whose model ended it with these words."""
    run = Run([search("weight of the pump"), {"type": "final", **last}], question, retriever=Finding([]))
    (ready,) = run.of("answer_ready")
    assert not ready.answer.statements
    assert {row.queries_tried for row in ready.answer.insufficiencies} == {(question, "weight of the pump")}
    answer: Answer = ready.answer
    return answer


@scored("demands", list)
def test_where_nothing_was_found_the_parts_that_the_model_calls_missing_are_told(
    last: dict[str, Any], told: list[str]
) -> None:
    answer = ended(last)
    assert [row.missing for row in answer.insufficiencies] == [DOUBLE, *told]
    assert "fraud" not in answer.text
    assert "42" not in answer.text


def test_where_nothing_was_found_it_is_told_under_the_heading_that_is_meant() -> None:
    question = (
        "Describe the B-120 pump under the headings Weight and Warranty. If something is not documented, "
        "say so under its heading."
    )
    last = {"insufficiencies": [{"section": "Warranty", "missing": "the warranty of the B-120 pump"}]}
    run = Run([{"type": "final", **last}], question, retriever=Finding([]))
    (ready,) = run.of("answer_ready")
    rows = [(row.section, row.missing) for row in ready.answer.insufficiencies]
    assert ("Warranty", "the warranty of the B-120 pump") in rows
    assert {section for section, _ in rows} == {"", "Weight", "Warranty"}
