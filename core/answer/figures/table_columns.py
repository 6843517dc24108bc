"""What stands over the columns of a table: years, fiscal years, dates of a year's end. Pure functions.

Only whole years are columns. Dates are when all of them are of one time of year; one of the first days of
January ends the year before, and from then to March nobody can tell which fiscal year it ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from core.text.dates import MONTH_PATTERN as _MONTH
from core.text.dates import find_dates

_YEAR = r"(?:19|20)\d\d"
_HEAD = (
    rf"(?:{_MONTH}\s+\d{{1,2}},?\s+{_YEAR}|\d{{1,2}}\.?\s+{_MONTH}\s+{_YEAR}|\d{{1,2}}\.\s?\d{{1,2}}\.\s?{_YEAR}"
    rf"|(?:(?:FY|fiscal(?:\s+year)?|GJ|geschäftsjahr|jahr)\s?)?{_YEAR})"
)
_HEADS = re.compile(rf"(?:^|\s)({_HEAD}(?:\s+{_HEAD})+)\s*$", re.IGNORECASE)
# "2022 2021 Change % Change": words, and no sentence.
_HEADS_AND_MORE = re.compile(rf"(?:^|\s)({_HEAD}(?:\s+{_HEAD})+)(?:\s+[^\s\d.,;]+){{1,6}}\s*$", re.IGNORECASE)
_ONE_HEAD = re.compile(_HEAD, re.IGNORECASE)
_ALONE = re.compile(rf"\s*{_HEAD}\s*", re.IGNORECASE)
_WITHOUT_YEAR = re.compile(r"(?<!\d)(\d{1,2}\.\s?\d{1,2}\.)(?!\s?\d)")
_NOTES = re.compile(r"\b(?:notes?|anhang|tz\.?|anm\.?|anmerkung(?:en)?)\s*$", re.IGNORECASE)
_DAYS = 366
_SAME_TIME = 14  # days: fiscal years of 52 or 53 weeks end on a weekday
_JANUARY_ENDS_YEAR_BEFORE = 10
_FIRST_MONTHS = 3
_LONGEST_LINE = 14  # words; more of them are prose


@dataclass(frozen=True, slots=True)
class Columns:
    """Years of the columns from left to right. `lines`: so many lines of the heading hold them. `notes`: a
    column with numbers of notes stands before them. `more`: other columns stand behind them."""

    years: tuple[int, ...]
    lines: int = 1
    notes: bool = False
    more: bool = False


def columns_at_end(heading: Sequence[str]) -> Columns | None:
    """What the last line of a heading, or the last ones with a column each, put over a table."""
    if not heading:
        return None
    match = _HEADS.search(heading[-1]) or _HEADS_AND_MORE.search(heading[-1])
    if match is not None:
        heads = [found.group() for found in _ONE_HEAD.finditer(match.group(1))]
        if len(heading[-1].split()) > _LONGEST_LINE + len(match.group(1).split()):
            return None
        before = heading[-1][: match.start(1)]
        found = _checked(heads, 1, notes=_NOTES.search(before) is not None)
        return replace(found, more=match.end(1) < len(heading[-1].rstrip())) if found else None
    stacked: list[str] = []
    for line in reversed(heading):
        if not _ALONE.fullmatch(line):
            break
        stacked.insert(0, line)
    if len(stacked) < 2:
        return None
    above = heading[-len(stacked) - 1] if len(heading) > len(stacked) else ""
    return _checked(stacked, len(stacked), notes=_NOTES.search(above) is not None)


def is_one_column(line: str) -> bool:
    """A line that is the head of one column, and nothing else."""
    return _ALONE.fullmatch(line) is not None


def days_agree(lines: Sequence[str]) -> bool:
    """Whether all days that these lines name are of one time of year."""
    days = [day for line in lines for day in _days(line)]
    return _are_near(days)


def _checked(heads: Sequence[str], lines: int, *, notes: bool) -> Columns | None:
    years: list[int] = []
    days: list[tuple[int, int]] = []
    if _days(heads[0]) and not any(map(_days, heads[1:])):
        heads = [re.findall(_YEAR, head)[-1] for head in heads]  # "Year Ended June 30, 2016 2015 2014"
    for head in heads:
        year = int(re.findall(_YEAR, head)[-1])
        own = _days(head)
        if own:
            month, day = own[0]
            days.append((month, day))
            if month == 1 and day <= _JANUARY_ENDS_YEAR_BEFORE:
                year -= 1
            elif month <= _FIRST_MONTHS:
                return None
        years.append(year)
    steps = {second - first for first, second in pairwise(years)}
    if steps not in ({1}, {-1}) or (days and len(days) != len(heads)) or not _are_near(days):
        return None
    return Columns(tuple(years), lines, notes)


def _days(text: str) -> list[tuple[int, int]]:
    """Month and day of each day that a text names; "31.12." of any year."""
    found = find_dates(_WITHOUT_YEAR.sub(r"\g<1>2000", text), day_first=False)
    return [(one.date.month, one.date.day) for one in found if one.date.day]


def _are_near(days: Sequence[tuple[int, int]]) -> bool:
    """Within some days of each other, also around the turn of the year."""
    places = [date(2024, month, min(day, 28)).timetuple().tm_yday for month, day in days]
    turned = [place - _DAYS if 2 * place > _DAYS else place for place in places]
    return not days or min(max(each) - min(each) for each in (places, turned)) <= _SAME_TIME
