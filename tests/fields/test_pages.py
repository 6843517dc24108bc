"""What is read from a page: values and what only seems to be one, their places, and the bucket it goes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fields.extraction.extract import Known, pages_to_read, read_fields
from core.fields.extraction.layout import sheet_of
from core.fields.extraction.legal_forms import is_legal_form
from core.fields.schema import built_in_schemas
from core.types import Page, Span
from tests.cases import Case, cases, score
from tests.fields.pages import page, pages_of, sorted_into, values


@pytest.mark.parametrize("kind", ["values_of_documents", "values_of_lines", "values_of_tables"])
def test_values_of_a_page(kind: str, tmp_path: Path) -> None:
    def holds(case: Case) -> object:
        given = case.given
        pages = pages_of(given, tmp_path)
        found = values(given["bucket"], pages, given.get("language", "en"), given.get("name", ""))
        shown = {field: found.get(field) for field in case.expected}
        return shown == case.expected or f"expected {case.expected}, got {shown}"

    score(cases("pages", kind), holds)


def test_buckets_of_pages(tmp_path: Path) -> None:
    def holds(case: Case) -> object:
        bucket, confidence = sorted_into(pages_of(case.given, tmp_path))
        sure = confidence > case.given.get("above", 0)
        return (bucket == case.expected and sure) or f"expected {case.expected}, got {bucket}, {confidence}"

    score(cases("pages", "buckets"), holds)


def test_a_value_stands_where_its_words_stand(tmp_path: Path) -> None:
    for case in cases("pages", "values_of_documents"):
        pages = pages_of(case.given, tmp_path)
        language = case.given.get("language", "en")
        for entry in read_fields(built_in_schemas()[case.given["bucket"]], pages, Known(language)):
            assert 0 < entry.confidence < 1
            if entry.span is not None:
                text = pages[entry.page - 1].text[slice(entry.span.start, entry.span.end)]
                assert " ".join(text.split()).startswith(entry.quote.rstrip(",;")), case.id


def test_a_blank_page_has_no_values() -> None:
    sheet = Page(1, "", Span(0, 0), 595, 842)
    assert read_fields(built_in_schemas()["invoices"], [sheet], Known("en")) == []


def test_lines_without_boxes_are_read_too() -> None:
    text = "Invoice number | R-7\nInvoice date | 2024-05-03\nTotal amount due | 1,190.00 EUR"
    sheet = Page(1, text, Span(0, len(text)), 0, 0)
    found = read_fields(built_in_schemas()["invoices"], [sheet], Known("en"))
    assert {entry.field: entry.quote for entry in found if entry.method != "words"} == {
        "invoice_number": "R-7",
        "invoice_date": "2024-05-03",
        "total_amount": "1,190.00 EUR",
    }


def test_only_the_ends_of_a_long_document_are_read() -> None:
    assert pages_to_read(3) == [1, 2, 3]
    assert pages_to_read(9) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert pages_to_read(500) == [1, 2, 3, 4, 5, 6, 7, 8, 498, 499, 500]


def test_a_long_run_of_capitals_and_digits_takes_no_time() -> None:
    text = "Key: AB12" + "F" * 4000
    sheet = Page(1, text, Span(0, len(text)), 595, 842)
    found = read_fields(built_in_schemas()["invoices"], [sheet], Known("en"))
    assert all(value.field != "iban" for value in found)


def test_typewritten_words_are_one_cell(tmp_path: Path) -> None:
    sheet = page(tmp_path, (60, 200, "Bundesrepublik Deutschland"), (330, 200, "40"), font="cour")
    assert [cell.text for cell in sheet_of(sheet).rows[0].cells] == ["Bundesrepublik Deutschland", "40"]


def test_legal_forms() -> None:
    assert all(is_legal_form(form) for form in ("GmbH & Co. KG", "LLC", "gGmbH"))
    assert not is_legal_form("Partners LLC")
