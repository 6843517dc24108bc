"""A time of day is the same however it is written, and no other one is."""

from __future__ import annotations

import pytest

from core.answer.confidence import VERIFIED
from core.answer.verification.verify import verify


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("Die Sitzung beginnt um 18:00.", "Die Sitzung beginnt um 18 Uhr."),
        ("Die Sitzung beginnt um 18 Uhr.", "Die Sitzung beginnt um 18.00 Uhr."),
        ("The meeting begins at 18:00.", "The meeting begins at 6 pm."),
        ("The meeting begins at 6 p.m.", "The meeting begins at 18:00."),
        ("The meeting begins at 9:30 am.", "The meeting begins at 09:30."),
        ("Das Büro ist von 08:00 bis 18:00 offen.", "Das Büro ist von 8 bis 18 Uhr offen."),
    ],
)
def test_the_same_time_is_carried(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status in VERIFIED


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The meeting begins at 6 am.", "The meeting begins at 6 pm."),
        ("The meeting begins at 19:00.", "The meeting begins at 6 pm."),
        ("Die Sitzung beginnt um 18:30.", "Die Sitzung beginnt um 18 Uhr."),
        ("The drawing has a scale of 1:20.", "The drawing has a scale of 1:50."),
    ],
)
def test_another_time_is_not(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status not in VERIFIED
