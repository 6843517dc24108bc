"""Answers over formats without pages: places in citations, what could not be searched, unchecked pages."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pymupdf
import pytest

from core.cancel import CancelToken
from core.cli.printing import AnswerPrinter
from core.engine import Engine, Question
from core.events import Event, NoticeGiven
from core.export.conversation_transcript import sources_of
from core.published.output import answer_output
from core.published.seed_output import seed_answer
from core.report.report_content import content_of
from core.runs.recorder import carry_out
from core.runs.trace import fold_all
from core.settings import Settings
from core.types import Answer, Mode, PageKind, StatementStatus
from core.types.requests import RequestKind
from desktop.conversation.citations import targets_of
from desktop.library.document_words import place_word
from tests.e2e.conftest import BROKEN_PDF, check_invariants, paths_in
from tests.published import check_shape
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.model

CRANES = "How many crane lifts did the west harbour have?"
PAYMENT = "Within how many days is the invoice payable?"


@pytest.fixture
def script() -> list[Any]:
    """What the model says next; the tests fill it when they know the numbers of the sources."""
    return []


@pytest.fixture
def model(script: list[Any]) -> ScriptedModel:
    return ScriptedModel([lambda _request: script.pop(0)], repeat_last=True)


@pytest.fixture
def engine(tmp_path: Path, model: ScriptedModel) -> Iterator[Engine]:
    """A workbook, a letter and a PDF that cannot be read."""
    folder = tmp_path / "files"
    folder.mkdir()
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Lifts"
    for row in (["Harbour", "Crane lifts", "Days"], ["North", 1200, 310], ["West", 3100, 300]):
        sheet.append(row)
    workbook.save(folder / "cranes.xlsx")
    letter = docx.Document()
    letter.add_heading("Payment", 1)
    letter.add_paragraph("The invoice is payable within 30 days of its date, without any deduction.")
    letter.save(folder / "letter.docx")
    (folder / "broken.pdf").write_bytes(BROKEN_PDF)
    with Engine.open(paths_in(tmp_path), Settings(), model) as opened:
        for events in (opened.add_paths([folder], CancelToken()), opened.ingest(CancelToken())):
            carry_out(events, lambda _event: None)
        yield opened


def ask(engine: Engine, question: str, mode: Mode = Mode.CHAT) -> tuple[list[Event], Answer]:
    events = list(engine.ask(Question(question, mode, kind=RequestKind.FACT), CancelToken()))
    check_invariants(events)
    answer = fold_all(events).answer
    assert answer is not None
    return events, answer


def source_number(engine: Engine, question: str, filename: str) -> int:
    hits = engine.search(question, limit=5).hits
    return next(number for number, hit in enumerate(hits, 1) if hit.filename == filename)


def test_a_row_is_cited_by_its_cells(engine: Engine, model: ScriptedModel, script: list[Any]) -> None:
    number = source_number(engine, CRANES, "cranes.xlsx")
    script.append("3100")
    events, answer = ask(engine, CRANES)
    (citation,) = answer.citations
    assert (citation.page_kind, citation.page_label, citation.place) == (PageKind.SHEET, "Lifts", "A3:C3")
    assert citation.quote == "West | 3100 | 300"
    assert answer.statements[0].status is StatementStatus.QUOTED
    output = answer_output(events, "q").model_dump(mode="json")
    check_shape(output, "answer")
    assert (output["citations"][0]["sheet"], output["citations"][0]["place"]) == ("Lifts", "A3:C3")
    assert seed_answer(events).model_dump()["citations"][0]["sheet"] == "Lifts"
    assert (output["coverage"]["total"], output["coverage"]["searched"]) == (3, 2)
    assert [row["document"] for row in output["coverage"]["left_out"]] == ["broken.pdf"]
    prompt = "\n".join(message.content for message in model.history[-1].messages)
    assert "broken" not in prompt

    shown = io.StringIO()
    printer = AnswerPrinter(trace=False, stream=shown)
    for event in events:
        printer.show(event)
    assert f"[{number}] cranes.xlsx, sheet Lifts, A3:C3" in shown.getvalue()
    assert shown.getvalue().endswith(
        "Searched 2 of 3 documents; 1 could not be read (docuchat docs --problems)\n"
    )


def test_a_section_of_a_letter_is_cited_by_its_heading(engine: Engine, script: list[Any]) -> None:
    number = source_number(engine, PAYMENT, "letter.docx")
    script.append(f"1. {PAYMENT}")  # it asks one thing
    script.append(f"The invoice is payable within 30 days of its date, without any deduction. [{number}]")
    events, answer = ask(engine, PAYMENT)
    (citation,) = answer.citations
    assert answer.statements[0].status is StatementStatus.QUOTED
    assert (citation.page_kind, citation.page_label) == (PageKind.SECTION, "Payment")
    assert citation.place.startswith("¶")
    assert seed_answer(events).model_dump()["citations"][0]["sheet"] is None


@pytest.mark.slow
@pytest.mark.parametrize("mode", [Mode.CHAT, Mode.AGENT])
def test_what_has_not_been_checked_reaches_no_prompt(
    engine: Engine, model: ScriptedModel, script: list[Any], mode: Mode
) -> None:
    (letter,) = [document for document in engine.documents() if document.filename == "letter.docx"]
    engine.database.execute("UPDATE pages SET checked = 0 WHERE document_id = ?", (letter.document_id,))
    if mode is Mode.AGENT:
        searching = {"type": "tool_call", "tool": "search_docs", "input": {"query": "invoice payable"}}
        opening = {"type": "tool_call", "tool": "open_citation", "input": {"result": 1}}
        script += ['["search", "compose"]', searching, opening, {"type": "final"}]
    events, answer = ask(engine, PAYMENT, mode)
    assert script == []
    notices = [event.message for event in events if isinstance(event, NoticeGiven)]
    assert [text for text in notices if "still being checked for hidden text" in text] == [
        "1 document is still being checked for hidden text; its newest pages are not used yet."
    ]
    told = "\n".join(message.content for request in model.history for message in request.messages)
    assert ("cranes.xlsx" in told) is (mode is Mode.AGENT), "nothing answers, so chat asks no model"
    assert "letter.docx" not in told
    assert "30 days" not in told + answer.text
    assert answer.coverage is not None
    assert answer.coverage.searched == 2
    assert "letter.docx" in {hit.filename for hit in engine.search(PAYMENT, limit=5).hits}


def test_a_selection_of_what_cannot_be_read_says_why(engine: Engine, model: ScriptedModel) -> None:
    chosen = engine.resolve_documents(["broken.pdf"])
    events = list(engine.ask(Question(PAYMENT, Mode.CHAT, chosen), CancelToken()))
    output = answer_output(events, "q").model_dump(mode="json")
    assert output["outcome"] == "refused"
    (row,) = output["coverage"]["left_out"]
    assert (row["document"], bool(row["reason"])) == ("broken.pdf", True)
    assert model.history == []


@pytest.mark.slow
def test_removal_takes_headings_out_of_past_runs(engine: Engine, script: list[Any], tmp_path: Path) -> None:
    number = source_number(engine, CRANES, "cranes.xlsx")
    script.append(f"West harbour had 3100 crane lifts. [{number}]")
    events, _answer = ask(engine, CRANES)
    assert any("Payment" in event.model_dump_json() for event in events)
    engine.remove_document(engine.resolve_documents(["letter.docx"])[0])
    stored = "\n".join(event.model_dump_json() for event in engine.run_events(events[0].run_id))
    assert "3100" in stored
    assert "Payment" not in stored


def test_a_sentence_over_a_page_end_is_told_with_both_pages(tmp_path: Path) -> None:
    minutes = pymupdf.open()
    for lines in (
        ("The meeting was opened by the chair in the evening.",),
        ("The reserve fund for the roof of the northern building shall be raised to",),
        ("fifty-two thousand euro.", "The meeting was closed at ten."),
    ):
        page = minutes.new_page()
        for place, line in enumerate(lines):
            page.insert_text((72, 90 + 16 * place), line)
    minutes.save(tmp_path / "minutes.pdf")
    settings = Settings().with_values("answers", {"extractive": "always"})
    with Engine.open(paths_in(tmp_path), settings) as engine:
        for events in (
            engine.add_paths([tmp_path / "minutes.pdf"], CancelToken()),
            engine.ingest(CancelToken()),
        ):
            carry_out(events, lambda _event: None)
        events, answer = ask(engine, "To what shall the reserve fund for the roof be raised?")
    (citation,) = answer.citations
    assert (citation.page, citation.last_page) == (2, 3)
    output = answer_output(events, "q").model_dump(mode="json")
    check_shape(output, "answer")
    for told in (output["citations"][0], output["statements"][0]["evidence"][0]):
        assert (told["page"], told["last_page"]) == (2, 3)

    state = fold_all(events)
    shown = io.StringIO()
    printer = AnswerPrinter(trace=False, stream=shown)
    for event in events:
        printer.show(event)
    assert "[1] minutes.pdf, pages 2–3\n" in shown.getvalue()
    assert [source.where for source in sources_of(answer)] == ["minutes.pdf, pages 2–3"]
    assert [source.place for source in content_of(state).sources] == ["minutes.pdf, pages 2–3"]
    assert place_word(targets_of(answer)[0].place) == "pp. 2–3"
