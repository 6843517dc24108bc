"""Questions to a library of documents with values, and what their answers tell."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

from core.cancel import CancelToken
from core.corpus.asking.decompose import Vocabulary, decompose
from core.corpus.base import FieldLibrary
from core.corpus.decomposition import Constraint, Decomposition
from core.corpus.executor import LibraryExecutor
from core.corpus.library_routing import is_german, library_question
from core.corpus.planner import QuestionPlanner
from core.engine.field_library import StoredFieldLibrary
from core.events import AnswerReady, Event, EventStamper
from core.fields.schema import built_in_schemas
from core.types import Answer
from tests.library_kit import Library, request_kinds

TODAY = datetime.date(2026, 11, 22)
VOCABULARY = Vocabulary(
    built_in_schemas(),
    {
        "invoices": {
            "vendor_name": ["Acme GmbH", "Bergmann Elektrotechnik GmbH", "Müller & Söhne KG"],
            "customer_name": ["Stadtwerke Neuburg AG", "Acme GmbH"],
            "invoice_number": ["RE-2023-118"],
        },
        "contracts": {
            "party_a": ["Acme GmbH", "Brightwater Consulting LLC"],
            "party_b": ["Global Freight Inc.", "Acme GmbH"],
            "governing_law": ["Germany", "State of New York"],
        },
        "datasheets": {"manufacturer": ["Voltrex Ltd."], "package": ["TO-92", "SOT-23"]},
        "certificates": {"holder": ["Karst Seals GmbH"], "standard": ["ISO 9001:2015"]},
        "manuals": {"manufacturer": ["Aldermoor Pumps B.V."]},
        "generic": {"organisation": ["PEPSICO"]},
    },
)


def read(question: str, german: bool | None = None) -> Decomposition:
    if german is None:
        german = any(mark in question for mark in ("ä", "ö", "ü", "Rechnung", "Welche", "Wie ", " mit "))
    return decompose(question, VOCABULARY, german=german, today=TODAY)


def told(constraint: Constraint) -> str:
    fields = "|".join((constraint.field, *constraint.any_of))
    value = constraint.value
    shown = "..".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)
    return f"{fields} {constraint.operator} {shown}".rstrip()


def read_without_model(question: str, fields: FieldLibrary) -> Decomposition | None:
    """As the engine reads it where no language model can."""
    examples = request_kinds().library
    assert examples is not None
    reading = QuestionPlanner(lambda: None, fields, examples, EventStamper(), CancelToken()).read(
        question, TODAY
    )
    while True:
        try:
            next(reading)
        except StopIteration as ended:
            return ended.value


def asking(
    library: Library | StoredFieldLibrary,
    question: str,
    read: list[Sequence[str]] | None = None,
    cancel: CancelToken | None = None,
) -> Iterator[Event]:
    """The events of the answer as they come. `read`: takes the documents whose texts would be read."""
    fields = (
        library if isinstance(library, StoredFieldLibrary) else StoredFieldLibrary(library.database, None)
    )
    asked = read_without_model(question, fields)
    assert asked is not None, "the question was left to the texts"

    def read_texts(document_ids: Sequence[str]) -> Iterator[Event]:
        if read is not None:
            read.append(document_ids)
        return iter(())

    executor = LibraryExecutor(
        fields,
        asked,
        EventStamper(),
        read_texts,
        cancel or CancelToken(),
        question=question,
        german=is_german(question),
        reads=lambda text: library_question(text, fields, TODAY),
    )
    return executor.run()


def answer(library: Library | StoredFieldLibrary, question: str) -> Answer:
    [ready] = [event for event in asking(library, question) if isinstance(event, AnswerReady)]
    return ready.answer


def files(found: Answer) -> list[str]:
    """The files of the table's rows."""
    rows = [line for line in found.text.splitlines() if line.startswith("| ") and ".pdf" in line]
    return [row.split("|")[1].strip() for row in rows]


def told_by(events: Sequence[Event]) -> dict[str, Any]:
    """What a run tells, without ids; each of its calls returns, and what it states stands in its text."""
    told: dict[str, Any] = {"tools": []}
    called = [event.call_id for event in events if event.kind == "tool_called"]
    assert called == [event.call_id for event in events if event.kind == "tool_returned"]
    assert len(set(called)) == len(called)
    for event in events:
        match event.kind:
            case "tool_called":
                told["tools"].append(event.tool)
            case "question_decomposed":
                told["conditions"] = event.conditions
            case "input_required":
                told |= {"prompt": event.prompt, "options": event.options}
            case "answer_ready":
                found = event.answer
                told |= {"text": found.text, "confidence": found.confidence}
                told["missing"] = [(row.kind, row.missing) for row in found.insufficiencies]
                told["statuses"] = [statement.status for statement in found.statements]
                told["cited"] = [(row.number, row.filename, row.quote) for row in found.citations]
                cited = {row.number for row in found.citations}
                for statement in found.statements:
                    assert statement.text in found.text
                    assert {row.citation for row in statement.evidence} <= cited
            case "run_finished":
                told["outcome"] = event.outcome
    return told
