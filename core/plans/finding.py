"""Which document says it, and where: of each document the sentences that answer best, under its name."""

from __future__ import annotations

import logging
import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from core.answer.foreign_sentences import MOST_READ, nearest_sentences
from core.answer.judged_sentences import JudgedSentence, judge_sentences
from core.answer.sources import Source
from core.errors import ModelError
from core.events import Event
from core.judge.support import ModelJudge, denies
from core.llm.base import ChatModel, GenerationRequest, Message
from core.llm.calls import call_model
from core.plans.base import PlanRequest, PlanResult, PlanTools, copied, renumbered, sources_of
from core.plans.document_outline import Line, Outline
from core.plans.scope_reading import documents_of
from core.types import Confidence

_MOST_DOCUMENTS = 5
_LESS = 0.45  # by so much a document may be less certain to answer than the best one
_PLACES, _LESS_BESIDE = 2, 0.2  # of one document, and how much less certain the second may be

_SUBJECT_TOKENS = 60
_IS_ABOUT = "This is about {subject}."
log = logging.getLogger(__name__)
_COPY = (
    "Copy from the request only the words for what is looked for, leaving out the words that ask for a "
    "document, a place or a page."
)
_WORD = re.compile(r"\w+")
_EXAMPLES = (
    Message("user", "Which of my files talk about whale hunting in Norway?"),
    Message("assistant", "whale hunting in Norway"),
    Message("user", "Where does it say that the rent is paid in advance?"),
    Message("assistant", "the rent is paid in advance"),
    Message(
        "user", "that thing about the cat being allowed into the garden, where was it? page and title pls"
    ),
    Message("assistant", "the cat being allowed into the garden"),
    Message("user", "Wo stand nochmal, dass man vor dem Besuch anrufen soll? Datei und Seite"),
    Message("assistant", "dass man vor dem Besuch anrufen soll"),
    Message("user", "in welcher datei steht was zur garagenmiete"),
    Message("assistant", "garagenmiete"),
    Message("user", "which doc tells me who feeds the dog when we are away"),
    Message("assistant", "who feeds the dog when we are away"),
)


def find(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """A place or two of each document, the likeliest first; none where no sentence answers. See `Plan`."""
    asked = request
    if tools.model is not None:
        asked = replace(request, text=(yield from _subject(request, tools.model, tools)))
    found = yield from _found(asked, tools)
    best = max((near[0].certainty for _, near in found), default=0.0)
    kept = [(outline, near) for outline, near in found if near[0].certainty >= best - _LESS]
    kept.sort(key=lambda row: -row[1][0].certainty)
    named = [(outline, one) for outline, near in kept for one in near]
    places = renumbered(_under_heading(one, outline) for outline, one in named)
    drafts = [
        copied(place, section=outline.document.filename)
        for place, (outline, _) in zip(places, named, strict=True)
    ]
    return PlanResult(tuple(drafts), sources_of(places), surest=Confidence.HIGH if best else Confidence.LOW)


def _found(
    request: PlanRequest, tools: PlanTools
) -> Generator[Event, None, list[tuple[Outline, list[JudgedSentence]]]]:
    """Of each document the sentences of what a search finds that answer, if any does; else those of all that
    the model finds to be about it, in whatever language or words."""
    outlines, hits = yield from documents_of(request, tools, _MOST_DOCUMENTS)
    chunks = frozenset(hit.chunk.chunk_id for hit in hits)
    hit_in = [
        [source for source in outline.sources if source.chunk.chunk_id in chunks] for outline in outlines
    ]
    found: list[tuple[Outline, list[JudgedSentence]]] = []
    for outline, sources in zip(outlines, hit_in, strict=True):
        likely = judge_sentences(request.text, request.language, sources, tools.judge).likely[:_PLACES]
        if near := [one for one in likely if one.certainty >= likely[0].certainty - _LESS_BESIDE]:
            found.append((outline, near))
        tools.cancel.check()
    if found or tools.model is None:
        return found
    read = _read([one for sources in hit_in for one in sources], request.text, tools.model, tools)
    return [
        (outline, own)
        for outline, sources in zip(outlines, hit_in, strict=True)
        if (own := [one for one in read if one.source in sources])
    ]


def _read(
    sources: Sequence[Source], subject: str, reader: ChatModel, tools: PlanTools
) -> list[JudgedSentence]:
    """Of the sentences nearest by meaning those that the model finds to be about it, surest first."""
    try:
        near = nearest_sentences(subject, sources, tools.embedder, MOST_READ)
    except ModelError as error:
        log.warning("what is looked for in other words is not found: %s", error)
        return []
    judge = ModelJudge(reader, tools.cancel)
    told = [(judge.supports(_IS_ABOUT.format(subject=subject), one.sentence.text), one) for one in near]
    about = [(odds, one) for odds, one in told if odds is not None and not denies(odds)]
    return [one for _, one in sorted(about, key=lambda row: -row[0])][:_PLACES]


def _subject(request: PlanRequest, model: ChatModel, tools: PlanTools) -> Generator[Event, None, str]:
    """The words of the request that say what is to be found, as a model copies them: "Which of my documents
    mention" has to stand in none. The request itself where it writes other words.

    A grammar of copying would let it begin at the last words that matter, and nowhere before.
    """
    generation = GenerationRequest(
        (Message("system", _COPY), *_EXAMPLES, Message("user", request.text)),
        max_tokens=_SUBJECT_TOKENS,
        temperature=tools.settings.temperature,
        kept=1 + len(_EXAMPLES),
    )
    done = yield from call_model(model, generation, "subject", tools.stamp, tools.cancel, meter=tools.meter)
    subject = done.text.strip()
    own = set(_WORD.findall(request.text.casefold()))
    words = _WORD.findall(subject.casefold())
    return subject if words and own.issuperset(words) else request.text


def _under_heading(one: JudgedSentence, outline: Outline) -> list[Line]:
    """The sentence behind the lines of its heading."""
    for section in outline.sections:
        for line in section.lines:
            if line.sentence.span == one.sentence.span:
                return [*section.head, line]
    return [Line(one.source, one.sentence)]
