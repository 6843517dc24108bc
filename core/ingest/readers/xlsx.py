"""Reads Excel workbooks with openpyxl, sheet by sheet as a stream. Runs in the parser process.

A page is a sheet; cells are said as their number format shows them, formulas by the result stored with them:
nothing is calculated, and macros are never looked at. A cell that is merged over rows is said in each of
them, because a reader sees it beside each of them.
"""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.worksheet import _read_only

from core.ingest.readers.base import OpenDocument
from core.ingest.readers.cell_numbers import shown
from core.ingest.readers.flow import Cell, FlowBuilder, FlowDocument, commented_by, gap
from core.ingest.readers.office import finish, guarded_part, is_white, read_package
from core.ingest.readers.office_xml import related_parts
from core.ingest.readers.sheets import Area, SheetLayout, filtered_areas, parse_area, sheet_layout
from core.ingest.readers.size_limits import LIMITS, ReadLimits
from core.ingest.readers.tables import SheetRow, SpanningCells, column_name, say_block
from core.text.hyphenation import with_soft_hyphens
from core.text.table_heads import LOOK_AHEAD
from core.text.textspan import CELL_SEPARATOR
from core.types import ANNOTATION, STRUCK_OUT, HiddenText, PageKind

# Sheets that are read as a stream are not told that runs are wanted of texts that stand in the sheet itself.
_read_only.WorkSheetParser = partial(_read_only.WorkSheetParser, rich_text=True)

_BOOK = "xl/workbook.xml"
_PADDING = 25  # places of a sheet's grid that are walked for each cell that may be read
_HIDDEN_PIECE = 2_000  # characters of a hidden sheet that are kept together
_TALLEST_MERGE = 2_000
_TINY = 1.0  # points


class XlsxReader:
    """Opens `.xlsx` and `.xlsm` files."""

    def __init__(self, limits: ReadLimits = LIMITS) -> None:
        self._limits = limits

    def open(self, path: Path, password: str = "") -> OpenDocument:
        return read_package(
            path,
            "an Excel workbook",
            "xl/",
            lambda source: _Workbook(path, source, self._limits).read(),
            self._limits,
        )


@dataclass(frozen=True, slots=True)
class _Style:
    number_format: str
    bold: bool
    hidden: str  # reason, or empty


class _Workbook:
    def __init__(self, path: Path, source: str | BytesIO, limits: ReadLimits) -> None:
        self._path = path
        self._source = source
        self._limits = limits
        self._builder = FlowBuilder(limits)
        self._styles: dict[int, _Style] = {}
        self._hidden: list[HiddenText] = []
        self._cells = 0
        self._places = 0

    def read(self) -> FlowDocument:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of every extension that it leaves out
            book = openpyxl.load_workbook(
                self._source, read_only=True, data_only=True, keep_links=False, rich_text=True
            )
        try:
            with zipfile.ZipFile(self._source) as archive:
                listed = [part.name for part in related_parts(archive, _BOOK) if part.kind == "worksheet"]
                if not set(listed) <= set(archive.namelist()):
                    raise KeyError("a sheet is missing")  # openpyxl does not say so
                filtered = filtered_areas(archive, _BOOK)
                for sheet in book.worksheets:
                    problem = f"The sheet {sheet.title} is damaged, and not all of it can be read."
                    guarded_part(
                        self._path,
                        self._builder,
                        problem,
                        partial(self._read_sheet, archive, sheet, filtered.get(sheet.title)),
                    )
                    if self._is_full:
                        break
            if self._cells > self._limits.cells:
                self._builder.problem(
                    f"The workbook has more than {self._limits.cells:,} cells; the rest was left out."
                )
            known = book.properties
            metadata = [str(text or "") for text in (known.subject, known.keywords, known.description)]
            return finish(self._builder, str(known.title or ""), metadata, hidden=self._hidden)
        finally:
            book.close()

    @property
    def _is_full(self) -> bool:
        return self._builder.truncated or self._cells > self._limits.cells

    # --- sheets --------------------------------------------------------------------------------

    def _read_sheet(self, archive: zipfile.ZipFile, sheet: Any, filtered: Area | None) -> None:
        is_visible = sheet.sheet_state == "visible"
        if is_visible:
            self._builder.start_page(PageKind.SHEET, sheet.title)
        # The only way to the sheet's own part; the public reader leaves its layout out.
        layout = sheet_layout(archive, sheet._worksheet_path, filtered)
        if is_visible:
            self._sheet(sheet, layout)
        else:
            self._hidden_sheet(sheet, layout)

    def _sheet(self, sheet: Any, layout: SheetLayout) -> None:
        builder = self._builder
        unseen = _Unseen(builder)
        block: list[SheetRow] = []
        in_table = False  # the header of the rows that come is decided
        for row in self._rows(sheet, layout, unseen):
            if not row.cells:
                if block:
                    say_block(builder, block, layout.headers)
                    block = []
                builder.end_table()
                in_table = False
                continue
            if in_table:
                row.say(builder, header=row.number in layout.headers)
                continue
            block.append(row)
            if len(block) >= LOOK_AHEAD:
                say_block(builder, block, layout.headers)
                block, in_table = [], True
        say_block(builder, block, layout.headers)
        for address, text, struck in layout.boxes:
            builder.paragraph(text, "shape", address)
            builder.hidden(struck, STRUCK_OUT)
        unseen.flush()
        for address, author, text in layout.comments:
            area = parse_area(address)
            if area and (area.first_row in layout.hidden_rows or area.first_column in layout.hidden_columns):
                builder.hidden(f"{address}: {text}" if text.strip() else "", ANNOTATION)
            else:
                builder.annotation(text, f"{address} ({commented_by(author)})")
        if layout.not_calculated_count:
            builder.problem(_not_calculated(layout))

    def _hidden_sheet(self, sheet: Any, layout: SheetLayout) -> None:
        pieces = [f"{sheet.title}:"]
        everything = SheetLayout(merges=layout.merges)
        for row in self._rows(sheet, everything, None):
            text = CELL_SEPARATOR.join(cell.text for cell in row.cells.values())
            if text:
                pieces.append(text)
            if sum(map(len, pieces)) > _HIDDEN_PIECE:
                self._hidden.append(HiddenText(0, "hidden_layer", " ".join(pieces)))
                pieces = []
        if len(pieces) > 1 or (pieces and not pieces[0].endswith(":")):
            self._hidden.append(HiddenText(0, "hidden_layer", " ".join(pieces)))

    def _rows(self, sheet: Any, layout: SheetLayout, unseen: _Unseen | None) -> Iterator[SheetRow]:
        """Rows with what is shown in them, empty ones too; hidden rows not at all."""
        sheet.reset_dimensions()  # many programs write a wrong range, and openpyxl would stop at its end
        merges = {(area.first_row, area.first_column): area for area in layout.merges}
        spanning = SpanningCells()
        in_tables = _Columns(layout.tables)
        for number, cells in enumerate(sheet.iter_rows(), 1):
            row = SheetRow(number)
            is_hidden = number in layout.hidden_rows
            self._places += len(cells) + 1
            found = bold = 0
            for cell in cells:
                value = cell.value
                if value is None:
                    continue
                style = self._style(cell)
                area = merges.get((number, cell.column))
                column, row_shows = _shown_in(cell.column, area, layout) if area else (cell.column, False)
                reason, struck = style.hidden, ""
                if isinstance(value, CellRichText):
                    value, struck = _parted(value, reason == STRUCK_OUT)
                    reason = "" if reason == STRUCK_OUT else reason
                text = " ".join(with_soft_hyphens(shown(value, style.number_format)).split())
                if struck and unseen is not None:
                    unseen.add(number, f"{column_name(column)}{number}: {struck}", STRUCK_OUT)
                if (is_hidden and not row_shows) or column in layout.hidden_columns:
                    reason = "hidden_layer"
                elif not text:
                    text, reason = str(value).strip(), "invisible"
                elif reason == "white" and in_tables.has(number, column):
                    reason = ""  # the table's own style lays a colour under it
                if not text:
                    continue
                found += 1
                if reason and unseen is not None:
                    unseen.add(number, f"{column_name(column)}{number}: {text}", reason)
                    continue
                bold += style.bold
                row.cells[column] = Cell(text, f"{column_name(column)}{number}")
                if area is not None and area.last_row - number <= _TALLEST_MERGE:
                    spanning.keep(row, column, area.last_column - column + 1, area.last_row - number + 1)
            self._cells += found
            if not is_hidden:
                row.bold = bool(row.cells) and bold == len(row.cells)
                if row.cells:
                    spanning.fill(row)
                yield row
            if self._is_full or self._places > _PADDING * self._limits.cells:
                self._cells = max(self._cells, self._limits.cells + 1)
                return

    def _style(self, cell: Any) -> _Style:
        style_id = cell._style_id  # what the public properties look up, once instead of for every cell
        known = self._styles.get(style_id)
        if known is None:
            font = cell.font
            hidden = "white" if _is_white_on_white(font, cell.fill) else ""
            if font is not None and font.sz is not None and float(font.sz) <= _TINY:
                hidden = "tiny"
            if font is not None and font.strike:
                hidden = hidden or STRUCK_OUT
            known = _Style(cell.number_format or "General", bool(font is not None and font.b), hidden)
            self._styles[style_id] = known
        return known


def _shown_in(column: int, area: Area, layout: SheetLayout) -> tuple[int, bool]:
    """Where a merged cell, of which columns or rows are hidden, begins to be seen; whether in a row below."""
    shown = (one for one in range(column, area.last_column + 1) if one not in layout.hidden_columns)
    below = range(area.first_row + 1, min(area.last_row, area.first_row + _TALLEST_MERGE) + 1)
    return next(shown, column), any(row not in layout.hidden_rows for row in below)


def _parted(runs: CellRichText, cell_is_struck: bool) -> tuple[str, str]:
    """The text of a cell without the runs that are struck out of it, and these."""
    kept = struck = ""
    for run in runs:  # one without a font of its own has the cell's
        if bool(run.font.strike) if isinstance(run, TextBlock) else cell_is_struck:
            kept, struck = kept + gap(str(run)), struck + str(run)
        else:
            kept += str(run)
    return kept, struck


class _Columns:
    """Which cells lie in declared tables."""

    def __init__(self, areas: list[Area]) -> None:
        self._areas = areas

    def has(self, row: int, column: int) -> bool:
        return any(
            area.first_row <= row <= area.last_row and area.first_column <= column <= area.last_column
            for area in self._areas
        )


class _Unseen:
    """Hidden cells; those of a row are kept together as long as they are hidden for the same reason."""

    def __init__(self, builder: FlowBuilder) -> None:
        self._builder = builder
        self._of: tuple[int, str] = (0, "")  # row, reason
        self._pieces: list[str] = []

    def add(self, row: int, text: str, reason: str) -> None:
        if (row, reason) != self._of:
            self.flush()
        self._of = row, reason
        self._pieces.append(text)

    def flush(self) -> None:
        self._builder.hidden("; ".join(self._pieces), self._of[1])
        self._pieces = []


def _is_white_on_white(font: Any, fill: Any) -> bool:
    """White on white, or of the colour that the cell is filled with."""
    color = font.color if font is not None else None
    pattern = getattr(fill, "fill_type", None)
    if color is not None and color.type == "rgb" and pattern == "solid" and fill.fgColor.type == "rgb":
        return str(color.rgb)[-6:] == str(fill.fgColor.rgb)[-6:] or (
            _is_white_color(color) and _is_white_color(fill.fgColor)
        )
    if color is None or not _is_white_color(color):
        return False
    if pattern is None:
        return type(fill).__name__ != "GradientFill"
    return pattern == "solid" and _is_white_color(fill.fgColor)


def _is_white_color(color: Any) -> bool:
    if color.type == "rgb":
        return is_white(str(color.rgb)[-6:])
    if color.type == "theme":
        return color.theme == 0 and not color.tint
    return color.type == "indexed" and color.indexed in (1, 9)


def _not_calculated(layout: SheetLayout) -> str:
    count = layout.not_calculated_count
    named = ", ".join(layout.not_calculated) + (", …" if count > len(layout.not_calculated) else "")
    what = "1 formula has" if count == 1 else f"{count:,} formulas have"
    return (
        f"{what} no stored result ({named}). Open the workbook in Excel or LibreOffice and save it, "
        "then its results can be read."
    )
