"""Questions over real documents in a real library: exact tables and figures, each value with its place."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.corpus.asking.decompose import Vocabulary, decompose
from core.corpus.executor import LibraryExecutor
from core.corpus.library_routing import is_about_fields, is_german, library_question
from core.corpus.tools import LibraryTools
from core.engine.buckets import LibraryBuckets
from core.engine.field_library import StoredFieldLibrary
from core.engine.tables import LibraryTables, TableQuery
from core.errors import Cancelled
from core.events import (
    AnswerReady,
    Event,
    EventStamper,
    InputRequired,
    QuestionDecomposed,
    RunFinished,
    ToolCalled,
    ToolReturned,
)
from core.fields.schema import built_in_schemas
from core.types import Answer, Confidence, StatementStatus, VerdictCode
from tests.benchmarks.agent.tasks import load_tasks
from tests.corpus.test_decompose import TODAY
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


def ask(
    library: Library,
    question: str,
    read: list[Sequence[str]] | None = None,
    cancel: CancelToken | None = None,
) -> list[Event]:
    return list(asking(library, question, read, cancel))


def asking(
    library: Library,
    question: str,
    read: list[Sequence[str]] | None = None,
    cancel: CancelToken | None = None,
) -> Iterator[Event]:
    """The events of the answer as they come."""
    fields = StoredFieldLibrary(library.database, None)
    asked = library_question(question, fields, TODAY)
    assert asked is not None, "the question was left to the texts"

    def read_texts(document_ids: Sequence[str]) -> Iterator[Event]:
        if read is not None:
            read.append(document_ids)
        return iter(())

    stamp = EventStamper()
    executor = LibraryExecutor(
        fields,
        asked,
        stamp,
        read_texts,
        cancel or CancelToken(),
        question=question,
        german=is_german(question),
        reads=lambda text: library_question(text, StoredFieldLibrary(library.database, None), TODAY),
    )
    return executor.run()


def answer(library: Library, question: str) -> Answer:
    events = ask(library, question)
    assert isinstance(events[-1], RunFinished)
    assert events[-1].outcome == "answered"
    [ready] = [event for event in events if isinstance(event, AnswerReady)]
    return ready.answer


def files(found: Answer) -> list[str]:
    """The files of the table's rows."""
    rows = [line for line in found.text.splitlines() if line.startswith("| ") and ".pdf" in line]
    return [row.split("|")[1].strip() for row in rows]


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


def test_each_call_of_the_trace_returns(library: Library) -> None:
    events = ask(library, "List all invoices from Acme in 2023")
    called = [event.call_id for event in events if isinstance(event, ToolCalled)]
    returned = [event.call_id for event in events if isinstance(event, ToolReturned)]
    assert called == returned
    assert len(set(called)) == len(called) == 2
    [taken_apart] = [event for event in events if isinstance(event, QuestionDecomposed)]
    assert taken_apart.conditions == "Vendor contains acme and Date between 2023-01-01 and 2023-12-31"
    assert taken_apart.decomposition["primary_buckets"] == ["invoices"]


def test_sums_are_exact_and_never_over_currencies(library: Library) -> None:
    found = answer(library, "What is the total amount of all invoices?")
    assert "1,428.00 EUR" in found.text
    assert "5,000.00 USD" in found.text
    assert "6,428" not in found.text
    german = answer(library, "Wie hoch ist die Summe aller Rechnungen von Acme im Jahr 2023?")
    assert "1.428,00 EUR" in german.text
    assert "Summe über 2" in german.text


def test_a_count_names_its_documents(library: Library) -> None:
    found = answer(library, "How many invoices from Acme do we have?")
    assert found.text.startswith("2 of 3 invoices match: Vendor contains")
    assert found.statements[0].status is StatementStatus.SUPPORTED
    assert {evidence.citation for evidence in found.statements[0].evidence} == {1, 2}


def test_the_largest_and_the_latest(library: Library) -> None:
    assert files(answer(library, "Which invoice is the latest?")) == ["R-3.pdf"]
    largest = answer(library, "Which invoice from Acme has the highest total?")
    assert files(largest) == ["R-1.pdf"]
    assert "Highest Total: 1,190.00 EUR" in largest.text
    # Euros and dollars have no order among each other.
    assert files(answer(library, "top 2 invoices by total amount")) == ["R-1.pdf", "R-2.pdf", "R-3.pdf"]


def test_groups(library: Library) -> None:
    found = answer(library, "invoice total per vendor")
    assert "| Acme GmbH | 2 | 1,428.00 EUR |" in found.text
    assert "| Borealis AG | 1 | 5,000.00 USD |" in found.text


@pytest.mark.parametrize("question", ["invoice total per vendor", "How many invoices per year?"])
def test_groups_lead_to_the_documents_that_were_counted(library: Library, question: str) -> None:
    found = answer(library, question)
    assert sorted(files(found)) == ["R-1.pdf", "R-2.pdf", "R-3.pdf"]
    assert len(found.citations) == 3
    assert found.statements[0].text == "3 invoices by " + ("Vendor:" if "vendor" in question else "Date:")
    assert {one.citation for one in found.statements[0].evidence} == {1, 2, 3}


def test_one_document_is_spoken_of_as_one(library: Library) -> None:
    assert answer(library, "How many invoices from Borealis?").text.startswith("1 of 3 invoices matches: ")
    assert "among 1 invoice." in answer(library, "What is the highest invoice from Borealis?").text
    assert "über 1 Rechnung:" in answer(library, "Wie hoch ist die Summe der Rechnungen von Borealis?").text


def test_german_answers_are_german(library: Library) -> None:
    found = answer(library, "Welche Rechnungen von Acme über 1.000 Euro?")
    assert found.text.startswith("1 von 3 Rechnungen passt: Lieferant enthält acme und Gesamtbetrag")
    assert "| Lieferant |" in found.text
    assert "1.190,00 EUR" in found.text
    groups = answer(library, "Wie viele Rechnungen gibt es je Lieferant?")
    assert "| Lieferant | Dokumente |" in groups.text
    latest = answer(library, "Welche Rechnung ist die neueste?")
    assert "Datum, zuletzt: 2024-02-02, unter 3 Rechnungen." in latest.text
    kinds = answer(library, "Wie viele Rechnungen gibt es je Art?")
    assert "| Rechnung | 3 |" in kinds.text


def test_rows_come_in_the_form_that_is_asked_for(library: Library) -> None:
    listed = answer(library, "List all invoices from Acme in 2023 as bullet points")
    rows = [line for line in listed.text.splitlines() if line.startswith("- ")]
    assert [row.partition(":")[0] for row in rows] == ["- R-1.pdf", "- R-2.pdf"]
    assert "Total 1,190.00 EUR" in rows[0]
    assert rows[0].endswith("[1]")
    prose = answer(library, "Which invoices are from Acme? Answer in a sentence, not as a table.")
    assert "|" not in prose.text
    assert "R-1.pdf: Invoice number R-1" in prose.text
    assert prose.text.endswith("[2].")
    for found in (listed, prose):
        assert all(statement.text in found.text for statement in found.statements)
        assert not found.insufficiencies
    groups = answer(library, "Rechnungssumme je Lieferant als Aufzählung")
    assert "- Acme GmbH: 2 Rechnungen, 1.428,00 EUR" in groups.text
    assert "|---" in answer(library, "List all invoices from Acme as a table").text


def test_averages_of_groups(library: Library) -> None:
    found = answer(library, "What is the average total of our invoices per vendor?")
    assert "| Total, on average |" in found.text
    assert "| Acme GmbH | 2 | 714.00 EUR |" in found.text
    assert "| Borealis AG | 1 | 5,000.00 USD |" in found.text


def test_what_is_not_computed_for_each_group_is_told(library: Library) -> None:
    found = answer(library, "What is the highest total of our invoices per vendor?")
    assert found.confidence is not Confidence.HIGH
    assert found.insufficiencies or "1,190.00" in found.text


def test_words_nothing_stands_for_are_told(library: Library) -> None:
    found = answer(library, "List urgent invoices from Acme")
    assert found.confidence is Confidence.LOW
    assert any("urgent" in entry.missing for entry in found.insufficiencies)


def test_documents_without_a_value_are_told(library: Library) -> None:
    events = ask(library, "invoices due before 2025-01-01")
    [question] = [event for event in events if isinstance(event, InputRequired)]
    assert "3 of 3 invoices have no Due" in question.prompt


def test_nothing_matches_and_what_would(library: Library) -> None:
    events = ask(library, "invoices from Foobar Ltd in 2023")
    [question] = [event for event in events if isinstance(event, InputRequired)]
    assert "Without “from Foobar Ltd” there are 2." in question.prompt
    assert question.options == ("invoices in 2023",)
    assert isinstance(events[-1], RunFinished)
    assert events[-1].outcome == "needs_input"
    assert not any(isinstance(event, AnswerReady) for event in events)


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
    ask(library, "What do our invoices from Acme say about late fees?", read)
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
        ask(library, "How many invoices do we have?", cancel=cancel)


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


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many documents are in the library?", "4 documents together, 1 other document, 3 invoices."),
        (
            "Wie viele Dokumente sind in der Bibliothek?",
            "Zusammen 4 Dokumente, 1 anderes Dokument, 3 Rechnungen.",
        ),
    ],
)
def test_all_documents_are_counted_by_bucket(library: Library, question: str, text: str) -> None:
    found = answer(library, question)
    assert found.text == text
    assert found.citations == ()  # a number of documents stands in none of them


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


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What has Acme billed us?", "1,428.00 EUR"),
        ("Was hat uns Acme berechnet?", "1.428,00 EUR"),
    ],
)
def test_what_somebody_billed_is_added_up(library: Library, question: str, figure: str) -> None:
    found = answer(library, question)
    assert figure in found.text.splitlines()[0]
    assert sorted(files(found)) == ["R-1.pdf", "R-2.pdf"]


def test_who_pays_is_not_who_is_paid(library: Library) -> None:
    events = ask(library, "How much did Acme pay us?")
    [request] = [event for event in events if isinstance(event, InputRequired)]
    assert "Customer" in request.prompt


def test_either_of_conditions_of_two_fields(library: Library) -> None:
    found = answer(library, "Which invoices are from Borealis or over 1,000 EUR?")
    assert sorted(files(found)) == ["R-1.pdf", "R-3.pdf"]
