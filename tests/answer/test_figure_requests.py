"""What figure a question asks for: understood wholly, or not at all."""

from __future__ import annotations

from decimal import Decimal

from core.answer.figures.formulas import evaluate, items_of, parse_formula
from core.answer.figures.requests import figure_request


def test_years_of_an_average_are_written_out() -> None:
    request = figure_request(
        "What is Karst's three year average of cost of goods sold as a % of revenue from FY2016 to FY2018?"
    )
    assert request is not None
    offsets = [item.offset for item in items_of(request.formulas[0])]
    assert offsets == [-2, -2, -1, -1, 0, 0]
    assert request.percent


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
