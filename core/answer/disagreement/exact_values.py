"""The exact values of sentences, and where two sentences have none in common. Pure functions.

Exact are figures with a unit or a counted noun, shares, money, dates and times; words are not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest

from core.text.currency_names import may_be_same
from core.text.dates import Date, quarter_in, years_in
from core.text.facts import facts_of
from core.text.numbers import Number, with_digits
from core.text.stems import one_spelling, stem
from core.text.units import converted, is_same_kind, size_of, unit_named

_TIME = re.compile(r"\d\dh\d\d")  # as `core.text.clock` writes it
_FIGURE = re.compile(r"\d[\d.,:/-]*\d|\d")
_LONGEST_JOINT = 5  # characters: " bis "
_LONGEST_WITHIN = 2  # words: "2 years and 6 months"
_MOST_OF_A_KIND = 2  # with more values a sentence is a list or a row
_MOST_VALUES = 24  # with more it is a table, whose values are not compared with each other
_FAR = 100  # times as much is of another kind
_NEARLY = 0.93  # in units that no whole number converts: 4 weeks are a month to some, and 3 m 10 ft


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day: "18h00"."""

    text: str


Value = Number | Date | Time


def bare(text: str) -> str:
    """Without its figures: two sentences that differ in them alone are one."""
    return _FIGURE.sub("…", with_digits(text))


def codes_in(text: str) -> frozenset[str]:
    """Names with digits in them, such as "B-120"."""
    return frozenset(code for code in facts_of(text).identifiers if not _TIME.fullmatch(code))


def differing(text: str, rival: str) -> tuple[Value, Value] | None:
    """A value of each, of one kind, where none of that kind is in both; None where there is none.

    Figures of two dates or quarters do not differ: they are of two periods.
    """
    mine, theirs = _values(text), _values(rival)
    figures = _first_differing(mine[0], theirs[0])
    dates = _first_differing(mine[1], theirs[1])
    if figures is None:
        return dates
    quarters = {quarter_in(text), quarter_in(rival)} - {0}
    return None if dates or len(quarters) > 1 else figures


def is_same(one: Value, other: Value) -> bool | None:
    """None where they are of two kinds."""
    match one, other:
        case Number(), Number():
            if one.is_carried_by(other) or other.is_carried_by(one):
                return True
            if _is_rounded(one, other) or _is_rounded(other, one):
                return True
            sizes = _in_one_unit(one, other)
            exact = one.currency or is_same_kind(one.unit, other.unit)
            if sizes is None or max(sizes) > _FAR * min(sizes):
                return None  # a dividend a share and the sales of a year
            return min(sizes) >= (1 if exact else _NEARLY) * max(sizes)
        case Date(), Date():
            return one.is_carried_by(other) or other.is_carried_by(one)
        case Time(), Time():
            return one == other
    return None


def shown(value: Value, text: str) -> str:
    """As it is told: "30 days", "1,800 EUR", "2021-05-03", "18:00"."""
    match value:
        case Date():
            return value.iso
        case Time():
            return value.text.replace("h", ":")
    figure = (_as_written(value, text) if value.scale > 1 else value.text).strip("()")
    if value.currency:
        return f"{figure} {value.currency}" if figure[0].isdigit() else figure  # "$5"
    if value.percent:
        return f"{figure} %" if figure[-1].isdigit() else figure
    per = f"/{value.per}" if value.is_measure and value.per else ""
    return figure if value.scale > 1 else f"{figure} {_unit_behind(figure, value.unit, text)}{per}"


def _unit_behind(figure: str, unit: str, text: str) -> str:
    """As the text has it: "days" or "Tage"."""
    told = with_digits(text)
    words = re.findall(rf"(?<![\w.,]){re.escape(figure)}\)?[\s-]*([^\W\d_]+)", told)
    words += re.findall(r"[^\W\d_]+", told)  # "3 to 5 days"
    return next((word for word in words if unit in (unit_named(word), stem(one_spelling(word)))), unit)


def _values(text: str) -> tuple[list[Value], list[Value]]:
    """Figures and times, and dates."""
    facts = facts_of(text)
    told = [_with_unit_of(*pair) for pair in zip_longest(facts.numbers, facts.numbers[1:])]
    figures: list[Value] = [
        one for one in _added_up(told, text) if (one.unit or one.currency or one.percent) and not one.label
    ]
    times: list[Value] = [Time(code) for code in sorted(facts.identifiers) if _TIME.fullmatch(code)]
    one_year = len(set(years_in(text))) == 1
    return figures + times, [date for date in facts.dates if date.month or one_year]


def _with_unit_of(one: Number, behind: Number | None) -> Number:
    """Of "3 to 5 days" the first are days, too; so are those of "3 bis 5 Tage", which count no "bis"."""
    has_own = one.is_measure or one.currency or one.percent
    if has_own or behind is None or behind.start - one.end > _LONGEST_JOINT:
        return one
    return replace(behind, value=one.value, text=one.text, start=one.start, end=one.end, other=one.other)


def _added_up(numbers: Sequence[Number], text: str) -> list[Number]:
    """With "1 h 30 min" as 90 minutes: behind a measure less than one of its units, in a smaller one."""
    told: list[Number] = []
    for one in numbers:
        more = _more_of(told[-1], one, text) if told else None
        if more is None:
            told.append(one)
        else:
            start = told.pop().start
            told.append(replace(one, value=more, text=text[start : one.end], scale=1, start=start))
    return told


def _more_of(one: Number, rest: Number, text: str) -> Decimal | None:
    """Both together, in the unit of the second; None where they are two values."""
    if one.unit == rest.unit or not (one.is_measure and rest.is_measure):
        return None
    between = text[one.end : rest.start].split()
    if not 1 <= len(between) <= _LONGEST_WITHIN or unit_named(between[0]) != one.unit:
        return None
    whole, single = (converted(each, one.unit, rest.unit) for each in (one.amount, Decimal(1)))
    return whole + rest.amount if whole is not None and single and rest.amount < single else None


def _first_differing(mine: Sequence[Value], theirs: Sequence[Value]) -> tuple[Value, Value] | None:
    if max(len(mine), len(theirs)) > _MOST_VALUES:
        return None
    for one in mine:
        own = [each for each in mine if is_same(one, each) is not None]
        others = [other for other in theirs if is_same(one, other) is not None]
        if not others or max(len(own), len(others)) > _MOST_OF_A_KIND:
            continue
        if not any(is_same(each, other) for each in own for other in others) and not _is_between(own, others):
            return one, others[0]
    return None


def _is_between(mine: Sequence[Value], theirs: Sequence[Value]) -> bool:
    """Whether a value of one side lies between two of the other: 9 days are within "8 to 10 days"; of dates
    the only one of a side."""
    for span, others in ((mine, theirs), (theirs, mine)):
        for other in others:
            if isinstance(other, Date) and len(others) == 1 and _is_within(other, span):
                return True
            numbers = [one for one in span if isinstance(one, Number)]
            sizes = [_in_one_unit(other, one) for one in numbers] if isinstance(other, Number) else []
            if {size[0] < size[1] for size in sizes if size} == {True, False}:
                return True
    return False


def _is_within(day: Date, days: Sequence[Value]) -> bool:
    ends = [one.iso for one in days if isinstance(one, Date) and one.precision == day.precision == "day"]
    return len(ends) > 1 and min(ends) < day.iso < max(ends)


def _is_rounded(one: Number, exact: Number) -> bool:
    """Whether it is the other as far as it is written out: "2 million EUR" of 2,013,500 EUR."""
    kinds = ((each.unit, each.currency, each.percent, _rate_of(each)) for each in (one, exact))
    if one.scale <= exact.scale or len(set(kinds)) > 1:
        return False
    last = Decimal(one.scale).scaleb(min(int(one.value.as_tuple().exponent), 0))
    return abs(one.amount - exact.amount) <= last / 2


def _rate_of(number: Number) -> str:
    """What it is counted per: of "30 days of leave per year" the only rate of its text."""
    return number.per or (next(iter(number.rates)) if len(number.rates) == 1 else "")


def _in_one_unit(one: Number, other: Number) -> tuple[Fraction, Fraction] | None:
    """How large they are beside each other; None where they measure different things."""
    if one.percent != other.percent or bool(one.currency) != bool(other.currency):
        return None
    mine, theirs = Fraction(one.amount), Fraction(other.amount)
    if one.currency:
        if not may_be_same(one.currency, other.currency):
            return None
    elif one.unit != other.unit and not one.percent:
        size = converted(one.amount, one.unit, other.unit)
        if size is None or not (one.is_measure and other.is_measure):
            return None
        mine = Fraction(size)
    rate, rival = _rate_of(one), _rate_of(other)
    if rate and rival:
        mine, theirs = mine / size_of(rate), theirs / size_of(rival)
    return mine, theirs


def _as_written(number: Number, text: str) -> str:
    """With the word behind it: "99 weeks", also of "ninety-nine weeks"."""
    if number.text not in text:
        text = with_digits(text)
    start = text.find(number.text)
    if start < 0:
        return number.text
    behind = text[start + len(number.text) :].replace("-", " ", 1).split(" ", 2)
    word = behind[1].strip(".,;:!?()") if len(behind) > 1 and not behind[0] else ""
    return f"{number.text} {word}" if word.isalpha() else number.text
