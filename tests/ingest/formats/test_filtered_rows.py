"""Rows that a filter leaves out are content; what is hidden by hand is not seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.filters import AutoFilter, FilterColumn, Filters
from openpyxl.worksheet.table import Table

from tests.ingest.formats.kit import change_part, pages_of
from tests.ingest.formats.made_xlsx import SHEET, book_of

ROWS = (["City", "Visitors"], ["Bern", 400], ["Ulm", 300], ["Graz", 200], ["Linz", 100])


def filtered(sheet: Any) -> None:
    sheet.auto_filter.ref = "A1:B4"
    sheet.auto_filter.add_filter_column(0, ["Bern", "Graz"])


def by_table(sheet: Any) -> None:
    table = Table(displayName="Cities", ref="A1:B4")
    table._initialise_columns()
    column = FilterColumn(colId=0, filters=Filters(filter=["Bern", "Graz"]))
    table.autoFilter = AutoFilter(ref="A1:B4", filterColumn=[column])
    sheet.add_table(table)


def by_condition(sheet: Any) -> None:
    sheet.auto_filter.ref = "$A$1:$B$4"
    sheet.auto_filter.add_filter_column(1, [], blank=True)


def without_a_choice(sheet: Any) -> None:
    sheet.auto_filter.ref = "A1:B4"


def by_cells(sheet: Any) -> None:
    """With criteria in cells there is no more than a name of the area."""
    sheet.sheet_properties.filterMode = True
    named = DefinedName("_xlnm._FilterDatabase", attr_text="Sheet!$A$1:$B$4", hidden=True)
    sheet.defined_names[named.name] = named


def folded(sheet: Any) -> None:
    sheet.row_dimensions.group(2, 3, hidden=True)


def with_a_button(sheet: Any) -> None:
    sheet.auto_filter.ref = "A1:B4"
    sheet.auto_filter.filterColumn.append(FilterColumn(colId=0, hiddenButton=True))


def none(sheet: Any) -> None:
    """No filter."""


def book(path: Path, prepare: Callable[[Any], object], hidden: int) -> Path:
    made = book_of(*ROWS)
    prepare(made.active)
    made.active.row_dimensions[hidden].hidden = True
    made.save(path)
    return path


@pytest.mark.parametrize("prepare", [filtered, by_table, by_condition, by_cells, folded])
def test_filtered_rows_are_content(tmp_path: Path, prepare: Callable[[Any], object]) -> None:
    (page,) = pages_of(book(tmp_path / "a.xlsx", prepare, 3))
    assert "Ulm | 300" in page.text
    assert not page.hidden


def test_a_filter_is_known_however_the_row_says_it_is_hidden(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", filtered, 3)
    change_part(path, SHEET, lambda xml: xml.replace('hidden="1"', 'hidden="true"'))
    (page,) = pages_of(path)
    assert "Ulm | 300" in page.text


@pytest.mark.parametrize(
    ("prepare", "hidden"),
    [
        (none, 3),
        (without_a_choice, 3),
        (with_a_button, 3),
        (filtered, 5),
        (by_table, 5),
        (by_cells, 5),
        (filtered, 1),
    ],
)
def test_rows_hidden_by_hand_are_set_aside(
    tmp_path: Path, prepare: Callable[[Any], object], hidden: int
) -> None:
    (page,) = pages_of(book(tmp_path / "a.xlsx", prepare, hidden))
    city = str(ROWS[hidden - 1][0])
    assert city not in page.text
    assert any(city in one.text and one.reason == "hidden_layer" for one in page.hidden)


def test_a_filter_of_a_stored_view_hides_nothing_now(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", none, 3)
    criteria = (
        '<autoFilter ref="A1:B4"><filterColumn colId="0"><filters blank="1"/></filterColumn></autoFilter>'
    )
    view = f"<customSheetViews><customSheetView>{criteria}</customSheetView></customSheetViews><pageMargins"
    change_part(path, SHEET, lambda xml: xml.replace("<pageMargins", view))
    (page,) = pages_of(path)
    assert "Ulm" not in page.text


def test_columns_and_sheets_hidden_by_hand_are_set_aside_with_a_filter_too(tmp_path: Path) -> None:
    made = book_of(*ROWS)
    filtered(made.active)
    made.active.column_dimensions["B"].hidden = True
    made.create_sheet("Plan")["A1"] = "secret"
    made["Plan"].sheet_state = "hidden"
    made.save(tmp_path / "a.xlsx")
    (page,) = pages_of(tmp_path / "a.xlsx")
    assert "400" not in page.text
    assert "secret" not in page.text
    assert openpyxl.load_workbook(tmp_path / "a.xlsx").sheetnames == ["Sheet", "Plan"]
