"""Figures and times that a request names, as they stand in it. Pure functions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.answer.calculated.cell_values import bare
from core.answer.calculated.computing import Choice
from core.answer.calculated.grid import Grid
from core.text.dates import MONTH_PATTERN, find_dates, find_years
from core.text.numbers import find_figures, find_measured, find_money
from core.text.stems import stem

_MONTH = re.compile(rf"(?<!\w){MONTH_PATTERN}(?!\w)", re.IGNORECASE)
_LEAST_LETTERS = 4  # of a word that tells rows apart
_SHORTEST = 3  # letters of a cell that a request names
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

    for one in find_dates(request, True, short=True):
        take(one.start, one.end, times)
    days = list(taken)
    for one in find_years(request):
        take(one.start, one.end, times)
    for pattern in (_MONTH, _YEAR):
        for match in pattern.finditer(request):
            if pattern is _YEAR or match.group()[0].isupper():
                take(*match.span(), times)
    taken = days  # a year alone may be a figure, too
    figures: list[str] = []
    for number in (*find_money(request), *find_measured(request)):
        take(number.start, number.end, figures)
    for number in find_figures(request):
        take(number.start, number.end, figures)
    return RequestValues(tuple(figures), tuple(times))


def says_something(choice: Choice) -> bool:
    """The number of all rows, or of those that are named, answers any "how many" that a table has nothing
    on."""
    return choice.act != "count" or bool(choice.conditions)


def is_accounted_for(request: str, grid: Grid, choice: Choice) -> bool:
    """Whether every figure and time of the request, and every cell that it names, goes into the choice.

    What the computed column, the table's title or a named row says need not be said again.
    """
    columns = [grid.names[one.column] for one in choice.conditions]
    columns += [grid.names[choice.column]] if choice.column >= 0 else []
    used = [one.value for one in choice.conditions] + [grid.name_of(row) for row in choice.rows]
    for one in choice.conditions:
        if one.test == "calendar day":  # of which the request may name one as an example
            used += map(bare, grid.column(one.column))
    said = _folded(" ".join((*used, *columns, grid.title)))
    values = values_in(request)
    for value in (*values.figures, *values.times):
        short = f"{int(value) % 100:02}" if _YEAR.fullmatch(value) else value
        if not any(f" {_folded(text).strip()} " in said for text in (value, short)):
            return False
    asked = _folded(request)
    if grid.head is None:
        return True
    cells = {
        cell for row in grid.rows for cell in row.cells if len(cell) >= _SHORTEST and not cell[0].isdigit()
    }
    named = [folded for cell in cells if len(folded := _folded(bare(cell))) > 2 and folded in asked]
    longest = [one for one in named if not any(one in other and one != other for other in named)]
    return all(one in said for one in longest) and _telling_words(request, grid) <= _stems(said)


def _telling_words(request: str, grid: Grid) -> set[str]:
    """Words of the request that tell some rows from others: they stand in the cells of less than half of
    them, and in no name of a column."""
    rows = [_stems(" ".join(cell for cell in row.cells if not cell[:1].isdigit())) for row in grid.rows]
    told = _stems(request) - _stems(" ".join((grid.title, *grid.names)))
    return {word for word in told if 0 < sum(word in row for row in rows) < len(rows) / 2}


def _stems(text: str) -> set[str]:
    return {stem(word) for word in _folded(text).split() if len(word) >= _LEAST_LETTERS and word.isalpha()}


def _folded(text: str) -> str:
    """Words and figures alone, each between spaces."""
    return f" {' '.join(''.join(sign if sign.isalnum() else ' ' for sign in text.casefold()).split())} "
