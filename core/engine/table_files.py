"""Tables as files for spreadsheets: CSV and XLSX. Any thread.

A file appears whole or not at all, and what a document says never becomes a formula.
"""

from __future__ import annotations

import csv
import datetime
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from decimal import InvalidOperation
from pathlib import Path
from typing import Any, TextIO

from core.cancel import CancelToken
from core.corpus.base import LibraryRow
from core.errors import StorageError, UsageError
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import Value

_MOST_ROWS = 1_048_575  # of an XLSX sheet, below its heading
_LONGEST = 32_767  # characters of a cell
_DIGITS = 15  # of a figure in a spreadsheet
_FIRST_DAY = datetime.date(1900, 3, 1)  # before it, spreadsheets count a day that never was
_SIGNED_FIGURE = re.compile(r"[+-]\d+(?:\.\d+)?(?: [\w%°µΩ²³·/]{1,12})?")
_FORMULA = (*"=+-@\t\r\n", *"＝＋－＠")  # spreadsheets of some languages take the wide ones, too


def write_csv(path: Path, schema: BucketSchema, rows: Iterable[LibraryRow], cancel: CancelToken) -> int:
    """All fields of these rows; how many rows those were.

    Raises:
        StorageError: the file cannot be written.
        Cancelled: stopped meanwhile; there is no file then.
    """
    with _whole(path) as part, part.open("w", encoding="utf-8-sig", newline="") as file:
        return write_csv_to(file, schema, rows, cancel)


def write_csv_to(file: TextIO, schema: BucketSchema, rows: Iterable[LibraryRow], cancel: CancelToken) -> int:
    """Into an open file."""
    writer = csv.writer(file)
    writer.writerow(["file", *(field.name for field in schema.fields), "document_id"])
    count = 0
    for row in rows:
        cancel.check()
        values = [_plain(row, field) for field in schema.fields]
        writer.writerow([_harmless(row.filename), *map(_harmless, values), row.document_id])
        count += 1
    return count


def write_xlsx(path: Path, schema: BucketSchema, rows: Iterable[LibraryRow], cancel: CancelToken) -> int:
    """All fields of these rows as a sheet: figures, amounts, dates and yes/no are real ones.

    Behind each amount stands its currency, so that a spreadsheet can tell currencies apart when it adds up.

    Raises:
        StorageError: the file cannot be written.
        UsageError: a sheet has no room for so many rows.
        Cancelled: stopped meanwhile; there is no file then.
    """
    from openpyxl import Workbook  # 150 ms, for those who export only

    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(schema))
    sheet.freeze_panes = "B2"
    heads = _heads(schema)
    for place, head in enumerate(heads, 1):
        sheet.column_dimensions[_letters(place)].width = min(max(len(head) + 4, 14), 40)
    count = 0
    # The file is opened first: that it cannot be is told before 100,000 rows are fetched.
    with _whole(path) as part, part.open("wb") as file, _cleared(sheet):
        sheet.append([_cell(sheet, head, bold=True) for head in heads])
        for row in rows:
            cancel.check()
            count += 1
            if count > _MOST_ROWS:
                raise UsageError(
                    f"An XLSX sheet has room for {_MOST_ROWS} rows.", "Filter the table, or write CSV."
                )
            sheet.append([_cell(sheet, row.filename), *_cells(sheet, schema, row)])
        sheet.auto_filter.ref = f"A1:{_letters(len(heads))}{count + 1}"
        book.save(file)
    return count


@contextmanager
def _cleared(sheet: Any) -> Iterator[None]:
    """openpyxl 3.1 writes rows to a temporary file, which it leaves behind where it is not saved."""
    try:
        yield
    except BaseException:
        with suppress(Exception):
            if not sheet.closed:
                sheet.close()
            sheet._writer.cleanup()
        raise


def _heads(schema: BucketSchema) -> list[str]:
    heads = ["File"]
    for field in schema.fields:
        head = field.shown
        if field.type is FieldType.NUMBER and field.unit:
            head = f"{head} ({field.unit})"
        heads.append(head)
        if field.type is FieldType.MONEY:
            heads.append(f"{field.shown}: currency")
    return heads


def _cells(sheet: Any, schema: BucketSchema, row: LibraryRow) -> list[Any]:
    cells = []
    for field in schema.fields:
        found = row.values.get(field.name)
        value = found.value if found is not None else None
        misfit = found.misfit if found is not None else ""
        cells.append(_cell(sheet, misfit) if misfit else _typed(sheet, field, value))
        if field.type is FieldType.MONEY:
            cells.append(_cell(sheet, value.unit if value is not None else None))
    return cells


def _typed(sheet: Any, field: FieldSpec, value: Value | None) -> Any:
    if value is None:
        return None
    if field.type is FieldType.BOOL:
        return _cell(sheet, value.key == "true")
    if field.type is FieldType.DATE:
        return _date(sheet, value)
    if field.type.is_numeric:
        return _figure(sheet, field, value)
    return _cell(sheet, value.shown)


def _date(sheet: Any, value: Value) -> Any:
    try:
        day = datetime.date.fromisoformat(value.shown)
    except ValueError:  # entered when the field was no date
        return _cell(sheet, value.shown)
    if day < _FIRST_DAY:
        return _cell(sheet, value.shown)
    return _cell(sheet, day, shape="yyyy-mm-dd")


def _figure(sheet: Any, field: FieldSpec, value: Value) -> Any:
    try:
        figure = value.exact
    except InvalidOperation:  # entered when the field was no figure
        return _cell(sheet, value.shown)
    if len(figure.normalize().as_tuple().digits) > _DIGITS:
        return _cell(sheet, value.shown)  # a spreadsheet would make another figure of it
    return _cell(sheet, figure, shape="#,##0.00" if field.type is FieldType.MONEY else "General")


def _cell(sheet: Any, content: Any, *, shape: str = "", bold: bool = False) -> Any:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import Font

    if content is None:
        return None
    if isinstance(content, str):
        content = ILLEGAL_CHARACTERS_RE.sub(" ", content)[:_LONGEST]
    cell = WriteOnlyCell(sheet, value=content)
    if isinstance(content, str):
        cell.data_type = "s"  # also what begins with "="
        cell.quotePrefix = content.startswith(_FORMULA)  # stays text when somebody edits the cell
    if shape:
        cell.number_format = shape
    if bold:
        cell.font = Font(bold=True)
    return cell


def _sheet_name(schema: BucketSchema) -> str:
    return (
        "".join(" " if letter in r"[]:*?/\'" else letter for letter in schema.shown).strip()[:31] or "Table"
    )


def _letters(place: int) -> str:
    """A column as spreadsheets name it: 1 is A, 27 is AA."""
    letters = ""
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A file beside the wanted one that takes its place when all is written."""
    part = path.with_name(f".{path.name}.part")
    try:
        yield part
        part.replace(path)
    except OSError as error:
        raise StorageError(
            f"{path} could not be written ({error.strerror or error}).",
            "Name another file or free some space.",
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _plain(row: LibraryRow, field: FieldSpec) -> str:
    found = row.values.get(field.name)
    if found is None or found.value is None:
        return found.misfit if found is not None else ""
    return f"{found.value.shown} {found.value.unit}".rstrip()


def _harmless(text: str) -> str:
    """A document's text must not become a formula of the spreadsheet that opens it."""
    return f"'{text}" if text.startswith(_FORMULA) and not _SIGNED_FIGURE.fullmatch(text) else text
