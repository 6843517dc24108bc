"""Documents are put into buckets and their fields are read; again after a change, never over the user."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.engine.buckets import FiledDocument, LibraryBuckets, schemas_of
from core.errors import UsageError
from core.events import DocumentFiled, Event, NoticeGiven, RunFinished
from core.fields.schema import BucketSchema, FieldSpec, FieldType, built_in_schemas
from core.fields.values import Method
from core.store.pages import PageRepository
from core.types import document_id_for
from tests.library_kit import Library, copy_library, make_pdf, open_library, prose

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


def make_sized_pdf(path: Path, lines: tuple[tuple[int, int, float, str], ...]) -> Path:
    return make_pdf(path, [[(float(x), float(y), size, text) for x, y, size, text in lines]])


def shown(library: Library, document_id: str) -> dict[str, str]:
    found = LibraryBuckets(library.database).filed(document_id)
    assert found is not None
    return {value.field: value.value.shown if value.value else "none" for value in found.values}


@dataclass
class Filing:
    """A library with an invoice that has been filed."""

    library: Library
    document_id: str
    buckets: LibraryBuckets

    def again(self) -> list[str]:
        """Work on; the buckets that documents were put into."""
        return filed(list(self.library.pipeline.run(CancelToken())))

    def found(self) -> FiledDocument:
        filed = self.buckets.filed(self.document_id)
        assert filed is not None
        return filed

    def shown(self) -> dict[str, str]:
        return shown(self.library, self.document_id)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("filing") / "home"
    library = open_library(home, files=True)
    library.ingest(make_sized_pdf(home.parent / "R-2041.pdf", INVOICE))
    library.close()
    return home


@pytest.fixture
def filing(template: Path, home: Path) -> Iterator[Filing]:
    copy_library(template, home)
    library = open_library(home, files=True)
    [document] = library.documents.all()
    assert document.document_id == document_id_for(document.content_hash)
    yield Filing(library, document.document_id, LibraryBuckets(library.database))
    library.close()


@pytest.fixture
def library(home: Path) -> Iterator[Library]:
    with closing(open_library(home, files=True)) as opened:
        yield opened


@pytest.fixture
def invoice(tmp_path: Path) -> Path:
    return make_sized_pdf(tmp_path / "R-2041.pdf", INVOICE)


def filed(events: list[Event]) -> list[str]:
    return [event.bucket for event in events if isinstance(event, DocumentFiled)]


def test_an_invoice_is_filed_with_its_values(filing: Filing) -> None:
    assert filing.found().sorting.bucket == "invoices"
    values = filing.shown()
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


def test_a_value_leads_to_its_words_on_the_page(filing: Filing) -> None:
    found = filing.found()
    for value in found.values:
        if value.span is None:
            continue
        page = PageRepository(filing.library.database).get(filing.document_id, value.page)
        assert page is not None
        text = page.text[value.span.start - page.span.start : value.span.end - page.span.start]
        assert " ".join(text.split()) == value.quote
        assert filing.buckets.boxes(filing.document_id, value)
    [total] = [value for value in found.values if value.field == "total_amount"]
    [box, *_] = filing.buckets.boxes(filing.document_id, total)
    assert box.x0 == pytest.approx(400, abs=2)


def test_nothing_is_read_twice(filing: Filing) -> None:
    assert filing.again() == []


def test_an_edited_schema_lets_its_documents_be_read_again(filing: Filing) -> None:
    mine = BucketSchema(
        bucket="invoices",
        description="Invoices",
        signs={"invoice": 5.0},
        fields=(FieldSpec(name="to_pay", type=FieldType.MONEY, labels=("total amount due",)),),
    )
    filing.buckets.keep_schema(mine)
    assert filing.again() == ["invoices"]
    assert filing.shown() == {"to_pay": "1190.00"}
    filing.buckets.forget_schema("invoices")
    assert filing.again() == ["invoices"]
    assert filing.shown()["total_amount"] == "1190.00"


def test_a_document_of_a_bucket_that_is_gone_is_sorted_anew(filing: Filing) -> None:
    filing.buckets.keep_schema(BucketSchema(bucket="letters", description="Letters", signs={"dear": 5.0}))
    filing.buckets.move([filing.document_id], "letters")
    assert filing.again() == ["letters"]
    filing.buckets.forget_schema("letters")
    assert filing.again() == ["invoices"]
    assert filing.shown()["total_amount"] == "1190.00"


def test_other_words_of_a_bucket_sort_the_documents_of_all_anew(filing: Filing) -> None:
    plain = built_in_schemas()["invoices"]
    filing.buckets.keep_schema(plain.model_copy(update={"signs": {}}))
    assert filing.again() == ["generic"]
    filing.buckets.forget_schema("invoices")
    assert filing.again() == ["invoices"]
    filing.buckets.keep_schema(
        BucketSchema(bucket="bills", description="Bills", signs={"total amount due": 20.0})
    )
    assert filing.again() == ["bills"]
    filing.buckets.keep_schema(plain.model_copy(update={"title": "Bills of ours"}))
    assert filing.again() == []


def test_whoever_corrected_a_value_has_said_where_the_document_belongs(filing: Filing) -> None:
    filing.buckets.correct(filing.document_id, "total_amount", "99 EUR", bucket="invoices")
    with pytest.raises(UsageError, match="by now"):
        filing.buckets.correct(filing.document_id, "total_amount", "98 EUR", bucket="contracts")
    schemas = built_in_schemas()
    signs = {"invoice": 20.0, "amount": 20.0, "date": 20.0}
    filing.buckets.keep_schema(schemas["contracts"].model_copy(update={"signs": signs}))
    filing.buckets.keep_schema(schemas["invoices"].model_copy(update={"signs": {}}))
    filing.again()
    assert filing.found().sorting.bucket == "invoices"
    assert filing.shown()["total_amount"] == "99"


def test_what_the_user_entered_stays(filing: Filing) -> None:
    filing.buckets.correct(filing.document_id, "total_amount", "1200 EUR")
    filing.buckets.correct(filing.document_id, "due_date", "")
    schema = built_in_schemas()["invoices"]
    filing.buckets.keep_schema(schema.model_copy(update={"signs": {"invoice": 9.0}}))
    assert filing.again() == ["invoices"]
    values = filing.shown()
    assert (values["total_amount"], values["due_date"]) == ("1200", "none")
    [total] = [value for value in filing.found().values if value.field == "total_amount"]
    assert total.method is Method.USER
    assert filing.buckets.drop_correction(filing.document_id, "total_amount")
    filing.again()
    assert filing.shown()["total_amount"] == "1190.00"


def test_what_the_user_entered_survives_another_type_of_its_field(filing: Filing) -> None:
    filing.buckets.correct(filing.document_id, "total_amount", "1200 EUR")
    filing.buckets.correct(filing.document_id, "due_date", "2024-06-05")
    filing.buckets.correct(filing.document_id, "iban", "")
    schema = built_in_schemas()["invoices"]

    def entered() -> dict[str, tuple[str, str]]:
        own = [value for value in filing.found().values if value.method is Method.USER]
        return {value.field: (value.value.shown if value.value else "", value.misfit) for value in own}

    def of_types(**types: FieldType) -> BucketSchema:
        fields = [
            FieldSpec(name=spec.name, type=types[spec.name]) if spec.name in types else spec
            for spec in schema.fields
        ]
        return schema.model_copy(update={"fields": tuple(fields)})

    now = filing.buckets.keep_schema(of_types(total_amount=FieldType.TEXT, due_date=FieldType.NUMBER))
    assert (now.converted, now.misfits) == (1, (("due_date", "2024-06-05"),))
    assert entered() == {"total_amount": ("1200 EUR", ""), "due_date": ("", "2024-06-05"), "iban": ("", "")}
    filing.again()
    assert entered()["due_date"] == ("", "2024-06-05")
    now = filing.buckets.forget_schema("invoices")
    assert (now.converted, now.misfits) == (2, ())
    assert entered() == {"total_amount": ("1200", ""), "due_date": ("2024-06-05", ""), "iban": ("", "")}


def test_where_the_user_put_a_document_it_stays(filing: Filing) -> None:
    filing.buckets.correct(filing.document_id, "total_amount", "1200 EUR")
    assert filing.buckets.move([filing.document_id, "no-such-document"], "contracts") == 1
    assert filing.again() == ["contracts"]
    assert "total_amount" not in filing.shown()
    filing.buckets.move([filing.document_id], "invoices")
    filing.again()
    assert filing.shown()["total_amount"] == "1200"


def test_the_sorter_learns_from_what_the_user_moved(library: Library, tmp_path: Path) -> None:
    notes = [
        make_pdf(tmp_path / f"note{number}.pdf", [prose(f"Valve V-{number}", 12, seed=7)])
        for number in range(3)
    ]
    buckets = LibraryBuckets(library.database)
    library.ingest(*notes[:2])
    first, second = (document.document_id for document in library.documents.all())
    before = buckets.filed(second)
    assert before is not None
    assert before.sorting.bucket != "manuals"
    buckets.move([first], "manuals")
    assert filed(library.ingest(notes[2])) == ["manuals"] * 3


def test_a_removed_document_leaves_no_values(filing: Filing) -> None:
    filing.library.pipeline.remove(filing.document_id)
    assert filing.library.database.query("SELECT * FROM fields") == []
    assert filing.library.database.query("SELECT * FROM sorted_documents") == []


def test_a_bucket_that_is_not_there_is_refused(filing: Filing) -> None:
    with pytest.raises(UsageError, match="no bucket letters"):
        filing.buckets.move([filing.document_id], "letters")
    with pytest.raises(UsageError, match="no field colour"):
        filing.buckets.correct(filing.document_id, "colour", "red")


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
