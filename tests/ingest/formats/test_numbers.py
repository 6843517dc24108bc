"""Number formats and headers of tables: what a reader sees, and which rows name the columns."""

from __future__ import annotations

import datetime

import pytest

from core.ingest.readers.cell_numbers import shown
from core.ingest.readers.tables import column_name, header_rows, is_value

MOMENT = datetime.datetime.fromisoformat("2024-03-01T14:05:09")


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (0.125, "0.0%", "12.5%"),
        (0.125, "0.0 %", "12.5 %"),
        (0.125, "0%", "13%"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (-1234.5, "#,##0.00_);(#,##0.00)", "(1,234.50)"),
        (0, '#,##0;-#,##0;"-"', "-"),
        (12.5, "[$€-407] #,##0.00", "€ 12.50"),
        (1.5e6, '0.0,,"M"', "1.5M"),
        (5, "General", "5"),
        (0.1 + 0.2, "General", "0.3"),
        (7, "000", "007"),
        (5, "0.0##", "5.0"),
        (3.5, '"about "0.0" kg"', "about 3.5 kg"),
        (-3, "0;-0", "-3"),
        (1.5, "# ?/?", "1.5"),
        (float("inf"), "0", "0"),
        (True, "General", "TRUE"),
        (MOMENT, "yyyy-mm-dd", "2024-03-01"),
        (MOMENT, "dd.mm.yyyy hh:mm", "01.03.2024 14:05"),
        (MOMENT, "h:mm AM/PM", "2:05 PM"),
        (MOMENT, "mm:ss", "05:09"),
        (MOMENT, "[$-409]d. mmmm yyyy", "1. March 2024"),
        (MOMENT, "[$-407]d. mmmm yyyy", "2024-03-01 14:05:09"),
        (MOMENT.replace(hour=0, minute=0, second=0), "mm-dd-yy", "2024-03-01"),
        (datetime.time(14, 5), "h:mm", "14:05"),
        (datetime.timedelta(hours=30), "[h]:mm", "30:00"),
        ("x", "@", "x"),
        ("x", ";;;", ""),
        (3, ";;;", ""),
        (None, "0", ""),
    ],
)
def test_values_are_shown_as_their_format_says(value: object, number_format: str, text: str) -> None:
    assert shown(value, number_format) == text


@pytest.mark.parametrize(
    "text", ["1,234.50", "-3,5 %", "(12)", "$4.20", "2024-03-31", "31.12.2024", "12:30", "1e5"]
)
def test_values(text: str) -> None:
    assert is_value(text)


@pytest.mark.parametrize("text", ["", "M8", "Q1 2024", "12 apples", "B-120", "x" * 100, "1" * 100])
def test_no_values(text: str) -> None:
    assert not is_value(text)


@pytest.mark.parametrize(
    ("rows", "bold", "joined", "count"),
    [
        ([["Region", "Sales"], ["North", "5"], ["South", "6"]], (), (), 1),
        ([["Item", "2022", "2023"], ["Sales", "5", "6"]], (), (), 1),
        ([["", "2023", "", "2024"], ["", "Plan", "Act", "Plan"], ["N", "1", "2", "3"]], (), (True,), 2),
        ([["North", "5"], ["South", "6"]], (), (), 0),
        ([["a", "b"], ["c", "d"]], (True, False), (), 1),
        ([["Name", "Town"], ["Ann", "Bonn"], ["Bob", "Rome"]], (), (), 1),
        ([["Ann", "Bonn"], ["Ann", "Rome"], ["Bob", "Oslo"]], (), (), 0),
        ([["Customer", "ACME"], ["Date", "2024-01-01"], ["Place", "Bonn"], ["Note", "none"]], (), (), 0),
        ([["only one row", "x"]], (), (), 0),
        ([["one"], ["column"]], (), (), 0),
    ],
)
def test_header_rows(
    rows: list[list[str]], bold: tuple[bool, ...], joined: tuple[bool, ...], count: int
) -> None:
    assert header_rows(rows, bold=bold, joined=joined) == count


def test_column_names() -> None:
    assert [column_name(number) for number in (1, 26, 27, 702, 703, 16_384)] == [
        *("A", "Z", "AA", "ZZ", "AAA", "XFD")
    ]
