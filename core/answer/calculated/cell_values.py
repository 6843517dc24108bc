"""Cells of a column as figures in one unit, as days, or as words. Pure functions, exact decimals.

A column is one of figures only where every cell that says anything is a whole figure, all in one unit and
written in one way. Anything else is told as the cell that stands in the way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from core.text.dates import Date, find_dates
from core.text.numbers import Number, find_measured, find_money, parse_money, parse_number
from core.text.units import converted, unit_of

_MARKS = re.compile(r"^[*†‡]+\s*|(?<=\S)\s*(?:[*†‡]+|\(\d\))+$")  # of footnotes
_NOTHING = re.compile(r"[\s–—\-.]*")
_SHARE = re.compile(r"(?P<figure>[-–−+]?\s?\d[\d.,'’\s]*?)\s?%")
_NEGATIVE = re.compile(r"\((?P<inside>[^()]*\d[^()]*)\)")
_DIGITS = re.compile(r"\d(?:[\d.,'’\u00a0\u202f]*\d)?")
_MORE_PLACES = 3  # of an average, behind those of its figures


@dataclass(frozen=True, slots=True)
class Figure:
    """What one cell counts, in `unit`: "kg", "EUR", "%" or nothing. `text`: as it is written."""

    amount: Decimal
    text: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Misfit:
    """The cell that keeps a column from being computed, and another beside which it does not fit."""

    text: str
    other: str = ""


def bare(text: str) -> str:
    """A cell without the marks of footnotes."""
    return _MARKS.sub("", text.strip())


def says_nothing(text: str) -> bool:
    return _NOTHING.fullmatch(text) is not None


def comma_is_decimal(texts: Sequence[str]) -> bool | None:
    """How figures of these cells are written; None where nothing tells, or both ways stand among them."""
    told: set[bool] = set()
    for text in texts:
        for match in _DIGITS.finditer(bare(text)):
            marks = [mark for mark in match.group() if mark in ".,"]
            behind = re.split("[.,]", match.group())[-1]
            if len(set(marks)) == 2:
                told.add(marks[-1] == ",")
            elif len(marks) > 1:
                told.add(marks[0] == ".")
            elif marks and len(behind) != 3:
                told.add(marks[0] == ",")
    return told.pop() if len(told) == 1 else None


def figures_in(cells: Sequence[str], decimal_comma: bool | None) -> tuple[Figure | None, ...] | Misfit:
    """One figure a cell, None for an empty one, all in the smallest of their units."""
    found: list[Figure | None] = []
    for cell in cells:
        figure = None if says_nothing(cell) else figure_in(cell, decimal_comma)
        if figure is None and not says_nothing(cell):
            return Misfit(cell)
        found.append(figure)
    figures = [one for one in found if one is not None]
    if not figures:
        return Misfit("")
    smallest = min(figures, key=lambda one: unit.factor if (unit := unit_of(one.unit)) else 0)
    same = [None if one is None else in_unit(one, smallest.unit) for one in found]
    if any(own is None and one is not None for own, one in zip(same, found, strict=True)):
        other = next(one for one in figures if in_unit(one, figures[0].unit) is None)
        return Misfit(other.text, figures[0].text)
    return tuple(same)


def figure_in(cell: str, decimal_comma: bool | None) -> Figure | None:
    """The figure that a cell is, whole."""
    text = bare(cell)
    sign = 1
    if not any(map(str.isdigit, text)):
        return None
    if match := _NEGATIVE.fullmatch(text):
        text, sign = match["inside"].strip(), -1
    if share := _SHARE.fullmatch(text):
        return _signed(share["figure"], decimal_comma, cell, "%", sign)
    measured = find_measured(text, decimal_comma)
    if len(measured) == 1 and (measured[0].start, measured[0].end) == (0, len(text)):
        return Figure(sign * measured[0].amount, cell, measured[0].unit)
    money = parse_money(text, decimal_comma)
    return None if money is None else Figure(sign * money.amount, cell, money.currency)


def in_unit(figure: Figure, unit: str) -> Figure | None:
    """The same in another unit of its measure; None where there is none, or where months are no days."""
    if figure.unit == unit:
        return figure
    own, other = unit_of(figure.unit), unit_of(unit)
    if own is None or other is None or own.measure != other.measure:
        return None
    amount = converted(figure.amount, figure.unit, unit)
    return None if amount is None else replace(figure, amount=amount, unit=unit)


def quantities_in(text: str, decimal_comma: bool | None) -> list[Number]:
    """Figures of a sentence that stand with a unit or a currency, in their order."""
    found = {one.start: one for one in find_measured(text, decimal_comma)}
    found |= {one.start: one for one in find_money(text, decimal_comma)}
    return [found[place] for place in sorted(found)]


def day_of(cell: str, day_first: bool) -> Date | None:
    """The day or month that a cell is, whole."""
    text = bare(cell)
    found = find_dates(text, day_first, short=True)
    whole = len(found) == 1 and (found[0].start, found[0].end) == (0, len(text))
    return found[0].date if whole else None


def days_in(cells: Sequence[str]) -> tuple[Date | None, ...]:
    """The day of each cell that is one; none at all where nobody can tell day and month apart."""
    doubtful, told = False, set[bool]()
    for cell in cells:
        found = find_dates(bare(cell), True, short=True)
        other = find_dates(bare(cell), False, short=True)
        if found and other and found[0].other is not None:
            doubtful = True
        elif found and "/" in cell and found[0].date.day:
            told.add(cell.strip().startswith(f"{found[0].date.day:02}/"[: cell.strip().find("/") + 1]))
    if doubtful and len(told) != 1:
        return tuple(None for _ in cells)
    day_first = told.pop() if len(told) == 1 else True
    return tuple(day_of(cell, day_first) for cell in cells)


def places_of(figure: Figure) -> int:
    exponent = figure.amount.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def told_as(amount: Decimal, figures: Sequence[Figure], *, decimal_comma: bool, more: bool = False) -> str:
    """An amount as these figures are written: their places, their unit, and its place before or behind.

    `more`: with up to three places more, as an average needs.
    """
    places = max((places_of(one) for one in figures), default=0)
    value = amount.quantize(Decimal(1).scaleb(-places - (_MORE_PLACES if more else 0)), ROUND_HALF_UP)
    if more:
        least = Decimal(1).scaleb(-places)
        shortest = value.normalize()
        value = shortest if places_of(Figure(shortest, "")) > places else value.quantize(least)
    grouped = f"{abs(value):,f}"
    grouped = grouped.translate(str.maketrans(",.", ".,")) if decimal_comma else grouped
    model = next((one for one in figures if unit_of(one.unit) is not None), figures[0] if figures else None)
    sign = "−" if value < 0 else ""
    if model is None or not model.unit:
        return sign + grouped
    if unit_of(model.unit) is not None:
        return f"{sign}{grouped} {model.unit}"
    before = bare(model.text).lstrip("(-–−+ ")[:1].isdigit()
    mark = re.sub(r"[\d.,'’\s()+–−-]", "", bare(model.text))
    return f"{sign}{grouped} {mark}" if before else f"{sign}{mark} {grouped}"


def _signed(text: str, decimal_comma: bool | None, cell: str, unit: str, sign: int) -> Figure | None:
    digits = text.strip()
    if digits[0] in "-–−+":
        sign, digits = (sign if digits[0] == "+" else -sign), digits[1:].strip()
    value = parse_number(digits, decimal_comma)
    return None if value is None else Figure(sign * value, cell, unit)
