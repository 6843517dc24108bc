"""The events of a research in words: title, details, how it went; for trace, terminal and JSON. Pure."""

from __future__ import annotations

from typing import Literal

from core.events import (
    ClarificationAssessed,
    Event,
    FindingKept,
    QualityChecked,
    ReferenceJudged,
    ResearchReported,
    TodoListed,
)
from core.search.place_words import place_in
from core.types.research import QualityScore, ResearchReport, TodoItem

LineState = Literal["ok", "failed", "note"]
BOXES = {"open": "☐", "done": "☑", "empty": "∅"}
_ENDS = {
    "user_end": "ended by the user",
    "max_iterations": "ended by the limit of rounds",
    "convergence": "ended: nothing new is found, and the question is covered",
    "skipped": "skipped",
}
_NOT_FOLLOWED = {
    "en": "{where}: “{text}”{address} was left open: {reason}",
    "de": "{where}: „{text}“{address} blieb offen: {reason}",
}
# The same in a terminal and in an exported report.
_SCORES = {
    "en": {
        "factual_accuracy": "carried by the documents",
        "semantic_validity": "fits together",
        "structural_integrity": "complete",
        "citation_correctness": "carried by what is cited",
        "query_relevance": "answers the question",
    },
    "de": {
        "factual_accuracy": "von den Dokumenten getragen",
        "semantic_validity": "passt zusammen",
        "structural_integrity": "vollständig",
        "citation_correctness": "vom Zitierten getragen",
        "query_relevance": "beantwortet die Frage",
    },
}
_DECISIONS = {"accept": "accepted", "retry": "written once more", "keep": "kept as it is"}


def research_line(event: Event) -> tuple[str, str, LineState] | None:
    """None for every other kind of event."""
    match event:
        case ClarificationAssessed():
            return "clarification", _clarification(event), "note"
        case TodoListed():
            return "to-do list", todo_text(event.tasks), "note"
        case FindingKept():
            where = event.where or f"page {event.page}"
            found = f"[{event.number}] {event.filename}, {where}" if event.filename else ""
            how = f"relevance {event.relevance:.2f}{', kept for want of better' if event.refilled else ''}"
            via = f", named by [{event.via_number}]" if event.via_number else ""
            return "kept", "\n".join(filter(None, [f"{found} ({how}{via})", event.snippet])), "ok"
        case ReferenceJudged():
            where = f" → {event.target_name}" if event.target_name else ""
            title = "reference followed" if event.followed else "reference not followed"
            return title, f"[{event.number}] “{event.text}”{where}: {event.reason}", "note"
        case QualityChecked():
            return "quality", _quality(event), "ok" if event.decision == "accept" else "note"
        case ResearchReported():
            report = event.report
            told = f"{len(report.sections)} sections, {len(report.sources)} sources"
            return "report", told, "ok"
        case _:
            return None


def todo_text(tasks: tuple[TodoItem, ...]) -> str:
    """A line a task."""
    return "\n".join(
        f"{BOXES[task.status]} {number}. {task.title}{' (added)' if task.origin == 'added' else ''}"
        for number, task in enumerate(tasks, start=1)
    )


def limit_lines(report: ResearchReport) -> list[str]:
    """What a report leaves open, a line each, in its language: questions, guards, and references with their
    address."""
    rows = [*report.open_questions, *report.limits]
    for one in report.open_references:
        address = f" ({one.address})" if one.address not in ("", one.text) else ""
        place = one.where or f"page {one.page}"
        told = _NOT_FOLLOWED.get(report.language, _NOT_FOLLOWED["en"])
        where = f"{one.filename}, {place_in(report.language, place)}"
        rows.append(told.format(where=where, text=one.text, address=address, reason=one.reason))
    return rows


def score_words(score: QualityScore, language: str, between: str = " ") -> str:
    """ "complete 90", "vollständig: 90"."""
    return f"{_SCORES.get(language, _SCORES['en'])[score.name]}{between}{score.score}"


def _clarification(event: ClarificationAssessed) -> str:
    lines = [
        f"round {event.round}: {event.found} passages, {event.new} of them new; "
        f"coverage {event.coverage:.2f}, overlap {event.overlap:.2f}"
    ]
    if event.gaps:
        lines.append(f"hardly covered: {'; '.join(event.gaps)}")
    if event.ended_by:
        lines.append(_ENDS[event.ended_by])
    return "\n".join(lines)


def _quality(event: QualityChecked) -> str:
    scores = ", ".join(score_words(one, "en") for one in event.scores)
    lines = [f"{event.total} of 500: {_DECISIONS[event.decision]}", scores, *event.issues]
    return "\n".join(lines)
