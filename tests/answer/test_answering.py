"""Whether what the documents carry answers the question, or is only near to it."""

from __future__ import annotations

from dataclasses import replace

from core.answer.assemble import build_answer
from core.answer.relevance.near_answers import coverage_of, only_near
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.types import Answer, StatementStatus
from tests.answer.helpers import on_page_one, source_of
from tests.scored import scored

GLOVES = "Operators wear gloves when the housing is open."
WARRANTY = "The warranty of the pump is 36 months from delivery."
WEIGHT = "The B-120 pump weighs 42 kg."
FERRY = "Do operators of the ferry to Sardinia wear white gloves on Mondays?"
HOW_LONG = "How long is the warranty of the pump?"


def written(question: str, said: str, *sources: Source, label: str = "1.1") -> Answer:
    """One statement that names the sentence with that label."""
    draft = DraftStatement(said, (int(label.partition(".")[0]),), (label,))
    return build_answer([draft], sources, question, locate=on_page_one)


def near(question: str, said: str, *sources: Source, label: str = "1.1") -> bool:
    answer = written(question, said, *sources, label=label)
    return only_near(question, answer.statements, answer.citations, sources)


def in_language(source: Source, language: str) -> Source:
    return replace(source, document=replace(source.document, language=language))


@scored("verdicts")
def test_without_the_figure_asked_for_nothing_answers(said: str, is_near: bool) -> None:
    question = "How many Prime members does Amazon have?"
    for score in (0.9, 0.0):  # whatever the vectors say
        assert near(question, said, source_of(1, said, score=score)) is is_near


def test_what_is_said_in_other_words_gets_the_benefit_of_some_doubt() -> None:
    said = "When the housing is open, operators wear gloves."
    source = source_of(1, GLOVES, score=0.52)
    assert written(FERRY, said, source).statements[0].status is StatementStatus.SUPPORTED
    assert not near(FERRY, said, source)
    assert near(FERRY, GLOVES, source)
    assert near(FERRY, said, replace(source, score=0.4))


def test_without_vectors_nothing_is_near() -> None:
    assert not near(FERRY, GLOVES, source_of(1, GLOVES, score=0.0))
    # One that was found by keywords alone stands beside others that were not.
    assert near(FERRY, GLOVES, source_of(1, GLOVES, score=0.0), source_of(2, WARRANTY, score=0.5))


def test_only_the_cited_document_has_to_be_in_the_language_of_the_question() -> None:
    english = in_language(source_of(1, GLOVES, score=0.3), "en")
    german = in_language(source_of(2, "Die Pumpe wiegt 42 kg.", "d.pdf", score=0.3), "de")
    assert near(FERRY, GLOVES, english, german)
    assert not near(FERRY, "Die Pumpe wiegt 42 kg.", english, german, label="2.1")


def test_below_a_heading_what_is_about_that_answers() -> None:
    source = source_of(1, GLOVES, score=0.3)
    asked = "Summarise the report of the ferry to Sardinia in two sections."
    answer = written(asked, GLOVES, source)
    for heading, is_near in (("", True), ("Gloves of operators", False), ("Prices", True)):
        assert only_near(asked, answer.statements, answer.citations, [source], heading) is is_near


def test_below_a_heading_what_is_about_it_answers() -> None:
    source = source_of(1, WARRANTY, score=0.4)
    answer = written(FERRY, WARRANTY, source)
    assert only_near(FERRY, answer.statements, answer.citations, [source])
    assert not only_near(FERRY, answer.statements, answer.citations, [source], "Warranty")


def test_years_go_before_words() -> None:
    source = source_of(1, WEIGHT, "pump.pdf", score=0.8)
    assert near("What did the B-120 pump weigh in 2031?", WEIGHT, source)
    assert not near("What does the B-120 pump weigh?", WEIGHT, source)


def test_statements_are_judged_together_and_those_that_nothing_carries_are_left_out() -> None:
    source = source_of(1, f"{GLOVES} {WARRANTY}", score=0.3)
    rows = [
        DraftStatement("The sky is blue in Aldermoor.", (1,), ("1.1",)),
        DraftStatement(GLOVES, (1,), ("1.1",)),
        DraftStatement(WARRANTY, (1,), ("1.2",)),
    ]
    for question, is_near in ((FERRY, True), (HOW_LONG, False)):
        answer = build_answer(rows, [source], question, locate=on_page_one)
        assert answer.statements[0].status is StatementStatus.UNSUPPORTED
        assert only_near(question, answer.statements, answer.citations, [source]) is is_near
    unsupported = build_answer(rows[:1], [source], FERRY, locate=on_page_one)
    assert not only_near(FERRY, unsupported.statements, unsupported.citations, [source])
    assert not only_near(FERRY, (), (), [source])


def test_coverage_is_that_of_the_best_sentence_that_was_named() -> None:
    source = source_of(1, f"{WARRANTY} {GLOVES}")
    whole = written(HOW_LONG, WARRANTY, source)
    little = written(HOW_LONG, GLOVES, source, label="1.2")
    assert coverage_of(HOW_LONG, whole.statements, [source]) == 1.0
    assert coverage_of(HOW_LONG, little.statements, [source]) < 0.3
    assert coverage_of(HOW_LONG, (), [source]) == 0.0
