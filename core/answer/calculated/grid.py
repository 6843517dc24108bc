"""A table as a grid of cells, each under the name of its column. Pure functions over the rows of sources.

Formats that know their cells part them with a bar, and leave empty ones out: a row with fewer cells than the
head is placed by the addresses of its cells, or stands for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import pairwise

from core.answer.calculated.cell_values import (
    Figure,
    Misfit,
    comma_is_decimal,
    days_in,
    figure_in,
    figures_in,
    says_nothing,
)
from core.answer.sources import Source, SourceSentence
from core.text.dates import Date
from core.text.table_heads import header_rows, under_heads
from core.text.textspan import CELL_SEPARATOR
from core.types import Span

_ADDRESS = re.compile(r"(?P<before>.*?)(?P<column>[A-Z]{1,3})(?P<row>\d+)")
_MOSTLY = 0.6  # of the cells of a column
_LEAST_ADDED = 2  # rows above a row that is their sum
PlaceOf = Callable[[Span], str]  # the address of a span: "B3", "table 1 B3"


@dataclass(frozen=True, slots=True)
class GridRow:
    """`cells`: one a column, "" where it is empty."""

    sentence: SourceSentence
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """`head`: the sentence that names the columns. `language` of its document (ISO 639-1)."""

    title: str
    head: SourceSentence | None
    names: tuple[str, ...]
    rows: tuple[GridRow, ...]
    language: str = ""

    def column(self, place: int) -> tuple[str, ...]:
        return tuple(row.cells[place] for row in self.rows)

    @cached_property
    def decimal_comma(self) -> bool | None:
        """How its figures are written: by what its cells tell, else by the language of its document."""
        told = comma_is_decimal([cell for row in self.rows for cell in row.cells])
        return told if told is not None else {"de": True, "en": False}.get(self.language)

    def figures(self, place: int) -> tuple[Figure | None, ...] | Misfit:
        return figures_in(self.column(place), self.decimal_comma)

    def days(self, place: int) -> tuple[Date | None, ...]:
        return days_in(self.column(place))

    @cached_property
    def loose(self) -> tuple[tuple[Figure | None, ...], ...]:
        """Of each column the cells that are figures, whatever stands in the others."""
        return tuple(
            tuple(None if says_nothing(cell) else figure_in(cell, self.decimal_comma) for cell in column)
            for column in map(self.column, range(len(self.names)))
        )

    def has_figures(self, place: int) -> bool:
        """Whether most of what stands in a column are figures."""
        said = [cell for cell in self.column(place) if not says_nothing(cell)]
        return bool(said) and sum(map(bool, self.loose[place])) >= _MOSTLY * len(said)

    @cached_property
    def label(self) -> int:
        """The column whose cells name the rows: the first without repetitions, words before figures."""
        if self.head is None:
            return 0
        fit = [
            place
            for place in range(len(self.names))
            if len(set(self.column(place))) == len(self.rows) and "" not in self.column(place)
        ]
        in_words = [place for place in fit if isinstance(self.figures(place), Misfit)]
        return next(iter(in_words[:1] if 0 not in fit else [0]), next(iter(fit), 0))

    def name_of(self, row: int) -> str:
        return self.rows[row].cells[self.label]


def grids_in(title: str, sources: Sequence[Source], place_of: PlaceOf) -> list[Grid]:
    """The tables of a document's sources in order; a row that cannot be placed ends its table's use."""
    runs: list[list[tuple[Source, SourceSentence]]] = [[]]
    last = ""
    for source in sources:
        for sentence in source.sentences:
            if CELL_SEPARATOR in sentence.text:
                place = _first_place(sentence, place_of)
                if runs[-1] and not _goes_on(last, place, is_behind_head=len(runs[-1]) == 1):
                    runs.append([])
                runs[-1].append((source, sentence))
                last = place
            elif runs[-1]:
                runs.append([])
    found = (_grid(title, run, place_of) for run in runs if len(run) > 1)
    return [grid for grid in found if grid is not None and grid.rows]


def _first_place(sentence: SourceSentence, place_of: PlaceOf) -> str:
    """Where the first cell of a row stands."""
    start = sentence.span.start
    return place_of(Span(start, start + len(sentence.text.split(CELL_SEPARATOR)[0])))


def _goes_on(before: str, place: str, *, is_behind_head: bool) -> bool:
    """Whether a row behind another can be of its table: not in another sheet, and in the next line but for
    the rule below a head. True where places do not tell."""
    last, now = _ADDRESS.fullmatch(before), _ADDRESS.fullmatch(place)
    if last and now:
        return last["before"] == now["before"] and int(last["row"]) < int(now["row"])
    lines = _line_of(before), _line_of(place)
    return None in lines or 0 < (lines[1] or 0) - (lines[0] or 0) <= 1 + is_behind_head


def _line_of(place: str) -> int | None:
    """The line of a text file in which a cell stands: "line 12 › cell 1"."""
    kind, _, number = place.partition(" › ")[0].partition(" ")
    return int(number) if kind == "line" and number.isdigit() else None


def counted_rows(grid: Grid, place: int) -> tuple[int, ...] | None:
    """The rows that count by themselves in a column: without one that is the sum of those above, and what
    stands below it. None where a row may be such a sum and may be not.
    """
    figures = grid.loose[place]
    filled = [sum(1 for cell in row.cells if cell) for row in grid.rows]
    above: list[int] = []
    for row, own in enumerate(figures):
        added = sum((one.amount for one in figures[:row] if one), Decimal(0))
        if own and own.amount and len(above) >= _LEAST_ADDED and own.amount == added:
            others = [found for found in grid.loose if found[row] and sum(map(bool, found[:row])) > 1]
            others = [found for found in others if not any(one and one.unit == "%" for one in found)]
            agree = [_adds_up(found, row) for found in others]
            is_shorter = all(filled[row] < filled[one] for one in above)
            is_last = row == len(figures) - 1 and len(above) > _LEAST_ADDED
            if sum(agree) > 1 or is_shorter or (is_last and len(agree) == 1):
                return tuple(range(row))
            return None
        if own:
            above.append(row)
    return tuple(range(len(figures)))


def _adds_up(figures: Sequence[Figure | None], row: int) -> bool:
    own = figures[row]
    return own is not None and sum((one.amount for one in figures[:row] if one), Decimal(0)) == own.amount


def _grid(title: str, run: Sequence[tuple[Source, SourceSentence]], place_of: PlaceOf) -> Grid | None:
    texts = [sentence.text.split(CELL_SEPARATOR) for _, sentence in run]
    language = run[0][0].document.language
    columns = [_columns(sentence, cells, place_of) for (_, sentence), cells in zip(run, texts, strict=True)]
    width = len(texts[0])
    aligned = all(len(cells) == width for cells in texts)
    if not aligned:
        if any(not own for own in columns):
            return None
        width = max(own[-1] for own in columns) + 1
    table = [
        tuple(cells) if aligned else _spread(cells, own, width)
        for cells, own in zip(texts, columns, strict=True)
    ]
    # A heading over several columns is said in each of them.
    count = header_rows(table, joined=[any(a and a == b for a, b in pairwise(cells)) for cells in table])
    if not count:
        return None
    heads: dict[int, str] = {}
    for cells in table[:count]:
        heads = under_heads(heads, {place: cell for place, cell in enumerate(cells) if cell})
    names = tuple(heads.get(place, "") for place in range(width))
    rows = (GridRow(sentence, cells) for (_, sentence), cells in zip(run[count:], table[count:], strict=True))
    return Grid(title, run[count - 1][1], names, tuple(rows), language)


def _spread(cells: Sequence[str], columns: Sequence[int], width: int) -> tuple[str, ...]:
    placed = dict(zip(columns, cells, strict=True))
    return tuple(placed.get(column, "") for column in range(width))


def _columns(sentence: SourceSentence, cells: Sequence[str], place_of: PlaceOf) -> tuple[int, ...]:
    """The column of each cell from 0, as the format tells it; none where it does not."""
    if sentence.span.end - sentence.span.start != len(sentence.text):
        return ()
    start = sentence.span.start
    found: list[int] = []
    for cell in cells:
        address = _ADDRESS.fullmatch(place_of(Span(start, start + len(cell))))
        if address is None:
            return ()
        number = 0
        for letter in address["column"]:
            number = number * 26 + ord(letter) - ord("A") + 1
        found.append(number - 1)
        start += len(cell) + len(CELL_SEPARATOR)
    return tuple(found) if found == sorted(set(found)) else ()
