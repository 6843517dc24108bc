"""Where values stand and where they only seem to: each case is a page of words at their places."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from core.fields.amounts import find_measured, find_money
from core.fields.extraction.extract import Known, read_fields
from core.fields.extraction.layout import sheet_of
from core.fields.extraction.legal_forms import is_legal_form
from core.fields.schema import built_in_schemas
from core.fields.sorting import Head, Sorter
from core.types import Page
from tests.fields.test_extraction import read

Line = tuple[float, float, str]  # x, y of the baseline, text

SCHEMAS = built_in_schemas()
A4_HEIGHT = 842


def page(
    folder: Path, *lines: Line, size: float = 10, large: Sequence[Line] = (), font: str = "helv"
) -> Page:
    """A page with `lines` in the usual size and `large` ones in twice that."""
    document = pymupdf.open()
    sheet = document.new_page(width=595, height=A4_HEIGHT)
    for x, y, text in lines:
        sheet.insert_text((x, y), text, fontsize=size, fontname=font)
    for x, y, text in large:
        sheet.insert_text((x, y), text, fontsize=2 * size, fontname=font)
    path = folder / "page.pdf"
    document.save(path)
    document.close()
    return read(path)[0]


def values(bucket: str, sheet: Page, language: str = "en") -> dict[str, str]:
    found = read_fields(SCHEMAS[bucket], [sheet], Known(language))
    return {one.field: f"{one.value.shown} {one.value.unit}".strip() for one in found if one.value}


def test_decimals_are_read_as_the_document_writes_them(tmp_path: Path) -> None:
    points = page(tmp_path, (60, 200, "Dichte: 1.028 g/cm³"), (60, 214, "Molmasse: 99.13 g/mol, 20.5 %"))
    assert values("datasheets", points, "de")["density"] == "1.028 g/cm³"
    commas = page(tmp_path, (60, 200, "Dichte: 1,028 g/cm³"), (60, 214, "Molmasse: 99,13 g/mol, 20,5 %"))
    assert values("datasheets", commas, "en")["density"] == "1.028 g/cm³"


def test_the_day_of_a_discount_is_not_when_it_is_due(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Bitte überweisen Sie EUR 557,23 bis zum 25. Januar 2024 auf unser Konto."),
        (60, 214, "Bei Zahlung bis 14.01.2024 gewähren wir 2 % Skonto."),
    )  # fmt: skip
    assert values("invoices", sheet, "de")["due_date"] == "2024-01-25"


def test_names_keep_their_decimals_and_their_legal_form(tmp_path: Path) -> None:
    sheet = page(tmp_path, (60, 200, "Product: Rohr P265GH 88,9 x 5,6"), (60, 214, "Customer: Cascade Corp."))
    found = values("certificates", sheet)
    assert (found["product"], found["holder"]) == ("Rohr P265GH 88,9 x 5,6", "Cascade Corp.")


def test_who_is_written_to_stands_in_an_address_and_is_no_country(tmp_path: Path) -> None:
    address = page(
        tmp_path, (60, 120, "Schreinerei Huber"), (60, 132, "Dorfstr. 9"), (60, 144, "83278 Traunstein")
    )
    assert values("invoices", address)["customer_name"] == "Schreinerei Huber"
    table = page(
        tmp_path,
        (60, 120, "Object"), (160, 120, "Digital multimeter"),
        (60, 132, "Place"), (160, 132, "10117 Berlin"),
    )  # fmt: skip
    assert "customer_name" not in values("invoices", table)
    country = page(tmp_path, (60, 120, "Germany"), (60, 132, "46045 Oberhausen"))
    assert "customer_name" not in values("invoices", country)


def test_the_rest_of_a_name_on_the_next_line_belongs_to_it(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Product"), (160, 200, "Benzyl alcohol technical"),
        (330, 200, "Customer"), (420, 200, "Nordlicht Maschinenbau"),
        (160, 212, "grade"), (420, 212, "GmbH"),
        (60, 228, "Batch no."), (160, 228, "L-2044"),
    )  # fmt: skip
    found = values("certificates", sheet)
    assert found["product"] == "Benzyl alcohol technical grade"
    assert found["holder"] == "Nordlicht Maschinenbau GmbH"


def test_an_address_below_a_name_is_not_part_of_it(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Customer:"), (160, 200, "Schreinerei Huber"),
        (160, 212, "Dorfstr. 9"),
    )  # fmt: skip
    assert values("certificates", sheet)["holder"] == "Schreinerei Huber"


def test_fields_of_a_form_have_codes_before_their_labels(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 100, "A03 Certificate no."), (220, 100, "Z02 Date"), (400, 100, "A06 Purchaser"),
        (60, 112, "MTC-55225"), (220, 112, "18 May 2022"), (400, 112, "Karst Seals Ltd"),
    )  # fmt: skip
    found = values("certificates", sheet)
    assert found["certificate_number"] == "MTC-55225"
    assert found["issue_date"] == "2022-05-18"
    assert found["holder"] == "Karst Seals Ltd"


def test_pairs_in_a_row_are_no_headings(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Product"), (160, 200, "Acetone"), (330, 200, "Customer"), (420, 200, "Bolt Ltd"),
        (60, 214, "Expiry date"), (160, 214, "2 May 2027"),
        (330, 214, "Issue date"), (420, 214, "2 May 2025"),
    )  # fmt: skip
    found = values("certificates", sheet)
    assert (found["product"], found["holder"]) == ("Acetone", "Bolt Ltd")


def test_an_equals_sign_stands_between_a_label_and_its_value(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Package ="), (200, 200, "SOT-23"),
        (60, 214, "Collector current ="), (200, 214, "150 mA"),
        (60, 228, "Current gain at IC = 2 mA"),
    )  # fmt: skip
    found = values("datasheets", sheet)
    assert (found["package"], found["current_max"]) == ("SOT-23", "0.15 A")


def test_the_symbol_of_a_quantity_is_not_its_value(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Operating temperature range"), (250, 200, "Topr"), (330, 200, "-40 to +100 °C"),
        (60, 216, "Characteristics at 25 °C"),
    )  # fmt: skip
    found = values("datasheets", sheet)
    assert (found["temperature_min"], found["temperature_max"]) == ("-40 °C", "100 °C")


def test_a_range_in_two_cells_or_in_a_sentence(tmp_path: Path) -> None:
    cells = page(tmp_path, (60, 200, "Junction temperature"), (250, 200, "-55"), (330, 200, "+150 °C"))
    assert values("datasheets", cells)["temperature_min"] == "-55 °C"
    sentence = page(
        tmp_path, (60, 200, "The junction temperature shall stay between -55 and +150 °C at any time.")
    )
    found = values("datasheets", sentence)
    assert (found["temperature_min"], found["temperature_max"]) == ("-55 °C", "150 °C")


def test_typewritten_words_are_one_cell(tmp_path: Path) -> None:
    sheet = page(tmp_path, (60, 200, "Bundesrepublik Deutschland"), (330, 200, "40"), font="cour")
    assert [cell.text for cell in sheet_of(sheet).rows[0].cells] == ["Bundesrepublik Deutschland", "40"]


def test_the_party_that_is_named_first_is_the_first(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Customer: Atelier Moreau SARL"),
        (60, 214, "Supplier: Karst Seals GmbH"),
    )  # fmt: skip
    found = values("contracts", sheet)
    assert (found["party_a"], found["party_b"]) == ("Atelier Moreau SARL", "Karst Seals GmbH")


def test_a_label_in_a_clause_is_none(tmp_path: Path) -> None:
    cell = page(tmp_path, (60, 200, "Scope"), (160, 200, "The Seller sells to the Buyer: Switch cabinet."))
    assert "party_b" not in values("contracts", cell)
    sheet = page(
        tmp_path, (60, 200, "Scope: The Seller sells to the Buyer: Switch cabinet, wiring, relay 9 A.")
    )
    assert "party_b" not in values("contracts", sheet)


@pytest.mark.parametrize(
    "lines",
    [
        ["This obligation survives termination for a period of", "five years."],
        ["The notice period is six months to the end of the term."],
        ["duration of its obligation. Should it last longer than 60 days, the parties meet."],
    ],
)
def test_a_time_that_is_about_something_else_is_no_term(tmp_path: Path, lines: list[str]) -> None:
    sheet = page(tmp_path, *((60, 200 + 12 * number, line) for number, line in enumerate(lines)))
    assert "term_months" not in values("contracts", sheet)


def test_a_sentence_beside_a_label_may_be_about_something_else(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Term"), (160, 200, "It continues until terminated. The notice period is four weeks then."),
    )  # fmt: skip
    found = values("contracts", sheet)
    assert "term_months" not in found
    assert found["notice_period_days"] == "28 days"


def test_what_a_method_is_called_is_no_standard_of_the_certificate(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Parameter"), (200, 200, "Specification"), (300, 200, "Result"), (400, 200, "Method"),
        (60, 214, "Residue"), (200, 214, "10 mg/kg"), (300, 214, "1 mg/kg"), (400, 214, "ISO 759"),
    )  # fmt: skip
    assert "standard" not in values("certificates", sheet)
    named = page(
        tmp_path, (60, 200, "The machine BS 260 was examined under EN 809:1998 and found to be safe.")
    )
    assert values("certificates", named)["standard"] == "EN 809:1998"


def test_the_digits_of_a_name_are_no_part_number(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Quiet and easy to service."),
        (60, 214, "Weight 2 kg"),
        large=[(60, 100, "LabStream 250")],
    )
    assert "part_number" not in values("datasheets", sheet)
    sheet = page(
        tmp_path,
        (60, 200, "Quiet and easy to service."),
        (60, 214, "Weight 2 kg"),
        large=[(60, 100, "HAL8307")],
    )
    assert values("datasheets", sheet)["part_number"] == "HAL8307"


def test_who_issues_a_manual_is_not_the_product_in_large_letters(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 150, "Hydraulic press"), (60, 300, "Karst Seals GmbH"), (60, 320, "For use indoors"),
        large=[(60, 90, "PressTec 420")],
    )  # fmt: skip
    found = values("manuals", sheet)
    assert (found["product_name"], found["manufacturer"]) == ("PressTec 420", "Karst Seals GmbH")


@pytest.mark.parametrize(
    ("large", "organisation"),
    [
        ("Besprechungsprotokoll", "Bolt Ltd"),
        ("(Mark One)", "Bolt Ltd"),
        ("reports first quarter results", "Bolt Ltd"),
        ("Schreinerei Huber", "Schreinerei Huber"),
    ],
)
def test_titles_are_nobody_s_name(tmp_path: Path, large: str, organisation: str) -> None:
    body = [(60, 250 + 12 * number, "Nothing of note was said about this.") for number in range(4)]
    sheet = page(tmp_path, *body, (60, 230, "Bolt Ltd"), large=[(60, 60, large)])
    found = values("generic", sheet).get("organisation")
    assert found == organisation


def test_the_number_above_a_name_is_not_its_beginning(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (200, 100, "No. 37490-2020-AQ"),
        (160, 114, "Northgate Certification Ltd hereby certifies that the organisation"),
        (200, 134, "Norrland Pump AB"),
    )  # fmt: skip
    found = values("certificates", sheet)
    assert found["issuer"] == "Northgate Certification Ltd"
    assert found["holder"] == "Norrland Pump AB"


def test_a_letter_is_dated_at_its_end_or_beside_its_author(tmp_path: Path) -> None:
    end = page(tmp_path, (60, 100, "A report on the year."), (60, 700, "Regensburg, April 8, 2019"))
    assert values("generic", end)["document_date"] == "2019-04-08"
    byline = page(
        tmp_path, (60, 100, "11 Feb 2023"), (200, 100, "Story by Ann Reed"), (60, 130, "It rained.")
    )
    assert values("generic", byline)["document_date"] == "2023-02-11"
    table = page(tmp_path, (60, 100, "11 Feb 2023"), (200, 100, "14 desks"), (60, 114, "It rained."))
    assert "document_date" not in values("generic", table)


def test_a_year_has_four_digits(tmp_path: Path) -> None:
    sheet = page(tmp_path, (60, 100, "For the fiscal year ended December 31, 2016"), (60, 114, "Year: 12"))
    assert values("generic", sheet).get("year") == "2016"


def test_the_article_before_a_party_is_not_its_name(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 100, "zwischen"), (60, 114, "der Liftservice Brandt GmbH, Kassel,"),
        (60, 128, "und"), (60, 142, "dem Personalrat der Stadt, Rodenau"),
    )  # fmt: skip
    found = values("contracts", sheet, "de")
    assert (found["party_a"], found["party_b"]) == ("Liftservice Brandt GmbH", "Personalrat der Stadt")


def test_a_german_compound_is_what_its_last_word_says(tmp_path: Path) -> None:
    sheet = page(tmp_path, (60, 200, "Text."), large=[(60, 100, "Rahmendienstleistungsvertrag")])
    assert values("contracts", sheet, "de")["contract_type"] == "service"


def test_another_document_that_is_mentioned_is_not_this_one_s_kind(tmp_path: Path) -> None:
    sheet = page(
        tmp_path, (60, 100, "Inside information pursuant to Article 17 of the market abuse regulation")
    )
    assert values("generic", sheet)["document_kind"] == "current_report"


def test_an_account_number_has_no_currency_and_brackets_after_a_rate_take_nothing_away() -> None:
    assert find_money("IBAN FR91 6792 3880 0817") == []
    assert find_money("Fr. 91.50")[0].currency == "CHF"
    assert find_money("sales tax at 8.25% ($16.22)")[0].figure > 0
    assert find_money("Discount ($16.22)")[0].figure < 0


def test_hours_of_operation_are_hours() -> None:
    assert [found.unit.name for found in find_measured("every 2,000 operating hours") if found.unit] == ["h"]


def test_legal_forms() -> None:
    assert all(is_legal_form(form) for form in ("GmbH & Co. KG", "LLC", "gGmbH"))
    assert not is_legal_form("Partners LLC")


def test_a_dash_before_a_word_does_not_hide_it_from_the_sorter(tmp_path: Path) -> None:
    sheet = page(tmp_path, (60, 300, "Text."), large=[(60, 100, "ViscoMax 750 – Betriebsanleitung")])
    bucket, confidence = Sorter(SCHEMAS).sort(Head("scan.pdf", "", [sheet_of(sheet)]))[0]
    assert bucket == "manuals"
    assert confidence > 0.8


def test_a_sentence_that_mentions_an_invoice_is_none(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 100, "A first part has been shipped; please settle invoice no. 41526 later."),
        (60, 114, "We are sorry."),
    )  # fmt: skip
    assert Sorter(SCHEMAS).sort(Head("scan.pdf", "", [sheet_of(sheet)]))[0][0] == "generic"
