"""How certain an answer is, by itself and by how far it is ahead of the next."""

from __future__ import annotations

import pytest

from core.judge.calibration import HIGH, LEAST, MEDIUM, lead_certainty, word_for
from core.types import Confidence


def test_what_is_far_ahead_is_surer_than_what_is_not() -> None:
    assert lead_certainty(0.8, 0.05) > HIGH > lead_certainty(0.8, 0.5) > lead_certainty(0.8, 0.8)
    assert word_for(lead_certainty(0.7, 0.69)) is Confidence.LOW
    assert lead_certainty(0.97, 0.96) >= MEDIUM  # two documents that say the same for sure


@pytest.mark.parametrize("other", [0.0, 0.2, 0.9, 1.0])
def test_what_answers_stays_an_answer_and_nothing_becomes_one(other: float) -> None:
    assert LEAST <= lead_certainty(LEAST, other) <= 1.0
    assert LEAST <= lead_certainty(1.0, other) <= 1.0
    assert lead_certainty(0.39, other) == 0.39
    assert lead_certainty(0.0, other) == 0.0
