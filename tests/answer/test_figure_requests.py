"""What figure a question asks for: understood wholly, or not at all."""

from __future__ import annotations

from decimal import Decimal

import pytest

from core.answer.figures.formulas import evaluate, items_of, parse_formula
from core.answer.figures.requests import FigureRequest, figure_request


def told(request: FigureRequest | None) -> tuple[str, tuple[str, ...], tuple[int, ...]]:
    assert request is not None
    return request.kind, tuple(item.words for item in items_of(request.formulas[0])), request.years


@pytest.mark.parametrize(
    ("question", "kind", "items", "years"),
    [
        ("What is the FY2016 COGS for Karst? Please state it in USD millions.", "value", ("cog",), (2016,)),
        (
            "By what percentage did Karst's net sales grow from FY2018 to FY2019?",
            "change",
            ("net sale",),
            (2018, 2019),
        ),
        (
            "What was the year-over-year change in inventories in 2020 in percent?",
            "change",
            ("inventory",),
            (2019, 2020),
        ),
        ("Did Karst grow its PPNE between FY20 and FY21?", "direction", ("ppne",), (2020, 2021)),
        (
            "Does Karst have an improving operating margin profile as of FY2022? If operating margin is "
            "not a useful "
            "metric for a company like this, then state that and explain why.",
            "direction",
            ("operating income", "revenue"),
            (2021, 2022),
        ),
        (
            "Here's the question: what is the FY2021 working capital ratio of Karst? Define working "
            "capital ratio as "
            "total current assets divided by total current liabilities. Round to two decimal places.",
            "result",
            ("total current assets", "total current liabilities"),
            (2021,),
        ),
        (
            "What is Karst's capex as a % of revenue in 2020?",
            "result",
            ("capex", "revenue"),
            (2020,),
        ),
        ("Wie hoch war der Umsatz von Karst im Geschäftsjahr 2019?", "value", ("umsatz",), (2019,)),
        (
            "Ist das Betriebsergebnis von Karst zwischen 2018 und 2019 gestiegen?",
            "direction",
            ("betriebsergebnis",),
            (2018, 2019),
        ),
    ],
)
def test_a_question_is_read_into_items_years_and_an_operation(
    question: str, kind: str, items: tuple[str, ...], years: tuple[int, ...]
) -> None:
    assert told(figure_request(question)) == (kind, items, years)


def test_years_of_an_average_are_written_out() -> None:
    request = figure_request(
        "What is Karst's three year average of cost of goods sold as a % of revenue from FY2016 to FY2018?"
    )
    assert request is not None
    offsets = [item.offset for item in items_of(request.formulas[0])]
    assert offsets == [-2, -2, -1, -1, 0, 0]
    assert request.percent


@pytest.mark.parametrize(
    "question",
    [
        "What were net sales in the second quarter of 2020?",
        "What is Karst's FY2020 revenue excluding acquisitions?",
        "What is the adjusted operating income for 2020?",
        "What was revenue in 2020? And what was net income?",
        "What is Karst's revenue?",  # of which year?
        "How much did Karst expect to pay for its retirees in 2024?",
        "Why did gross margin fall?",
    ],
)
def test_what_is_not_understood_wholly_is_not_read(question: str) -> None:
    assert figure_request(question) is None


def test_what_is_left_has_to_be_a_name() -> None:
    request = figure_request("What is Karst's FY2020 northern pump revenue?")
    assert request is not None
    assert request.unexplained == ("karst", "northern", "pump")


def test_a_formula_of_the_question_has_its_own_years() -> None:
    formula = parse_formula(
        "365 * (average accounts payable between FY2016 and FY2017) / (FY2017 COGS + change in inventory "
        "between "
        "FY2016 and FY2017)"
    )
    assert formula is not None
    figures = {("accounts payable", 2017): 60, ("accounts payable", 2016): 40, ("COGS", 2017): 90}
    figures |= {("inventory", 2017): 30, ("inventory", 2016): 20}
    assert evaluate(formula, lambda item: Decimal(figures[item.words, item.year])) == Decimal("182.5")


@pytest.mark.parametrize("text", ["total assets", "revenue divided by", "revenue / (costs", "2 + 2"])
def test_what_is_no_formula_over_line_items(text: str) -> None:
    assert parse_formula(text) is None
