"""Questions to a library of documents with values, and what their answers tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core.cancel import CancelToken
from core.corpus.executor import LibraryExecutor
from core.corpus.library_routing import is_german, library_question
from core.engine.field_library import StoredFieldLibrary
from core.events import AnswerReady, Event, EventStamper
from core.types import Answer
from tests.corpus.test_decompose import TODAY
from tests.library_kit import Library


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
    asked = library_question(question, fields, TODAY)
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
