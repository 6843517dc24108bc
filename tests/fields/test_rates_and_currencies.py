"""Invoices with several rates of tax, and amounts without a currency beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fields.test_other_layouts import table, values

RATES = (("Net", "110.00"), ("VAT 5 % (on GBP 40.00)", "2.00"), ("VAT 20 % (on GBP 70.00)", "14.00"))


def test_of_two_rates_neither_is_the_rate_nor_one_amount_the_tax(tmp_path: Path) -> None:
    html = "<h2>Invoice F-11</h2>" + table(*RATES, ("Total due", "GBP 126.00"))
    found = values("invoices", html, tmp_path)
    assert found["total_amount"] == "126.00 GBP"
    assert "tax_rate" not in found
    assert "tax_amount" not in found


def test_of_two_rates_the_tax_of_both_is_the_tax_where_it_is_stated(tmp_path: Path) -> None:
    html = "<h2>Invoice F-11</h2>" + table(*RATES, ("Total VAT", "16.00"), ("Total due", "GBP 126.00"))
    found = values("invoices", html, tmp_path)
    assert (found["net_amount"], found["tax_amount"]) == ("110.00 GBP", "16.00 GBP")
    assert "tax_rate" not in found


def test_one_rate_that_stands_twice_is_one(tmp_path: Path) -> None:
    html = "<h2>Invoice F-11</h2>" + table(
        ("Paper (VAT 20 %)", "70.00"), ("Net", "70.00"), ("VAT 20 %", "14.00"), ("Total due", "GBP 84.00")
    )
    found = values("invoices", html, tmp_path)
    assert (found["tax_rate"], found["tax_amount"]) == ("20 %", "14.00 GBP")


def test_what_a_tax_is_computed_from_is_not_the_tax(tmp_path: Path) -> None:
    html = "<h2>Rechnung F-11</h2>" + table(
        ("Netto", "70,00 €"), ("MwSt. 19 % (auf 70,00 €)", "13,30 €"), ("Gesamtbetrag", "83,30 €")
    )
    assert values("invoices", html, tmp_path, "de")["tax_amount"] == "13.30 EUR"


@pytest.mark.parametrize(
    ("account", "currency"),
    [
        ("IBAN DE89 3704 0044 0532 0130 00", "EUR"),
        ("IBAN GB82WEST12345698765432", "GBP"),
        ("IBAN DE89 3704 0044 0532 0130 01", ""),  # its check digits are wrong
        ("IBAN DE89 3704 0044 0532 0130 00 or GB82 WEST 1234 5698 7654 32", ""),
        ("VAT no. DE123456789, paid in advance", ""),
    ],
)
def test_amounts_without_a_currency_are_in_that_of_the_account(
    tmp_path: Path, account: str, currency: str
) -> None:
    html = f"<h2>Invoice F-11</h2>{table(('Net', '70.00'), ('Total due', '84.00'))}<p>{account}</p>"
    found = values("invoices", html, tmp_path)
    assert found["total_amount"] == f"84.00 {currency}".strip()


def test_amounts_of_an_american_address_are_dollars_where_there_is_no_account(tmp_path: Path) -> None:
    address = "<p>Elm Street Supply, 12 Elm Street, Dayton, OH 45402</p>"
    html = f"<h2>Invoice F-11</h2>{table(('Net', '70.00'), ('Total due', '84.00'))}"
    assert values("invoices", html + address, tmp_path)["total_amount"] == "84.00 USD"
    account = "<p>IBAN DE89 3704 0044 0532 0130 00</p>"
    assert values("invoices", html + address + account, tmp_path)["total_amount"] == "84.00 EUR"


def test_the_net_amount_is_the_one_to_which_the_taxes_of_all_rates_belong(tmp_path: Path) -> None:
    html = "<h2>Invoice F-11</h2>" + table(
        ("Subtotal", "100.00"),
        ("Shipping", "10.00"),
        ("Net amount", "110.00"),
        *RATES[1:],
        ("Total due", "GBP 126.00"),
    )
    found = values("invoices", html, tmp_path)
    assert found["net_amount"] == "110.00 GBP"
    assert "tax_amount" not in found


def test_a_short_label_counts_behind_another_of_its_field(tmp_path: Path) -> None:
    html = "<h2>Rechnung F-11</h2>" + table(
        ("Rechnungsbetrag netto", "100,00"), ("zzgl. 19 % USt.", "19,00"), ("Gesamtbetrag", "119,00 €")
    )
    found = values("invoices", html, tmp_path, "de")
    assert (found["tax_amount"], found["total_amount"]) == ("19.00 EUR", "119.00 EUR")
