"""Excel workbooks: cells as they are shown, at their addresses, under their headers; hidden ones apart."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.table import Table

from core.errors import DocumentError
from core.ingest.readers.size_limits import LIMITS
from core.ingest.readers.xlsx import XlsxReader
from core.ingest.structure.chunking import Chunker, embedding_text
from core.ingest.structure.structure import find_structure
from core.ingest.structure.token_count import TokenizerCounter
from core.settings import ChunkingSettings
from core.types import PageKind
from tests.ingest.formats.office_kit import (
    BOMB,
    change_part,
    hidden_of,
    pages_of,
    places_of,
    rows_of,
    with_doctype,
)
from tests.library_kit import write_tokenizer


def sales(path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Sales"
    sheet["A1"] = "Sales report 2024"
    for row in (
        ["Region", "Revenue", "Share", "Closed"],
        ["North", 1234.5, 0.125, datetime.date(2024, 3, 31)],
        ["South", -999, 0.5, datetime.date(2024, 4, 30)],
    ):
        sheet.append(row)
    for number in (3, 4):
        sheet.cell(number, 2).number_format = '#,##0.00 "€"'
        sheet.cell(number, 3).number_format = "0.0%"
        sheet.cell(number, 4).number_format = "dd.mm.yyyy"
    sheet["A7"], sheet["B7"], sheet["A8"], sheet["B8"] = "Item", "Stock", "Pump", 4
    book.create_sheet("Notes")["B2"] = "Prices are net. They hold for a year."
    book.save(path)
    return path


def test_sheets_cells_and_headers(tmp_path: Path) -> None:
    first, second = pages_of(XlsxReader().open(sales(tmp_path / "a.xlsx")))
    assert (first.kind, first.label, first.problem) == (PageKind.SHEET, "Sales", "")
    assert first.text == (
        "Sales report 2024\n\n"
        "Region | Revenue | Share | Closed\n"
        "North | 1,234.50 € | 12.5% | 31.03.2024\n"
        "South | -999.00 € | 50.0% | 30.04.2024\n\n"
        "Item | Stock\nPump | 4"
    )
    header = "Region | Revenue | Share | Closed"
    assert [above for _, above in rows_of(first)] == ["", header, header, "", "Item | Stock"]
    assert places_of(first) == {
        "A1": "Sales report 2024",
        "A2": "Region",
        "B2": "Revenue",
        "C2": "Share",
        "D2": "Closed",
        "A3": "North",
        "B3": "1,234.50 €",
        "C3": "12.5%",
        "D3": "31.03.2024",
        "A4": "South",
        "B4": "-999.00 €",
        "C4": "50.0%",
        "D4": "30.04.2024",
        "A7": "Item",
        "B7": "Stock",
        "A8": "Pump",
        "B8": "4",
    }
    assert (second.label, second.text) == ("Notes", "Prices are net. They hold for a year.")
    assert places_of(second) == {"B2": "Prices are net. They hold for a year."}


def test_what_is_hidden_is_no_text(tmp_path: Path) -> None:
    book = openpyxl.load_workbook(sales(tmp_path / "a.xlsx"))
    sheet = book["Sales"]
    sheet["F1"], sheet["A12"] = "column secret", "row secret"
    sheet.column_dimensions["F"].hidden = True
    sheet.row_dimensions[12].hidden = True
    sheet["A14"], sheet["A15"], sheet["A16"], sheet["A17"] = (
        "white secret",
        "tiny secret",
        4711,
        "plain to see",
    )
    sheet["A14"].font = Font(color="FFFFFFFF")
    sheet["A15"].font = Font(size=1)
    sheet["A16"].number_format = ";;;"
    sheet["A17"].font = Font(color="FFFFFFFF")
    sheet["A17"].fill = PatternFill("solid", fgColor="FF203040")
    sheet["A18"], sheet["H1"] = "red secret", "narrow secret"
    sheet["A18"].font = Font(color="FFFF0000")
    sheet["A18"].fill = PatternFill("solid", fgColor="FFFF0000")
    sheet.column_dimensions["H"].width = 0.1
    sheet["B8"].comment = Comment("counted twice", "someone")
    for state in ("hidden", "veryHidden"):
        secret = book.create_sheet(state)
        secret.sheet_state = state
        secret["A1"], secret["B1"] = "sheet", f"secret {state}"
    book.properties.title = "A title nobody sees"
    book.save(tmp_path / "a.xlsx")
    document = XlsxReader().open(tmp_path / "a.xlsx")
    page = pages_of(document)[0]
    assert "secret" not in page.text
    assert "4711" not in page.text
    assert places_of(page)["A17"] == "plain to see"
    assert sorted(hidden_of(page)) == [
        ("annotation", "B8: counted twice"),
        ("hidden_layer", "F1: column secret; H1: narrow secret; A12: row secret"),
        ("invisible", "A16: 4711"),
        ("tiny", "A15: tiny secret"),
        ("white", "A14: white secret"),
        ("white", "A18: red secret"),
    ]
    assert [(hidden.page, hidden.reason, hidden.text) for hidden in document.hidden] == [
        (0, "hidden_layer", "hidden: sheet | secret hidden"),
        (0, "hidden_layer", "veryHidden: sheet | secret veryHidden"),
        (0, "metadata", "A title nobody sees"),
    ]
    assert document.page_count == 2
    assert document.title == ""


def test_formulas_show_the_stored_result_or_are_said_to_have_none(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(tmp_path / "a.xlsx")
    sheet = book.add_worksheet("Sum")
    sheet.write_row("A1", ["Item", "Price"])
    sheet.write_row("A2", ["Pump", 40])
    sheet.write("A3", "Total")
    sheet.write_formula("B3", "=SUM(B2:B2)", None, 40)
    sheet.write_formula("C3", '=""', None, "")
    book.close()
    # Excel marks the empty text that a formula gave; xlsxwriter does not.
    change_part(
        tmp_path / "a.xlsx", "xl/worksheets/sheet1.xml", lambda xml: xml.replace('r="C3"', 'r="C3" t="str"')
    )
    (page,) = pages_of(XlsxReader().open(tmp_path / "a.xlsx"))
    assert places_of(page)["B3"] == "40"
    assert page.problem == ""

    other = openpyxl.Workbook()
    other.active["A1"], other.active["B1"] = "Total", "=1+1"
    other.save(tmp_path / "b.xlsx")
    (page,) = pages_of(XlsxReader().open(tmp_path / "b.xlsx"))
    assert page.text == "Total"
    assert page.problem.startswith("1 formula has no stored result (B1).")


def test_merged_cells_and_headers_of_two_rows(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (
        ["Region", 2023, None, 2024, None],
        [None, "Plan", "Actual", "Plan", "Actual"],
        ["North", 1, 2, 3, 4],
        [None, 5, 6, 7, 8],
    ):
        sheet.append(row)
    for area in ("A1:A2", "B1:C1", "D1:E1", "A3:A4"):
        sheet.merge_cells(area)
    book.save(tmp_path / "a.xlsx")
    (page,) = pages_of(XlsxReader().open(tmp_path / "a.xlsx"))
    header = "Region | 2023 | 2024 / Region | Plan | Actual | Plan | Actual"
    assert rows_of(page)[2:] == [("North | 1 | 2 | 3 | 4", header), ("North | 5 | 6 | 7 | 8", header)]
    assert [place.address for place in page.places][-5:] == ["A3", "B4", "C4", "D4", "E4"]


def test_declared_tables_name_their_header(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["Stand", "1. Mai"], ["Ort", "Wert"], ["Bonn", "hoch"], ["Köln", "niedrig"]):
        sheet.append(row)
    sheet.add_table(Table(displayName="Orte", ref="A2:B4"))
    book.save(tmp_path / "a.xlsx")
    (page,) = pages_of(XlsxReader().open(tmp_path / "a.xlsx"))
    assert rows_of(page) == [
        ("Stand | 1. Mai", ""),
        ("Ort | Wert", ""),
        ("Bonn | hoch", "Ort | Wert"),
        ("Köln | niedrig", "Ort | Wert"),
    ]


def test_too_many_cells_are_bounded_and_said(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for number in range(300):
        book.active.append([f"Item {number}", number])
    book.create_sheet("Later")["A1"] = "never read"
    book.save(tmp_path / "a.xlsx")
    pages = pages_of(XlsxReader(replace(LIMITS, cells=100)).open(tmp_path / "a.xlsx"))
    assert "Item 49 | 49" in pages[0].text
    assert "Item 60" not in pages[0].text
    assert pages[-1].problem == "The workbook has more than 100 cells; the rest was left out."


def test_a_wrong_range_in_the_file_does_not_hide_cells(tmp_path: Path) -> None:
    path = change_part(
        sales(tmp_path / "a.xlsx"),
        "xl/worksheets/sheet1.xml",
        lambda xml: xml.replace('<dimension ref="A1:D8" />', '<dimension ref="A1" />').replace("A1:D8", "A1"),
    )
    assert "Pump | 4" in pages_of(XlsxReader().open(path))[0].text


def test_chunks_keep_rows_whole_and_say_their_header(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Parts"
    sheet.append(["Part", "Torque", "Price", "Stock"])
    for number in range(1, 600):
        sheet.append([f"Bolt M{number}", number * 1.5, number / 4, number])
    book.save(tmp_path / "a.xlsx")
    document = XlsxReader().open(tmp_path / "a.xlsx")
    pages = pages_of(document)
    assert len(pages) > 1
    assert pages[1].label == "Parts (continued)"
    count = TokenizerCounter(write_tokenizer(tmp_path / "tokenizer"))
    chunker = Chunker(count, ChunkingSettings(tokens=60, overlap_tokens=10))
    chunks = chunker.chunks("hash", "", pages, find_structure(pages, document.outline))
    text = "\f".join(page.text for page in pages)
    said: list[str] = []
    for chunk in chunks:
        lines = "\n".join(text[span.start : span.end] for span in chunk.spans).splitlines()
        assert all(line.count(" | ") == 3 for line in lines)
        if not lines[0].startswith("Part | "):
            assert chunk.context.endswith("Part | Torque | Price | Stock")
        assert count([embedding_text(chunk.context, "\n".join(lines))])[0] <= 254
        said += lines
    assert said == [line for page in pages for line in page.text.split("\n") if line]
    assert len(said) == 600


def test_a_row_longer_than_a_chunk_is_cut_between_cells(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["Name", *(f"Column {number}" for number in range(60))])
    book.active.append(["Pump B-120", *(number + 0.5 for number in range(60))])
    book.save(tmp_path / "a.xlsx")
    document = XlsxReader().open(tmp_path / "a.xlsx")
    pages = pages_of(document)
    count = TokenizerCounter(write_tokenizer(tmp_path / "tokenizer"))
    chunks = Chunker(count, ChunkingSettings(tokens=60, overlap_tokens=10)).chunks(
        "hash", "", pages, find_structure(pages, document.outline)
    )
    row = pages[0].text.split("\n")[1]
    start = pages[0].text.index(row)
    pieces = [
        (pages[0].text[max(span.start, start) : span.end], chunk.context)
        for chunk in chunks
        for span in chunk.spans
        if span.end > start
    ]
    assert len(pieces) > 2
    assert " | ".join(piece for piece, _ in pieces) == row
    assert all("Pump B-120 / Name | Column 0" in context for _, context in pieces[1:])


def test_macro_workbooks_are_read_and_their_macros_are_not(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(tmp_path / "a.xlsm")
    book.add_worksheet("Data").write("A1", "visible")
    (tmp_path / "vba.bin").write_bytes(b"\xd0\xcf\x11\xe0 Shell(calc)")
    book.add_vba_project(str(tmp_path / "vba.bin"))
    book.close()
    document = XlsxReader().open(tmp_path / "a.xlsm")
    assert [page.text for page in pages_of(document)] == ["visible"]
    assert document.hidden == []


def test_damage_is_said_with_the_name_of_the_file(tmp_path: Path) -> None:
    good = sales(tmp_path / "good.xlsx").read_bytes()
    for name, content, words in (
        ("empty.xlsx", b"", "is empty"),
        ("text.xlsx", b"hello", "is not an Excel workbook"),
        ("cut.xlsx", good[: len(good) // 2], "is damaged"),
        ("old.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000), "before 2007"),
        (
            "locked.xlsx",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000) + "EncryptedPackage".encode("utf-16-le"),
            "is encrypted with a password",
        ),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DocumentError, match=words) as failure:
            XlsxReader().open(tmp_path / name)
        assert name in failure.value.message
        assert failure.value.hint
    for part in ("xl/workbook.xml", "xl/styles.xml", "xl/worksheets/sheet1.xml"):
        (tmp_path / "b.xlsx").write_bytes(good)
        change_part(tmp_path / "b.xlsx", part, lambda xml: xml[: len(xml) // 2])
        with pytest.raises(DocumentError, match="damaged"):
            XlsxReader().open(tmp_path / "b.xlsx")


def test_entities_are_refused(tmp_path: Path) -> None:
    path = change_part(
        sales(tmp_path / "a.xlsx"), "xl/worksheets/sheet1.xml", with_doctype(BOMB, "", "<sheetData>")
    )
    with pytest.raises(DocumentError, match="declares entities"):
        XlsxReader().open(path)
