"""How cells of a table are called, and rows of a sheet; for every reader that meets tables."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from core.ingest.readers.flow import Cell, FlowBuilder
from core.text.table_heads import header_rows

LONGEST_REPEATED = 200  # characters of a cell that is said in all rows and columns that it spans
_WIDEST = 200  # columns


def column_name(column: int) -> str:
    """1 is A, 27 is AA."""
    name = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


@dataclass(slots=True)
class SheetRow:
    """One row of a table. `cells` by column from 1; `bold`: all of them; `covered`: where a cell spans
    further columns, what it says: a heading stands over each of them."""

    number: int
    cells: dict[int, Cell] = field(default_factory=dict)
    covered: dict[int, Cell] = field(default_factory=dict)
    bold: bool = False

    @property
    def heads(self) -> dict[int, Cell]:
        return self.cells | self.covered

    def say(self, builder: FlowBuilder, *, header: bool = False) -> None:
        cells = self.heads if header else self.cells
        columns = sorted(cells)
        builder.row([cells[column] for column in columns], header=header, columns=columns)


class SpanningCells:
    """Says a cell that spans rows in each of them, and keeps what it says of all columns that it spans."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[int, int, Cell]] = {}  # column: last row, columns, cell

    def keep(self, row: SheetRow, column: int, width: int, height: int) -> None:
        """The cell in `column` of the row spans `width` columns and `height` rows."""
        cell = row.cells[column]
        cover(row, column, width)
        if height > 1 and len(cell.text) <= LONGEST_REPEATED:
            self._open[column] = (row.number + height - 1, width, cell)

    def fill(self, row: SheetRow) -> None:
        """Add what reaches down into the row; of cells that overlap, which no program writes, the first."""
        for column, (last_row, width, cell) in list(self._open.items()):
            if row.number > last_row:
                del self._open[column]
            elif column not in row.covered and row.cells.setdefault(column, cell) is cell:
                cover(row, column, width)


def cover(row: SheetRow, column: int, width: int) -> None:
    """The cell in `column`, if there is one, spans `width` columns of the row."""
    cell = row.cells.get(column)
    if cell is None or len(cell.text) > LONGEST_REPEATED:
        return
    table = cell.address.rstrip("0123456789").removesuffix(column_name(column))
    for place in range(column + 1, column + min(width, _WIDEST)):
        row.covered[place] = Cell(cell.text, f"{table}{column_name(place)}{row.number}")


def head_rows(rows: Sequence[SheetRow], declared: int = 0) -> range:
    """Which rows name the columns of the others, behind titles that go over all columns. `declared`: so many
    first rows are said to."""
    columns = {column for row in rows for column in row.cells}
    first = 0
    while first < len(rows) and len(rows[first].cells) == 1 < len(columns) <= len(rows[first].heads):
        first += 1
    if not first < declared < len(rows):
        declared = first + header_count(rows[first:])
    return range(first, declared)


def header_count(rows: Sequence[SheetRow]) -> int:
    """How many of the first rows name the columns of the others."""
    if len(rows) > 1:
        _spread(rows[0], rows[1])
    columns = sorted({column for row in rows for column in row.cells})
    texts = [[row.heads[c].text if c in row.heads else "" for c in columns] for row in rows]
    return header_rows(texts, bold=[row.bold for row in rows], joined=[bool(row.covered) for row in rows])


def _spread(heads: SheetRow, names: SheetRow) -> None:
    """Let headings cover the columns that they stand over where nobody merged their cells: they have blanks
    beside them and names below, and what has no second name has a blank below."""
    alone = {c for c, cell in heads.cells.items() if names.cells.get(c, cell) is cell}
    over = heads.cells.keys() - alone
    ends = {
        max((c for c in heads.cells if c < gap), default=0): gap
        for gap in sorted(names.cells.keys() - heads.cells)
    }
    if alone and ends and not heads.covered and ends.keys() <= over:
        for column, end in ends.items():
            cover(heads, column, end - column + 1)


def say_block(builder: FlowBuilder, rows: Sequence[SheetRow], declared: Container[int] = ()) -> None:
    """Rows of a sheet without an empty one between them: what stands above a table, its header, its rows.

    `declared` are the numbers of rows that the file itself calls headers.
    """
    columns = {column for row in rows for column in row.cells}
    for row in rows:
        row.covered = {column: cell for column, cell in row.covered.items() if column in columns}
    start = 0
    while start < len(rows) and len(rows[start].cells) == 1 and rows[start].number not in declared:
        column, cell = next(iter(rows[start].cells.items()))
        if rows[start].covered and column > min(columns):
            break  # a heading over some columns
        builder.paragraph(cell.text, "cell", cell.address)
        start += 1
    rows = rows[start:]
    if not rows:
        return
    count = 0 if any(row.number in declared for row in rows) else header_count(rows)
    for place, row in enumerate(rows):
        row.say(builder, header=place < count or row.number in declared)
