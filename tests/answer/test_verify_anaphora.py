"""A sentence with "it" that tells another figure of the noun in the sentence before it."""

from __future__ import annotations

import pytest

from core.answer.confidence import VERIFIED
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.runs.recheck import _judged
from tests.answer.helpers import source_of

NOTICE = "The notice period is 3 months. For garages it is 14 days."
FRIST = "Die Kündigungsfrist beträgt 3 Monate. Für Stellplätze beträgt sie 14 Tage."
APART = "The notice period is 3 months. The rent is EUR 900. For garages it is 14 days."


@pytest.mark.parametrize(
    ("statement", "text", "labels"),
    [
        ("The notice period for garages is 14 days.", NOTICE, ()),
        ("The notice period for garages is 14 days.", NOTICE, ("1.1", "1.2")),
        ("For garages it is 14 days.", NOTICE, ()),
        ("The notice period is 3 months.", NOTICE, ()),
        ("Die Kündigungsfrist für Stellplätze beträgt 14 Tage.", FRIST, ()),
        ("Für Stellplätze beträgt die Kündigungsfrist 14 Tage.", FRIST, ()),
        ("For garages the notice period is 14 days.", NOTICE, ()),
    ],
)
def test_the_noun_of_the_sentence_before_counts(statement: str, text: str, labels: tuple[str, ...]) -> None:
    found = judge_statement(DraftStatement(statement, (1,), labels), [source_of(1, text)], "")
    assert found.status in VERIFIED
    assert _judged(found, found.evidence, "", "")[0] is found.status  # from what is stored of it


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("The notice period is 14 days.", NOTICE),
        ("The notice period for garages is 3 months.", NOTICE),
        ("The notice period for garages is 14 days.", APART),
        ("The rent for garages is 14 days.", NOTICE),
        ("Die Kündigungsfrist beträgt 14 Tage.", FRIST),
        ("Die Kündigungsfrist für Stellplätze beträgt 3 Monate.", FRIST),
        (
            "Der Rabatt für Stellplätze beträgt 5 Prozent.",
            "Der Rabatt beträgt 3 Prozent. Für Stellplätze beträgt sie 5 Prozent.",
        ),
        (
            "The seal for boats is 2 kg.",
            "The pump, which has a seal, is 9 kg. For boats it is 2 kg.",
        ),
    ],
)
def test_no_other_figure_or_noun_is_carried(statement: str, text: str) -> None:
    found = judge_statement(DraftStatement(statement, (1,)), [source_of(1, text)], "")
    assert found.status not in VERIFIED
