"""What a model calls missing is told in words that claim nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.agent.gaps import topic_of
from core.answer.asking.question import asked_parts
from core.answer.statements import without_admission
from core.types import Answer
from tests.agent.scripted_run import DOUBLE, Finding, Run, search
from tests.agent.test_grounding import QUESTION, grounded, state_of

NOTHING = PromptConstraints()
CLOSED = "When was the plant in Karst closed, and who signed the contract?"
PARTS = ("When was the plant in Karst closed", "who signed the contract")


@pytest.mark.parametrize(
    ("question", "missing", "topic"),
    [
        # A phrase or an indirect question of words that were asked stays as it is.
        (CLOSED, "when the plant was closed", "when the plant was closed"),
        (CLOSED, "who signed it", "who signed it"),
        (CLOSED, "the contract", "the contract"),
        ("What is the price in 2021?", "the price in 2021", "the price in 2021"),
        ("Wie lang ist die Garantie der B-120?", "die Garantie der B-120", "die Garantie der B-120"),
        # Whatever asserts becomes the part of the question that it is about.
        (CLOSED, "the plant was closed because of fraud", PARTS[0]),
        (CLOSED, "closure of the plant after fraud", PARTS[0]),
        (CLOSED, "the plant was closed", PARTS[0]),
        (CLOSED, "the contract, signed by Miller", PARTS[1]),
        (CLOSED, "when the plant was closed for fraud", PARTS[0]),
        (
            "Was the plant closed because of fraud?",
            "plant closed because of fraud",
            "Was the plant closed because of fraud?",
        ),
        ("Was the plant closed?", "the plant not closed", "Was the plant closed?"),
        (
            "Wurde das Werk wegen Betrug geschlossen?",
            "das Werk wurde geschlossen",
            "Wurde das Werk wegen Betrug geschlossen?",
        ),
        # Figures, dates, codes, markup, quotations.
        ("What is the price?", "the price of 99 euros", "What is the price?"),
        ("What is the price?", "the price on 3 May 2021", "What is the price?"),
        ("What is the price?", "the price on 2021-05-03", "What is the price?"),
        ("What is the price?", "the price of the B-130", "What is the price?"),
        ("What is the price?", "the price [4]", "What is the price?"),
        ("What is the price?", "the price <b>", "What is the price?"),
        ("What is the price?", "the price <img src=x>", "What is the price?"),
        ("What is the price?", "the [price](http://example.org)", "What is the price?"),
        ("What is the price?", "the “price”", "What is the price?"),
        ("What is the price?", "the price, run `systemctl stop price`", "What is the price?"),
        ("What is the price?", "price " * 20, "What is the price?"),
        # Nothing that was asked for.
        (CLOSED, "It was a sunny day in the village", ""),
        (CLOSED, "this", ""),
    ],
)
def test_a_topic_is_made_of_what_was_asked(question: str, missing: str, topic: str) -> None:
    assert topic_of(missing, question, NOTHING) == topic


def test_a_demanded_topic_or_heading_is_one_too() -> None:
    demanded = PromptConstraints(required_search_topics=("rate limit", "retry policy"))
    long = "Write a runbook on the rate limit and the retry policy from separate searches."
    assert topic_of("the retry policy was cancelled", long, demanded) == "retry policy"
    assert topic_of("the price", "How heavy is it?", NOTHING, section="Price") == "the price"
    assert topic_of("the price rose by half", "How heavy is it?", NOTHING, section="Price") == ""


@pytest.mark.parametrize(
    ("called", "told"),
    [
        ("the warranty of the B-120", ["the warranty of the B-120"]),
        ("the warranty of the B-120 ended by fraud", ["how long is its warranty"]),
        ("the price of the village", [QUESTION]),
    ],
)
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


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (CLOSED, PARTS),
        ("How heavy is it? And what does it cost?", ("How heavy is it", "And what does it cost")),
        ("Wie lang ist sie und was kostet sie?", ("Wie lang ist sie", "was kostet sie")),
        ("How long is the period? If documents are unclear, say so.", ()),
        ("What is the price, and which page says so?", ()),
        ("Please compare both. What is the price, and what is the weight?", ()),
        ("How heavy is it?", ()),
        ("What is the difference between A and B?", ()),
    ],
)
def test_only_plain_questions_are_parts(question: str, parts: tuple[str, ...]) -> None:
    assert asked_parts(question) == parts


@pytest.mark.parametrize(
    ("sentence", "about"),
    [
        ("The documents do not say when the plant was closed.", "when the plant was closed"),
        ("The price is not mentioned in the documents.", "The price"),
        ("There is no information about the price in the documents.", "the price"),
        ("The documents do not contain any information on fraud.", "fraud"),
        ("In den Unterlagen steht nichts über den Preis.", "den Preis"),
        ("Die Dokumente nennen keinen Preis.", "Preis"),
        ("I don't know.", ""),
        ("Das geht aus den Dokumenten nicht hervor.", ""),
        ("Die Dokumente enthalten dazu keine Angaben.", ""),
    ],
)
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


@pytest.mark.parametrize(
    ("last", "told"),
    [
        (
            {"insufficiencies": [{"section": "", "missing": "the price of its seal"}]},
            ["the price of its seal"],
        ),
        (
            {"answer": "The works closed for fraud.", "insufficiencies": ["the weight of the B-120"]},
            ["the weight of the B-120"],
        ),
        ({"answer": "The documents do not mention the price of its seal."}, ["the price of its seal"]),
        ({"statements": [{"text": "The B-120 weighs 42 kg.", "evidence": ["1.1"]}]}, []),
        ({"insufficiencies": [{"missing": "who committed the fraud"}, {"missing": DOUBLE}]}, []),
        ({"insufficiencies": [{"missing": "the weight of the B-120, which is 42 kg"}]}, []),
        ({}, []),
    ],
)
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
