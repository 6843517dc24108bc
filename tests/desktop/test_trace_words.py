"""The steps of a run in German: what the engine says of them is translated, what others wrote is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from core.events import (
    ClarificationAssessed,
    EventStamper,
    FindingKept,
    GateChecked,
    ModelCalled,
    NoticeGiven,
    PlanMade,
    StepStarted,
    TodoListed,
    ToolCalled,
    ToolReturned,
)
from core.events.answering import HitSummary
from core.runs.trace import fold_all
from core.types import CitedPlace, PageKind
from core.types.research import TodoItem
from desktop.conversation.trace_rows import TraceModel
from desktop.library.document_words import place_word
from desktop.shared.item_roles import Role
from desktop.shared.languages import speak

OBJECTION = "No search was made for “the price”."
LIMIT = "The limit of tool calls was reached; the answer is composed from what was found."
SHOWN, ALL = Role.BODY, Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


def hit(snippet: str, where: str) -> HitSummary:
    place = {"document_id": "d", "chunk_id": "c", "chunk_index": 0, "filename": "a.xlsx", "page": 1}
    return HitSummary(**place, snippet=snippet, score=0.7, where=where)


def told(*events: tuple[type, dict[str, object]]) -> list[tuple[str, str, str]]:
    """Title, what is shown and all there is, of each step of a run."""
    stamp = EventStamper("run")
    model = TraceModel()
    model.show(fold_all([stamp(kind, **fields) for kind, fields in events]))
    rows = [model.index(row) for row in range(model.rowCount())]
    return [(row.data(Role.TITLE), row.data(SHOWN), row.data(ALL)) for row in rows]


def test_what_the_check_objects_to_is_said_in_german_behind_its_code(german: None) -> None:
    codes = {"codes": ("SEARCH_TOPIC_UNMET",), "messages": (OBJECTION,)}
    checked, noted = told(
        (GateChecked, {"attempt": 1, "passed": False, **codes}),
        (NoticeGiven, {"code": "forced", "message": LIMIT}),
    )
    assert checked[0] == "Die Prüfung fand Lücken"
    assert checked[1].startswith("SEARCH_TOPIC_UNMET: Nach „the price“ wurde")
    assert noted[1].startswith("Die Grenze für Werkzeugaufrufe ist erreicht;")


def test_a_search_is_told_in_german_around_the_words_of_the_document(german: None) -> None:
    hits = (hit("Found 5 chunks", "sheet Sales, B3:D3"), hit("page 3", "lines 14–18"))
    [(title, shown, everything)] = told(
        (ToolCalled, {"call_id": "a", "tool": "search_docs", "tool_input": {"query": "2 of 3"}}),
        (ToolReturned, {"call_id": "a", "ok": True, "summary": "Found 2 chunks", "hits": hits}),
    )
    assert title == "Ihre Dokumente durchsucht"
    assert shown == everything
    assert shown.split("\n") == [
        "„2 of 3“",
        "2 Textstellen gefunden",
        "0,700  a.xlsx, Blatt Sales, B3:D3: Found 5 chunks",
        "0,700  a.xlsx, Zeilen 14–18: page 3",
    ]


def test_an_opened_text_stays_as_it_is_and_identifiers_are_for_those_who_ask(german: None) -> None:
    text = "The search failed.\n3 of 5"
    [(_title, shown, everything)] = told(
        (ToolCalled, {"call_id": "a", "tool": "open_citation", "tool_input": {"chunk_id": "77"}}),
        (
            ToolReturned,
            {"call_id": "a", "ok": True, "summary": "Retrieved 1.2KB of a.pdf, page 3", "text": text},
        ),
    )
    assert shown == f"1.2 KB aus a.pdf, Seite 3\n{text}"
    assert everything == f"Chunk: 77\n{shown}"


def test_a_model_call_says_why_its_prompt_was_read_anew(german: None) -> None:
    tokens = {"prompt_tokens": 1052, "evaluated_tokens": 212, "completion_tokens": 74, "seconds": 1.5}
    [(title, shown, everything)] = told((ModelCalled, {"purpose": "action", "prefix": "evicted", **tokens}))
    assert title == "Modell: hat den nächsten Schritt gewählt"
    assert shown == "1.052 Token gelesen, davon 212 neu; 74 geschrieben"
    assert everything == f"{shown}\nBelege fielen aus dem Prompt; was danach kommt, wird neu gelesen."


def test_a_plan_of_the_program_is_german_and_one_of_the_model_as_it_wrote_it(german: None) -> None:
    steps = (
        "search_docs for the main terms of the question",
        "open_citation for “the seal”",
        "Write it up",
        "Compose the final answer",
    )
    [(title, shown, everything)] = told((PlanMade, {"steps": steps}))
    assert (title, shown) == ("Einen Plan gemacht", "")  # it stands above the list
    assert everything.split("\n") == [
        "1. Suche nach den Hauptbegriffen der Frage",
        "2. Öffne “the seal”",
        "3. Write it up",
        "4. Die Antwort verfassen",
    ]


def test_the_steps_of_a_research_in_german(german: None) -> None:
    place = {"document_id": "d", "chunk_id": "c", "filename": "a.pdf", "page": 3, "snippet": "page 3"}
    kept = place | {"number": 4, "task_id": 1, "relevance": 0.5, "refilled": True, "via_number": 2}
    items = (TodoItem(1, "The seal", "seal", "done"), TodoItem(2, "The pump", "pump", origin="added"))
    steps = told(
        (ClarificationAssessed, {"round": 1, "found": 5, "new": 2, "coverage": 0.5, "gaps": ("seals",)}),
        (TodoListed, {"tasks": items}),
        (FindingKept, kept),
    )
    assert [shown for _title, shown, _all in steps] == [
        "Runde 1: 5 Textstellen, 2 davon neu; Abdeckung 0,50, Überschneidung 0,00\nKaum abgedeckt: seals",
        "☑ 1. The seal\n☐ 2. The pump (hinzugekommen)",
        "[4] a.pdf, Seite 3 (Relevanz 0,50, mangels Besserem behalten, genannt von [2])\npage 3",
    ]


def test_places_without_pages_are_named_in_german(german: None) -> None:
    assert place_word(CitedPlace(2, PageKind.SHEET, "line 4", "B3:D3")) == "Blatt line 4, B3:D3"
    assert place_word(CitedPlace(4, PageKind.SLIDE, "page 2")) == "Folie 4 (page 2)"
    assert place_word(CitedPlace(1, PageKind.SECTION, "", "line 3, line 9")) == "Zeile 3, Zeile 9"
    assert place_word(CitedPlace(1, PageKind.MESSAGE)) == "Nachricht"
    assert place_word(CitedPlace(2, last_page=3)) == "S. 2–3"
    assert place_word(CitedPlace(2, place="comment by Ann")) == "S. 2, Kommentar von Ann"


def test_no_step_of_a_chat_is_told_twice() -> None:
    """The pipeline tells the stage, and then what came of it."""
    names = ("guard", "retriever", "reasoner", "validator", "responder")
    *stages, last = [(StepStarted, {"step": name}) for name in names]
    shown = [title for title, *_ in told(*stages, (GateChecked, {"attempt": 1, "passed": True}), last)]
    assert len(shown) == len(set(shown)) == 6
