"""What a model proposes for empty fields is taken only as far as a page says it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.engine.buckets import LibraryBuckets
from core.engine.field_pass import FieldPass
from core.errors import Cancelled
from core.fields.extraction.proposed import accepted, answer_schema, empty_fields, task
from core.fields.schema import built_in_schemas
from core.fields.values import FieldValue, Method
from core.llm.grammars import compile_json_schema
from core.llm.scripted import ScriptedModel
from core.types import Page, Span
from tests.library_kit import Library, make_pdf, open_library

TEXT = (
    "The goods were handed over to\nNorthgate Marine Ltd on 3 May 2023, for 1,234.50 EUR in all, and passed."
)
PAGE = Page(2, TEXT, Span(1000, 1000 + len(TEXT)), 612.0, 792.0)
CERTIFICATES = built_in_schemas()["certificates"]
INVOICES = built_in_schemas()["invoices"]


def proposed(field: str, value: str, words: str, schema: str = "invoices") -> list[FieldValue]:
    answer = json.dumps({"values": [{"field": field, "words": words, "value": value}]})
    return accepted(answer, built_in_schemas()[schema].fields, [PAGE], german=False)


def test_a_value_keeps_its_place_and_is_unsure() -> None:
    [found] = proposed("customer_name", "Northgate Marine Ltd", "handed over to Northgate Marine Ltd")
    assert found.value is not None
    assert (found.value.shown, found.method, found.page) == ("Northgate Marine Ltd", Method.MODEL, 2)
    assert found.confidence < 0.6
    assert found.span is not None
    assert TEXT[found.span.start - 1000 : found.span.end - 1000] == "Northgate Marine Ltd"


@pytest.mark.parametrize(
    ("field", "value", "words", "shown"),
    [
        ("delivery_date", "3 May 2023", "on 3 May 2023", "2023-05-03"),
        ("total_amount", "1,234.50 EUR", "for 1,234.50 EUR in all", "1234.50"),
    ],
)
def test_dates_and_amounts_are_brought_into_their_form(
    field: str, value: str, words: str, shown: str
) -> None:
    [found] = proposed(field, value, words)
    assert found.value is not None
    assert found.value.shown == shown


def test_a_kind_is_told_by_its_words() -> None:
    [found] = proposed("passed", "true", "and passed", "certificates")
    assert (found.value.key if found.value else "", found.quote) == ("true", "passed")
    assert proposed("passed", "false", "and passed", "certificates") == []


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("customer_name", "Southgate Marine Ltd", "handed over to Northgate Marine Ltd"),
        ("customer_name", "Northgate Marine Ltd", "sold to Northgate Marine Ltd"),
        ("customer_name", "gate Marine Ltd", "Northgate Marine Ltd"),
        ("delivery_date", "handed over", "The goods were handed over"),
        ("total_amount", "1,234.50", "1,234.5"),
        ("iban", "Northgate Marine Ltd", "Northgate Marine Ltd"),
        ("no_such_field", "3 May 2023", "on 3 May 2023"),
        ("customer_name", "", ""),
    ],
)
def test_what_no_page_says_is_dropped(field: str, value: str, words: str) -> None:
    assert proposed(field, value, words) == []


@pytest.mark.parametrize(
    "answer", ['{"values": [{"field": "iban"', "[]", '{"values": 3}', '{"values": [3]}', ""]
)
def test_a_broken_answer_proposes_nothing(answer: str) -> None:
    assert accepted(answer, INVOICES.fields, [PAGE], german=False) == []


def test_only_empty_fields_are_asked_for() -> None:
    known = proposed("customer_name", "Northgate Marine Ltd", "Northgate Marine Ltd")
    specs = empty_fields(INVOICES, known)
    assert "customer_name" not in {spec.name for spec in specs}
    grammar = compile_json_schema(answer_schema(specs))
    assert "customer_name" not in grammar
    assert "due_date" in grammar
    assert "due_date (date)" in task(specs, TEXT)
    assert "customer_name" not in task(specs, TEXT)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("proposed")
    opened = open_library(folder / "home", files=True)
    text = f"INVOICE\n\nInvoice No.: R-77\n\nInvoice date: 3 May 2023\n\n{TEXT}"
    opened.ingest(make_pdf(folder / "R-77.pdf", [text]))
    yield opened
    opened.close()


def test_what_was_found_is_kept_and_nothing_else_is_touched(library: Library) -> None:
    buckets = LibraryBuckets(library.database)
    [row] = library.database.query("SELECT document_id FROM documents")
    document_id = row["document_id"]
    before = buckets.filed(document_id)
    assert before is not None
    assert before.sorting.bucket == "invoices"
    assert "delivery_date" not in {value.field for value in before.values}
    answer = {
        "values": [
            {"field": "delivery_date", "words": "on 3 May 2023", "value": "3 May 2023"},
            {"field": "iban", "words": "on 3 May 2023", "value": "3 May 2023"},
        ]
    }
    model = ScriptedModel([answer])
    assert FieldPass(library.database, model).fill(document_id, buckets.schemas(), CancelToken()) == 1
    after = buckets.filed(document_id)
    assert after is not None
    added = {value.field: value for value in after.values if value not in before.values}
    assert set(added) == {"delivery_date"}
    assert added["delivery_date"].method is Method.MODEL
    assert buckets.boxes(document_id, added["delivery_date"])
    cancel = CancelToken()
    cancel.set()
    with pytest.raises(Cancelled):
        FieldPass(library.database, ScriptedModel([answer])).fill(document_id, buckets.schemas(), cancel)
