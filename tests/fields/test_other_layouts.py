"""Documents in layouts that the generator of the benchmark does not write: what was read wrongly of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.fields.extraction.extract import Known, read_fields
from core.fields.extraction.layout import sheet_of
from core.fields.schema import built_in_schemas
from core.fields.sorting import Head, Sorter
from tests.fields.test_extraction import read, written
from tests.fields.test_reading_places import page


def table(*rows: Sequence[str]) -> str:
    style = "padding: 2px 14px"
    cells = ("".join(f'<td style="{style}">{cell}</td>' for cell in row) for row in rows)
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"


def values(bucket: str, html: str, folder: Path, language: str = "en", name: str = "") -> dict[str, str]:
    pages = read(written(html, folder / "document.pdf"))
    known = Known(language, (name,) if name else ())
    found = read_fields(built_in_schemas()[bucket], pages, known)
    return {one.field: f"{one.value.shown} {one.value.unit}".strip() for one in found if one.value}


def test_a_total_without_tax_is_the_net_amount(tmp_path: Path) -> None:
    html = "<p>Alpentech AG, Industriestrasse 9, 8005 Zürich</p><h3>Rechnung Nr. 2024/0093</h3>" + table(
        ("Material", "CHF 2'318.50"),
        ("Total exkl. MWST", "CHF 3'478.50"),
        ("MWST 8.1 %", "CHF 281.76"),
        ("Total inkl. MWST", "CHF 3'760.26"),
    )
    found = values("invoices", html, tmp_path, "de")
    assert (found["net_amount"], found["tax_amount"], found["total_amount"]) == (
        "3478.50 CHF",
        "281.76 CHF",
        "3760.26 CHF",
    )


def test_of_two_rates_of_tax_the_row_of_both_counts(tmp_path: Path) -> None:
    html = (
        "<h2>Rechnung 24-0871</h2>"
        + table(("1", "Olivenöl", "10", "42,00", "420,00"), ("2", "Weingläser", "60", "6,50", "390,00"))
        + table(
            ("", "Netto", "MwSt", "Brutto"),
            ("7 %", "420,00 €", "29,40 €", "449,40 €"),
            ("19 %", "390,00 €", "74,10 €", "464,10 €"),
            ("Summe", "810,00 €", "103,50 €", "913,50 €"),
        )
    )
    found = values("invoices", html, tmp_path, "de")
    assert (found["net_amount"], found["tax_amount"], found["total_amount"]) == (
        "810.00 EUR",
        "103.50 EUR",
        "913.50 EUR",
    )


def test_one_amount_is_not_both_net_and_tax(tmp_path: Path) -> None:
    html = "<h2>Rechnung 24-0871</h2>" + table(
        ("Pos", "Artikel", "MwSt", "Betrag netto"), ("1", "Olivenöl", "7 %", "420,00 €")
    )
    found = values("invoices", html + "<p>Gesamtbetrag: 913,50 €</p>", tmp_path, "de")
    assert found["total_amount"] == "913.50 EUR"
    assert "net_amount" not in found or found["net_amount"] != found.get("tax_amount")


def test_a_customer_in_a_column_of_its_own_is_not_the_vendor(tmp_path: Path) -> None:
    html = "<h2>Tax Invoice</h2>" + table(
        ("Supplier", "Customer"),
        ("Sakura Precision", "Bergholm Logistik AG"),
        ("1-2-3 Kanda, Tokyo", "Hafenstraße 40, Hamburg"),
    )
    found = values("invoices", html, tmp_path)
    assert found["customer_name"] == "Bergholm Logistik AG"
    assert found["vendor_name"] == "Sakura Precision"


def test_what_stands_above_bill_to_is_not_the_customer(tmp_path: Path) -> None:
    lines = ("Terms", "Due", "Bill to", "Bergholm Logistik AG", "Hafenstraße 40", "20457 Hamburg")
    below = [(60.0, 150.0 + 14 * place, line) for place, line in enumerate(lines)]
    sheet = page(tmp_path, (60, 60, "Meridian Analytics Inc."), *below)
    found = {
        one.field: one.value for one in read_fields(built_in_schemas()["invoices"], [sheet], Known("en"))
    }
    customer = found["customer_name"]
    assert customer is not None
    assert customer.shown == "Bergholm Logistik AG"


def test_beside_a_result_a_limit_is_what_was_allowed(tmp_path: Path) -> None:
    html = "<h2>Certificate of Analysis</h2>" + table(
        ("Test", "Limit", "Result"), ("Assay", "min. 99.5 %", "99.91 %"), ("Colour", "max. 10", "4")
    )
    assert values("certificates", html, tmp_path)["purity"] == "99.91 %"
    ratings = "<h1>BD139</h1>" + table(("Parameter", "Limit", "Unit"), ("Collector current", "1.5", "A"))
    assert values("datasheets", ratings, tmp_path)["current_max"] == "1.5 A"


def test_limits_of_a_pnp_transistor_have_a_size(tmp_path: Path) -> None:
    html = "<h1>BC557B</h1><h3>PNP general purpose transistor</h3>" + table(
        ("Parameter", "Symbol", "Value", "Unit"),
        ("Collector-emitter voltage", "VCEO", "-45", "V"),
        ("Collector current (DC)", "IC", "-100", "mA"),
        ("Junction temperature", "Tj", "150", "°C"),
    )
    found = values("datasheets", html, tmp_path)
    assert (found["voltage_max"], found["current_max"]) == ("45 V", "0.1 A")
    assert found["temperature_max"] == "150 °C"
    assert "temperature_min" not in found  # one figure is not both ends


def test_the_name_of_a_file_is_a_company_only_where_the_pages_name_it(tmp_path: Path) -> None:
    html = "<h1>BC557B</h1><h3>PNP general purpose transistor</h3>"
    assert "manufacturer" not in values("datasheets", html, tmp_path, name="ds bc557")
    report = "<p>annual report</p><p>of CVS Health and its subsidiaries for the year</p>"
    assert values("generic", report, tmp_path, name="CVSHEALTH")["organisation"] == "CVSHEALTH"


def test_a_notice_period_does_not_stand_in_the_next_sentence(tmp_path: Path) -> None:
    html = (
        "<h2>Mutual Non-Disclosure Agreement</h2><p>3. This Agreement may be terminated by either party with "
        "30 days' prior written notice. 4. Obligations of confidentiality survive for three years after its "
        "end.</p>"
    )
    assert values("contracts", html, tmp_path)["notice_period_days"] == "30 days"


def test_a_company_is_named_without_its_place(tmp_path: Path) -> None:
    html = "<h2>Mutual Non-Disclosure Agreement</h2>" + table(
        ("Party 1", "Meridian Analytics Inc., Austin"), ("Party 2", "Hangzhou Tools Co., Ltd.")
    )
    found = values("contracts", html, tmp_path)
    assert (found["party_a"], found["party_b"]) == ("Meridian Analytics Inc.", "Hangzhou Tools Co., Ltd.")


def test_an_employment_contract_is_a_contract(tmp_path: Path) -> None:
    html = "<h2>Anstellungsvertrag</h2><p>Das Gehalt beträgt 78.000 Euro, die Probezeit sechs Monate.</p>"
    sheets = [sheet_of(page) for page in read(written(html, tmp_path / "document.pdf"))]
    assert Sorter(built_in_schemas()).sort(Head("Scan 12.pdf", "", sheets))[0][0] == "contracts"
