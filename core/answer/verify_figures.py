"""Figures and dates of a statement against those of a sentence or a table row. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from core import textspan
from core.answer.facts import Facts, facts_of
from core.answer.facts_dates import Date
from core.answer.facts_numbers import Number


def is_table_row(sentence: str) -> bool:
    """The shape of a row, or two or more figures and hardly any prose between them."""
    facts = facts_of(sentence)
    if not facts.numbers:
        return False
    figures = len(facts.numbers)
    bare = figures >= 2 and len(facts.words) <= figures + 1
    return bare or textspan.is_table_row(sentence)


def is_carried(number: Number, given: Facts, scale: int = 1) -> bool:
    """Carried by a number of the source; its bare figures are counted in `scale`."""
    figures = list(given.numbers)
    if scale > 1:
        figures += [replace(other, scale=scale) for other in given.numbers if other.scale == 1]
    return any(number.is_carried_by(other) for other in figures) or any(
        number.is_year(date.year) for date in given.dates
    )


def is_dated(date: Date, given: Facts) -> bool:
    """Named as precisely, or a bare year written as a figure ("2022" above a column)."""
    return any(date.is_carried_by(other) for other in given.dates) or (
        date.precision == "year" and any(number.is_year(date.year) for number in given.numbers)
    )


def has_value(number: Number, *places: Facts) -> bool:
    return any(number.equals(other) for facts in places for other in facts.numbers)
