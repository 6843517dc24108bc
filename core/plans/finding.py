"""Which document says it, and where: of each document the sentences that answer best, under its name."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from core.answer.judged_sentences import JudgedSentence, judge_sentences
from core.answer.replies import reply
from core.answer.sources import led_to
from core.events import Event
from core.judge.calibration import LEAST, NEAR
from core.plans.base import PlanRequest, PlanResult, PlanTools, copied, renumbered, sources_of
from core.plans.document_outline import Line, Outline
from core.plans.scope_reading import documents_of
from core.plans.subjects import LOOKED_FOR, subject_of
from core.types import Confidence

_MOST_DOCUMENTS = 5
_LESS = 0.45  # by so much a document may be less certain to answer than the best one
_PLACES, _LESS_BESIDE = 2, 0.2  # of one document, and how much less certain the second may be


def find(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """A place or two of each document, the likeliest first; where no sentence answers, in doubt the one
    that comes nearest. See `Plan`."""
    subject = yield from subject_of(LOOKED_FOR, request, tools)
    found = yield from _found(subject, request, tools)
    best = max((near[0].certainty for _, near in found), default=0.0)
    kept = [(outline, near) for outline, near in found if near[0].certainty >= best - _LESS]
    kept.sort(key=lambda row: -row[1][0].certainty)
    named = [(outline, one) for outline, near in kept for one in near]
    places = renumbered(_under_heading(one, outline) for outline, one in named)
    doubt = reply("may_not_answer", request.language) if best < LEAST else ""
    drafts = [
        replace(copied(place, section=outline.document.filename), doubt=doubt)
        for place, (outline, _) in zip(places, named, strict=True)
    ]
    surest = Confidence.HIGH if best >= LEAST else Confidence.LOW
    return PlanResult(tuple(drafts), sources_of(places), surest=surest)


def _found(
    subject: str, request: PlanRequest, tools: PlanTools
) -> Generator[Event, None, list[tuple[Outline, list[JudgedSentence]]]]:
    """Of each document the sentences of what a search finds that answer the request, or else its subject.
    Both are searched for: the request may name a document."""
    asked = replace(request, text=f"{subject}\n{request.text}") if subject != request.text else request
    outlines, hits = yield from documents_of(asked, tools, _MOST_DOCUMENTS)
    chunks = frozenset(hit.chunk.chunk_id for hit in hits)
    hit_in = [
        [source for source in outline.sources if source.chunk.chunk_id in chunks] for outline in outlines
    ]
    near: list[tuple[Outline, list[JudgedSentence]]] = []
    for wanted in dict.fromkeys((request.text, subject)):
        found: list[tuple[Outline, list[JudgedSentence]]] = []
        for outline, sources in zip(outlines, hit_in, strict=True):
            judged = judge_sentences(wanted, request.language, sources, tools.judge)
            likely = judged.likely[:_PLACES]
            if likely:
                least = likely[0].certainty - _LESS_BESIDE
                found.append((outline, [one for one in likely if one.certainty >= least]))
            elif judged.sentences and judged.sentences[0].certainty >= NEAR:
                near.append((outline, [judged.sentences[0]]))
            tools.cancel.check()
        if found:
            return found
    return [max(near, key=lambda row: row[1][0].certainty)] if near else []


def _under_heading(one: JudgedSentence, outline: Outline) -> list[Line]:
    """The sentence behind the lines of its heading, with what it breaks off before."""
    own = (one.sentence, *led_to(one.source, one.source.sentences.index(one.sentence)))
    lines = [Line(one.source, sentence) for sentence in own]
    for section in outline.sections:
        if any(line.sentence.span == one.sentence.span for line in section.lines):
            return [*section.head, *lines]
    return lines
