"""Figures and times that a request names, as they stand in it. Pure functions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.text.dates import MONTH_PATTERN, find_dates, find_years
from core.text.numbers import find_figures, find_measured, find_money

_MONTH = re.compile(rf"(?<!\w){MONTH_PATTERN}(?!\w)", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w.,])(?:19|20)\d\d(?![\w]|[.,]\d)")


@dataclass(frozen=True, slots=True)
class RequestValues:
    """Each as it is written: "1,500", "15 kW"; "15 March 2024", "April", "2020"."""

    figures: tuple[str, ...]
    times: tuple[str, ...]

    @property
    def years(self) -> tuple[int, ...]:
        """Those that are named alone."""
        return tuple(int(time) for time in self.times if _YEAR.fullmatch(time))


def values_in(request: str) -> RequestValues:
    """Those of a request, in their order."""
    taken: list[tuple[int, int]] = []
    times: list[str] = []

    def take(start: int, end: int, into: list[str]) -> None:
        if not any(first < end and start < last for first, last in taken):
            taken.append((start, end))
            into.append(request[start:end].strip())

    for one in (*find_dates(request, True, short=True), *find_years(request)):
        take(one.start, one.end, times)
    for pattern in (_MONTH, _YEAR):
        for match in pattern.finditer(request):
            if pattern is _YEAR or match.group()[0].isupper():
                take(*match.span(), times)
    taken = []
    figures: list[str] = []
    for number in (*find_money(request), *find_measured(request)):
        take(number.start, number.end, figures)
    for number in find_figures(request):
        take(number.start, number.end, figures)
    return RequestValues(tuple(figures), tuple(times))
