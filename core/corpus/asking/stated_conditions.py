"""A condition that a follow-up states exactly: "only those after June", "nur über 500 Euro". Pure."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from decimal import Decimal
from operator import eq, ge, gt, le, lt

from core.answer.asking.question_language import question_language
from core.corpus.asking.comparisons import Comparison, find_comparisons
from core.corpus.asking.day_ranges import Period, find_periods
from core.corpus.asking.question_words import QuestionWords
from core.text.dates import MONTHS, Days, find_days
from core.text.numbers import Number, find_measured, find_money
from core.text.units import converted

Condition = Callable[[str], bool]
_NAMES = "|".join(sorted(MONTHS, key=len, reverse=True))
_MONTH = re.compile(rf"\b(?:{_NAMES})\b\.?(?!\s+\d{{4}})", re.IGNORECASE)
_COMPARED = {">": gt, ">=": ge, "<": lt, "<=": le, "=": eq}


def stated_condition(request: str, today: datetime.date) -> Condition | None:
    """Whether a text meets the dates and amounts that a request states; None where it states none. A month
    without a year is meant in that of each date."""
    german = question_language(request) == "de"
    periods = find_periods(QuestionWords(_in_year(request, today.year), german), today)
    comparisons = find_comparisons(QuestionWords(request, german)) if not periods else []
    if not periods and not comparisons:
        return None

    def meets(text: str) -> bool:
        if periods and not any(_is_within(day, request, german, today) for day in find_days(text)):
            return False
        figures = [*find_money(text), *find_measured(text)]
        return all(any(_satisfies(figure, one) for figure in figures) for one in comparisons)

    return meets


def _in_year(text: str, year: int) -> str:
    return _MONTH.sub(lambda month: f"{month.group()} {year}", text)


def _is_within(day: Days, request: str, german: bool, today: datetime.date) -> bool:
    periods = find_periods(QuestionWords(_in_year(request, day.first.year), german), today)
    return all(_overlaps(day, period) for period in periods)


def _overlaps(day: Days, period: Period) -> bool:
    """Of a month that is named as a whole, all of it must lie in the period."""
    return (period.first is None or day.first >= period.first) and (
        period.last is None or day.last <= period.last
    )


def _satisfies(figure: Number, comparison: Comparison) -> bool:
    amounts = [amount.amount for amount in comparison.amounts]
    value = _in_unit_of(figure, comparison.amounts[0])
    if value is None:
        return False
    if len(amounts) > 1:
        return amounts[0] <= value <= amounts[1]
    compared = _COMPARED.get(comparison.operator)
    return compared is not None and bool(compared(value, amounts[0]))


def _in_unit_of(figure: Number, amount: Number) -> Decimal | None:
    """What a figure is in the currency or unit of another; None where they are not of one kind."""
    if (figure.currency, figure.percent) != (amount.currency, amount.percent):
        return None
    if figure.currency or figure.percent or figure.unit == amount.unit or not amount.unit:
        return figure.amount
    return converted(figure.amount, figure.unit, amount.unit)
