"""Which document says it, and where: of each document the sentence that answers best, under its heading."""

from __future__ import annotations

from collections.abc import Generator

from core.answer.judged_sentences import JudgedSentence, judge_sentences
from core.events import Event
from core.plans.base import PlanRequest, PlanResult, PlanTools, copied, renumbered, sources_of
from core.plans.document_outline import Line, Outline
from core.plans.scope_reading import documents_of

_MOST_DOCUMENTS = 5
_LESS = 0.45  # by so much a document may be less certain to answer than the best one


def find(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """One place a document, the likeliest first; none where no sentence answers. See `Plan`."""
    outlines, hits = yield from documents_of(request, tools, _MOST_DOCUMENTS)
    ranks = {hit.chunk.chunk_id: rank for rank, hit in enumerate(hits)}
    found: list[tuple[JudgedSentence, Outline]] = []
    for outline in outlines:
        sources = {line.source.number: line.source for line in outline.lines}.values()
        hit = [source for source in sources if source.chunk.chunk_id in ranks]
        judged = judge_sentences(request.text, request.language, hit, tools.judge)
        found += [(one, outline) for one in judged.likely[:1]]
        tools.cancel.check()
    if not found:
        return PlanResult()
    best = max(one.certainty for one, _ in found)
    kept = [(one, outline) for one, outline in found if one.certainty >= best - _LESS]
    kept.sort(key=lambda row: -row[0].certainty)
    places = renumbered(_under_heading(one, outline) for one, outline in kept)
    return PlanResult(tuple(copied(place) for place in places), sources_of(places))


def _under_heading(one: JudgedSentence, outline: Outline) -> list[Line]:
    """The sentence behind the lines of its heading."""
    for section in outline.sections:
        for line in section.lines:
            if line.sentence.span == one.sentence.span:
                return [*section.head, line]
    return [Line(one.source, one.sentence)]
