"""Answers over stored values: several currencies, amounts below zero, reminders, and what is suggested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.corpus.executor import LibraryExecutor
from core.corpus.library_routing import is_german, library_question
from core.engine.field_library import StoredFieldLibrary
from core.events import AnswerReady, Event, EventStamper, InputRequired
from core.fields.schema import built_in_schemas
from core.fields.values import FieldValue, Method, parse_value
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.fields import FieldRepository
from core.types import Answer, Confidence, Document, DocumentStatus, Span
from tests.corpus.test_decompose import TODAY

INVOICES = {
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
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredFieldLibrary]:
    database = filled(tmp_path_factory.mktemp("values"), INVOICES)
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


def ask(library: StoredFieldLibrary, question: str) -> Answer | InputRequired:
    asked = library_question(question, library, TODAY)
    assert asked is not None, "the question was left to the texts"
    executor = LibraryExecutor(
        library,
        asked,
        EventStamper(),
        lambda _ids: iter(()),
        CancelToken(),
        question=question,
        german=is_german(question),
        reads=lambda text: library_question(text, library, TODAY),
    )
    for event in executor.run():
        if isinstance(event, AnswerReady):
            return event.answer
        if isinstance(event, InputRequired):
            return event
    raise AssertionError("no answer and no question back")


def answer(library: StoredFieldLibrary, question: str) -> Answer:
    found = ask(library, question)
    assert isinstance(found, Answer)
    return found


def files(found: Answer) -> list[str]:
    return [line.split("|")[1].strip() for line in found.text.splitlines() if ".pdf" in line]


def test_a_list_of_names_that_is_denied(library: StoredFieldLibrary) -> None:
    found = answer(library, "List all invoices not from Acme GmbH or Bolt Ltd")
    assert files(found) == ["yen.pdf", "bare.pdf"]


def test_a_currency_is_any_amount_of_it(library: StoredFieldLibrary) -> None:
    found = answer(library, "What is the total of all invoices in euros?")
    assert "added up over 3 invoices: 740.00 EUR" in found.text
    assert "Only those that match: Total is in EUR." in found.text


def test_the_largest_are_the_largest_of_each_currency(library: StoredFieldLibrary) -> None:
    found = answer(library, "The 2 largest invoices")
    assert files(found) == ["euros.pdf", "few_euros.pdf", "bare.pdf", "yen.pdf", "dollars.pdf"]
    assert "several currencies cannot be compared" in found.text
    only_euros = answer(library, "The 2 largest invoices in euros")
    assert files(only_euros) == ["euros.pdf", "few_euros.pdf"]
    assert "currencies" not in only_euros.text


@pytest.mark.parametrize("question", ["How many invoices do we have?", "What is the total of all invoices?"])
def test_reminders_in_a_figure_are_told(library: StoredFieldLibrary, question: str) -> None:
    found = answer(library, question)
    assert any(entry.missing.startswith("Reminders among them: 1.") for entry in found.insufficiencies)
    assert found.confidence is Confidence.MEDIUM


def test_reminders_that_are_asked_for_are_not(library: StoredFieldLibrary) -> None:
    assert answer(library, "How many reminders do we have?").insufficiencies == ()
    assert answer(library, "How many invoices in 2024 do we have?").insufficiencies == ()


def test_credit_notes_without_a_minus_are_told(library: StoredFieldLibrary, tmp_path: Path) -> None:
    question = "What is the total of all invoices?"
    below_zero = answer(library, question)
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
def contracts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredFieldLibrary]:
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
    contracts: StoredFieldLibrary, question: str, count: int, told: str
) -> None:
    found = ask(contracts, question)
    assert isinstance(found, InputRequired)
    assert str(count) in found.prompt
    assert told in found.prompt
    assert len(found.options) == 4
    whole = library_question(question, contracts, TODAY)
    for option in found.options:  # each is read as one condition more
        read = library_question(option, contracts, TODAY)
        assert whole is not None
        assert read is not None
        [more] = [one for one in read.constraints if one not in whole.constraints]
        assert more.field == "contract_type"


def test_few_documents_are_summarised_from_their_texts(contracts: StoredFieldLibrary) -> None:
    question = "Summarise our contracts of 2015 – supply"
    asked = library_question(question, contracts, TODAY)
    assert asked is not None
    read: list[str] = []

    def read_texts(ids: Sequence[str]) -> Iterator[Event]:
        read.extend(ids)
        return iter(())

    executor = LibraryExecutor(
        contracts,
        asked,
        EventStamper(),
        read_texts,
        CancelToken(),
        question=question,
        german=False,
    )
    list(executor.run())
    assert sorted(read) == sorted(f"c{place}" for place in range(140) if place % 9 == 0 and place % 5 == 0)


def test_many_documents_are_listed_and_counted(contracts: StoredFieldLibrary) -> None:
    assert answer(contracts, "List all contracts").text.startswith("140 contracts. The first 50")
    assert answer(contracts, "How many contracts?").text.startswith("140 contracts.")


def test_times_that_reach_out_of_the_calendar(library: StoredFieldLibrary) -> None:
    assert len(files(answer(library, "Invoices of the last 9999 years"))) == len(INVOICES)


def test_what_is_suggested_asks_what_is_left(library: StoredFieldLibrary) -> None:
    found = ask(library, "List all invoices from Bolt over 9000 EUR")
    assert isinstance(found, InputRequired)
    assert found.options == ("List all invoices from Bolt",)
    bare = ask(library, "Invoices over 9000 EUR")  # "Invoices" alone asks for nothing
    assert isinstance(bare, InputRequired)
    assert bare.options == ()
