"""Questions over documents in a real library: exact tables and figures, each value with its place."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.cancel import CancelToken
from core.corpus.asking.decompose import Vocabulary, decompose
from core.corpus.library_routing import is_about_fields, library_question
from core.corpus.tools import LibraryTools
from core.engine.buckets import LibraryBuckets
from core.engine.field_library import StoredFieldLibrary
from core.engine.tables import LibraryTables, TableQuery
from core.errors import Cancelled
from core.events import (
    AnswerReady,
    InputRequired,
    ToolReturned,
)
from core.fields.schema import built_in_schemas
from core.fields.values import FieldValue, Method, parse_value
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.fields.repository import FieldRepository
from core.types import Document, DocumentStatus, Span, StatementStatus, VerdictCode
from tests.benchmarks.agent.tasks import load_tasks
from tests.cases import Case, cases, plain, score
from tests.corpus.kit import TODAY, answer, asking, files, told_by
from tests.library_kit import Library, make_pdf, open_library, prose

INVOICES = (
    ("R-1", "Acme GmbH", "3 May 2023", "EUR 1,000.00", "EUR 190.00", "EUR 1,190.00"),
    ("R-2", "Acme GmbH", "9 July 2023", "EUR 200.00", "EUR 38.00", "EUR 238.00"),
    ("R-3", "Borealis AG", "2 February 2024", "USD 5,000.00", "USD 0.00", "USD 5,000.00"),
)


def invoice(folder: Path, number: str, vendor: str, date: str, net: str, tax: str, total: str) -> Path:
    lines = [
        (50.0, 60.0, 16.0, vendor),
        (50.0, 90.0, 14.0, "INVOICE"),
        (50.0, 120.0, 10.0, f"Invoice No.: {number}"),
        (50.0, 135.0, 10.0, f"Invoice date: {date}"),
        (50.0, 180.0, 10.0, "Net amount"),
        (400.0, 180.0, 10.0, net),
        (50.0, 195.0, 10.0, "VAT amount"),
        (400.0, 195.0, 10.0, tax),
        (50.0, 210.0, 10.0, "Total amount due"),
        (400.0, 210.0, 10.0, total),
    ]
    return make_pdf(folder / f"{number}.pdf", [lines])


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("library")
    opened = open_library(folder / "home", files=True)
    paths = [invoice(folder, *entry) for entry in INVOICES]
    opened.ingest(*paths, make_pdf(folder / "notes.pdf", [prose("Valve V-1", 10)]))
    yield opened
    opened.close()


def test_properties_that_are_asked_for_are_columns(library: Library) -> None:
    found = answer(library, "List all invoices with their VAT amount")
    assert "| 190.00" in found.text
    assert "| 190.00" not in answer(library, "List all invoices").text


def test_a_list_names_the_right_documents_with_their_places(library: Library) -> None:
    found = answer(library, "List all invoices from Acme in 2023")
    assert files(found) == ["R-1.pdf", "R-2.pdf"]
    assert "2 of 3 invoices match" in found.text
    assert [citation.number for citation in found.citations] == [1, 2]
    for statement in found.statements[1:]:
        assert statement.code == VerdictCode.FIELD
        assert statement.text in found.text
        assert statement.evidence
    for citation in found.citations:
        assert citation.chunk_id
        [span] = citation.spans
        page = library.database.query_one(
            "SELECT text, start_at FROM pages WHERE document_id = ? AND number = ?",
            (citation.document_id, citation.page),
        )
        assert page is not None
        cut = page["text"][span.start - page["start_at"] : span.end - page["start_at"]]
        assert " ".join(cut.split()) == citation.quote


def test_what_the_user_corrected_is_what_is_answered(library: Library) -> None:
    buckets = LibraryBuckets(library.database)
    [row] = library.database.query("SELECT document_id FROM documents WHERE filename = 'R-2.pdf'")
    buckets.correct(row["document_id"], "vendor_name", "Cedar & Sons")
    try:
        assert files(answer(library, "List all invoices from Cedar")) == ["R-2.pdf"]
        assert files(answer(library, "List all invoices from Acme")) == ["R-1.pdf"]
    finally:
        buckets.correct(row["document_id"], "vendor_name", "Acme GmbH")


def test_texts_of_a_few_documents_are_read(library: Library) -> None:
    read: list[Sequence[str]] = []
    list(asking(library, "What do our invoices from Acme say about late fees?", read))
    rows = library.database.query(
        "SELECT document_id FROM documents WHERE filename IN ('R-1.pdf', 'R-2.pdf')"
    )
    assert [set(document_ids) for document_ids in read] == [{row["document_id"] for row in rows}]


@pytest.mark.parametrize(
    "question",
    ["Which valve is used?", "How many contracts are there?", "Compare valve V-1 and V-2", "Hello"],
)
def test_other_questions_go_to_the_texts(library: Library, question: str) -> None:
    assert library_question(question, StoredFieldLibrary(library.database, None), TODAY) is None


def test_only_the_selected_documents_count(library: Library) -> None:
    [row] = library.database.query("SELECT document_id FROM documents WHERE filename = 'R-1.pdf'")
    fields = StoredFieldLibrary(library.database, [row["document_id"]])
    asked = library_question("How many invoices are there?", fields, TODAY)
    assert asked is not None
    assert fields.questions("invoices").count().count == 1


def test_what_is_filed_meanwhile_is_in_none_of_the_figures(library: Library) -> None:
    """The count of an answer, its sum and its rows are of one moment."""
    buckets = LibraryBuckets(library.database)
    [gone] = [entry.document_id for entry in library.documents.all() if entry.filename == "R-2.pdf"]
    events = asking(library, "What is the total amount of the invoices from Acme?")
    seen = list(itertools.takewhile(lambda event: not isinstance(event, ToolReturned), events))
    assert seen
    buckets.move([gone], "contracts")
    try:
        [ready] = [event for event in events if isinstance(event, AnswerReady)]
        assert "1,428.00 EUR" in ready.answer.text
        assert files(ready.answer) == ["R-1.pdf", "R-2.pdf"]
        assert "1,190.00 EUR" in answer(library, "What is the total amount of the invoices from Acme?").text
    finally:
        buckets.move([gone], "invoices")
        library.ingest()


def test_amounts_of_rows_that_a_tool_gives_have_their_currency(library: Library) -> None:
    tools = LibraryTools(StoredFieldLibrary(library.database, None), None, None, CancelToken())
    rows = tools.call("list", {"bucket": "invoices", "field": "total_amount"})["documents"]
    assert [row["values"]["total_amount"] for row in rows] == ["238.00 EUR", "1190.00 EUR", "5000.00 USD"]


def test_a_file_of_rows_is_of_one_moment(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.engine.tables._PAGE", 1)
    buckets = LibraryBuckets(library.database)
    rows = LibraryTables(library.database).all_rows(TableQuery("invoices"))
    first = next(rows)
    [other] = [entry.document_id for entry in library.documents.all() if entry.filename == "R-3.pdf"]
    before = buckets.filed(other)
    assert before is not None
    buckets.correct(other, "total_amount", "1 EUR")
    try:
        totals = {row.filename: row.values["total_amount"].value for row in [first, *rows]}
        assert totals["R-3.pdf"] is not None
        assert totals["R-3.pdf"].shown == "5000.00"
    finally:
        buckets.drop_correction(other, "total_amount")
        library.ingest()


def test_a_cell_cannot_break_its_table(library: Library) -> None:
    buckets = LibraryBuckets(library.database)
    [row] = library.database.query("SELECT document_id FROM documents WHERE filename = 'R-3.pdf'")
    nasty = "Evil | [x](http://example.org) ![i](file:///etc/passwd) <b>"
    buckets.correct(row["document_id"], "vendor_name", nasty)
    try:
        text = answer(library, "List all invoices in 2024").text
        assert "Evil \\| \\[x\\](http://example.org) !\\[i\\](file:///etc/passwd) \\<b\\>" in text
    finally:
        buckets.correct(row["document_id"], "vendor_name", "Borealis AG")


def test_a_count_is_weak_where_some_documents_have_no_value(library: Library) -> None:
    buckets = LibraryBuckets(library.database)
    [row] = library.database.query("SELECT document_id FROM documents WHERE filename = 'R-2.pdf'")
    buckets.correct(row["document_id"], "vendor_name", "")
    try:
        found = answer(library, "How many invoices from Acme do we have?")
        assert found.text.startswith("1 of 3 invoices match")
        assert found.statements[0].status is StatementStatus.WEAK
        assert "1 of 3 invoices has no Vendor" in found.statements[0].reason
    finally:
        buckets.correct(row["document_id"], "vendor_name", "Acme GmbH")


def test_stop_ends_the_run(library: Library) -> None:
    cancel = CancelToken()
    cancel.set()
    with pytest.raises(Cancelled):
        list(asking(library, "How many invoices do we have?", cancel=cancel))


def test_questions_about_reports_go_to_the_texts() -> None:
    """Of the tasks of the agent's benchmark, only one names nothing but a field's values and a text."""
    vocabulary = Vocabulary(
        built_in_schemas(), {"generic": {"organisation": ["Adobe", "Walmart", "PepsiCo"]}}
    )
    taken = [
        task.task_id
        for task in load_tasks()
        if is_about_fields(decompose(task.question, vocabulary, german=False, today=TODAY))
    ]
    assert taken == ["q-adobe-relations"]


def test_what_is_not_sorted_yet_is_counted_and_told(tmp_path: Path) -> None:
    opened = open_library(tmp_path / "home", files=True)
    try:
        opened.ingest(*(invoice(tmp_path, *entry) for entry in INVOICES))
        with opened.database.transaction() as changes:
            changes.execute(
                "DELETE FROM sorted_documents "
                "WHERE document_id = (SELECT MIN(document_id) FROM sorted_documents)"
            )
        found = answer(opened, "How many documents are there?")
        assert found.text == "3 documents together, 2 invoices, 1 that is not sorted yet."
    finally:
        opened.close()


VALUES = {
    "euros": {"vendor_name": "Acme GmbH", "total_amount": "1000 EUR", "invoice_date": "2022-05-01"},
    "few_euros": {"vendor_name": "Acme GmbH", "total_amount": "40 EUR", "invoice_date": "2022-06-01"},
    "credit": {
        "vendor_name": "Acme GmbH",
        "total_amount": "-300 EUR",
        "invoice_date": "2023-05-01",
        "document_type": "credit_note",
    },
    "dollars": {"vendor_name": "Bolt Ltd", "total_amount": "5000 USD", "invoice_date": "2024-03-01"},
    "yen": {"vendor_name": "Cora AG", "total_amount": "90000 JPY", "invoice_date": "2024-12-31"},
    "bare": {
        "vendor_name": "Dorn KG",
        "total_amount": "2500",
        "invoice_date": "2000-07-01",
        "document_type": "reminder",
    },
}


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredFieldLibrary]:
    database = filled(tmp_path_factory.mktemp("values"), VALUES)
    yield StoredFieldLibrary(database, None)
    database.close()


def filled(folder: Path, made: Mapping[str, Mapping[str, str]], bucket: str = "invoices") -> Database:
    database = Database(folder / "library.sqlite3")
    documents, fields = DocumentRepository(database), FieldRepository(database)
    schema = built_in_schemas()[bucket]
    for name, values in made.items():
        documents.add(
            Document(
                document_id=name,
                content_hash=name,
                path=f"/library/{name}.pdf",
                filename=f"{name}.pdf",
                title="",
                size_bytes=1,
                page_count=1,
                status=DocumentStatus.INDEXED,
                format="pdf",
            )
        )
        read = [
            FieldValue(field, parse_value(spec, text), Method.LABEL, 0.95, text, 1, Span(0, 1))
            for field, text in {"document_type": "invoice", **values}.items()
            if (spec := schema.field(field)) is not None
        ]
        fields.keep_read(name, bucket, 0.95, read, "1")
    return database


def test_credit_notes_without_a_minus_are_told(values: StoredFieldLibrary, tmp_path: Path) -> None:
    question = "What is the total of all invoices?"
    below_zero = answer(values, question)
    assert not any("Credit notes" in entry.missing for entry in below_zero.insufficiencies)
    notes = {
        "a": {"total_amount": "900 EUR"},
        "b": {"total_amount": "300 EUR", "document_type": "credit_note"},
        "c": {"total_amount": "-50 EUR", "document_type": "credit_note"},
    }
    database = filled(tmp_path, notes)
    own = StoredFieldLibrary(database, None)
    [told] = answer(own, question).insufficiencies
    assert told.missing.startswith("Credit notes among them: 1 (300.00 EUR).")
    assert answer(own, "What is the total of all invoices without credit notes?").insufficiencies == ()
    assert answer(own, "How many invoices do we have?").insufficiencies == ()
    database.close()


@pytest.fixture(scope="module")
def many_contracts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredFieldLibrary]:
    """140 contracts with Acme, signed from 2015 on; 28 of them are supply contracts."""
    kinds = ("lease", "service", "nda")
    made = {
        f"c{place}": {
            "contract_type": kinds[place % 3] if place % 5 else "supply",
            "signed_date": f"{2015 + place % 9}-03-01",
            "party_b": "Acme GmbH",
        }
        for place in range(140)
    }
    database = filled(tmp_path_factory.mktemp("contracts"), made, "contracts")
    yield StoredFieldLibrary(database, None)
    database.close()


@pytest.mark.parametrize(
    ("question", "count", "told"),
    [
        ("Summarise our contracts", 140, "By Kind: service (38), lease (37), nda (37), supply (28)."),
        ("Fasse unsere Verträge zusammen", 140, "Nach Art: service (38), "),
        ("Summarise all contracts with Acme since 2016.", 124, "By Kind: service (38), nda (37), "),
    ],
)
def test_too_many_documents_to_be_read_are_asked_back(
    many_contracts: StoredFieldLibrary, question: str, count: int, told: str
) -> None:
    [found] = [event for event in asking(many_contracts, question) if isinstance(event, InputRequired)]
    assert str(count) in found.prompt
    assert told in found.prompt
    assert len(found.options) == 4
    whole = library_question(question, many_contracts, TODAY)
    for option in found.options:  # each is read as one condition more
        read = library_question(option, many_contracts, TODAY)
        assert whole is not None
        assert read is not None
        [more] = [one for one in read.constraints if one not in whole.constraints]
        assert more.field == "contract_type"


def test_few_documents_are_summarised_from_their_texts(many_contracts: StoredFieldLibrary) -> None:
    question = "Summarise our contracts of 2015 – supply"
    read: list[Sequence[str]] = []
    list(asking(many_contracts, question, read))
    [ids] = read
    assert sorted(ids) == sorted(f"c{place}" for place in range(140) if place % 9 == 0 and place % 5 == 0)


def test_many_documents_are_listed_and_counted(many_contracts: StoredFieldLibrary) -> None:
    assert answer(many_contracts, "List all contracts").text.startswith("140 contracts. The first 50")
    assert answer(many_contracts, "How many contracts?").text.startswith("140 contracts.")


def sheet(folder: Path, name: str, number: str, cas: str, flash: str) -> Path:
    lines = [
        (50.0, 60.0, 16.0, "Fenland Chemicals Ltd"),
        (50.0, 90.0, 14.0, "Technical Data Sheet"),
        (50.0, 120.0, 10.0, f"Product number: {number}"),
        (50.0, 135.0, 10.0, "Product type: Solvent"),
        *([(50.0, 150.0, 10.0, f"CAS number: {cas}")] if cas else []),
        (50.0, 165.0, 10.0, f"Flash point: {flash}"),
        (50.0, 180.0, 10.0, "Physical properties: clear liquid"),
    ]
    return make_pdf(folder / f"{name}.pdf", [lines])


def certificate(folder: Path, name: str, product: str, cas: str, purity: str) -> Path:
    lines = [
        (50.0, 60.0, 16.0, "Basilisk Chemie AG"),
        (50.0, 90.0, 14.0, "Certificate of Analysis"),
        (50.0, 120.0, 10.0, f"Certificate no.: COA-{name}"),
        *([(50.0, 135.0, 10.0, f"Product: {product}")] if product else []),
        *([(50.0, 150.0, 10.0, f"CAS no.: {cas}")] if cas else []),
        (50.0, 165.0, 10.0, f"Purity: {purity}"),
        (50.0, 180.0, 10.0, "Date of issue: 5 December 2023"),
    ]
    return make_pdf(folder / f"{name}.pdf", [lines])


@pytest.fixture(scope="module")
def chemicals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("chemicals")
    opened = open_library(folder / "home", files=True)
    opened.ingest(
        sheet(folder, "acetone-sheet", "FC-1001", "67-64-1", "-18 °C"),
        sheet(folder, "butanol-sheet", "FC-1002", "71-36-3", "35 °C"),
        sheet(folder, "hexane-sheet", "FC-1003", "110-54-3", "-22 °C"),
        certificate(folder, "acetone-cert", "Acetone p.a.", "67-64-1", "99.8 %"),
        certificate(folder, "butanol-cert", "1-Butanol", "71-36-3", "99.1 %"),
        certificate(folder, "nameless-cert", "", "", "99.9 %"),
    )
    yield opened
    opened.close()


def in_any_order(told: Mapping[str, Any]) -> dict[str, Any]:
    """Lines of text and what they cite, without the numbers that tell their order."""
    lines = re.sub(r" \[\d+\]", "", told["text"]).splitlines()
    return {**told, "text": sorted(lines), "cited": sorted(row[1:] for row in told["cited"])}


ANSWERS = ("answers_of_invoices", "answers_of_values", "answers_of_chemicals")


@pytest.mark.parametrize("of", ANSWERS)
def test_answers(of: str, library: Library, values: StoredFieldLibrary, chemicals: Library) -> None:
    """Of the invoices, of stored values in several currencies, and over two buckets at once."""
    libraries = {
        "answers_of_invoices": library,
        "answers_of_values": values,
        "answers_of_chemicals": chemicals,
    }

    def holds(case: Case) -> object:
        told, expected = plain(told_by(list(asking(libraries[of], case.given["question"])))), case.expected
        if "any_order" in case.given:
            told, expected = in_any_order(told), in_any_order(expected)
        differ = {name: told.get(name) for name, value in expected.items() if told.get(name) != value}
        return str(differ) if differ else True

    score(cases("library_answers", of), holds)
