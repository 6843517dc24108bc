"""A doubtful short answer is not told, nor its sentence unless that answers by itself."""

from __future__ import annotations

import pytest

from core.answer.asked_parts import AskedPart, part_confidence, part_statements, with_phrase
from core.answer.judged_sentences import JudgedEvidence, JudgedSentence
from core.answer.short_answer import Phrase
from core.types import Answer, Confidence, Span
from tests.answer.helpers import source_of

SOURCE = source_of(1, "Karst has 1,355 stores in 50 states.")


def part_of(certainty: float) -> AskedPart:
    found = JudgedSentence(SOURCE, SOURCE.sentences[0], certainty)
    asked = "How many employees does Karst have?"
    return AskedPart(asked, JudgedEvidence((found,), "judge", 0.36))


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
