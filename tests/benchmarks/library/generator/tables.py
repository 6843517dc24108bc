"""Tables that go on over pages, and lists of labels with their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tests.benchmarks.library.generator.drawing import BLACK, WHITE, Ink, Sheet


@dataclass(frozen=True, slots=True)
class Column:
    """`share` of the table's width; `align` l, r or c."""

    title: str
    share: float
    align: str = "l"


@dataclass(frozen=True, slots=True)
class Look:
    """`head`: fill, rule, plain or none. `lines`: grid, rows or none."""

    head: str = "rule"
    lines: str = "none"
    zebra: bool = False
    size: float = 8.5
    pad: float = 3.0
    accent: Ink = (0.2, 0.3, 0.45)
    family: str = ""


def table(
    sheet: Sheet,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    look: Look,
    *,
    before_break: Callable[[int], None] | None = None,
    after_break: Callable[[int], None] | None = None,
) -> None:
    """Rows below the cursor. A row of one cell goes over the whole width, in bold.

    `before_break` and `after_break` get the number of rows drawn so far: for sums carried forward, which they
    draw at the cursor.
    """
    if look.head != "none":
        _head(sheet, columns, look)
    spare = 2 * look.size + 4 * look.pad if before_break else 0
    for number, row in enumerate(rows):
        if sheet.y + _height(sheet, columns, row, look) + spare > sheet.bottom:
            if before_break:
                before_break(number)
            sheet.need(sheet.height)
            if after_break:
                after_break(number)
            if look.head != "none":
                _head(sheet, columns, look)
        fill: Ink | None = (0.94, 0.95, 0.96) if look.zebra and number % 2 else None
        _row(sheet, columns, row, look, fill=fill, style="b" if len(row) == 1 else "")
    if look.lines != "grid":
        sheet.rule(sheet.x0, sheet.y, sheet.x1, sheet.y, width=0.6)
    sheet.y += 6


def _head(sheet: Sheet, columns: Sequence[Column], look: Look) -> None:
    titles = [column.title for column in columns]
    if look.head == "fill":
        _row(sheet, columns, titles, replace(look, lines="none"), fill=look.accent, style="b", ink=WHITE)
        return
    _row(sheet, columns, titles, look, fill=None, style="b")
    if look.head == "rule":
        sheet.rule(sheet.x0, sheet.y, sheet.x1, sheet.y, width=0.9)


def _edges(sheet: Sheet, columns: Sequence[Column]) -> list[float]:
    whole = sum(column.share for column in columns)
    edges = [sheet.x0]
    for column in columns:
        edges.append(edges[-1] + (sheet.x1 - sheet.x0) * column.share / whole)
    return edges


def _cells(
    sheet: Sheet, columns: Sequence[Column], row: Sequence[str], look: Look, style: str
) -> list[list[str]]:
    edges = _edges(sheet, columns)
    if len(row) == 1:
        return [sheet.wrap(row[0], edges[-1] - edges[0] - 2 * look.pad, look.size, style, look.family)]
    return [
        sheet.wrap(cell, edges[n + 1] - edges[n] - 2 * look.pad, look.size, style, look.family)
        for n, cell in enumerate(row)
    ]


def _height(
    sheet: Sheet, columns: Sequence[Column], row: Sequence[str], look: Look, style: str = ""
) -> float:
    lines = max(len(cell) for cell in _cells(sheet, columns, row, look, style))
    return lines * look.size * 1.25 + 2 * look.pad


def _row(
    sheet: Sheet,
    columns: Sequence[Column],
    row: Sequence[str],
    look: Look,
    *,
    fill: Ink | None,
    style: str,
    ink: Ink = BLACK,
) -> None:
    edges, cells = _edges(sheet, columns), _cells(sheet, columns, row, look, style)
    height = _height(sheet, columns, row, look, style)
    top, bottom = sheet.y, sheet.y + height
    if fill:
        sheet.box(edges[0], top, edges[-1], bottom, ink=None, fill=fill)
    for number, lines in enumerate(cells):
        align = columns[number].align if len(row) > 1 else "l"
        left, right = edges[number], edges[number + 1]
        x = {"l": left + look.pad, "r": right - look.pad, "c": (left + right) / 2}[align]
        base = top + look.pad + look.size * 0.95
        sheet.block(
            x,
            base,
            lines,
            size=look.size,
            leading=1.25,
            style=style,
            align=align,
            ink=ink,
            family=look.family,
        )
    if look.lines == "grid":
        spans = edges if len(row) > 1 else [edges[0], edges[-1]]
        sheet.box(edges[0], top, edges[-1], bottom, width=0.5)
        for edge in spans[1:-1]:
            sheet.rule(edge, top, edge, bottom, width=0.5)
    elif look.lines == "rows":
        sheet.rule(edges[0], bottom, edges[-1], bottom, width=0.3, ink=(0.6, 0.6, 0.6))
    sheet.y = bottom


def pairs(
    sheet: Sheet,
    rows: Sequence[tuple[str, str]],
    *,
    label_width: float,
    separator: str = "",
    size: float | None = None,
    leading: float = 1.4,
    label_style: str = "",
    value_style: str = "",
    value_align: str = "l",
    dots: bool = False,
    label_ink: Ink = BLACK,
) -> None:
    """Label, separator and value on a line each, at the cursor between the sheet's x0 and x1.

    A value wraps below itself; `dots` lead from the label to the value.
    """
    size = size or sheet.size
    for label, value in rows:
        left = sheet.x0 + label_width
        labels = sheet.wrap(label + separator, label_width - 4, size, label_style)
        values = sheet.wrap(value, sheet.x1 - left, size, value_style)
        height = max(len(labels), len(values)) * size * leading
        if sheet.need(height):
            left = sheet.x0 + label_width
        sheet.block(
            sheet.x0, sheet.y + size, labels, size=size, leading=leading, style=label_style, ink=label_ink
        )
        if dots:
            start = sheet.x0 + sheet.measure(labels[0], size, label_style) + 4
            count = int((left - 6 - start) / sheet.measure(".", size))
            if count > 2:
                sheet.put(start, sheet.y + size, "." * count, size=size)
        x = left if value_align == "l" else sheet.x1
        sheet.block(
            x, sheet.y + size, values, size=size, leading=leading, style=value_style, align=value_align
        )
        sheet.y += height


def boxed(
    sheet: Sheet, cells: Sequence[tuple[str, str]], *, columns: int, height: float = 30, size: float = 9
) -> None:
    """A grid of boxes with a small label above each value."""
    width = (sheet.x1 - sheet.x0) / columns
    for start in range(0, len(cells), columns):
        sheet.need(height)
        for number, (label, value) in enumerate(cells[start : start + columns]):
            left = sheet.x0 + number * width
            sheet.box(left, sheet.y, left + width, sheet.y + height, width=0.5)
            sheet.put(left + 3, sheet.y + 8, label, size=6.5, ink=(0.3, 0.3, 0.3))
            lines = sheet.wrap(value, width - 6, size)
            fit = size if len(lines) == 1 else size * 0.85
            if len(lines) > 1:
                lines = sheet.wrap(value, width - 6, fit)
            sheet.block(left + 3, sheet.y + 10 + fit, lines, size=fit, leading=1.1)
        sheet.y += height
