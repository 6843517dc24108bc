"""A doubtful short answer is not told, nor its sentence unless that answers by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.answer.asked_parts import (
    AskedPart,
    answer_of,
    part_confidence,
    part_statements,
    with_nearest,
    with_phrase,
)
from core.answer.judged_sentences import JudgedEvidence, JudgedSentence
from core.answer.short_answer import Phrase
from core.judge.run_judge import RunJudge
from core.types import Answer, Confidence, Span, StatementStatus
from tests.answer.helpers import on_page_one, source_of
from tests.library_kit import JUDGE_MODEL, answer_judge

SOURCE = source_of(1, "Karst has 1,355 stores in 50 states.")
SOURCE_TWO = source_of(
    2, "Nobody may keep animals in the flats. Fish are no such animals.\nStairs are to be kept free."
)


def part_of(certainty: float, judge: str = JUDGE_MODEL) -> AskedPart:
    found = JudgedSentence(SOURCE, SOURCE.sentences[0], certainty)
    asked = "How many employees does Karst have?"
    return AskedPart(asked, JudgedEvidence((found,), judge, 0.36))


def phrase_of(part: AskedPart, certainty: float, *, doubtful: bool) -> Phrase:
    return Phrase("1,355", Span(10, 15), part.evidence.sentences[0], certainty, doubtful)


@pytest.mark.parametrize(("certainty", "told"), [(0.4, []), (0.8, [SOURCE.sentences[0].text])])
def test_a_doubtful_phrase_is_not_told(certainty: float, told: list[str]) -> None:
    part = part_of(certainty)
    part = with_phrase(part, phrase_of(part, 0.2, doubtful=True))
    assert part.is_answered is bool(told)
    assert [one.text for one in part_statements(part, "concise")] == told
    assert part.evidence.nearest  # it is shown as near, whatever became of it


def test_a_phrase_that_is_held_for_right_gives_its_certainty() -> None:
    part = part_of(0.4)
    part = with_phrase(part, phrase_of(part, 0.9, doubtful=False))
    assert [one.text for one in part_statements(part, "concise")] == ["1,355", SOURCE.sentences[0].text]
    assert part_confidence(part, Answer("")) is Confidence.HIGH


def test_where_no_judge_reads_the_language_it_is_no_surer_than_medium_unless_its_sentence_is() -> None:
    for certainty, word in ((0.8, Confidence.MEDIUM), (0.9, Confidence.HIGH)):
        part = part_of(certainty, "none that reads")
        part = with_phrase(part, phrase_of(part, 0.95, doubtful=False))
        assert part_confidence(part, Answer("")) is word


def test_a_short_answer_from_what_only_comes_near_is_told_and_never_highly_certain() -> None:
    part = part_of(0.2)
    assert not part.is_answered
    part = with_phrase(part, phrase_of(part, 0.95, doubtful=False))
    assert part_confidence(part, Answer("")) is Confidence.MEDIUM


@pytest.mark.parametrize("certainty", [0.2, 0.45])
def test_without_log_odds_that_say_so_it_is_none(certainty: float) -> None:
    """Then its certainty is no more than that of its sentence."""
    part = part_of(0.2)
    assert not with_phrase(part, phrase_of(part, certainty, doubtful=False)).is_answered


@pytest.mark.parametrize(
    ("certainty", "status"), [(0.55, StatementStatus.WEAK), (0.65, StatementStatus.QUOTED)]
)
def test_a_sentence_that_hardly_answers_is_weak_though_it_stands_there(
    certainty: float, status: StatementStatus
) -> None:
    question = "How many employees does Karst have?"
    answer = answer_of(
        question, "en", [part_of(certainty)], [SOURCE], "concise", on_page_one, (), answer_judge()
    )
    (statement,) = answer.statements
    assert statement.status is status
    assert ("may not answer" in statement.reason) is (status is StatementStatus.WEAK)


@pytest.mark.parametrize(
    ("certainty", "words"), [(0.2, "No passage answers this for sure."), (0.02, "do not contain")]
)
def test_where_something_comes_near_it_is_not_said_that_the_documents_do_not_contain_it(
    certainty: float, words: str
) -> None:
    part = part_of(certainty)
    assert words in answer_of("?", "en", [part], [SOURCE], "concise", on_page_one, (), answer_judge()).text


def answered(part: AskedPart) -> Answer:
    sources = [source_of(1, "Bolt has 3 halls."), SOURCE_TWO]
    return answer_of(
        part.standing, "en", [part], sources, "concise", on_page_one, (), RunJudge(answer_judge())
    )


def test_a_question_for_yes_or_no_is_told_in_doubt_what_comes_nearest() -> None:
    found = JudgedSentence(SOURCE_TWO, SOURCE_TWO.sentences[0], 0.06)
    part = AskedPart("May I keep a dog?", JudgedEvidence((found,), JUDGE_MODEL, 0.36))
    assert not part.is_answered
    told = answered(with_nearest(part))
    assert [one.text for one in told.statements] == [one.text for one in SOURCE_TWO.sentences[:2]]
    assert {one.status for one in told.statements} == {StatementStatus.WEAK}
    assert [one.missing for one in told.insufficiencies] == ["May I keep a dog?"]
    assert told.confidence is Confidence.LOW
    assert told.text.startswith("No passage answers this for sure.")
    beside = AskedPart("May I?", JudgedEvidence((replace(found, certainty=0.01),), JUDGE_MODEL, 0.36))
    assert with_nearest(beside) is beside


def test_citations_are_numbered_as_the_answer_comes_to_them() -> None:
    found = JudgedSentence(SOURCE_TWO, SOURCE_TWO.sentences[0], 0.9)
    told = answered(AskedPart("Who may keep a dog?", JudgedEvidence((found,), JUDGE_MODEL, 0.36)))
    assert [one.number for one in told.citations] == [1]
    assert [evidence.citation for one in told.statements for evidence in one.evidence] == [1]
    assert told.text.endswith("[1]")
