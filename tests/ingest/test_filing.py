"""Documents are put into buckets and their fields are read; again after a change, never over the user."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.engine.buckets import LibraryBuckets, schemas_of
from core.errors import UsageError
from core.events import DocumentFiled, Event, NoticeGiven, RunFinished
from core.fields.schema import BucketSchema, FieldSpec, FieldType, built_in_schemas
from core.fields.values import Method
from core.store.pages import PageRepository
from core.types import document_id_for
from tests.library_kit import Library, make_pdf, open_library, prose

INVOICE = (
    (50, 60, 16.0, "INVOICE"),
    (50, 100, 10.0, "Invoice No.: R-2041"),
    (50, 115, 10.0, "Invoice date: 3 May 2024"),
    (50, 130, 10.0, "Due date: 2 June 2024"),
    (50, 180, 10.0, "Net amount"),
    (400, 180, 10.0, "EUR 1,000.00"),
    (50, 195, 10.0, "VAT 19 %"),
    (400, 195, 10.0, "EUR 190.00"),
    (50, 210, 10.0, "Total amount due"),
    (400, 210, 10.0, "EUR 1,190.00"),
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = open_library(tmp_path / "home", files=True)
    yield opened
    opened.close()


@pytest.fixture
def invoice(tmp_path: Path) -> Path:
    return make_sized_pdf(tmp_path / "R-2041.pdf", INVOICE)


def make_sized_pdf(path: Path, lines: tuple[tuple[int, int, float, str], ...]) -> Path:
    return make_pdf(path, [[(float(x), float(y), size, text) for x, y, size, text in lines]])


def filed(events: list[Event]) -> list[tuple[str, str]]:
    return [(event.filename, event.bucket) for event in events if isinstance(event, DocumentFiled)]


def id_of(library: Library, path: Path) -> str:
    [document] = [entry for entry in library.documents.all() if entry.path == str(path)]
    assert document.document_id == document_id_for(document.content_hash)
    return document.document_id


def shown(library: Library, document_id: str) -> dict[str, str]:
    found = LibraryBuckets(library.database).filed(document_id)
    assert found is not None
    return {value.field: value.value.shown if value.value else "none" for value in found.values}


def test_an_invoice_is_filed_with_its_values(library: Library, invoice: Path) -> None:
    events = library.ingest(invoice)
    assert filed(events) == [("R-2041.pdf", "invoices")]
    document_id = id_of(library, invoice)
    values = shown(library, document_id)
    expected = {
        "invoice_number": "R-2041",
        "document_type": "invoice",
        "invoice_date": "2024-05-03",
        "due_date": "2024-06-02",
        "net_amount": "1000.00",
        "tax_rate": "19",
        "tax_amount": "190.00",
        "total_amount": "1190.00",
    }
    assert {name: values.get(name) for name in expected} == expected


def test_a_value_leads_to_its_words_on_the_page(library: Library, invoice: Path) -> None:
    library.ingest(invoice)
    document_id = id_of(library, invoice)
    buckets = LibraryBuckets(library.database)
    found = buckets.filed(document_id)
    assert found is not None
    for value in found.values:
        if value.span is None:
            continue
        page = PageRepository(library.database).get(document_id, value.page)
        assert page is not None
        text = page.text[value.span.start - page.span.start : value.span.end - page.span.start]
        assert " ".join(text.split()) == value.quote
        assert buckets.boxes(document_id, value)
    [total] = [value for value in found.values if value.field == "total_amount"]
    [box, *_] = buckets.boxes(document_id, total)
    assert box.x0 == pytest.approx(400, abs=2)


def test_nothing_is_read_twice(library: Library, invoice: Path) -> None:
    library.ingest(invoice)
    assert filed(list(library.pipeline.run(CancelToken()))) == []


def test_an_edited_schema_lets_its_documents_be_read_again(library: Library, invoice: Path) -> None:
    library.ingest(invoice)
    mine = BucketSchema(
        bucket="invoices",
        description="Invoices",
        signs={"invoice": 5.0},
        fields=(FieldSpec(name="to_pay", type=FieldType.MONEY, labels=("total amount due",)),),
    )
    LibraryBuckets(library.database).keep_schema(mine)
    assert filed(list(library.pipeline.run(CancelToken()))) == [("R-2041.pdf", "invoices")]
    assert shown(library, id_of(library, invoice)) == {"to_pay": "1190.00"}
    LibraryBuckets(library.database).forget_schema("invoices")
    assert filed(list(library.pipeline.run(CancelToken()))) == [("R-2041.pdf", "invoices")]
    assert shown(library, id_of(library, invoice))["total_amount"] == "1190.00"


def test_a_document_of_a_bucket_that_is_gone_is_sorted_anew(library: Library, invoice: Path) -> None:
    library.ingest(invoice)
    document_id, buckets = id_of(library, invoice), LibraryBuckets(library.database)
    buckets.keep_schema(BucketSchema(bucket="letters", description="Letters", signs={"dear": 5.0}))
    buckets.move([document_id], "letters")
    assert filed(list(library.pipeline.run(CancelToken()))) == [("R-2041.pdf", "letters")]
    buckets.forget_schema("letters")
    assert filed(list(library.pipeline.run(CancelToken()))) == [("R-2041.pdf", "invoices")]
    assert shown(library, document_id)["total_amount"] == "1190.00"


def test_other_words_of_a_bucket_sort_the_documents_of_all_anew(library: Library, invoice: Path) -> None:
    library.ingest(invoice)
    buckets = LibraryBuckets(library.database)
    plain = built_in_schemas()["invoices"]
    buckets.keep_schema(plain.model_copy(update={"signs": {}}))
    assert filed(list(library.pipeline.run(CancelToken()))) == [("R-2041.pdf", "generic")]
    buckets.forget_schema("invoices")
    assert filed(list(library.pipeline.run(CancelToken()))) == [("R-2041.pdf", "invoices")]
    buckets.keep_schema(BucketSchema(bucket="bills", description="Bills", signs={"total amount due": 20.0}))
    assert filed(list(library.pipeline.run(CancelToken()))) == [("R-2041.pdf", "bills")]
    buckets.keep_schema(plain.model_copy(update={"title": "Bills of ours"}))
    assert filed(list(library.pipeline.run(CancelToken()))) == []


def test_whoever_corrected_a_value_has_said_where_the_document_belongs(
    library: Library, invoice: Path
) -> None:
    library.ingest(invoice)
    document_id, buckets = id_of(library, invoice), LibraryBuckets(library.database)
    buckets.correct(document_id, "total_amount", "99 EUR", bucket="invoices")
    with pytest.raises(UsageError, match="by now"):
        buckets.correct(document_id, "total_amount", "98 EUR", bucket="contracts")
    schemas = built_in_schemas()
    signs = {"invoice": 20.0, "amount": 20.0, "date": 20.0}
    buckets.keep_schema(schemas["contracts"].model_copy(update={"signs": signs}))
    buckets.keep_schema(schemas["invoices"].model_copy(update={"signs": {}}))
    list(library.pipeline.run(CancelToken()))
    found = buckets.filed(document_id)
    assert found is not None
    assert found.sorting.bucket == "invoices"
    assert shown(library, document_id)["total_amount"] == "99"


def test_what_the_user_entered_stays(library: Library, invoice: Path) -> None:
    library.ingest(invoice)
    document_id, buckets = id_of(library, invoice), LibraryBuckets(library.database)
    buckets.correct(document_id, "total_amount", "1200 EUR")
    buckets.correct(document_id, "due_date", "")
    schema = built_in_schemas()["invoices"]
    buckets.keep_schema(schema.model_copy(update={"signs": {"invoice": 9.0}}))
    assert filed(list(library.pipeline.run(CancelToken()))) == [("R-2041.pdf", "invoices")]
    values = shown(library, document_id)
    assert (values["total_amount"], values["due_date"]) == ("1200", "none")
    found = buckets.filed(document_id)
    assert found is not None
    [total] = [value for value in found.values if value.field == "total_amount"]
    assert total.method is Method.USER
    assert buckets.drop_correction(document_id, "total_amount")
    list(library.pipeline.run(CancelToken()))
    assert shown(library, document_id)["total_amount"] == "1190.00"


def test_what_the_user_entered_survives_another_type_of_its_field(library: Library, invoice: Path) -> None:
    library.ingest(invoice)
    document_id, buckets = id_of(library, invoice), LibraryBuckets(library.database)
    buckets.correct(document_id, "total_amount", "1200 EUR")
    buckets.correct(document_id, "due_date", "2024-06-05")
    buckets.correct(document_id, "iban", "")
    schema = built_in_schemas()["invoices"]

    def entered() -> dict[str, tuple[str, str]]:
        found = buckets.filed(document_id)
        assert found is not None
        own = [value for value in found.values if value.method is Method.USER]
        return {value.field: (value.value.shown if value.value else "", value.misfit) for value in own}

    def of_types(**types: FieldType) -> BucketSchema:
        fields = [
            FieldSpec(name=spec.name, type=types[spec.name]) if spec.name in types else spec
            for spec in schema.fields
        ]
        return schema.model_copy(update={"fields": tuple(fields)})

    now = buckets.keep_schema(of_types(total_amount=FieldType.TEXT, due_date=FieldType.NUMBER))
    assert (now.converted, now.misfits) == (1, (("due_date", "2024-06-05"),))
    assert entered() == {"total_amount": ("1200 EUR", ""), "due_date": ("", "2024-06-05"), "iban": ("", "")}
    list(library.pipeline.run(CancelToken()))
    assert entered()["due_date"] == ("", "2024-06-05")
    now = buckets.forget_schema("invoices")
    assert (now.converted, now.misfits) == (2, ())
    assert entered() == {"total_amount": ("1200", ""), "due_date": ("2024-06-05", ""), "iban": ("", "")}


def test_where_the_user_put_a_document_it_stays(library: Library, invoice: Path) -> None:
    library.ingest(invoice)
    document_id, buckets = id_of(library, invoice), LibraryBuckets(library.database)
    buckets.correct(document_id, "total_amount", "1200 EUR")
    assert buckets.move([document_id, "no-such-document"], "contracts") == 1
    assert filed(list(library.pipeline.run(CancelToken()))) == [("R-2041.pdf", "contracts")]
    assert "total_amount" not in shown(library, document_id)
    buckets.move([document_id], "invoices")
    list(library.pipeline.run(CancelToken()))
    assert shown(library, document_id)["total_amount"] == "1200"


def test_the_sorter_learns_from_what_the_user_moved(library: Library, tmp_path: Path) -> None:
    notes = [
        make_pdf(tmp_path / f"note{number}.pdf", [prose(f"Valve V-{number}", 12, seed=7)])
        for number in range(3)
    ]
    buckets = LibraryBuckets(library.database)
    library.ingest(*notes[:2])
    first, second = (id_of(library, path) for path in notes[:2])
    before = buckets.filed(second)
    assert before is not None
    assert before.sorting.bucket != "manuals"
    buckets.move([first], "manuals")
    assert ("note2.pdf", "manuals") in filed(library.ingest(notes[2]))
    again = buckets.filed(second)
    assert again is not None
    assert again.sorting.bucket == "manuals"


def test_a_removed_document_leaves_no_values(library: Library, invoice: Path) -> None:
    library.ingest(invoice)
    library.pipeline.remove(id_of(library, invoice))
    assert library.database.query("SELECT * FROM fields") == []
    assert library.database.query("SELECT * FROM sorted_documents") == []


def test_a_bucket_that_is_not_there_is_refused(library: Library, invoice: Path) -> None:
    library.ingest(invoice)
    buckets, document_id = LibraryBuckets(library.database), id_of(library, invoice)
    with pytest.raises(UsageError, match="no bucket letters"):
        buckets.move([document_id], "letters")
    with pytest.raises(UsageError, match="no field colour"):
        buckets.correct(document_id, "colour", "red")


def test_filing_that_makes_no_progress_ends_with_a_sentence(
    library: Library, invoice: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was filed is asked for again, for ever: the run ends, and goes on with the other documents."""
    monkeypatch.setattr(
        "core.ingest.stages.filing.read_mark", lambda *_, **__: "never the one that is asked for"
    )
    events = library.ingest(invoice, make_pdf(tmp_path / "note.pdf", [prose("Valve V-1", 12)]))
    assert isinstance(events[-1], RunFinished)
    assert events[-1].outcome == "done"
    told = [event.message for event in events if isinstance(event, NoticeGiven) and event.code == "not_filed"]
    assert sorted(message.split()[0] for message in told) == ["R-2041.pdf", "note.pdf"]


def test_a_document_that_cannot_be_understood_is_filed_without_values(
    library: Library, invoice: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr("core.ingest.stages.own_patterns.read_fields", broken)
    events = library.ingest(invoice)
    assert [event.values for event in events if isinstance(event, DocumentFiled)] == [0]
    assert filed(list(library.pipeline.run(CancelToken()))) == []
    assert schemas_of(library.database)
