"""The cells of a sheet by row and column, made of its text and the addresses that were stored with it. Values
only; no Qt.

Cells without text are not stored, and rows without any cell have no row here.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.types import Page, PageKind, Place, Span

_ADDRESS = re.compile(r"([A-Z]{1,3})(\d{1,7})(?::.*)?")
_CONTINUED = " (continued)"  # of the label of a sheet that is stored as several pages


class SheetCell(NamedTuple):
    """`column` from 1; `span` of the document's text. `row` is its place among the rows of the grid."""

    row: int
    column: int
    address: str
    text: str
    span: Span


@dataclass(slots=True)
class SheetGrid:
    """`numbers` and `pages` say for each row what the file calls it (0: it lies in no row, as a text box),
    and on which page it is stored.
    """

    numbers: list[int] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    columns: int = 0
    cells: dict[tuple[int, int], SheetCell] = field(default_factory=dict)
    _in_order: list[SheetCell] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return len(self.numbers)

    def add_row(self, number: int, page: int, cells: Sequence[tuple[int, str, str, Span]]) -> None:
        """`cells`: column, address, text, span; in the order of the text."""
        row = len(self.numbers)
        self.numbers.append(number)
        self.pages.append(page)
        for column, address, text, span in cells:
            cell = SheetCell(row, column, address, text, span)
            self.cells[row, column] = cell
            self._in_order.append(cell)
            self.columns = max(self.columns, column)

    def row_of_page(self, number: int) -> int:
        """The first row that is stored on a page; -1 when none is here."""
        row = bisect_left(self.pages, number)
        return row if row < len(self.pages) and self.pages[row] == number else -1

    def cells_in(self, span: Span) -> list[tuple[SheetCell, int, int]]:
        """The cells that a span of the document's text touches, each with the part of its text."""
        found = []
        at = bisect_right(self._in_order, span.start, key=_end)
        for place in range(at, len(self._in_order)):
            cell = self._in_order[place]
            if cell.span.start >= span.end:
                break
            first = max(span.start - cell.span.start, 0)
            found.append((cell, first, min(span.end - cell.span.start, len(cell.text))))
        return found


def _end(cell: SheetCell) -> int:
    return cell.span.end


def sheet_grid(pages: Sequence[Page], number: int) -> SheetGrid | None:
    """The sheet of page `number`, as far as it is among `pages`; None where no cells are stored."""
    shown = next((page for page in pages if page.number == number), None)
    if shown is None or shown.kind is not PageKind.SHEET:
        return None
    grid = SheetGrid()
    for page in _of_one_sheet(pages, number, shown.label.removesuffix(_CONTINUED)):
        _add_page(grid, page)
    return grid if any(grid.numbers) else None


def _of_one_sheet(pages: Sequence[Page], number: int, label: str) -> list[Page]:
    """A sheet goes on over the pages that bear its name with an addition."""
    at = next(place for place, page in enumerate(pages) if page.number == number)
    first = last = at
    continued = label + _CONTINUED
    while first and pages[first].label == continued and pages[first - 1].label in (label, continued):
        first -= 1
    while last + 1 < len(pages) and pages[last + 1].label == continued:
        last += 1
    return list(pages[first : last + 1])


def _add_page(grid: SheetGrid, page: Page) -> None:
    line: list[Place] = []
    ends = -1  # of the line that the places stand in, in the page's text
    for place in page.places:
        at = place.span.start - page.span.start
        if line and at > ends:
            _add_line(grid, page, line)
            line = []
        if not line:
            ends = page.text.find("\n", at)
            ends = len(page.text) if ends < 0 else ends
        line.append(place)
    if line:
        _add_line(grid, page, line)


def _add_line(grid: SheetGrid, page: Page, line: Sequence[Place]) -> None:
    """A cell that is merged over rows is said again in each of them, by the address of the first."""
    number = 0
    cells: list[tuple[int, str, str, Span]] = []
    for place in line:
        named = _ADDRESS.fullmatch(place.address)
        in_grid = named is not None and place.kind == "cell"
        column = _column(named[1]) if in_grid and named is not None else len(cells) + 1
        number = max(number, int(named[2]) if in_grid and named is not None else 0)
        start, end = place.span.start - page.span.start, place.span.end - page.span.start
        cells.append((column, place.address, page.text[start:end], place.span))
    grid.add_row(number, page.number, cells)


def _column(name: str) -> int:
    """A is 1, AA is 27."""
    found = 0
    for letter in name:
        found = 26 * found + ord(letter) - ord("A") + 1
    return found
