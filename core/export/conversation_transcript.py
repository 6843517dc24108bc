"""A conversation as it is written to files: questions, answers with marks, gaps, sources. Pure functions."""

from __future__ import annotations

import time
from dataclasses import dataclass

from core.answer.answer_table import is_cell, words_shown
from core.runs.trace import TraceState
from core.search.place_words import source_words
from core.types import Answer, Citation, InsufficiencyKind, Mode, StatementStatus

GLYPHS = {
    StatementStatus.QUOTED: "✓",
    StatementStatus.SUPPORTED: "●",
    StatementStatus.WEAK: "◐",
    StatementStatus.UNSUPPORTED: "!",
}
LEGEND = (
    "✓ quoted: the words stand in the source · ● supported by the source · ◐ supported in part · "
    "! without support in the sources"
)
_GAPS = {
    InsufficiencyKind.GAP: "Not found in what was read",
    InsufficiencyKind.UNMET: "Not done as asked",
    InsufficiencyKind.LEFT_OUT: "Left out",
}
_ENDS = {
    "cancelled": "Stopped before there was an answer.",
    "failed": "There was no answer, because something failed.",
    "refused": "The question was not answered.",
    "no_answer": "The documents do not say.",
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question and what became of it; `asked_at` in seconds since the epoch."""

    question: str
    mode: Mode
    asked_at: float
    state: TraceState


@dataclass(frozen=True, slots=True)
class Transcript:
    """A conversation in the order it was held."""

    title: str
    created_at: float
    exchanges: tuple[Exchange, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """`number` is the `[n]` in the answer; `where` names file and place, `quote` are the document's words."""

    number: int
    where: str
    quote: str


def marked_text(answer: Answer) -> str:
    """The answer's Markdown with a glyph behind each statement that is found in it.

    A statement that the text words otherwise gets none: a verdict is never put on words it was not made for.
    """
    pieces: list[str] = []
    at = 0
    for statement in answer.statements:
        wanted = words_shown(statement).strip()
        start = answer.text.find(wanted, at) if wanted else -1
        if start < 0:
            continue
        end = start + len(wanted)
        glyph = "" if statement.is_own_words else f" {GLYPHS[statement.status]}"
        pieces.append(f"{answer.text[at:end]}{glyph}")
        at = end
    return "".join(pieces) + answer.text[at:]


def notes_of(state: TraceState) -> list[str]:
    """What is missing, what was looked at, and how the run ended, a sentence each."""
    notes: list[str] = []
    for gap in state.answer.insufficiencies if state.answer else ():
        if state.answer is not None and is_cell(gap, state.answer.table):
            continue
        tried = "; ".join(f"“{query}”" for query in gap.queries_tried)
        notes.append(f"{_GAPS[gap.kind]}: {gap.missing}" + (f" (searched for {tried})" if tried else ""))
    notes += state.notes
    if state.input_prompt:
        notes.append(state.input_prompt)
    if state.message:
        notes.append(state.message)
    elif state.answer is None and not state.input_prompt:
        notes.append(_ENDS.get(state.outcome, "There was no answer."))
    return notes


def sources_of(answer: Answer | None) -> list[Source]:
    """The cited places by number, each with all the words that the answer rests on there.

    A citation names one page; evidence of another page of its passage is a line of its own.
    """
    cited = sorted(answer.citations, key=lambda one: one.number) if answer else []
    return [source for one in cited for source in _sources_by_page(one, answer)]


def _sources_by_page(citation: Citation, answer: Answer | None) -> list[Source]:
    quotes: dict[int, list[str]] = {citation.page: []}
    places = {citation.page: citation.cited_place}
    for statement in answer.statements if answer else ():
        for evidence in statement.evidence:
            if evidence.citation == citation.number:
                places.setdefault(evidence.page, citation.place_on(evidence.page, evidence.last_page))
                quotes.setdefault(evidence.page, []).append(" ".join(evidence.quote.split()))
    quotes[citation.page] = quotes[citation.page] or [" ".join(citation.quote.split())]
    return [
        Source(
            citation.number,
            source_words(citation.filename, places[page], citation.origin),
            " … ".join(dict.fromkeys(words)),
        )
        for page, words in quotes.items()
    ]


def caption_of(exchange: Exchange) -> str:
    """`Agent · 2026-05-03 14:02 · high confidence · about 3 documents`."""
    parts = [exchange.mode.value.capitalize(), moment_words(exchange.asked_at)]
    if exchange.state.answer is not None and exchange.state.answer.statements:
        parts.append(f"{exchange.state.answer.confidence.value} confidence")
    scope = exchange.state.scope
    if scope is not None and scope.words:
        parts.append(f"about {scope.words}")
    return " · ".join(parts)


def moment_words(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
