"""Two or more things side by side, as a table: what each document, or each thing of one document, says.

A row for the subject that is compared, and one for each aspect of it that the request means. For each the
nearest line is found; one that does not state its aspect stands in the row of the subject, and the cell of
the aspect is "not stated".
"""

from __future__ import annotations

import json
import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import ModelError
from core.events import Event
from core.llm.base import GenerationRequest, Grammar, Message
from core.llm.calls import call_model
from core.plans.base import PlanRequest, PlanResult, PlanTools, renumbered, sources_of
from core.plans.document_outline import Line, Outline
from core.plans.scope_reading import documents_of, found, nearest_sections
from core.plans.stated_cells import states
from core.plans.translating import in_language
from core.text.telling import SHORTEST
from core.types import AnswerTable

_MOST_THINGS, _MOST_ASPECTS = 4, 3
_MOST_LINES = 40  # of a thing, that are compared with an aspect
_ORDER = (
    "A user compares things. Name the subject that is compared, then the two or more things that are "
    "compared, then up to three aspects of the subject that the user wants to know. Two to eight words each."
)
_TEXT = {"type": "string", "minLength": 2, "maxLength": 70}
_SCHEMA = {
    "type": "object",
    "properties": {
        "subject": _TEXT,
        "things": {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": _MOST_THINGS},
        "aspects": {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": _MOST_ASPECTS},
    },
    "required": ["subject", "things", "aspects"],
}

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """What is compared, as the request names it."""

    subject: str
    things: tuple[str, ...]
    aspects: tuple[str, ...]


def compare(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """For each thing, and each aspect of it, the sentence that says most of it. See `Plan`."""
    outlines, _ = yield from documents_of(request, tools, _MOST_THINGS if request.document_ids else 2)
    if not outlines:
        return PlanResult()
    wanted = yield from _wanted(request, tools)
    if len(outlines) > 1:
        things = [(name, wanted.subject, one) for name, one in zip(_names(outlines), outlines, strict=True)]
    else:
        things = [(name, f"{wanted.subject}: {name}", outlines[0]) for name in wanted.things]
    cells: list[tuple[str, str, list[Line]]] = []
    for name, subject, outline in things:
        left = yield from _lines(subject, wanted.aspects, outline, tools)
        of_subject, stated = _picked(subject, wanted.aspects, left, outline, tools)
        if of_subject:
            cells.append((wanted.subject, name, sorted(of_subject, key=lambda line: line.sentence.span)))
        cells += [(aspect, name, [line]) for aspect, line in stated.items()]
    groups = renumbered(lines for _, _, lines in cells)
    copies = yield from in_language(request, groups, tools)
    if len(things) < 2:  # nothing to set beside it
        return PlanResult(tuple(copies), sources_of(groups))
    drafts = [
        replace(copy, bullet=False, row=row, column=column)
        for (row, column, _), copy in zip(cells, copies, strict=True)
    ]
    told = {row for row, _, _ in cells}
    rows = [row for row in dict.fromkeys((wanted.subject, *wanted.aspects)) if row in told]
    columns = dict.fromkeys(name for name, _, _ in things)
    missing = tuple(aspect for aspect in wanted.aspects if aspect not in told)
    table = AnswerTable(tuple(rows), tuple(columns))
    return PlanResult(tuple(drafts), sources_of(groups), missing=missing, table=table)


def _picked(
    subject: str, aspects: Sequence[str], lines: Sequence[Line], outline: Outline, tools: PlanTools
) -> tuple[list[Line], dict[str, Line]]:
    """The lines about the subject itself, and the line that states each aspect, as far as one does."""
    left, of_subject = list(lines), list[Line]()
    stated: dict[str, Line] = {}
    for aspect in ("", *aspects):
        asked = f"{subject}: {aspect}" if aspect else subject
        best = _best(asked, left, outline, tools)
        if best is None:
            break
        left.remove(best)
        if aspect and states(asked, best, outline, tools):
            stated[aspect] = best
        else:
            of_subject.append(best)
        tools.cancel.check()
    return of_subject, stated


def _names(outlines: Sequence[Outline]) -> list[str]:
    """Their titles, or their files where two have one title."""
    titles = [outline.title for outline in outlines]
    return titles if len(set(titles)) == len(titles) else [one.document.filename for one in outlines]


def _wanted(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, _Comparison]:
    """As a model reads the request; the request itself where there is none."""
    itself = _Comparison(request.text, (request.text,), ())
    if tools.model is None:
        return itself
    generation = GenerationRequest(
        (Message("system", _ORDER), Message("user", request.text)),
        max_tokens=160,
        temperature=tools.settings.temperature,
        grammar=Grammar(json_schema=_SCHEMA),
    )
    done = yield from call_model(
        tools.model, generation, "aspects", tools.stamp, tools.cancel, meter=tools.meter
    )
    try:
        told = json.loads(done.text)
        subject, things, aspects = told["subject"].strip(), told["things"], told["aspects"]
        return _Comparison(subject or request.text, _texts(things), _texts(aspects))
    except (ValueError, KeyError, TypeError, AttributeError):
        return itself


def _texts(listed: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.strip() for text in listed if text.strip()))


def _lines(
    subject: str, aspects: Sequence[str], outline: Outline, tools: PlanTools
) -> Generator[Event, None, list[Line]]:
    """What a document says nearest to the subject: its nearest section, then what the search finds."""
    text = f"{subject}: {', '.join(aspects)}" if aspects else subject
    hits = yield from found(text, [outline.document.document_id], tools)
    near = [line for section in nearest_sections(text, outline, hits, tools) for line in section.lines]
    chunks = {hit.chunk.chunk_id: rank for rank, hit in enumerate(hits)}
    others = sorted(
        (line for line in outline.lines if line.source.chunk.chunk_id in chunks and line not in near),
        key=lambda line: chunks[line.source.chunk.chunk_id],
    )
    told = [line for line in (*near, *others) if len(line.text.split()) >= SHORTEST]
    return told[:_MOST_LINES]


def _best(asked: str, lines: Sequence[Line], outline: Outline, tools: PlanTools) -> Line | None:
    """The line that says most of an aspect: by the judge where it has the document's language, else by
    meaning; None where no line is left. Whether it states the aspect is judged behind it."""
    if not lines:
        return None
    texts = [line.text for line in lines]
    if outline.is_in_language_of(asked):
        try:
            return lines[int(np.argmax(tools.judge.answers(asked, texts)))]
        except ModelError as error:
            log.warning("what is compared is found by its meaning alone: %s", error)
    near = tools.embedder.embed(texts) @ tools.embedder.embed_query(asked)
    return lines[int(np.argmax(near))]
