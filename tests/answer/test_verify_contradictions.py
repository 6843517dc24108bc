"""Falsehoods with all the words of their source are told as not carried, not only as doubtful."""

from __future__ import annotations

import pytest

from core.answer.facts.checkable import facts_of
from core.answer.verification.contradictions import figure_in_clause
from core.answer.verification.verify import verify
from core.types import StatementStatus as S


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The fan draws 12 W.", "The lamp draws 12 W and the fan 30 W."),
        ("Der Tank fasst 80 Liter.", "Der Kessel fasst 80 Liter und der Tank 200 Liter."),
        ("The permit is valid from 30 June 2027.", "The permit is valid until 30 June 2027."),
        ("Costs fell to 8 %.", "Costs fell by 8 %."),
        ("Der Absatz stieg auf 9 %.", "Der Absatz stieg um 9 %."),
        ("The loan was renewed.", "The loan may be renewed."),
        ("Delta pays Omega.", "Omega pays Delta."),
        ("Karst bought the mill.", "Karst intends to buy the mill."),
    ],
)
def test_certain(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status is S.UNSUPPORTED


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The fan draws 30 W.", "The lamp draws 12 W and the fan 30 W."),
        ("The lamp draws 12 W.", "The lamp draws 12 W and the fan 30 W."),
        ("The permit is valid until 30 June 2027.", "The new permit is valid until 30 June 2027."),
        ("Costs fell by 8 %.", "Costs fell sharply by 8 %."),
        ("Delta is paid by Omega.", "Omega pays Delta."),
        ("The loan can be renewed.", "The loan may be renewed."),
    ],
)
def test_true(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status in (S.QUOTED, S.SUPPORTED)


@pytest.mark.parametrize(
    ("statement", "evidence", "found"),
    [
        ("The fan draws 30 W.", "The lamp draws 12 W and the fan 30 W.", True),
        ("The fan draws 12 W.", "The lamp draws 12 W and the fan 30 W.", False),
        ("The lamp draws 30 W.", "The lamp draws 12 W and the fan 30 W.", False),
        ("Both draw 12 W.", "In all rooms it is 12 W.", None),
        ("The fan draws 30 W.", "The lamp draws 12 W and costs 30 euros.", None),
    ],
)
def test_figure_of_a_clause(statement: str, evidence: str, found: bool | None) -> None:
    assert figure_in_clause(facts_of(statement), facts_of(evidence)) is found


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("Karst bought the land.", "Karst intends to buy the mill and bought the land."),
        ("The mill will be bought by Karst.", "Karst plans to buy the mill."),
    ],
)
def test_not_certain(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status is not S.UNSUPPORTED
