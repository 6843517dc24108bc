"""Which rows of a table name its columns. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import inf
from operator import itemgetter

from core.text.currency_names import NAME_PATTERN, SIGN

# Figures as documents write them: 1,234.50  -3,5 %  (12)  $4.20  12.5 kg is text, 2024-03-31 and 31.12.2024
# are dates.
_UNIT = rf"%|‰|{NAME_PATTERN}"
_NUMBER = re.compile(
    rf"[(\-–−+]?\s?{SIGN}?\s?[(\-–−+]?\d[\d.,'’\u00a0\u202f ]*(?:[eE][+-]?\d+)?\s?(?:{_UNIT})?\)?[\-–−+]?"
)
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?)?|\d{1,2}:\d{2}(:\d{2})?"
    r"|(?:\d{4}[年년] ?)?\d{1,2}[月월] ?(?:\d{1,2}[日일])?"
)
_LONGEST_UNIT = 12
_YEAR = re.compile(r"(?:FY\s?)?(?:19|20)\d\d")
_LONGEST_NAME = 80  # characters of a column's name
LOOK_AHEAD = 60  # rows of a table that are read before its header is decided
MOSTLY = 0.6  # of the cells of a column, where that is one of values
_EDGE = 1.5  # points: two edges are drawn at one place
Extent = tuple[float, float]  # from the left edge to the right one, in points
HEAD_JOINT = " › "  # between the levels of a heading


def is_value(text: str) -> bool:
    """True for a figure, an amount, a percentage, a date or a time."""
    text = text.strip()
    return 0 < len(text) <= 40 and (_NUMBER.fullmatch(text) is not None or _DATE.fullmatch(text) is not None)


def header_rows(
    rows: Sequence[Sequence[str]], *, bold: Sequence[bool] = (), joined: Sequence[bool] = ()
) -> int:
    """How many of the first rows name the columns of the others; 0 where none does.

    `rows` are the texts of a table's cells, column by column, empty where there is none; a cell that spans
    columns stands in each of them. `bold` says which rows are set off from the others, `joined` which have
    cells that span columns.
    """
    rows = rows[:LOOK_AHEAD]
    if len(rows) < 2 or max((len(row) for row in rows), default=0) < 2:
        return 0
    if not are_names(rows[0]):
        return 0
    if len(set(rows[0])) == 1:
        return 0  # a title over the table
    set_off = _flag(bold, 0) and not all(_flag(bold, place) for place in range(len(rows)))
    deepest = 1
    while deepest + 1 < len(rows) and are_names(rows[deepest]):
        if not _flag(joined, deepest - 1) and not (deepest == 1 and _are_units(rows)):
            break
        deepest += 1
    heads = [" ".join(dict.fromkeys(names)) for names in zip(*rows[:deepest], strict=False)]
    if deepest > 1 and (
        _above_values(rows[deepest - 1], rows[deepest:]) or _all_text([heads, *rows[deepest:]])
    ):
        return deepest
    if set_off or _above_values(rows[0], rows[1:]):
        return 1
    return int(_all_text(rows))


def under_heads(above: Mapping[int, str], row: Mapping[int, str]) -> dict[int, str]:
    """The headings of each column, outermost first, when a header row stands below others.

    "Hall A › price" where "price" stands under "Hall A"; a heading over all columns is told of the first.
    """
    if len(row) > 1 and len(set(above.values())) == 1 and row.keys() <= above.keys():
        first = min(row)
        above = {first: above[first]}
    heads = dict(above)
    for column, text in row.items():
        over = above.get(column, "")
        heads[column] = f"{over}{HEAD_JOINT}{text}" if over and over.split(HEAD_JOINT)[-1] != text else text
    return heads


def columns_under(
    names: Sequence[str],
    leaves: Sequence[str],
    heads: Sequence[Extent],
    columns: Sequence[Extent],
    row: Sequence[Extent],
) -> list[range]:
    """The columns that each head of a drawn line stands over: all but the first ones, in turn.

    `names` are the heads, `leaves` and `columns` the names below them, `row` is the first row below these.
    Heads begin where their columns begin, if those are set flush left, or stand over the middle of them, and
    no name comes twice below one. Empty where one does neither.
    """
    if not 1 < len(heads) < len(columns) or not are_names(names):
        return []
    flush = sum(any(abs(cell[0] - own[0]) <= _EDGE for cell in row) for own in columns)
    is_flush = flush >= MOSTLY * len(columns)
    if is_flush:  # the columns reach from name to name
        starts = [own[0] for own in columns]
        last = max(columns[-1][1], starts[-1] + (starts[-1] - starts[0]) / (len(columns) - 1))
        columns = list(zip(starts, [*starts[1:], last], strict=True))
    error, over = _over_middle(heads, columns, leaves)
    left = _from_left(heads, columns)
    is_left = is_flush or error > _EDGE * len(heads)
    return left if left and is_left and all(_differ(leaves, own) for own in left) else over


def _differ(leaves: Sequence[str], own: range) -> bool:
    return len({leaves[n] for n in own}) == len(own)


def _from_left(heads: Sequence[Extent], columns: Sequence[Extent]) -> list[range]:
    starts = [n for head in heads for n, own in enumerate(columns) if abs(own[0] - head[0]) <= _EDGE]
    return [range(*ends) for ends in pairwise((*starts, len(columns)))] if len(starts) == len(heads) else []


def _over_middle(
    heads: Sequence[Extent], columns: Sequence[Extent], leaves: Sequence[str]
) -> tuple[float, list[range]]:
    """How far the heads are from the middle of their columns, in points, and these."""
    count = len(columns)
    near = (columns[-1][1] - columns[0][0]) / count / 2

    def misfit(head: Extent, own: range) -> float:
        apart = abs(sum(head) - columns[own[0]][0] - columns[own[-1]][1]) / 2
        return apart if apart <= near and _differ(leaves, own) else inf

    # By the column that a head begins with: the best division among it and the heads right of it.
    best = {n: (misfit(heads[-1], range(n, count)), [range(n, count)]) for n in range(count)}
    for head in reversed(heads[:-1]):
        best = {
            start: min(
                (
                    (misfit(head, range(start, end)) + best[end][0], [range(start, end), *best[end][1]])
                    for end in best
                    if end > start
                ),
                key=itemgetter(0),
            )
            for start in range(max(best))
        }
    error, spans = min(best.values(), key=itemgetter(0))
    return error, spans if error < inf else []


def _are_units(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the second row has something short below each name but the first, and no other row says it."""
    units = [cell.strip() for cell in rows[1]]
    below = zip(*rows[2:], strict=True)
    return (
        not units[0]
        and all(0 < len(unit) <= _LONGEST_UNIT for unit in units[1:])
        and all(unit not in column for unit, column in zip(units[1:], [*below][1:], strict=True))
    )


def _flag(flags: Sequence[bool], place: int) -> bool:
    return place < len(flags) and flags[place]


def are_names(row: Sequence[str]) -> bool:
    """True when the cells could be names of columns: short words, or years."""
    filled = [cell.strip() for cell in row if cell.strip()]
    if len(filled) < 2:
        return False
    return all(
        len(cell) <= _LONGEST_NAME and (not is_value(cell) or _YEAR.fullmatch(cell)) for cell in filled
    )


def _above_values(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """True when a column that the row names holds mostly values below it."""
    for column, name in enumerate(header):
        below = [row[column] for row in rows if column < len(row) and row[column].strip()]
        if not name.strip() or not below:
            continue
        if _YEAR.fullmatch(name.strip()) and all(_YEAR.fullmatch(cell.strip()) for cell in below):
            continue
        if sum(is_value(cell) for cell in below) >= MOSTLY * len(below):
            return True
    return False


def _all_text(rows: Sequence[Sequence[str]]) -> bool:
    """A table of words only, whose first row is as wide as any and says nothing that another cell says."""
    first = [cell.strip() for cell in rows[0] if cell.strip()]
    widest = max(sum(1 for cell in row if cell.strip()) for row in rows)
    if len(rows) < 3 or len(first) < widest or len({cell.casefold() for cell in first}) < len(first):
        return False
    below = {cell.strip().casefold() for row in rows[1:] for cell in row}
    if any(cell.casefold() in below for cell in first) or any(len(cell) > 40 for cell in first):
        return False
    return not any(is_value(cell) for row in rows for cell in row)
