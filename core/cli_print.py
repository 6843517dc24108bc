"""How a question looks in a terminal: its steps, the answer, what was left out. No logic of its own."""

from __future__ import annotations

import json
import sys
import textwrap
from typing import TextIO

from core.errors import KnownError
from core.events import (
    AnswerReady,
    DraftDelta,
    Event,
    EvidenceDropped,
    GateChecked,
    NoticeGiven,
    PlanMade,
    Reprompted,
    RunFinished,
    StepStarted,
    ToolCalled,
    ToolReturned,
)
from core.search.places import place_words
from core.types import Answer, CitedPlace, Coverage

GLYPHS = {"quoted": "✓", "supported": "●", "weak": "◐", "unsupported": "!"}
WIDTH = 100
EXIT_STOPPED = 130


def print_error(error: KnownError) -> None:
    """One line on stderr with what to try."""
    print(f"docuchat: {' '.join(str(error).split())}", file=sys.stderr)


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)


class AnswerPrinter:
    """Prints the steps of a run as they happen, the draft while it streams, and the checked answer."""

    def __init__(self, *, trace: bool, stream: TextIO = sys.stdout) -> None:
        self._trace = trace
        self._stream = stream
        self._in_draft = False
        self._answer: Answer | None = None

    def show(self, event: Event) -> None:
        if isinstance(event, DraftDelta):
            if self._trace and self._stream.isatty():
                self._in_draft = True
                print(event.text, end="", file=self._stream, flush=True)
            return
        if self._in_draft:
            print(file=self._stream)
            self._in_draft = False
        if self._trace:
            self._show_step(event)
        if isinstance(event, AnswerReady):
            self._answer = event.answer
            self._show_answer(event.answer)
        elif isinstance(event, RunFinished):
            self._show_end(event)

    def _show_step(self, event: Event) -> None:
        at = f"{event.t_ms / 1000:6.1f}s"
        match event:
            case StepStarted():
                self._line(f"{at}  {event.step}")
            case PlanMade():
                for number, step in enumerate(event.steps, start=1):
                    self._line(f"{at}  plan {number}. {step}")
            case ToolCalled():
                self._line(f"{at}  {event.tool} {json.dumps(event.tool_input, ensure_ascii=False)}")
            case ToolReturned():
                self._line(f"{at}  → {event.summary}")
                for hit in event.hits:
                    self._line(
                        f"           {hit.score:.3f} {hit.filename}, "
                        f"{hit.where or f'page {hit.page}'}: {_short(hit.snippet)}"
                    )
            case GateChecked():
                verdict = "passed" if event.passed else "failed: " + " ".join(event.messages)
                self._line(f"{at}  check {verdict}")
            case Reprompted():
                self._line(f"{at}  asked again ({', '.join(event.codes)})")
            case EvidenceDropped():
                self._line(f"{at}  left out, the prompt is full: {', '.join(event.labels)}")
            case NoticeGiven():
                self._line(f"{at}  {event.message}")
            case _:
                pass

    def _show_answer(self, answer: Answer) -> None:
        self._line("")
        if not answer.statements:
            self._line(textwrap.fill(answer.text, WIDTH))
        for statement in answer.statements:
            numbers = sorted({evidence.citation for evidence in statement.evidence})
            marks = "".join(f"[{number}]" for number in numbers)
            text = f"{GLYPHS[statement.status.value]} {statement.text} {marks}".rstrip()
            self._line(textwrap.fill(text, WIDTH, subsequent_indent="  "))
            if statement.status.value in ("weak", "unsupported"):
                self._line(f"    ({statement.status.value}: {statement.reason})")
        for missing in answer.insufficiencies:
            tried = ", ".join(f"“{query}”" for query in missing.queries_tried)
            self._line(textwrap.fill(f"Not found: {missing.missing} (searched: {tried})", WIDTH))
        for citation in answer.citations:
            place = CitedPlace(citation.page, citation.page_kind, citation.page_label, citation.place)
            self._line(f"\n[{citation.number}] {citation.filename}, {place_words(place)}")
            quote = textwrap.fill(
                f"“{citation.quote}”", WIDTH, initial_indent="    ", subsequent_indent="    "
            )
            self._line(quote)

    def _show_end(self, event: RunFinished) -> None:
        """How far the answer can be trusted. A refusal is not an answer and has no confidence."""
        if event.outcome == "cancelled":
            self._line("Stopped.")
        answer = self._answer
        if answer is None or event.outcome == "refused":
            return
        flags = f" · {', '.join(answer.safety_flags)}" if answer.safety_flags else ""
        sources = f"{len(answer.citations)} source{'' if len(answer.citations) == 1 else 's'}"
        self._line(f"\n{answer.confidence.value.capitalize()} confidence · {sources}{flags}")
        if answer.coverage is not None and (sentence := coverage_sentence(answer.coverage)):
            self._line(sentence)

    def _line(self, text: str) -> None:
        print(text, file=self._stream, flush=True)


def coverage_sentence(coverage: Coverage) -> str:
    """One line when something was left out, else nothing."""
    parts = unread_parts(coverage)
    if coverage.partly_total:
        parts.append(f"{coverage.partly_total} in part only")
    if not parts:
        return ""
    documents = "document" if coverage.total == 1 else "documents"
    searched = f"Searched {coverage.searched} of {coverage.total} {documents}"
    return f"{searched}; {', '.join(parts)} (docuchat docs --problems)"


def unread_parts(coverage: Coverage) -> list[str]:
    """`1 needs a password`, `2 could not be read`, `3 are not read yet`, as far as it is so."""
    waiting, locked = coverage.waiting, coverage.locked
    unread = coverage.total - coverage.searched - waiting - locked
    parts = [f"{locked} {'needs' if locked == 1 else 'need'} a password"] if locked else []
    if unread:
        parts.append(f"{unread} could not be read")
    if waiting:
        parts.append(f"{waiting} {'is' if waiting == 1 else 'are'} not read yet")
    return parts


def _short(text: str, limit: int = 90) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"
