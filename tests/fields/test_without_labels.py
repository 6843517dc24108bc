"""Values that no label stands beside, and neighbours that are no values: pages of words at their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.types import Page
from tests.fields.test_reading_places import page, values


def lines(folder: Path, *texts: str, y: float = 200) -> Page:
    return page(folder, *((60, y + 14 * number, text) for number, text in enumerate(texts)))


def test_the_number_before_a_revision_is_the_document_s(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 100, "Karst Seals GmbH"), (200, 100, "OM-4471-EN Rev. C"), (360, 100, "3 May 2021"),
        (60, 130, "Keep these instructions with the machine."),
    )  # fmt: skip
    assert values("manuals", sheet)["document_number"] == "OM-4471-EN"


@pytest.mark.parametrize("text", ["12.03.2021 Rev. C", "V2.1 Rev. 3", "420 Rev. 3", "Press PX-20 Rev. 3"])
def test_what_has_a_revision_may_be_no_number_of_a_document(tmp_path: Path, text: str) -> None:
    sheet = page(tmp_path, (60, 100, "Karst Seals GmbH"), (200, 100, text), (60, 130, "Wear gloves."))
    assert "document_number" not in values("manuals", sheet)


@pytest.mark.parametrize(
    ("bucket", "field", "line", "number"),
    [
        ("contracts", "contract_number", "Lease of a Workshop and Yard no. HL-2021/7", "HL-2021/7"),
        ("contracts", "contract_number", "Pachtvertrag über eine Wiese Nr. 17/2020", "17/2020"),
        ("invoices", "invoice_number", "Storno der Rechnung Nummer ST-0081", "ST-0081"),
    ],
)
def test_the_number_at_the_end_of_a_title(
    tmp_path: Path, bucket: str, field: str, line: str, number: str
) -> None:
    sheet = lines(tmp_path, line, "We refer to our talk of last week.")
    assert values(bucket, sheet)[field] == number


def test_the_number_of_something_else_in_a_sentence_is_not_the_document_s(tmp_path: Path) -> None:
    sheet = lines(tmp_path, "The parties end the lease of 2019 and agree on what follows under item no. 5")
    assert "contract_number" not in values("contracts", sheet)


def test_a_reminder_has_the_day_of_the_invoice_that_it_names(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (400, 120, "Lyon, 9 June 2022"),
        (60, 200, "Second reminder"),
        (60, 220, "Our invoice no. F-8812 dated 11 April 2022 over EUR 310.00 has not been paid yet."),
    )  # fmt: skip
    found = values("invoices", sheet)
    assert (found["invoice_number"], found["invoice_date"]) == ("F-8812", "2022-04-11")


def test_a_credit_note_has_its_own_day(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (400, 120, "Lyon, 9 June 2022"),
        (60, 160, "Credit memo number: C-0031"),
        (60, 220, "for our invoice F-8812 dated 11 April 2022, goods returned"),
    )
    found = values("invoices", sheet)
    assert (found["invoice_number"], found["invoice_date"]) == ("C-0031", "2022-06-09")


def test_a_postal_code_in_the_next_column_is_no_number(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Invoice no."), (240, 200, "83278 Traunstein"),
        (60, 212, "F-8812"), (240, 212, "Germany"),
    )  # fmt: skip
    assert values("invoices", sheet)["invoice_number"] == "F-8812"


def test_a_title_beside_a_label_is_nobody_s_name(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 100, "Bill to"), (60, 120, "Karst Seals GmbH"), (60, 134, "Mill Lane 4"),
        large=[(400, 100, "Receipt")],
    )  # fmt: skip
    assert values("invoices", sheet)["customer_name"] == "Karst Seals GmbH"


def test_a_press_release_begins_with_its_place_and_day(tmp_path: Path) -> None:
    release = page(
        tmp_path,
        (60, 80, "PRESS RELEASE"),
        (60, 160, "BREMEN, 14 March 2023 - Sales of seals rose by a tenth."),
        (60, 174, "Earnings followed suit, and 40 people were hired for the plant in Emden."),
        large=[(60, 120, "Karst Seals Announces Results for 2022")],
    )
    found = values("generic", release)
    assert found["document_date"] == "2023-03-14"
    assert found["year"] == "2022"
    assert found["document_kind"] == "earnings_release"


def test_the_year_in_a_title_is_what_it_is_about_unless_it_is_that_of_a_law(tmp_path: Path) -> None:
    body = [(60.0, 300.0 + 14 * number, "Nothing of note was said about this.") for number in range(4)]
    report = page(tmp_path, *body, (60, 700, "Emden, 2 May 2023"), large=[(60, 100, "Plant Report 2021")])
    assert values("generic", report)["year"] == "2021"
    law = page(tmp_path, *body, (60, 700, "Emden, 2 May 2023"), large=[(60, 100, "Under the Act of 1934")])
    assert values("generic", law)["year"] == "2023"


def test_a_name_that_goes_on_in_the_second_line_of_a_title(tmp_path: Path) -> None:
    body = [(60.0, 300.0 + 14 * number, "Nothing of note was said about this.") for number in range(4)]
    sheet = page(
        tmp_path,
        *body,
        large=[(60, 80, "Report of the board of Lumen"), (60, 104, "Optics S.r.l., May 2023")],
    )
    assert values("generic", sheet)["organisation"] == "Lumen Optics S.r.l."


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("Ann Reed", "has attended the course “First Aid” on 2 July 2021."),
        ("Ann Reed", "successfully completed the course “First Aid”."),
        ("Jörg Ahlers", "hat am 24. Sept. 2020 an der Schulung „Erste Hilfe“ teilgenommen."),
    ],
)
def test_who_took_part_stands_above_the_sentence_that_says_so(tmp_path: Path, name: str, rest: str) -> None:
    sheet = lines(tmp_path, "Bremen School of Safety", name, rest)
    assert values("certificates", sheet)["holder"] == name


def test_what_a_batch_is_of_is_the_product(tmp_path: Path) -> None:
    sheet = lines(tmp_path, "Lot 88-A of n-Hexane p.a., filled on 3 May 2022, was tested. Assay 99.4 %.")
    assert values("certificates", sheet)["product"] == "n-Hexane p.a."


def test_small_letters_before_a_name_of_a_substance_are_part_of_it(tmp_path: Path) -> None:
    assert values("certificates", lines(tmp_path, "Product: tert-Butanol"))["product"] == "tert-Butanol"
    assert "product" not in values("certificates", lines(tmp_path, "Product: see the enclosed list"))


def test_a_point_between_units_does_not_end_a_name(tmp_path: Path) -> None:
    found = values("certificates", lines(tmp_path, "Instrument: Torque wrench 5-25 N·m"))
    assert found["product"] == "Torque wrench 5-25 N·m"


def test_a_package_stands_before_its_label(tmp_path: Path) -> None:
    sheet = lines(tmp_path, "BD139", "It comes in a TO-126 plastic package with a hole for a screw.")
    assert values("datasheets", sheet)["package"] == "TO-126"


def test_the_number_of_a_heading_keeps_the_capitals_before_it(tmp_path: Path) -> None:
    sheet = page(
        tmp_path, (60, 200, "For metals."), (60, 214, "Keep dry."), large=[(60, 100, "Fixwell TL 88-H")]
    )
    assert values("datasheets", sheet)["part_number"] == "TL 88-H"


def test_verbs_stand_where_labels_do(tmp_path: Path) -> None:
    english = lines(
        tmp_path, "The machine weighs 61 kg and runs on 230 V AC.", "After 500 h: carry out maintenance"
    )
    german = lines(
        tmp_path, "Das Gerät wiegt 61 kg und wird mit 230 V betrieben.", "Nach 500 h: Wartung durchführen"
    )
    for sheet in (english, german):
        found = values("manuals", sheet)
        assert (found["weight"], found["voltage"]) == ("61 kg", "230 V")
        assert found["service_interval_hours"] == "500 h"


def test_what_follows_in_small_letters_is_no_name_nor_is_the_next_column(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Wear personal protective equipment: gloves,"), (330, 200, "3 Cleaning"),
        (60, 214, "goggles and a mask."), (330, 214, "Wipe it with a dry cloth."),
    )  # fmt: skip
    assert "product_name" not in values("manuals", sheet)


def test_two_labels_of_one_field_head_no_table(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Operating junction temperature range"), (300, 200, "TJ"),
        (400, 200, "-40"), (440, 200, "+125 °C"),
        (60, 220, "Typical values at 25 °C"),
    )  # fmt: skip
    found = values("datasheets", sheet)
    assert (found["temperature_min"], found["temperature_max"]) == ("-40 °C", "125 °C")


@pytest.mark.parametrize("term", ["7. Term", "Term:"])
def test_the_value_of_the_next_field_is_not_this_one_s(tmp_path: Path, term: str) -> None:
    following = "8. Notice" if term[0].isdigit() else "Notice:"
    sheet = page(
        tmp_path,
        (60, 200, term), (240, 200, "open-ended"),
        (60, 222, following), (240, 222, "fourteen (14) days"),
    )  # fmt: skip
    found = values("contracts", sheet)
    assert found["notice_period_days"] == "14 days"
    assert "term_months" not in found


def test_a_day_is_no_number_of_a_contract(tmp_path: Path) -> None:
    sheet = page(
        tmp_path, (60, 200, "zum Kaufvertrag"), (60, 230, "31. Oktober 2024"), (240, 230, "CHF 195.00")
    )
    assert "contract_number" not in values("contracts", sheet, "de")


def test_who_is_written_to_under_a_label_may_stand_beside_another_column(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 120, "karst-seals.example"), (240, 120, "Für"),
        (60, 132, "DE 1"), (240, 132, "Ingrid Ahlers"),
        (240, 144, "Mühlenweg 4"),
        (240, 156, "26721 Emden"),
    )  # fmt: skip
    assert values("invoices", sheet)["customer_name"] == "Ingrid Ahlers"


@pytest.mark.parametrize("town", ["60-101 Poznań", "111 22 Stockholm", "83278 Traunstein"])
def test_a_sender_line_is_not_whom_it_is_sent_to(tmp_path: Path, town: str) -> None:
    sheet = page(
        tmp_path,
        (60, 120, f"Zielone Sp. z o.o. · Fabryczna 17 · {town}"),
        (60, 134, "Karst Seals GmbH"),
        (60, 148, "Mühlenweg 4"),
        (60, 162, "26721 Emden"),
    )
    assert values("invoices", sheet)["customer_name"] == "Karst Seals GmbH"


def test_a_standard_with_its_year_tells_the_kind_of_a_certificate(tmp_path: Path) -> None:
    sheet = page(tmp_path, (60, 200, "Norm"), (60, 214, "ISO 45001:2018"), large=[(60, 100, "ZERTIFIKAT")])
    assert values("certificates", sheet)["certificate_type"] == "management_system"


def test_figures_of_a_table_tell_which_mark_is_the_decimal_one(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 180, "Water content not more than 0.1 %."),
        (60, 200, "Density"), (240, 200, "1,100"), (300, 200, "g/cm³"),
        (60, 214, "Molar mass"), (240, 214, "78,13"), (300, 214, "g/mol"),
    )  # fmt: skip
    assert values("datasheets", sheet)["density"] == "1.100 g/cm³"


def test_a_kind_goes_on_in_the_next_line(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Type"), (240, 200, "Quiet operational"),
        (240, 212, "amplifier"),
        (60, 226, "Package"), (240, 226, "SO-8"),
    )  # fmt: skip
    assert values("datasheets", sheet)["device_type"] == "op_amp"


def test_the_column_of_typical_figures_is_no_type(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Parameter"), (240, 200, "Min."), (300, 200, "Typ."), (360, 200, "Max."),
        (60, 214, "DC current gain"), (240, 214, "110"), (300, 214, "22020"), (360, 214, "450"),
    )  # fmt: skip
    assert "part_number" not in values("datasheets", sheet)


def test_a_name_with_digits_in_it_is_no_number(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Cat. no. KX-118"),
        (60, 214, "Colourless."),
        large=[(60, 100, "2-Methyl-1-propanol")],
    )
    assert values("datasheets", sheet)["part_number"] == "KX-118"


def test_a_number_right_below_its_label_goes_before_the_next_column(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Invoice #"), (240, 200, "702 Elm Street"),
        (60, 211, "F-8812"), (240, 211, "Dayton"),
        (60, 240, "Your order"), (240, 240, "11"), (300, 240, "reels"),
        (60, 251, "PX-20"),
    )  # fmt: skip
    found = values("invoices", sheet)
    assert (found["invoice_number"], found["purchase_order"]) == ("F-8812", "PX-20")


def test_no_is_an_answer_where_it_stands_beside_a_question(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 200, "Auto-renewal"), (240, 200, "No"),
        (60, 214, "Annual rent"), (240, 214, "60.350,00 EUR"),
    )  # fmt: skip
    assert "contract_number" not in values("contracts", sheet)


def test_this_agreement_says_its_own_number(tmp_path: Path) -> None:
    sheet = lines(tmp_path, "Dieser Vertrag Nr. VK 0126 wird zwischen den Parteien unten geschlossen.")
    assert values("contracts", sheet)["contract_number"] == "VK 0126"


def test_who_sends_a_letter_needs_no_legal_form(tmp_path: Path) -> None:
    sheet = page(
        tmp_path,
        (60, 120, "Malerei Ahlers · Mühlenweg 4 · 26721 Emden"),
        (60, 134, "Karst Seals GmbH"),
        (60, 148, "Dorfstraße 9"),
        (60, 162, "83278 Traunstein"),
    )
    found = values("invoices", sheet)
    assert (found["vendor_name"], found["customer_name"]) == ("Malerei Ahlers", "Karst Seals GmbH")


def test_the_name_of_a_company_does_not_tell_the_kind_of_a_contract(tmp_path: Path) -> None:
    body = [(60.0, 300.0 + 14 * number, "Nothing of note was said about this.") for number in range(4)]
    sheet = page(tmp_path, *body, (60, 200, "Loan agreement"), large=[(60, 60, "Acme Lease Inc.")])
    assert values("contracts", sheet)["contract_type"] == "other"


def test_a_plus_ends_a_range_that_begins_at_zero(tmp_path: Path) -> None:
    sheet = page(
        tmp_path, (60, 200, "Operating temperature"), (240, 200, "0"), (300, 200, "+85 °C"), (60, 230, "End")
    )
    found = values("datasheets", sheet)
    assert (found["temperature_min"], found["temperature_max"]) == ("0 °C", "85 °C")
