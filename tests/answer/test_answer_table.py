"""A comparison is one table everywhere: in the text of an answer, window, terminal, exports and JSON."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

from docx import Document

from core.answer.answer_table import gaps_of, table_text
from core.cancel import CancelToken
from core.cli.printing import AnswerPrinter
from core.events import AnswerReady, Event, EventStamper, RunFinished, RunStarted, parse_event
from core.export import Exchange, Transcript, transcript_markdown, write_transcript
from core.export.page import transcript_html
from core.published.output import answer_output
from core.runs.shown_text import text_faults
from core.runs.trace import fold_all
from core.types import (
    Answer,
    AnswerTable,
    Citation,
    Confidence,
    Evidence,
    Insufficiency,
    Mode,
    Span,
    Statement,
    StatementStatus,
)
from tests.published import check_shape

TABLE = AnswerTable(("period", "price"), ("a.pdf", "b.pdf"))
PERIOD, PRICE = "The period is 24 months.", "KS-45 | B-120 | 118.40"


def statement(text: str, number: int, row: str, column: str) -> Statement:
    evidence = (Evidence(number, f"d{number}", 3, (Span(0, 9),), text),)
    return Statement(text, StatementStatus.QUOTED, evidence, row=row, column=column)


def cited(number: int, filename: str, quote: str) -> Citation:
    document = f"d{number}"
    return Citation(number, document, "h", filename, "c", 0, 3, (Span(0, 9),), quote, quote, 0.8)


STATEMENTS = (statement(PERIOD, 1, "period", "a.pdf"), statement(PRICE, 2, "price", "b.pdf"))
ANSWER = Answer(
    table_text(TABLE, STATEMENTS, "en"),
    STATEMENTS,
    (cited(1, "a.pdf", PERIOD), cited(2, "b.pdf", PRICE)),
    (*gaps_of(TABLE, STATEMENTS), Insufficiency("", "colour")),
    Confidence.MEDIUM,
    table=TABLE,
)


def run() -> list[Event]:
    stamp = EventStamper("r")
    return [
        stamp(RunStarted, mode=Mode.CHAT, question="Compare the period and the price."),
        stamp(AnswerReady, answer=ANSWER),
        stamp(RunFinished, outcome="answered"),
    ]


def test_cells_without_a_statement_are_said_to_be_not_stated() -> None:
    assert ANSWER.text.splitlines() == [
        "|  | a.pdf | b.pdf |",
        "|---|---|---|",
        "| **period** | The period is 24 months. [1] | *not stated* |",
        r"| **price** | *not stated* | KS-45 \| B-120 \| 118.40 [2] |",
    ]
    assert "*nicht genannt*" in table_text(TABLE, STATEMENTS, "de")
    assert gaps_of(TABLE, STATEMENTS) == (
        Insufficiency("b.pdf", "period"),
        Insufficiency("a.pdf", "price"),
    )


def test_the_text_of_a_stored_table_is_checked_against_its_statements() -> None:
    assert text_faults(ANSWER, "Compare.") == ()
    shorter = Answer(ANSWER.text.replace("24", "36"), STATEMENTS, ANSWER.citations, table=TABLE)
    assert "The text does not say “The period is 24 months.” with its citations." in text_faults(
        shorter, "Compare."
    )
    other = replace(STATEMENTS[0], column="b.pdf")  # told of another thing
    moved = replace(ANSWER, statements=(other, STATEMENTS[1]))
    assert text_faults(moved, "Compare.") == ("The text is not the table of its statements.",)


def test_it_is_stored_and_published_with_rows_and_columns() -> None:
    events = [parse_event(event.model_dump_json()) for event in run()]
    assert fold_all(events).answer == ANSWER
    output = json.loads(answer_output(events).model_dump_json())
    assert output["table"] == {"rows": ["period", "price"], "columns": ["a.pdf", "b.pdf"]}
    places = [(one["row"], one["column"]) for one in output["statements"]]
    assert places == [("period", "a.pdf"), ("price", "b.pdf")]
    assert {(one["section"], one["missing"]) for one in output["insufficiencies"]} == {
        ("b.pdf", "period"),
        ("a.pdf", "price"),
        ("", "colour"),
    }
    check_shape(output, "answer")


def test_an_answer_that_was_stored_without_tables_is_read() -> None:
    stored = json.loads(run()[1].model_dump_json())
    del stored["answer"]["table"]
    for one in stored["answer"]["statements"]:
        del one["row"], one["column"]
    event = parse_event(json.dumps(stored))
    assert isinstance(event, AnswerReady)
    assert event.answer.table is None
    assert event.answer.statements[0].text == PERIOD


def test_a_terminal_shows_columns_side_by_side() -> None:
    screen = io.StringIO()
    printer = AnswerPrinter(trace=False, stream=screen)
    for event in run():
        printer.show(event)
    lines = [line.split("│") for line in screen.getvalue().splitlines() if "│" in line]
    assert [[cell.strip() for cell in line] for line in lines] == [
        ["", "a.pdf", "b.pdf"],
        ["period", "✓ The period is 24 months. [1]", "not stated"],
        ["price", "not stated", "✓ KS-45 | B-120 | 118.40 [2]"],
    ]
    assert screen.getvalue().count("Not found") == 1  # "colour", which no cell says
    assert all(len(line) <= 100 for line in screen.getvalue().splitlines())


def test_exports_have_it_as_a_table(tmp_path: Path) -> None:
    talk = Transcript("T", 0.0, (Exchange("Compare.", Mode.CHAT, 60.0, fold_all(run())),))
    page = transcript_html(talk)
    assert page.count("<td") == 6
    assert "KS-45 | B-120 | 118.40 ✓ <a" in page
    assert "<em>not stated</em>" in page
    assert page.count("Not found") == 1
    assert r"KS-45 \| B-120 \| 118.40 ✓ \[2\]" in transcript_markdown(talk)
    write_transcript(talk, tmp_path / "talk.docx", CancelToken())
    (table,) = Document(str(tmp_path / "talk.docx")).tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["", "a.pdf", "b.pdf"],
        ["period", "The period is 24 months. ✓ [1]", "not stated"],
        ["price", "not stated", "KS-45 | B-120 | 118.40 ✓ [2]"],
    ]
