"""A clause or section in plain words: the document's own first, then a model's, each statement by itself."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from core.answer.judged_sentences import judge_sentences, log_odds_each
from core.events import Event
from core.plans.base import PlanRequest, PlanResult, PlanTools, copied, renumbered, sources_of
from core.plans.document_outline import Line, Outline
from core.plans.key_lines import most_telling
from core.plans.scope_reading import documents_of, named_sections, sections_asked
from core.plans.summary import divided
from core.plans.writing import Order, by_parts
from core.types import SearchHit

_PARTS = 4
_COPIED = 700  # characters of the document's own words
_READ = 900  # characters of each part, that the model reads
_PLAIN = Order(
    "Say in one short sentence with ordinary words what they mean, for somebody who has never read such a "
    "text. Keep conditions, exceptions, figures and periods. Add nothing that is not there."
)


def explain(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """The passage that a request is about, and what answers it elsewhere, in plain words. See `Plan`."""
    outlines, hits = yield from documents_of(request, tools, 1)
    if not outlines:
        return PlanResult()
    outline = outlines[0]
    sections = yield from sections_asked(request, outline, hits, tools)
    answering = [] if named_sections(request.text, outline) else _answering(request, outline, hits, tools)
    inside = {line.sentence.label for section in sections for line in section.lines}
    elsewhere = [line for line in answering if line.sentence.label not in inside]
    told = [[line for section in part for line in section.lines] for part in divided(sections, _PARTS)]
    *parts, beside = renumbered((*told, elsewhere))
    lines = [line for part in parts for line in part]
    if not lines:
        return PlanResult()
    surely = {line.sentence.span for line in answering}
    telling = _nearest(request, outline, lines, tools)
    own = [line for line in lines if line in telling or line.sentence.span in surely]
    drafts = [copied([line]) for line in (*beside, *own)]
    parts = [part for part in (beside, *parts) if part]
    if tools.model is not None:
        read = [part if _size(part) <= _READ else most_telling([part], _READ) or part[:2] for part in parts]
        section = "" if beside else f"\nSection: {' › '.join(sections[0].path)}"  # it is of another
        heading = f"Document: {outline.title}{section}"
        drafts += yield from by_parts(
            _PLAIN, request.text, heading, read, request.language, tools.model, tools
        )
    return PlanResult(tuple(drafts), sources_of(parts))


def _nearest(request: PlanRequest, outline: Outline, lines: Sequence[Line], tools: PlanTools) -> list[Line]:
    """The lines that come nearest to what is to be explained, as many as fit; one at least."""
    of = outline.document.language
    odds = log_odds_each(
        request.text, request.language, [line.text for line in lines], tools.judge, texts_in=of
    )
    near: list[Line] = []
    room = _COPIED
    for _, place in sorted((-one, place) for place, one in enumerate(odds)):
        if near and len(lines[place].text) > room:
            break
        near.append(lines[place])
        room -= len(lines[place].text)
    return near


def _answering(
    request: PlanRequest, outline: Outline, hits: Sequence[SearchHit], tools: PlanTools
) -> list[Line]:
    """The lines of what the search found that answer about as likely as the best of them."""
    found = {hit.chunk.chunk_id for hit in hits}
    sources = [source for source in outline.sources if source.chunk.chunk_id in found]
    judged = judge_sentences(request.text, request.language, sources, tools.judge)
    likely = {one.sentence.label for one in judged.as_likely}
    return [line for line in outline.lines if line.sentence.label in likely]


def _size(lines: Sequence[Line]) -> int:
    return sum(len(line.text) for line in lines)
