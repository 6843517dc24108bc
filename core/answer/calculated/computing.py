"""What is computed of a table: which rows, of which column, and what comes out. Pure functions, exact.

A computation is written down as one sentence that `core.answer.calculated.told` reads again; both change
together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

from core.answer.calculated.cell_values import Figure, Misfit, figure_in, figures_in, in_unit
from core.answer.calculated.grid import Grid, counted_rows
from core.text.dates import MONTHS, Date, find_dates, find_years
from core.text.units import adds_up, unit_of

Act = Literal["sum", "average", "highest", "lowest", "difference", "count"]
ACTS: tuple[Act, ...] = get_args(Act)
Test = Literal[
    "is", "is not", "more than", "less than", "at least", "at most", "before", "after", "in", "calendar day"
]
NUMBER_TESTS: tuple[Test, ...] = ("is", "more than", "less than", "at least", "at most")
DAY_TESTS: tuple[Test, ...] = ("in", "before", "after")
TEXT_TESTS: tuple[Test, ...] = ("is", "is not")
_NO_SUM = frozenset({"%", "‰"})


@dataclass(frozen=True, slots=True)
class Condition:
    """`value`: as it stands in the request or in a cell; "" for a test that needs none."""

    column: int
    test: Test
    value: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """`rows`: those that are named; none: all. `column` -1 where rows are counted."""

    act: Act
    column: int = -1
    rows: tuple[int, ...] = ()
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Computed:
    """`rows`: that went in; `best`: of these what has the result, or what was counted. `amount` in the unit
    of `figures`, which are those of `rows`; `looked`: rows that were tested."""

    choice: Choice
    rows: tuple[int, ...]
    figures: tuple[Figure, ...]
    amount: Decimal
    best: tuple[int, ...] = ()
    looked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """Why it cannot be computed: the key of a reply, and what fills it."""

    code: str
    values: dict[str, object]


def compute(grid: Grid, choice: Choice) -> Computed | Refused:
    """The result of a choice over the cells that stand there."""
    counted = _counted(grid, choice)
    if counted is None:
        return Refused("doubtful_total", {"table": grid.title})
    every = choice.rows or counted
    kept = every
    for place, condition in enumerate(choice.conditions):
        tested = _fulfilling(grid, condition, every)
        if isinstance(tested, Refused):
            return tested
        others = [one for one in choice.conditions[:place] if are_alternatives(one, condition)]
        if others:
            kept = tuple(row for row in every if row in kept or row in tested)
        else:
            kept = tuple(row for row in kept if row in tested)
    if choice.act == "count":
        return Computed(choice, kept, (), Decimal(len(kept)), kept, every)
    if not kept and choice.conditions:
        read = ", ".join(f"“{grid.names[one.column]}”: {one.value}" for one in choice.conditions if one.value)
        return Refused("no_rows", {"conditions": read or grid.title})
    return _of_column(grid, choice, kept, every)


def are_alternatives(one: Condition, other: Condition) -> bool:
    """No cell is two things: then one of them is enough."""
    return one.column == other.column and one.test == other.test == "is"


def _counted(grid: Grid, choice: Choice) -> tuple[int, ...] | None:
    """The rows that are no sums of others: in the computed column, or in any where rows are counted; None
    where that is in doubt. Of rows that are named only those that are added up have to be none."""
    if choice.rows and choice.act not in ("sum", "average"):
        return choice.rows
    places = [choice.column] if choice.column >= 0 else list(range(len(grid.names)))
    kept = tuple(range(len(grid.rows)))
    for place in places:
        own = counted_rows(grid, place)
        if own is None and choice.column >= 0 and not choice.rows:
            return None
        if own is not None and len(own) < len(kept):
            kept = own
    return None if choice.rows and not set(choice.rows) <= set(kept) else kept


def _of_column(
    grid: Grid, choice: Choice, kept: tuple[int, ...], every: tuple[int, ...]
) -> Computed | Refused:
    name = grid.names[choice.column]
    own = figures_in([grid.rows[row].cells[choice.column] for row in kept], grid.decimal_comma)
    if isinstance(own, Misfit) and not own.text:
        return Refused("too_few_rows", {"column": name, "count": 0})
    if isinstance(own, Misfit):
        code = "units_differ" if own.other else "no_figures"
        return Refused(code, {"column": name, "cell": own.text, "other": own.other})
    found = {row: one for row, one in zip(kept, own, strict=True) if one is not None}
    rows, figures = tuple(found), tuple(found.values())
    if choice.rows and len(rows) < len(choice.rows):
        return Refused("no_figures", {"column": name, "cell": "", "other": ""})
    least = 2 if choice.act in ("average", "difference") else 1
    if len(figures) < least or (choice.act == "difference" and len(figures) != 2):
        return Refused("too_few_rows", {"column": name, "count": len(figures)})
    unit = figures[0].unit
    if choice.act == "sum" and (unit in _NO_SUM or _does_not_add_up(unit)):
        return Refused("does_not_add_up", {"column": name, "unit": unit})
    amounts = [one.amount for one in figures]
    amount = result_of(choice.act, amounts)
    best = tuple(row for row, one in zip(rows, amounts, strict=True) if one == amount)
    return Computed(choice, rows, figures, amount, best if choice.act in ("highest", "lowest") else (), every)


def result_of(act: Act, amounts: Sequence[Decimal]) -> Decimal:
    """What comes out of these figures, none of them missing."""
    match act:
        case "sum":
            return sum(amounts, Decimal(0))
        case "average":
            return sum(amounts, Decimal(0)) / len(amounts)
        case "highest":
            return max(amounts)
        case "lowest":
            return min(amounts)
        case "difference":
            return abs(amounts[0] - amounts[1])
        case "count":
            return Decimal(len(amounts))


def _does_not_add_up(unit: str) -> bool:
    """Temperatures do not; what no unit of measure is, does."""
    known = unit_of(unit)
    return (
        known is not None
        and not adds_up(unit)
        and known.measure in ("temperature", "share", "level", "density")
    )


def _fulfilling(grid: Grid, condition: Condition, rows: Sequence[int]) -> frozenset[int] | Refused:
    """Of these rows those that fulfil the condition."""
    name = grid.names[condition.column]
    cells = {row: grid.rows[row].cells[condition.column] for row in rows}
    match condition.test:
        case "calendar day":
            days = grid.days(condition.column)
            return frozenset(row for row in rows if (day := days[row]) is not None and day.day)
        case "before" | "after" | "in":
            return _in_time(grid, condition, rows)
        case "is" | "is not" if condition.value in cells.values():
            same = {row for row, cell in cells.items() if cell == condition.value}
            others = {row for row, cell in cells.items() if cell} - same
            return frozenset(same if condition.test == "is" else others)
    own = figures_in(list(cells.values()), grid.decimal_comma)
    # "1.500" and "1,500" of a request are thousands, in whatever language the table is.
    limit = figure_in(condition.value, None)
    if isinstance(own, Misfit) or limit is None:
        told = own if isinstance(own, Misfit) else Misfit(condition.value)
        code = "units_differ" if told.other else "no_figures"
        return Refused(code, {"column": name, "cell": told.text, "other": told.other})
    unit = next((one.unit for one in own if one), "")
    if limit.unit and unit:  # else the name of the column says the unit ("Length (km)"), or nothing does
        in_same = in_unit(limit, unit)
        if in_same is None:
            return Refused("units_differ", {"column": name, "cell": condition.value, "other": unit})
        limit = in_same
    return frozenset(
        row
        for row, one in zip(cells, own, strict=True)
        if one is not None and passes(one.amount, condition.test, limit.amount)
    )


def passes(amount: Decimal, test: Test, limit: Decimal) -> bool:
    match test:
        case "more than":
            return amount > limit
        case "less than":
            return amount < limit
        case "at least":
            return amount >= limit
        case "at most":
            return amount <= limit
        case "is not":
            return amount != limit
    return amount == limit


def _in_time(grid: Grid, condition: Condition, rows: Sequence[int]) -> frozenset[int] | Refused:
    every = grid.days(condition.column)
    days = {row: every[row] for row in rows if grid.rows[row].cells[condition.column]}
    wanted = date_in(condition.value)
    years = {day.year for day in days.values() if day}
    open_ended = wanted is not None and not wanted.year and len(years) > 1 and condition.test != "in"
    if wanted is None or open_ended or None in days.values():
        return Refused("no_days", {"column": grid.names[condition.column]})
    return frozenset(
        row for row, day in days.items() if day is not None and _is_in(day, condition.test, wanted)
    )


def date_in(text: str) -> Date | None:
    """The one day, month or year that a text names."""
    dates = find_dates(text, True, short=True) or find_years(f"in {text}")
    if len(dates) == 1 and dates[0].other is None:
        return dates[0].date
    month = MONTHS.get(text.casefold().strip(" ."))
    return Date(0, month) if month else None


def _is_in(day: Date, test: Test, wanted: Date) -> bool:
    if test == "in":
        return wanted.is_carried_by(day)
    depth = 3 if wanted.day else 2 if wanted.month else 1
    first = 0 if wanted.year else 1
    own = (day.year, day.month, day.day)[first:depth]
    other = (wanted.year, wanted.month, wanted.day)[first:depth]
    return own < other if test == "before" else own > other
