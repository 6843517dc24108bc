"""Sheets are shown as tables: cells where they lie in the file, the cited words marked in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import openpyxl
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QShortcut, QTextLayout

from core.ingest.readers.base import ReadPage
from core.ingest.readers.csv import CsvReader
from core.ingest.readers.xlsx import XlsxReader
from core.types import PAGE_BREAK, Document, Page, Span
from core.types.documents import Place
from desktop.main_window import MainWindow
from desktop.shared.theme import PAGE_FOUND_HERE, PAGE_HIGHLIGHT, theme
from desktop.viewer.sheet_delegate import PADDING
from desktop.viewer.sheet_grid import sheet_grid
from desktop.viewer.sheet_page import SheetPage
from tests.desktop.scripted import ScriptedEngine
from tests.desktop.test_text_pages import target_on

LONG = "It is owed since March, and the tenant has asked for time until the end of the year. " * 3


@pytest.fixture
def pages(tmp_path: Path) -> list[Page]:
    """Rent with a title, an empty row, a merged cell and long texts; a second sheet."""
    book = openpyxl.Workbook()
    rent = book.active
    rent.title = "Rent"
    rent["B1"] = "Rent of 2025"
    for column, name in enumerate(("Flat", "Tenant", "Owed", "Remark"), start=2):
        rent.cell(3, column, name)
    for row in range(4, 304):
        rent.cell(row, 2, f"Flat {row} 😀")
        rent.cell(row, 3, "Acme")
        rent.cell(row, 4, 7.5 * row)
        if row % 9 == 0:
            rent.cell(row, 5, LONG)
    rent.merge_cells("C4:C6")
    total = book.create_sheet("Total")
    total.append(["Year", "Sum"])
    total.append([2025, 46])
    book.save(tmp_path / "rent.xlsx")
    return stored(XlsxReader().open(tmp_path / "rent.xlsx").pages())


def stored(read: Iterable[ReadPage]) -> list[Page]:
    """As the library keeps what a reader has read."""
    found, start = [], 0
    for page in read:
        span = Span(start, start + len(page.text))
        places = tuple(
            Place(Span(one.span.start + start, one.span.end + start), one.kind, one.address)
            for one in page.places
        )
        found.append(
            Page(page.number, page.text, span, 0.0, 0.0, label=page.label, kind=page.kind, places=places)
        )
        start += len(page.text) + len(PAGE_BREAK)
    return found


Opened = tuple[MainWindow, SheetPage, Document]


@pytest.fixture
def open_at(open_window, engine: ScriptedEngine, pages: list[Page], qtbot) -> Callable[..., Opened]:
    def open_it(quote: str = "") -> Opened:
        document = engine.put_text("rent.xlsx", "xlsx", pages)
        window = open_window()
        window.resize(1500, 800)
        window.show()
        qtbot.waitExposed(window)
        with qtbot.waitSignal(window.viewer.text_shown):
            if quote:
                page = next(page for page in pages if quote in page.text)
                window.open_target(target_on(document.document_id, page, quote))
            else:
                window.on_document_opened(document.document_id)
        assert window.document.stack.currentWidget() is window.document.sheet
        return window, window.document.sheet, document

    return open_it


def test_cells_stand_where_they_stand_in_the_file(pages: list[Page]) -> None:
    grid = sheet_grid(pages, 1)
    assert grid is not None
    assert grid.numbers == [1, *range(3, 304)]  # the empty row has nothing to show
    assert len(set(grid.pages)) > 1  # a long sheet is stored as several pages
    assert grid.columns == 5
    assert grid.cells[0, 2].text == "Rent of 2025"
    assert [grid.cells[1, column].text for column in (2, 3, 4, 5)] == ["Flat", "Tenant", "Owed", "Remark"]
    assert (0, 3) not in grid.cells
    merged = [grid.cells[row, 3] for row in (2, 3, 4)]
    assert [cell.address for cell in merged] == ["C4", "C4", "C4"]  # merged over three rows
    text = PAGE_BREAK.join(page.text for page in pages)
    assert all(text[cell.span.start : cell.span.end] == cell.text for cell in grid.cells.values())
    other = sheet_grid(pages, len(pages))
    assert other is not None
    assert (other.numbers, other.cells[1, 2].text) == ([1, 2], "46")


def test_a_csv_is_a_table_too(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('Name;Owed\n"Meier; Hans";12,50\n\nAcme;7\n', encoding="utf-8")
    grid = sheet_grid(stored(CsvReader().open(tmp_path / "a.csv").pages()), 1)
    assert grid is not None
    assert grid.numbers == [1, 2, 4]
    assert (grid.cells[1, 1].text, grid.cells[2, 2].text) == ("Meier; Hans", "7")


def test_what_is_cited_is_marked_in_its_cells_and_shown(open_at, qtbot) -> None:
    window, sheet, _document = open_at("Flat 207 😀 | Acme")
    assert sheet.marked_texts() == ["Flat 207 😀", "Acme"]
    row = sheet.sheet.grid.numbers.index(207)
    cell = sheet.visualRect(sheet.sheet.index(row, 1))
    assert sheet.viewport().rect().contains(cell)
    picture = sheet.viewport().grab().toImage()
    ratio = picture.width() / sheet.viewport().width()
    corner = cell.bottomRight() - QPoint(3, 3)
    assert picture.pixelColor(round(corner.x() * ratio), round(corner.y() * ratio)) == QColor(PAGE_HIGHLIGHT)
    assert sheet.sheet.headerData(row, Qt.Orientation.Vertical) == "207"
    assert sheet.sheet.headerData(1, Qt.Orientation.Horizontal) == "B"
    told = sheet.sheet.index(row, 1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told == "B207: Flat 207 😀, cited"
    assert sheet.accessibleName() == f"sheet Rent of {window.viewer.filename}, as a table"
    assert sheet.rowHeight(row) > 2 * sheet.rowHeight(row + 1)  # its remark can be read
    sheet.setFocus()
    following = next(one for one in window.side.findChildren(QShortcut) if one.key().toString() == "N")
    with qtbot.waitSignal(following.activated):  # a table looks for letters that are typed
        qtbot.keyClick(sheet, Qt.Key.Key_N)


def test_cells_are_copied_as_a_spreadsheet_takes_them_and_asked_about(open_at, qtbot) -> None:
    window, sheet, _document = open_at()
    first, last = sheet.sheet.index(1, 1), sheet.sheet.index(2, 3)
    sheet.setCurrentIndex(first)
    assert window.reading.ask.isEnabled()
    rect = sheet.visualRect(last)
    qtbot.mouseClick(
        sheet.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, rect.center()
    )
    qtbot.keyClick(sheet, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Flat\tTenant\tOwed\nFlat 4 😀\tAcme\t30"
    window.reading.ask.trigger()
    assert "Flat Tenant Owed" in window.composer.edit.toPlainText()


def test_short_cells_are_shown_whole(open_window, engine: ScriptedEngine, tmp_path: Path, qtbot) -> None:
    words = [
        "Region",
        "Quarter",
        "Revenue",
        "Kunde",
        "Your four",
        "far",
        "f",
        "r",
        "Waiver",
        "Tariff",
        "Kauf",
    ]
    book = openpyxl.Workbook()
    book.active.append(words)
    book.save(tmp_path / "words.xlsx")
    document = engine.put_text(
        "words.xlsx", "xlsx", stored(XlsxReader().open(tmp_path / "words.xlsx").pages())
    )
    window = open_window()
    window.show()
    with qtbot.waitSignal(window.viewer.text_shown):
        window.on_document_opened(document.document_id)
    sheet = window.document.sheet
    for _ in range(6):
        for column, word in enumerate(words):
            layout = QTextLayout(word, sheet.font())
            layout.beginLayout()
            line = layout.createLine()
            line.setLineWidth(1000)
            layout.endLayout()
            room = sheet.visualRect(sheet.model().index(0, column)).width() - 2 * PADDING
            assert line.naturalTextWidth() <= room, word
        window.document.on_larger()


def test_sheets_are_walked_through_and_sized(open_at, pages: list[Page], qtbot) -> None:
    window, sheet, _document = open_at()
    before = sheet.rowHeight(5), sheet.columnWidth(2)
    window.document.on_larger()
    assert sheet.rowHeight(5) > before[0]
    assert sheet.columnWidth(2) > before[1]
    window.viewer.fit()
    assert (sheet.rowHeight(5), sheet.columnWidth(2)) == before
    with qtbot.waitSignal(window.viewer.text_shown):
        window.viewer.go_to(len(pages))
    assert window.document.place.text() == "Sheet Total"
    assert sheet.sheet.grid.rows == 2
    sheet.verticalScrollBar().setValue(0)
    with qtbot.waitSignal(window.viewer.text_shown):
        qtbot.keyClick(sheet, Qt.Key.Key_PageUp)
    assert window.viewer.number == len(pages) - 1
    sheet.verticalScrollBar().setValue(0)
    assert window.viewer.number == 1  # scrolled back to where the sheet begins


@pytest.mark.slow
def test_words_in_a_cell_are_marked_and_readable_in_the_dark(open_at, pages: list[Page]) -> None:
    theme().set_appearance("dark")
    _window, sheet, _document = open_at("asked for time")
    [mark] = sheet.sheet.marks(sheet.sheet.index(sheet.sheet.cited_cells()[0].row, 4))
    assert LONG[mark.start : mark.end] == "asked for time"
    cell = sheet.visualRect(sheet.sheet.index(sheet.sheet.cited_cells()[0].row, 4))
    picture = sheet.viewport().grab(cell).toImage()
    shades = {
        picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())
    }
    assert QColor(PAGE_HIGHLIGHT).name() in shades
    assert theme().color("surface").name() in shades  # the rest of the cell is as dark as the window


@pytest.mark.slow
def test_found_words_are_walked_over_all_sheets(open_at, qtbot) -> None:
    window, sheet, _document = open_at()
    bar = window.document.find_bar
    window.reading.find.trigger()
    qtbot.keyClicks(bar.field, "46")
    qtbot.waitUntil(lambda: bar.count.text().startswith("1 of "))
    last = int(bar.count.text().rpartition(" ")[2])
    qtbot.waitUntil(lambda: len(sheet.found_texts()) == last - 1)  # one is on the other sheet
    window.reading.find_previous.trigger()
    qtbot.waitUntil(lambda: sheet.sheet.grid.rows == 2)
    qtbot.waitUntil(lambda: sheet.found_texts() == ["46"])
    assert bar.count.text() == f"{last} of {last}"
    cell = sheet.visualRect(sheet.sheet.index(1, 1))
    picture = sheet.viewport().grab(cell).toImage()
    shades = {
        picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())
    }
    assert QColor(PAGE_FOUND_HERE).name() in shades
