"""Questions over two buckets of real documents: exact numbers, and each value with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.corpus.executor import LibraryExecutor
from core.corpus.library_routing import is_german, library_question
from core.engine.field_library import StoredFieldLibrary
from core.events import AnswerReady, Event, EventStamper, InputRequired, QuestionDecomposed, ToolCalled
from core.types import Answer, Confidence, StatementStatus
from tests.corpus.test_decompose import TODAY
from tests.library_kit import Library, make_pdf, open_library


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
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
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


def ask(library: Library, question: str) -> list[Event]:
    asked = library_question(question, StoredFieldLibrary(library.database, None), TODAY)
    assert asked is not None, "the question was left to the texts"

    def read_texts(_document_ids: Sequence[str]) -> Iterator[Event]:
        return iter(())

    executor = LibraryExecutor(
        StoredFieldLibrary(library.database, None),
        asked,
        EventStamper(),
        read_texts,
        CancelToken(),
        question=question,
        german=is_german(question),
        reads=lambda text: library_question(text, StoredFieldLibrary(library.database, None), TODAY),
    )
    return list(executor.run())


def answer(events: Sequence[Event]) -> Answer:
    [ready] = [event for event in events if isinstance(event, AnswerReady)]
    return ready.answer


def rows(found: Answer) -> list[list[str]]:
    lines = [line for line in found.text.splitlines() if line.startswith("| ") and ".pdf" in line]
    return [[cell.partition(" [")[0].strip() for cell in line.strip("|").split("|")] for line in lines]


def test_what_is_in_both_with_its_places(library: Library) -> None:
    events = ask(library, "Which solvents appear in our certificates and in the datasheets?")
    found = answer(events)
    assert found.text.startswith(
        "2 in common, in 2 of 3 certificates and 2 of 3 datasheets that match (Kind is solvent)"
    )
    assert [row[:3] for row in rows(found)] == [
        ["1-Butanol (71-36-3)", "butanol-cert.pdf", "butanol-sheet.pdf"],
        ["Acetone p.a. (67-64-1)", "acetone-cert.pdf", "acetone-sheet.pdf"],
    ]
    assert "“solvents” is no condition of certificates" in found.text
    quoted = {citation.filename: citation.quote for citation in found.citations}
    assert quoted["acetone-sheet.pdf"] == "67-64-1"
    for statement in found.statements[1:]:
        assert statement.text in found.text
        assert {row.citation for row in statement.evidence} <= {one.number for one in found.citations}
        assert len({row.document_id for row in statement.evidence}) == 2
    [decomposed] = [event for event in events if isinstance(event, QuestionDecomposed)]
    assert decomposed.conditions == "Certificates: all; Datasheets: Kind is solvent"
    assert [event.tool for event in events if isinstance(event, ToolCalled)] == [
        "count", "count", "compare", "compare", "list", "list",
    ]  # fmt: skip


def test_what_cannot_be_compared_makes_the_count_weak(library: Library) -> None:
    found = answer(ask(library, "Which solvents appear in our certificates and in the datasheets?"))
    assert found.statements[0].status is StatementStatus.WEAK
    assert any(
        "1 of 3 certificates has no CAS number or Product" in one.missing for one in found.insufficiencies
    )
    assert found.confidence is Confidence.MEDIUM


def test_each_bucket_is_narrowed_down_by_its_own_conditions(library: Library) -> None:
    found = answer(
        ask(
            library,
            "Which solvents with a flash point below 25 °C have a certificate with a purity above 99.5 %?",
        )
    )
    assert [row[0] for row in rows(found)] == ["Acetone p.a. (67-64-1)"]
    assert "-18 °C" in found.text
    assert "99.8 %" in found.text


def test_what_one_of_them_does_not_have(library: Library) -> None:
    found = answer(ask(library, "Which datasheets have no certificate?"))
    assert [row[1] for row in rows(found)] == ["hexane-sheet.pdf"]
    assert found.text.startswith("1 in 1 of 3 datasheets, and in none of 3 certificates")
    assert found.statements[1].status is StatementStatus.WEAK  # one certificate names nothing to compare by


def test_nothing_in_common_and_what_would_be(library: Library) -> None:
    events = ask(
        library, "Which solvents with a flash point below -20 °C have a certificate with a purity above 99 %?"
    )
    [question] = [event for event in events if isinstance(event, InputRequired)]
    assert question.prompt.startswith("Nothing of this kind was found in 1 datasheet that matches")
    assert "Without “below -20 °C” there are 2." in question.prompt
    assert (
        "Which solvents with a flash point have a certificate with a purity above 99 %?" in question.options
    )


def test_bucket_by_bucket(library: Library) -> None:
    found = answer(ask(library, "How many datasheets and certificates do we have?"))
    assert found.text.startswith("6 documents together, 3 datasheets, 3 certificates.")
    assert "**Datasheets**\n\n3 datasheets." in found.text
    assert "**Certificates**\n\n3 certificates." in found.text
    assert [citation.number for citation in found.citations] == [1, 2, 3, 4, 5, 6]


def test_a_bucket_without_documents_is_told(library: Library) -> None:
    found = answer(ask(library, "List all datasheets and contracts"))
    assert "There are no contracts in the library." in found.text
    assert len(rows(found)) == 3


def test_german_words(library: Library) -> None:
    found = answer(
        ask(library, "Welche Lösungsmittel stehen in unseren Zertifikaten und in den Datenblättern?")
    )
    assert found.text.startswith("2 gemeinsam, in 2 von 3 Zertifikaten und 2 von 3 Datenblättern")
    narrowed = answer(
        ask(
            library,
            "Welche Lösungsmittel mit Flammpunkt unter 25 °C haben ein Zertifikat mit Reinheit über 99 %?",
        )
    )
    assert "99 %); verglichen nach" in narrowed.text
