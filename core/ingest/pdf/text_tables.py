"""Tables of a PDF page whose rows have several lines, or whose heads have several levels.

A line of names stands over lines whose parts each stand below one of the names. A line that begins no row
goes on with the row above it. Tables with one line a row and one line of names are left to `text_rows`. Pure
functions; coordinates in points from the upper left corner of the unrotated page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from math import inf
from typing import NamedTuple

from core.text.table_heads import LOOK_AHEAD, MOSTLY, columns_under, is_value, under_heads

WIDE = 0.9  # times the height of a line: a gap between two cells
_SAME_LINE = 0.5  # of the lower box
_FAR = 2.5  # times the height of a line: what stands so far below is no part of the table
_LEAST_COLUMNS = 3
_LEAST_ROWS = 2
_LONGEST_NAME = 40
_SEVERAL_LINES = 0.3  # of the rows; else a row with a second line is an exception, and is read as printed
_MOST_LEVELS = 2  # of heads above the names
_FOOT = 4  # lines below a table that goes on on the next page
_LONGEST_MARK = 2  # letters behind a figure
_APART = 0.25  # times the height of a line: so much further apart are the rows of a table than their lines


class Piece(NamedTuple):
    """Neighbouring words of one line: those from `first` to before `last` of the page."""

    x0: float
    y0: float
    x1: float
    y1: float
    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class Column:
    """`name`: all headings over it; `x0`, `x1`: of the lowest of them."""

    name: str
    x0: float
    x1: float


@dataclass(slots=True)
class DrawnRow:
    """A row with the pieces of its cells by column; `header`: the names of these columns, none for heads."""

    cells: dict[int, list[Piece]] = field(default_factory=dict)
    header: tuple[str, ...] = ()
    lines: int = 0


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """`goes_on`: it reaches down to the end of the page."""

    columns: tuple[Column, ...]
    rows: tuple[DrawnRow, ...]
    goes_on: bool


class _Cell(NamedTuple):
    pieces: tuple[Piece, ...]
    x0: float
    x1: float

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces)


class _Line(NamedTuple):
    y0: float
    y1: float
    cells: tuple[_Cell, ...]


def find_tables(pieces: Iterable[Piece], carried: Sequence[Column] = ()) -> list[DrawnTable]:
    """The tables of a page, from top to bottom. `carried`: columns of one that began on the page before."""
    groups = _on_lines(pieces)
    if not groups or not (carried or any(map(_is_head, groups))):
        return []
    lines = [_line(sorted(group, key=lambda piece: piece.x0)) for group in groups]
    tables: list[DrawnTable] = []
    place = 0
    # Behind what runs at the head of the page: further down it is another list, which may have figures, too.
    start = next((n for n, line in enumerate(lines[:_FOOT]) if _begins(line, carried)), 0) if carried else 0
    if carried and _begins(lines[start], carried) and not any(_is_head(line.cells) for line in lines[:start]):
        place = _read(lines, start, tuple(carried), [], tables, least=1)
    while place < len(lines):
        if _is_head(lines[place].cells):
            heads, first, names, behind = _heads(lines, place)
            above = [_head_row([line], heads) for line in lines[first:names]]
            above.append(_head_row(lines[names:behind], heads))
            place = max(place + 1, _read(lines, behind, heads, above, tables))
        else:
            place += 1
    return tables


def _on_lines(pieces: Iterable[Piece]) -> list[list[Piece]]:
    groups: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: (piece.y0 + piece.y1, piece.x0)):
        if groups and _on_one_line(groups[-1][0], piece):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def _on_one_line(one: Piece, other: Piece) -> bool:
    overlap = min(one.y1, other.y1) - max(one.y0, other.y0)
    return overlap >= _SAME_LINE * min(one.y1 - one.y0, other.y1 - other.y0)


def _line(group: Sequence[Piece]) -> _Line:
    y0, y1 = min([piece.y0 for piece in group]), max([piece.y1 for piece in group])
    cells: list[list[Piece]] = [[group[0]]]
    for before, piece in pairwise(group):
        if piece.x0 - before.x1 > WIDE * (y1 - y0):
            cells.append([piece])
        else:
            cells[-1].append(piece)
    return _Line(y0, y1, tuple([_Cell(tuple(own), own[0].x0, max([p.x1 for p in own])) for own in cells]))


def _is_head(cells: Sequence[_Cell | Piece]) -> bool:
    """Whether the cells of a line are names of columns. If they are, the pieces they are made of are, too."""
    return len(cells) >= _LEAST_COLUMNS and _are_named(cells)


def _are_named(cells: Sequence[_Cell | Piece]) -> bool:
    """Short words without figures: years over columns are read as statements of accounts are."""
    return all(len(cell.text) <= _LONGEST_NAME and not any(map(str.isdigit, cell.text)) for cell in cells)


def _head_row(lines: Sequence[_Line], columns: Sequence[Column]) -> DrawnRow:
    row = DrawnRow(lines=len(lines))
    for line in lines:
        cells = _placed(line, columns) if len(lines) > 1 else dict(enumerate(line.cells))
        for n, cell in sorted((cells or {}).items()):
            row.cells.setdefault(n, []).extend(cell.pieces)
    row.cells = dict(sorted(row.cells.items()))
    return row


def _heads(lines: Sequence[_Line], place: int) -> tuple[tuple[Column, ...], int, int, int]:
    """The columns under the names in a line, which may go on in the next, and the heads above it; the first
    line of these, the first of the names, and the place behind them."""
    behind = place + 1
    own = [Column(cell.text, cell.x0, cell.x1) for cell in lines[place].cells]
    while behind + 1 < len(lines) and _are_named(lines[behind].cells):
        to_above, to_below = _gap(*lines[behind - 1 : behind + 1]), _gap(*lines[behind : behind + 2])
        more = _placed(lines[behind], own)
        if more is None or to_below - to_above < _APART * (lines[behind].y1 - lines[behind].y0):
            break
        own = [_named_on(column, more[n]) if n in more else column for n, column in enumerate(own)]
        behind += 1
    below = lines[behind].cells if behind < len(lines) else ()
    levels: list[dict[int, str]] = []
    first = place
    while first and behind < len(lines) and (begun := _first_lines(lines, first, behind, own)):
        own = [_named_on(begun[n], column) if n in begun else column for n, column in enumerate(own)]
        first -= 1
    named = first
    while first and len(levels) < _MOST_LEVELS and _is_near(lines[first - 1], lines[first], 1):
        above = list(lines[first - 1].cells)
        # A name as high as several lines stands on one of the upper ones.
        lone = [above.pop(0)] if _stands_alone(above[0], own[0], below) else []
        names, leaves = [cell.text for cell in above], [column.name for column in own]
        spans = columns_under(names, leaves, _extents(above), _extents(own), _extents(below))
        if not spans and (above or not lone):
            break
        first -= 1
        own[:0] = [Column(cell.text, cell.x0, cell.x1) for cell in lone]
        levels = [{n + len(lone): text for n, text in level.items()} for level in levels]
        over = zip(names, spans, strict=True)
        levels.append({n + len(lone): name for name, span in over for n in span})
    heads: dict[int, str] = {}
    for level in (*reversed(levels), {n: column.name for n, column in enumerate(own)}):
        heads = under_heads(heads, level)
    return tuple(Column(heads[n], column.x0, column.x1) for n, column in enumerate(own)), first, named, behind


def _first_lines(lines: Sequence[_Line], first: int, behind: int, own: Sequence[Column]) -> dict[int, Column]:
    """The cells in the line above the names, by column, if each is the first line of one name: close above
    it, and nearer to the middle of the name than to that of several which it could be the head of."""
    line = lines[first - 1]
    to_names, to_rows = _gap(*lines[first - 1 : first + 1]), _gap(*lines[behind - 1 : behind + 1])
    below = [
        [n for n, name in enumerate(own) if name.x0 < cell.x1 and cell.x0 < name.x1] for cell in line.cells
    ]
    are_first = len({names[0] for names in below if len(names) == 1}) == len(below)
    is_close = to_names < _APART * (line.y1 - line.y0) <= to_rows - to_names
    if not are_first or not is_close or not _are_named(line.cells):
        return {}
    texts, names = [cell.text for cell in line.cells], [name.name for name in own]
    spans = columns_under(texts, names, _extents(line.cells), _extents(own), _extents(lines[behind].cells))
    for cell, (n, *_), span in zip(line.cells, below, spans, strict=False):
        to_name = abs(cell.x0 + cell.x1 - own[n].x0 - own[n].x1)
        to_span = abs(cell.x0 + cell.x1 - own[span[0]].x0 - own[span[-1]].x1)
        if len(span) > 1 and to_span <= to_name:
            return {}
    return {n: Column(cell.text, cell.x0, cell.x1) for (n, *_), cell in zip(below, line.cells, strict=True)}


def _named_on(column: Column, below: _Cell | Column) -> Column:
    name = below.name if isinstance(below, Column) else below.text
    return Column(f"{column.name} {name}", min(column.x0, below.x0), max(column.x1, below.x1))


def _stands_alone(head: _Cell, leaf: Column, below: Sequence[_Cell]) -> bool:
    """Whether a head left of all names has cells of its own below it."""
    return head.x1 < leaf.x0 and any(cell.x1 < leaf.x0 for cell in below)


def _extents(cells: Sequence[_Cell | Column]) -> list[tuple[float, float]]:
    return [(cell.x0, cell.x1) for cell in cells]


def _gap(above: _Line, below: _Line) -> float:
    return below.y0 - above.y1


def _is_near(above: _Line, below: _Line, most: float = _FAR) -> bool:
    """At most so many times the height of a line apart."""
    return _gap(above, below) < most * min(above.y1 - above.y0, below.y1 - below.y0)


def _widened(columns: tuple[Column, ...], lines: Sequence[_Line]) -> tuple[Column, ...]:
    """The columns as wide as their cells in rows that have all of them: names may be centred over these."""
    lows, highs = [own.x0 for own in columns], [own.x1 for own in columns]
    middles = [-inf, *((own.x0 + own.x1) / 2 for own in columns), inf]
    for line in lines:
        cells = line.cells
        if len(cells) != len(columns):
            continue
        if all(middles[n] <= cell.x0 and cell.x1 <= middles[n + 2] for n, cell in enumerate(cells)):
            lows = [min(low, cell.x0) for low, cell in zip(lows, cells, strict=True)]
            highs = [max(high, cell.x1) for high, cell in zip(highs, cells, strict=True)]
    if any(high > low for high, low in zip(highs, lows[1:], strict=False)):
        return columns
    return tuple(Column(own.name, *edges) for own, *edges in zip(columns, lows, highs, strict=True))


def _column_of(cell: _Cell, columns: Sequence[Column]) -> int | None:
    """The only column whose name stands over the cell, or else stands left of it, before the next name."""
    over = [n for n, own in enumerate(columns) if own.x0 < cell.x1 and cell.x0 < own.x1]
    if not over:
        ends = (*(own.x0 for own in columns[1:]), inf)
        over = [n for n, own in enumerate(columns) if own.x1 <= cell.x0 and cell.x1 <= ends[n]]
    return over[0] if len(over) == 1 else None


def _placed(line: _Line, columns: Sequence[Column]) -> dict[int, _Cell] | None:
    """The cells by column; None where one stands under none, or two under one."""
    found = {place: cell for cell in line.cells if (place := _column_of(cell, columns)) is not None}
    return found if len(found) == len(line.cells) else None


def _begins(line: _Line, columns: Sequence[Column]) -> bool:
    """Whether a row of a table that began on the page before begins with this line."""
    cells = _placed(line, columns)
    return cells is not None and len(cells) > 1 and any(is_value(cell.text) for cell in cells.values())


def _read(
    lines: Sequence[_Line],
    start: int,
    columns: tuple[Column, ...],
    above: list[DrawnRow],
    tables: list[DrawnTable],
    least: int = _LEAST_ROWS,
) -> int:
    """Add the table below its heads, if one is there that needs it; the place behind what was read."""
    placed: list[dict[int, _Cell]] = []
    columns = _widened(columns, lines[start : start + LOOK_AHEAD])
    end = start
    while end < len(lines) and (not placed or _is_near(lines[end - 1], lines[end])):
        cells = _placed(lines[end], columns)
        if cells is None:
            break
        placed.append(cells)
        end += 1
    values = {
        n for n in range(len(columns)) if _has_values([cells[n].text for cells in placed if n in cells])
    }
    if end == len(lines) and placed and _is_page_number(placed[-1], values, *lines[end - 2 : end]):
        placed.pop()
        end -= 1
    rows: list[DrawnRow] = []
    units = len(list(takewhile(lambda cells: _are_units(cells, values), placed)))
    apart = {n + units for n in _set_apart(lines[start + units : end], placed[units:], values)}
    apart |= set(range(units)) if apart else set()
    for n, cells in enumerate(placed):
        here = start + n
        row = rows[-1] if rows else None
        if row is None or (n in apart if apart else _is_new(row, cells, values, lines[here - 1 : here + 2])):
            rows.append(row := DrawnRow())
        row.lines += 1
        for column in sorted(cells):
            row.cells.setdefault(column, []).extend(cells[column].pieces)
    whole = sum(len(row.cells) > 1 for row in rows)
    if whole < least or not values - {0}:
        return start
    several = sum(row.lines > 1 for row in rows)
    regions = _with_regions(rows)
    if not (
        sum(row.lines for row in above) > 1 or least == 1 or regions or several >= _SEVERAL_LINES * len(rows)
    ):
        return end
    rows = regions or rows
    for row in rows:
        row.cells = dict(sorted(row.cells.items()))
        row.header = tuple(columns[n].name for n in row.cells)
    tables.append(DrawnTable(columns, (*above, *rows), len(lines) - end <= _FOOT))
    return end


def _is_page_number(cells: dict[int, _Cell], values: set[int], above: _Line, line: _Line) -> bool:
    """Whether the last line of a page is a figure by itself, set apart, below a column of words."""
    alone = all(n not in values and is_value(cell.text) for n, cell in cells.items())
    return alone and len(cells) == 1 and _gap(above, line) > _APART * (line.y1 - line.y0)


def _with_regions(rows: Sequence[DrawnRow]) -> list[DrawnRow]:
    """The rows, each with the name in the first column that stands once for several: at the first of them, or
    at their middle. None where the first column is not like that."""
    named = [row for row in rows if 0 in row.cells]
    whole = [row for row in rows if row.cells.keys() - {0}]
    alike = len({frozenset(row.cells.keys() - {0}) for row in whole}) == 1
    if not alike or not 1 < len(named) < len(whole) or any(is_value(_name(row)) for row in named):
        return []
    firsts = [n for n, row in enumerate(whole) if 0 in row.cells]
    if firsts[0] or len(firsts) < len(named):
        firsts = _around(named, whole)
    for row, (first, last) in zip(named, pairwise((*firsts, len(whole))), strict=False):
        for one in whole[first:last]:
            one.cells[0] = row.cells[0]
    return whole if firsts else []


def _name(row: DrawnRow) -> str:
    return " ".join(piece.text for piece in row.cells[0])


def _around(named: Sequence[DrawnRow], whole: Sequence[DrawnRow]) -> list[int]:
    """The first row of each group whose middle is at the height of its name; none where there is another."""
    extents = [_extent([piece for n, cell in row.cells.items() if n for piece in cell]) for row in whole]
    firsts: list[int] = []
    first = 0
    for row in named:
        middle = sum(_extent(row.cells[0]))
        off = [abs(extents[first][0] + extents[last][1] - middle) for last in range(first, len(whole))]
        if not off or min(off) > extents[0][1] - extents[0][0]:
            return []
        firsts.append(first)
        first += off.index(min(off)) + 1
    return firsts if first == len(whole) else []


def _extent(pieces: Sequence[Piece]) -> tuple[float, float]:
    return min(piece.y0 for piece in pieces), max(piece.y1 for piece in pieces)


def _set_apart(lines: Sequence[_Line], placed: Sequence[dict[int, _Cell]], values: set[int]) -> set[int]:
    """The lines that begin a row, where it is told by the gaps between rows, or by values that stand at the
    last line of theirs; wherever in their row they stand. None where rows would be without a value, or have
    two in one column."""
    valued = [{n for n in cells if n in values and n and _is_figure(cells[n].text)} for cells in placed]
    gaps = [_gap(above, below) for above, below in pairwise(lines)]
    steps = sorted(
        ((after - before, (after + before) / 2) for before, after in pairwise(sorted(gaps))), reverse=True
    )
    ways = [
        [n for n, gap in enumerate(gaps, 1) if gap > between]
        for step, between in steps
        if step >= _APART * (lines[0].y1 - lines[0].y0)
    ]
    if lines and not valued[0] and 0 not in placed[0]:
        ways.append([n for n, own in enumerate(valued[:-1], 1) if own])
    starts = [n for n, own in enumerate(valued) if own and n]
    dated = {sum(0 in cells for cells in placed[a:b]) for a, b in pairwise([0, *starts, len(lines)])}
    if len(dated) == 1 and 1 not in dated and 0 not in dated:  # two dates, one below the other
        ways.append(starts)
    for way in ways:
        begun = [0, *way, len(lines)]
        rows = [[n for own in valued[first:last] for n in own] for first, last in pairwise(begun)]
        if all(row and len(set(row)) == len(row) for row in rows):
            return set(begun)
    return set()


def _are_units(cells: dict[int, _Cell], values: set[int]) -> bool:
    """Whether a line says below the names of columns what their values are counted in: "(in millions)"."""
    return all(n in values - {0} and not _is_figure(cell.text) for n, cell in cells.items())


def _is_figure(text: str) -> bool:
    """A value, also with the mark of an account behind it: "84,20 S", "1,250.00 CR"."""
    figure, _, mark = text.rpartition(" ")
    return is_value(text) or (len(mark) <= _LONGEST_MARK and mark.isupper() and is_value(figure))


def _has_values(texts: Sequence[str]) -> bool:
    return bool(texts) and sum(map(_is_figure, texts)) >= MOSTLY * len(texts)


def _is_new(row: DrawnRow, cells: dict[int, _Cell], values: set[int], around: Sequence[_Line]) -> bool:
    """Whether a line begins a row and does not go on with the one above it.

    `around`: the line above it, itself, and the one below it.
    """
    has_value = any(n in values and _is_figure(cell.text) for n, cell in cells.items())
    if has_value and (0 in cells or any(n in values for n in row.cells if n)):
        return True
    if 0 not in cells or has_value:
        return False
    if len(around) < 3:
        return len(cells) > 1
    to_above, to_below = _gap(*around[:2]), _gap(*around[1:])
    return to_above >= to_below - 1
