"""Which bucket a document goes to: what it is, not what it mentions."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fields.extraction.layout import sheet_of
from core.fields.schema import built_in_schemas
from core.fields.sorting import Head, Sorter
from core.types import Page
from tests.fields.test_reading_places import page


def bucket(sheet: Page) -> str:
    return Sorter(built_in_schemas()).sort(Head("Scan 12.pdf", "", [sheet_of(sheet)]))[0][0]


@pytest.mark.parametrize(
    "text",
    [
        "Bitte begleichen Sie die offene Rechnung Nr. 8812 erst im Mai.",
        "Der Mietvertrag für die Halle läuft aus, und wir ziehen um.",
        "The lease of the hall ends, so we shall move to another one.",
        "We have lost the invoice and the contract that you sent us.",
    ],
)
def test_what_a_letter_mentions_is_not_what_it_is(tmp_path: Path, text: str) -> None:
    sheet = page(tmp_path, (60, 130, "Guten Tag Frau Ahlers,"), (60, 160, text), (60, 190, "Jan Brandt"))
    assert bucket(sheet) == "generic"


def test_what_begins_a_line_of_a_sentence_is_mentioned_too(tmp_path: Path) -> None:
    sheet = page(tmp_path, (60, 150, "Wir bezahlen die erwähnte"), (60, 162, "Rechnung Nr. 8812 morgen."))
    assert bucket(sheet) == "generic"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Abschlagsrechnung", "invoices"),
        ("Rechnungskorrektur", "invoices"),
        ("Jagdpachtvertrag", "contracts"),
        ("Niederschrift", "generic"),
        ("Mitarbeiterzeitung", "generic"),
        ("Kalibrierprotokoll", "certificates"),
    ],
)
def test_a_title_says_what_it_is_compounds_too(tmp_path: Path, title: str, expected: str) -> None:
    sheet = page(tmp_path, (60, 300, "Siehe unten."), (60, 320, "Emden"), large=[(60, 100, title)])
    assert bucket(sheet) == expected


def test_what_says_this_is_the_document_itself(tmp_path: Path) -> None:
    sheet = page(tmp_path, (60, 300, "This invoice is payable at once."), (60, 320, "IBAN, VAT no. 7"))
    assert bucket(sheet) == "invoices"
