"""How cells of a table are called, and rows of a sheet; for every reader that meets tables."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from core.ingest.readers.flow import Cell, FlowBuilder
from core.text.table_heads import header_rows


def column_name(column: int) -> str:
    """1 is A, 27 is AA."""
    name = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


@dataclass(slots=True)
class SheetRow:
    """One row of a sheet. `cells` by column from 1; `bold`: all of them; `joined`: some span columns."""

    number: int
    cells: dict[int, Cell] = field(default_factory=dict)
    bold: bool = False
    joined: bool = False

    def say(self, builder: FlowBuilder, *, header: bool = False) -> None:
        builder.row([self.cells[column] for column in sorted(self.cells)], header=header)


def say_block(builder: FlowBuilder, rows: Sequence[SheetRow], declared: Container[int] = ()) -> None:
    """Rows of a sheet without an empty one between them: what stands above a table, its header, its rows.

    `declared` are the numbers of rows that the file itself calls headers.
    """
    start = 0
    while start < len(rows) and len(rows[start].cells) == 1 and rows[start].number not in declared:
        cell = next(iter(rows[start].cells.values()))
        builder.paragraph(cell.text, "cell", cell.address)
        start += 1
    rows = rows[start:]
    if not rows:
        return
    count = 0
    if not any(row.number in declared for row in rows):
        columns = sorted({column for row in rows for column in row.cells})
        texts = [[row.cells[c].text if c in row.cells else "" for c in columns] for row in rows]
        count = header_rows(texts, bold=[row.bold for row in rows], joined=[row.joined for row in rows])
    for place, row in enumerate(rows):
        row.say(builder, header=place < count or row.number in declared)
