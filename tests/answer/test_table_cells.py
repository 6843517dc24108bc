"""Figures of a table row under a line of years: read where there is no doubt, and verified only then."""

from __future__ import annotations

import pytest

from core.answer.figures.copied_cells import cell_statement, is_asked_for
from core.answer.figures.table_cells import cell, heading_over, read_in
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.types import StatementStatus
from tests.answer.helpers import source_of

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


@pytest.mark.parametrize(
    ("row", "read"),
    [
        ("Net sales $ 519,926 $ 510,329 $ 495,761", "Net sales 2019: $ 510,329 million"),
        ("Net loss (120) (14) —", "Net loss 2019: (14) million"),
        ("Operating margin 4.0 % 4.2 % 4.1 %", "Operating margin 2019: 4.2 %"),
        # As many values as years, but not of one kind; too few of them; none for the year
        ("Net sales $ 519,926 $ 510,329 3 %", ""),
        ("Net sales $ 519,926 $ 510,329", ""),
        ("Net sales $ 519,926 — $ 495,761", ""),
        # A footnote, and a part of the label, are no values
        ("Net sales (1) $ 510,329 $ 495,761", ""),
        ("Debt (Note 5) 510,329 495,761", ""),
        # What is not counted in millions
        ("Net income per share 5.22 2.28 3.29", ""),
        ("Number of stores 11,501 11,361 11,718", ""),
    ],
)
def test_a_row_says_of_a_year_what_stands_in_its_column(row: str, read: str) -> None:
    assert cell(row, HEADING, 2019) == read


@pytest.mark.parametrize(
    "heading",
    [
        "2020 2019 2020 2019",  # whose 2019?
        "2020 2018 2016 % change",
        "2020 2017 2019",
        "2020 2019 2018",  # counted in what?
    ],
)
def test_under_a_heading_that_leaves_doubt_nothing_is_read(heading: str) -> None:
    assert cell("Net sales $ 519,926 $ 510,329 $ 495,761", (heading,), 2019) == ""


@pytest.mark.parametrize(
    ("heading", "read"),
    [
        (("Fiscal year ended May 31,", "(in millions) 2020 2019"), "Net sales 2019: $ 510 million"),
        (("Three Months Ended June 30,", "(in millions) 2020 2019"), ""),
        (("Drei Monate zum 30. Juni", "in Mio. Euro 2020 2019"), ""),
        (("Second quarter of the fiscal year", "(in millions) 2020 2019"), ""),
        (("(in millions) 2020 2019",), ""),  # a year, or a quarter of it?
    ],
)
def test_two_columns_are_years_only_where_a_line_says_so(heading: tuple[str, ...], read: str) -> None:
    assert cell("Net sales $ 519 $ 510", heading, 2019) == read


def test_a_row_stands_under_the_years_above_it() -> None:
    total = INCOME.sentences[row_of(INCOME, "Total revenues")]
    heading = [line.text for line in heading_over(INCOME.sentences, total)]
    assert heading == ["Fiscal Years Ended January 31,", *HEADING]
    quotes = [*heading, total.text]
    assert read_in(quotes, {2018}) == {2: "Total revenues 2018: $ 500,343 million"}
    assert read_in(quotes, {2018, 2019}) == {}


@pytest.mark.parametrize("between", ["Fair Value Book Value", "The following is of another company."])
def test_what_stands_between_may_be_another_heading(between: str) -> None:
    source = source_of(1, f"(in millions) 2020 2019\nNet sales $ 519 $ 510\n{between}\nBonds $ 12 $ 14")
    assert heading_over(source.sentences, source.sentences[-1]) == ()
    assert heading_over(source.sentences, source.sentences[1]) == (source.sentences[0],)


@pytest.mark.parametrize(
    ("text", "verified"),
    [
        ("Total revenues were $523,964 million in fiscal 2020.", True),
        ("In 2019 net sales were $510.329 billion.", True),
        ("The operating margin was 4.2 % in 2019.", True),
        ("Total revenues were $523,964 million in 2019.", False),  # under another year
        ("Net sales were $523,964 million in 2020.", False),  # of another row
        ("Total revenues were $523,964 in 2020.", False),  # counted in millions
        ("Total revenues were 523,964 million euros in 2020.", False),
        ("Net income per share was 5.22 million in 2020.", False),
        ("Interest was 12,100 million in 2020.", False),  # which two of the three years?
        ("Total revenues were $523,964 million.", False),  # of which year?
    ],
)
def test_a_figure_of_a_table_is_verified_by_its_column(text: str, verified: bool) -> None:
    statement = judge_statement(
        DraftStatement(text, (1,), ()), [INCOME], "What were the revenues of fiscal 2020?"
    )
    assert (statement.status is StatementStatus.SUPPORTED) is verified
    if verified:
        assert any(row.quote.endswith("2020 2019 2018") for row in statement.evidence)


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("What were the total revenues of Karst in 2019?", "Total revenues 2019: $ 514,405 million"),
        ("What were the total revenues of Karst?", None),
        ("How did the total revenues of Karst change from 2019 to 2020?", None),
        ("What were the total revenues of Karst in 2014?", None),
    ],
)
def test_a_copied_row_says_what_the_one_year_asked_for_has(question: str, read: str | None) -> None:
    total = INCOME.sentences[row_of(INCOME, "Total revenues")]
    statement = cell_statement(total, INCOME, question)
    assert (statement and statement.text) == read


def test_the_row_that_is_asked_for_has_no_words_of_its_own() -> None:
    question = "What were the total revenues of Karst in 2019?"
    assert is_asked_for("Total revenues $ 523,964 $ 514,405 $ 500,343", question)
    assert not is_asked_for("Percentage change in total revenues 1.9% 2.8% 3.0%", question)
    assert not is_asked_for("The total revenues are high.", question)
