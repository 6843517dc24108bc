"""What is an amount of money in a bill, and what only has figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fields.pages import page, pages_of, values

HEAD = "<h1>Invoice</h1><p>Invoice number: R-2041<br>Invoice date: 3 May 2024</p>"


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        ("4,000 SEK", "4000 SEK"),
        ("CZK 120", "120 CZK"),
        ("12 400 PLN", "12400 PLN"),
        ("41,300 pounds", "41300 GBP"),
        ("3,500 Swedish kronor", "3500 SEK"),
        ("500 kr", "500 kr"),
    ],
)
def test_an_amount_in_any_currency(total: str, expected: str, tmp_path: Path) -> None:
    page_of_lines = page(tmp_path, (60, 120, "Invoice R-2041"), (60, 200, f"Total amount: {total}"))
    in_table = pages_of(
        {"html": [HEAD, f"<table><tr><td>Total amount</td><td>{total}</td></tr></table>"]}, tmp_path
    )
    for pages in ([page_of_lines], in_table):
        shown = values("invoices", pages)["total_amount"]
        assert shown.replace(".00", "") == expected


def test_crowns_are_those_that_the_bill_names(tmp_path: Path) -> None:
    lines = ["Invoice R-2041", "Subtotal: 400.00 DKK", "VAT: 100.00 DKK", "Total amount: 500 kr."]
    assert values("invoices", pages_of({"lines": lines}, tmp_path))["total_amount"] in (
        "500 DKK",
        "500.00 DKK",
    )


@pytest.mark.parametrize(
    "total",
    [
        "993-771",
        "Vertrag 993-771 DE98ZZZ",
        "4711",
        "88/12.50",
    ],
)
def test_a_number_without_currency_and_decimals_is_no_amount(total: str, tmp_path: Path) -> None:
    found = values("invoices", pages_of({"lines": ["Invoice R-2041", f"Total amount: {total}"]}, tmp_path))
    assert "total_amount" not in found


def test_the_label_may_name_the_currency(tmp_path: Path) -> None:
    for given in (
        {"lines": ["Invoice R-2041", "Total amount (EUR): 1200"]},
        {"lines": [(60, 200, "Invoice R-2041"), (60, 230, "Total amount (EUR)"), (300, 230, "1200")]},
        {"html": [HEAD, "<table><tr><td>Total amount in EUR</td><td>1200</td></tr></table>"]},
    ):
        assert values("invoices", pages_of(given, tmp_path))["total_amount"] == "1200 EUR"
