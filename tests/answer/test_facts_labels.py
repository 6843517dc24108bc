"""Numbers of versions and sections, which are no decimals."""

from __future__ import annotations

import pytest

from core.answer.facts.checkable import facts_of
from core.answer.verification.verify import verify
from core.types import StatementStatus as S

VERIFIED = (S.QUOTED, S.SUPPORTED)


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The server runs version 2.10.", "The server runs version 2.1."),
        ("The server runs version 2.1.", "The server runs version 2.10."),
        ("The server runs version 2.1.", "The server runs version 2.1.3."),
        ("The server runs version 2.1.4.", "The server runs version 2.1.3."),
        ("The fault is described in Section 3.10.", "The fault is described in Section 3.1."),
        ("The pump needs firmware 1.2.", "The pump needs firmware 1.20."),
        ("Die Frist steht in Abschnitt 4.20.", "Die Frist steht in Abschnitt 4.2."),
        ("The update went from version 1.2 to 1.30.", "The update went from version 1.2 to 1.3."),
        ("The gateway speaks TLS 1.20.", "The gateway speaks TLS 1.2."),
    ],
)
def test_another_number(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status not in VERIFIED


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The server runs version 2.10.", "The server now runs version 2.10."),
        ("The server runs version 2.0.", "The server now runs version 2."),
        ("The version of the server is 2.1.", "The server has version 2.1."),
        ("The server runs version 2.1.3.", "The server now runs version 2.1.3."),
        ("The factor is 2.50.", "For all of them the factor is 2.5."),
        ("The price is 4.50 euros.", "Today the price is 4.5 euros."),
        ("Die Frist steht in Abschnitt 4.2.", "Die Frist steht heute in Abschnitt 4.2."),
    ],
)
def test_the_same_number(statement: str, evidence: str) -> None:
    verdict = verify(statement, [evidence])
    assert verdict.status in VERIFIED, verdict.reason


def test_groups_of_three_are_a_number() -> None:
    assert [number.value for number in facts_of("Es gab 1.234.567 Teile.").numbers] == [1234567]
    assert facts_of("The address is 192.168.0.1 here.").identifiers == {"192.168.0.1"}
