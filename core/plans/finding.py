"""Which document says it, and where: of each document the sentences that answer best, under its name."""

from __future__ import annotations

from collections.abc import Container, Generator, Sequence

from core.answer.copy_grammar import copy_grammar
from core.answer.judged_sentences import JudgedSentence, judge_sentences
from core.events import Event
from core.llm.base import ChatModel, GenerationRequest, Message
from core.llm.calls import call_model
from core.plans.base import PlanRequest, PlanResult, PlanTools, copied, renumbered, sources_of
from core.plans.document_outline import Line, Outline
from core.plans.scope_reading import documents_of

_MOST_DOCUMENTS = 5
_LESS = 0.45  # by so much a document may be less certain to answer than the best one
_PLACES, _LESS_BESIDE = 2, 0.2  # of one document, and how much less certain the second may be

_SUBJECT_TOKENS = 60
_COPY = (
    "Copy from the request only the words for what is looked for, leaving out the words that ask for a "
    "document, a place or a page."
)
_EXAMPLES = (
    Message("user", "Which of my files talk about whale hunting in Norway?"),
    Message("assistant", "whale hunting in Norway"),
    Message("user", "Where does it say that the rent is paid in advance?"),
    Message("assistant", "the rent is paid in advance"),
)


def find(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """A place or two of each document, the likeliest first; none where no sentence answers. See `Plan`."""
    outlines, hits = yield from documents_of(request, tools, _MOST_DOCUMENTS)
    chunks = frozenset(hit.chunk.chunk_id for hit in hits)
    found = _found(request.text, request.language, outlines, chunks, tools)
    if not found and tools.model is not None:
        subject = yield from _subject(request, tools.model, tools)
        found = _found(subject, request.language, outlines, chunks, tools)
    best = max((near[0].certainty for _, near in found), default=0.0)
    kept = [(outline, near) for outline, near in found if near[0].certainty >= best - _LESS]
    kept.sort(key=lambda row: -row[1][0].certainty)
    named = [(outline, one) for outline, near in kept for one in near]
    places = renumbered(_under_heading(one, outline) for outline, one in named)
    drafts = [
        copied(place, section=outline.document.filename)
        for place, (outline, _) in zip(places, named, strict=True)
    ]
    return PlanResult(tuple(drafts), sources_of(places))


def _found(
    asked: str, language: str, outlines: Sequence[Outline], chunks: Container[str], tools: PlanTools
) -> list[tuple[Outline, list[JudgedSentence]]]:
    """Of each document the sentences of what the search found that answer, if any does."""
    found: list[tuple[Outline, list[JudgedSentence]]] = []
    for outline in outlines:
        sources = {line.source.number: line.source for line in outline.lines}.values()
        hit = [source for source in sources if source.chunk.chunk_id in chunks]
        likely = judge_sentences(asked, language, hit, tools.judge).likely[:_PLACES]
        if near := [one for one in likely if one.certainty >= likely[0].certainty - _LESS_BESIDE]:
            found.append((outline, near))
        tools.cancel.check()
    return found


def _subject(request: PlanRequest, model: ChatModel, tools: PlanTools) -> Generator[Event, None, str]:
    """The words of the request that say what is to be found, as a model copies them: "Which of my documents
    mention" has to stand in none."""
    generation = GenerationRequest(
        (Message("system", _COPY), *_EXAMPLES, Message("user", request.text)),
        max_tokens=_SUBJECT_TOKENS,
        temperature=tools.settings.temperature,
        grammar=copy_grammar([request.text]),
    )
    done = yield from call_model(model, generation, "subject", tools.stamp, tools.cancel, meter=tools.meter)
    return done.text.strip() or request.text


def _under_heading(one: JudgedSentence, outline: Outline) -> list[Line]:
    """The sentence behind the lines of its heading."""
    for section in outline.sections:
        for line in section.lines:
            if line.sentence.span == one.sentence.span:
                return [*section.head, line]
    return [Line(one.source, one.sentence)]
