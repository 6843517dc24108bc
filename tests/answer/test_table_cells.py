"""Figures of a table row under a line of years: read where there is no doubt, and verified only then."""

from __future__ import annotations

import pytest

from core.answer.figures.copied_cells import chosen_cell
from core.answer.figures.table_cells import heading_over, read_in
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.types import StatementStatus
from tests.answer.helpers import source_of
from tests.scored import scored

INCOME = source_of(
    1,
    """Consolidated Statements of Income

Fiscal Years Ended January 31,
(Amounts in millions, except per share data) 2020 2019 2018
Revenues:
Net sales $ 519,926 $ 510,329 $ 495,761
Operating results
Total revenues $ 523,964 $ 514,405 $ 500,343
Operating margin 4.0 % 4.2 % 4.1 %
Net income per share 5.22 2.28 3.29
Interest 12,100 11,900""",
    "income.pdf",
)
HEADING = ("(Amounts in millions, except per share data) 2020 2019 2018",)


def row_of(source: Source, begins: str) -> int:
    return next(n for n, one in enumerate(source.sentences) if one.text.startswith(begins))


def test_a_chosen_figure_is_told_with_its_year_and_unit() -> None:
    total = INCOME.sentences[row_of(INCOME, "Total revenues")]
    draft = chosen_cell(total, INCOME, "514,405", "What are the revenues?")
    assert draft is not None
    assert draft.text == "Total revenues 2019: $ 514,405 million"
    assert chosen_cell(total, INCOME, "999", "What are the revenues?") is None


def test_a_row_stands_under_the_years_above_it() -> None:
    total = INCOME.sentences[row_of(INCOME, "Total revenues")]
    heading = [line.text for line in heading_over(INCOME.sentences, total)]
    assert heading == ["Fiscal Years Ended January 31,", *HEADING]
    quotes = [*heading, total.text]
    assert read_in(quotes, {2018}) == {2: "Total revenues 2018: $ 500,343 million"}
    assert read_in(quotes, {2018, 2019}) == {}


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("Patents, net (1) 217 184", "Patents, net 2022: 217 million"),
        ("Patents, net (1) 217", ""),  # the mark may be a figure
        ("Yen (in billions) 38.7 29.7", ""),  # counted otherwise than the others
    ],
)
def test_marks_of_notes_are_no_figures(row: str, told: str) -> None:
    assert read_in(["Years ended May 31 (in millions)", "2022 2021", row], {2022}).get(2, "") == told


@scored("verdicts")
def test_a_figure_of_a_table_is_verified_by_its_column(text: str, verified: bool) -> None:
    statement = judge_statement(
        DraftStatement(text, (1,), ()), [INCOME], "What were the revenues of fiscal 2020?"
    )
    assert (statement.status is StatementStatus.SUPPORTED) is verified
    if verified:
        assert any(row.quote.endswith("2020 2019 2018") for row in statement.evidence)
