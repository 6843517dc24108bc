"""Figures that a statement calculates: shown with their terms, right or wrong."""

from __future__ import annotations

from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.types import Statement, StatementStatus
from tests.answer.helpers import source_of
from tests.scored import scored

GROWTH = source_of(
    1,
    "Revenue was 100 million euros in 2020. Revenue was 120 million euros in 2021. "
    "The north plant made 30 pumps. The south plant made 50 pumps.",
)
SUMS = source_of(1, "Der Umsatz im Norden betrug 80 Mio. €. Der Umsatz im Süden betrug 45 Mio. €.")


def judged(text: str, source: object = GROWTH) -> Statement:
    return judge_statement(DraftStatement(text, (1,)), [source], "How did it develop?")  # type: ignore[list-item]


@scored("verdicts")
def test_a_right_figure_is_shown_with_its_calculation(text: str, operation: str, shown: str) -> None:
    statement = judged(text)
    assert statement.status is StatementStatus.SUPPORTED, statement.reason
    calculation = statement.calculation
    assert calculation is not None
    assert (calculation.operation, calculation.shown, calculation.is_right) == (operation, shown, True)
    for operand in calculation.operands:
        assert operand.text.split()[0] in operand.evidence.quote


def test_german_sums_with_their_scale() -> None:
    right = judged("Der Umsatz betrug im Norden 80 Mio. € und im Süden 45 Mio. €, zusammen 125 Mio. €.", SUMS)
    wrong = judged("Der Umsatz betrug im Norden 80 Mio. € und im Süden 45 Mio. €, zusammen 135 Mio. €.", SUMS)
    assert right.calculation is not None
    assert right.calculation.is_right
    assert wrong.status is StatementStatus.UNSUPPORTED
    assert "80 + 45 = 125" in wrong.reason


def test_rounding_is_that_of_the_last_digit() -> None:
    source = source_of(1, "Revenue was 90 in spring. Revenue was 100 in autumn.")
    text = "Revenue rose from 90 to 100, an increase of {}%."
    assert judged(text.format("11"), source).status is not StatementStatus.UNSUPPORTED
    assert judged(text.format("11.1"), source).status is not StatementStatus.UNSUPPORTED
    assert judged(text.format("11.3"), source).status is StatementStatus.UNSUPPORTED


def test_right_arithmetic_about_something_else_is_not_verified() -> None:
    statement = judged("Costs rose from 100 million euros to 120 million euros, an increase of 20%.")
    assert statement.status in (StatementStatus.WEAK, StatementStatus.UNSUPPORTED)


def test_a_figure_that_stands_in_the_document_is_no_calculation() -> None:
    assert judged("Revenue was 120 million euros in 2021.").calculation is None
