"""Denials in other words, replies to yes or no, and titles before names."""

from __future__ import annotations

import pytest

from core.answer.verification.verify import verify
from core.types import StatementStatus as S

VERIFIED = (S.QUOTED, S.SUPPORTED)


@pytest.mark.parametrize(
    ("statement", "evidence", "question"),
    [
        ("No, visitors must not enter the lab.", "Visitors must not enter the lab.", ""),
        (
            "No, visitors must not enter the lab.",
            "Visitors must not enter the lab.",
            "May visitors enter the lab?",
        ),
        ("No, parking is forbidden in the yard.", "Parking is forbidden in the yard.", ""),
        ("Parking is not permitted in the yard.", "Parking is forbidden in the yard.", ""),
        ("Parking is forbidden in the yard.", "Parking is not allowed in the yard.", ""),
        ("Parken ist im Hof nicht gestattet.", "Parken ist im Hof verboten.", ""),
        ("No, the cable is not shielded.", "The cable is not shielded.", ""),
        ("Nein, das Kabel ist nicht abgeschirmt.", "Das Kabel ist nicht abgeschirmt.", ""),
        ("Yes, the cable is shielded.", "The cable is shielded.", "Is the cable shielded?"),
        ("Ja, das Kabel ist abgeschirmt.", "Das Kabel ist abgeschirmt.", ""),
        ("No, the notice period is 20 days.", "The notice period is 20 days.", "Is it 30 days of notice?"),
        ("Das Gutachten wurde von Prof. Weber erstellt.", "Prof. Weber hat das Gutachten erstellt.", ""),
        ("Der Umbau wird von Dr. Lena Vogt geplant.", "Dr. Lena Vogt plant den Umbau.", ""),
        ("The report was written by Dr. Hall.", "Dr. Hall wrote the report.", ""),
    ],
)
def test_true(statement: str, evidence: str, question: str) -> None:
    verdict = verify(statement, [evidence], question)
    assert verdict.status in VERIFIED, verdict.reason


@pytest.mark.parametrize(
    ("statement", "evidence", "question"),
    [
        ("No, the cable is shielded.", "The cable is not shielded.", ""),
        ("No, the cable is shielded.", "The cable is shielded.", "Is the cable shielded?"),
        ("Yes, the cable is not shielded.", "The cable is not shielded.", "Is the cable shielded?"),
        ("Yes, the cable is shielded.", "The cable is not shielded.", ""),
        ("Yes, parking is forbidden.", "Parking is forbidden.", "Is parking allowed?"),
        ("Parking is allowed in the yard.", "Parking is forbidden in the yard.", ""),
        ("Parking is not forbidden in the yard.", "Parking is forbidden in the yard.", ""),
        ("Parking is not forbidden in the yard.", "Parking is not allowed in the yard.", ""),
        ("Parken ist im Hof gestattet.", "Parken ist im Hof verboten.", ""),
        ("No visitors must enter the lab.", "Visitors must enter the lab.", ""),
        ("Dr. Hall was sued by Dr. Berg.", "Dr. Berg was sued by Dr. Hall.", ""),
    ],
)
def test_false(statement: str, evidence: str, question: str) -> None:
    assert verify(statement, [evidence], question).status not in VERIFIED


def test_a_statement_with_a_reply_before_it_is_no_copy() -> None:
    assert verify("No, the cable is not shielded.", ["The cable is not shielded."]).status is S.SUPPORTED
