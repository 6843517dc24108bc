"""Questions that a document prints: never an answer, but the heading of what follows them."""

from __future__ import annotations

import pytest

from core.answer.asked_parts import AskedPart, answer_of
from core.answer.asking.question_language import question_language
from core.answer.judged_sentences import judge_sentences, placed, with_headings
from core.text.textspan import is_question
from core.types import Answer, Confidence
from tests.answer.helpers import on_page_one, source_of
from tests.library_kit import answer_judge

ENGLISH = (
    "How long is the warranty?\nTwo years.\n\nWho repairs the heater?\nOnly the Brandt workshop in Leeds."
)
GERMAN = (
    "F: Wie lange dauert die Garantie? A: Zwei Jahre.\n\nF: Wer repariert das Gerät? A: Nur die Werkstatt."
)
NOT_ANSWERED = "How long is the warranty?\n\nWho repairs the heater?"


def asked(question: str, text: str) -> Answer:
    """What chat copies from this passage."""
    language, judge, sources = question_language(question), answer_judge(), [source_of(1, text, "faq.pdf")]
    part = AskedPart(question, judge_sentences(question, language, sources, judge))
    return answer_of(question, language, [part], sources, "concise", on_page_one, (), judge)


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("How long is the warranty?", ENGLISH, "Two years. [1]"),
        ("Who repairs the heater?", ENGLISH, "Only the Brandt workshop in Leeds. [1]"),
        ("Wie lange dauert die Garantie?", GERMAN, "A: Zwei Jahre. [1]"),
        ("How many members does the club have?", "How many members does the club have?\n412", "412 [1]"),
    ],
)
def test_what_follows_the_question_is_told_with_confidence(question: str, text: str, answer: str) -> None:
    told = asked(question, text)
    assert told.text == answer
    assert told.confidence is not Confidence.LOW


def test_a_question_without_an_answer_is_none() -> None:
    assert not asked("How long is the warranty?", NOT_ANSWERED).statements


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("How long? And for whom?\nTwo years. For all.", ["How long? And for whom?"] * 2),
        ("It was built in 1911. Who paid? The city did. It has docks.", ["", "Who paid?", ""]),
        ("Deposit (euros)? 80\n\nIt is paid back.", ["", "Deposit (euros)?"]),
        ('He asked: "How long?" Nobody knew.', ["", ""]),
    ],
)
def test_how_far_a_question_reaches(text: str, over: list[str]) -> None:
    source = source_of(1, text)
    assert [heading for _, heading in with_headings(source)] == over
    for one, heading in with_headings(source):
        assert heading in placed(one.text, source)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Wer zahlt?", True),
        ("谁负责修理？", True),
        ("ما هي المدة؟", True),
        ("“How long?”", True),
        ("He asked: “How long?”", False),
        ("1 | How long? | Two years", False),
        ("1 | How long?", True),
        ("How long? Two years", False),
    ],
)
def test_a_question_ends_in_its_mark(text: str, asks: bool) -> None:
    assert is_question(text) is asks
