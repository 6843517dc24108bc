"""Excel workbooks, each with a trap."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import xlsxwriter
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.table import Table

from tests.ingest.formats.kit import change_part, odd

SHEET = "xl/worksheets/sheet1.xml"


def book_of(*rows: Sequence[Any]) -> Any:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    return book


@odd("formats, gaps, two sheets.xlsx")
def sales(path: Path) -> None:
    book = book_of(
        ["Sales report 2024"],
        ["Region", "Revenue", "Share", "Closed"],
        ["North", 1234.5, 0.125, datetime.date(2024, 3, 31)],
        ["South", -999, 0.5, datetime.date(2024, 4, 30)],
        [],
        [],
        ["Item", "Stock"],
        ["Pump", 4],
    )
    sheet = book.active
    sheet.title = "Sales"
    for number in (3, 4):
        for column, number_format in ((2, '#,##0.00 "€"'), (3, "0.0%"), (4, "dd.mm.yyyy")):
            sheet.cell(number, column).number_format = number_format
    book.create_sheet("Notes")["B2"] = "Prices are net. They hold for a year."
    book.save(path)


@odd("what nobody sees.xlsx")
def unseen(path: Path) -> None:
    sales(path)
    book = openpyxl.load_workbook(path)
    sheet = book["Sales"]
    for address, value in {
        "F1": "column secret",
        "H1": "narrow secret",
        "A12": "row secret",
        "A14": "white secret",
        "A15": "tiny secret",
        "A16": 4711,
        "A17": "plain to see",
        "A18": "red secret",
    }.items():
        sheet[address] = value
    sheet.column_dimensions["F"].hidden = True
    sheet.column_dimensions["H"].width = 0.1
    sheet.row_dimensions[12].hidden = True
    sheet["A14"].font = sheet["A17"].font = Font(color="FFFFFFFF")
    sheet["A15"].font = Font(size=1)
    sheet["A16"].number_format = ";;;"
    sheet["A17"].fill = PatternFill("solid", fgColor="FF203040")
    sheet["A18"].font = Font(color="FFFF0000")
    sheet["A18"].fill = PatternFill("solid", fgColor="FFFF0000")
    sheet["B8"].comment = Comment("counted twice", "someone")
    for state in ("hidden", "veryHidden"):
        secret = book.create_sheet(state)
        secret.sheet_state = state
        secret["A1"], secret["B1"] = "sheet", f"secret {state}"
    book.properties.title = "A title nobody sees"
    book.save(path)


@odd("formulas with results.xlsx")
def formulas(path: Path) -> None:
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Sum")
    sheet.write_row("A1", ["Item", "Price"])
    sheet.write_row("A2", ["Pump", 40])
    sheet.write("A3", "Total")
    sheet.write_formula("B3", "=SUM(B2:B2)", None, 40)
    sheet.write_formula("C3", '=""', None, "")
    book.close()
    # Excel marks the empty text that a formula gave; xlsxwriter does not.
    change_part(path, SHEET, lambda xml: xml.replace('r="C3"', 'r="C3" t="str"'))


@odd("formulas without results.xlsx")
def no_results(path: Path) -> None:
    book_of(["Total", "=1+1"]).save(path)


@odd("merged cells, header of two rows.xlsx")
def merged(path: Path) -> None:
    book = book_of(
        ["Region", 2023, None, 2024, None],
        [None, "Plan", "Actual", "Plan", "Actual"],
        ["North", 1, 2, 3, 4],
        [None, 5, 6, 7, 8],
    )
    for area in ("A1:A2", "B1:C1", "D1:E1", "A3:A4"):
        book.active.merge_cells(area)
    book.save(path)


@odd("declared table.xlsx")
def declared(path: Path) -> None:
    book = book_of(["Stand", "1. Mai"], ["Ort", "Wert"], ["Bonn", "hoch"], ["Köln", "niedrig"])
    book.active.add_table(Table(displayName="Orte", ref="A2:B4"))
    book.save(path)


@odd("wrong range.xlsx")
def wrong_range(path: Path) -> None:
    sales(path)

    def change(xml: str) -> str:
        assert 'ref="A1:D8"' in xml
        return xml.replace("A1:D8", "A1")

    change_part(path, SHEET, change)


@odd("macros.xlsm")
def macros(path: Path) -> None:
    book = xlsxwriter.Workbook(path)
    book.add_worksheet("Data").write("A1", "visible")
    macro = path.with_name("vba.bin")
    macro.write_bytes(b"\xd0\xcf\x11\xe0 Shell(calc)")
    book.add_vba_project(str(macro))
    book.close()
