"""Dates as documents write them, in English and German, as whole days.

Pure functions. Years of two digits are of this century up to `_PIVOT`, of the last one above.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.text.months import MONTHS

_PIVOT = 69
_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_ANY_YEAR = r"(?P<year>(?:19|20)\d\d|\d\d)"
_OF = r"(?:\s+day)?(?:\s+of)?"
# In this order: what a pattern has taken, the later ones do not see.
_PATTERNS = tuple(
    re.compile(rf"(?<![\w.,/-]){pattern}(?!\w|[.,/-]\d)", re.IGNORECASE)
    for pattern in (
        rf"{_YEAR}[-/.](?P<number>0?[1-9]|1[0-2])[-/.]{_DAY}",
        rf"{_DAY}\.\s?(?P<number>0?[1-9]|1[0-2])\.\s?{_ANY_YEAR}",
        rf"(?P<left>[0-3]?\d)(?P<mark>[/-])(?P<right>[0-3]?\d)(?P=mark){_ANY_YEAR}",
        rf"{_DAY}(?:st|nd|rd|th|\.)?{_OF}[\s-]*{_MONTH},?[\s-]*{_ANY_YEAR}",
        rf"{_MONTH}\s*{_DAY}(?:st|nd|rd|th)?,?\s+{_YEAR}",
    )
)
_MONTH_ONLY = tuple(
    re.compile(rf"(?<![\w.,/-]){pattern}(?!\w|[.,/-]\d)", re.IGNORECASE)
    for pattern in (
        rf"{_MONTH},?\s+{_YEAR}",
        rf"(?P<number>0?[1-9]|1[0-2])/{_YEAR}",
        rf"{_YEAR}-(?P<number>0[1-9]|1[0-2])",
    )
)


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date in a text, at `[start, end)`. `exact`: the day is written, too; else it is the month's first."""

    date: datetime.date
    start: int
    end: int
    exact: bool = True


def find_dates(text: str, day_first: bool = True) -> list[FoundDate]:
    """The dates of a text in their order.

    Args:
        day_first: of "03/04/2023" the third of April; else the fourth of March. A figure above 12 decides by
            itself.
    """
    found: list[FoundDate] = []
    left = text
    for exact, patterns in ((True, _PATTERNS), (False, _MONTH_ONLY)):
        for pattern in patterns:
            for date in _matches(pattern, left, day_first, exact):
                found.append(date)
                left = left[: date.start] + "#" * (date.end - date.start) + left[date.end :]
    return sorted(found, key=lambda date: date.start)


def parse_date(text: str, day_first: bool = True) -> datetime.date | None:
    """The date that a text is, whole; None when it is none or says more."""
    stripped = text.strip()
    found = find_dates(stripped, day_first)
    if len(found) == 1 and found[0].start == 0 and found[0].end == len(stripped):
        return found[0].date
    return None


def _matches(pattern: re.Pattern[str], text: str, day_first: bool, exact: bool) -> Iterator[FoundDate]:
    for match in pattern.finditer(text):
        parts = match.groupdict()
        year = int(parts["year"])
        if len(parts["year"]) == 2:
            year += 2000 if year <= _PIVOT else 1900
        if "left" in parts:
            first, second = int(parts["left"]), int(parts["right"])
            day, month = (first, second) if _is_day_first(first, second, day_first) else (second, first)
        else:
            month = int(parts["number"]) if parts.get("number") else MONTHS[parts["month"].lower()]
            day = int(parts["day"]) if exact else 1
        try:
            yield FoundDate(datetime.date(year, month, day), match.start(), match.end(), exact)
        except ValueError:
            continue  # the 31st of June


def _is_day_first(first: int, second: int, usual: bool) -> bool:
    if first > 12:
        return True
    if second > 12:
        return False
    return usual
