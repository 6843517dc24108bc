"""A clause or section in plain words: the document's own first, then a model's, each statement by itself."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from core.events import Event
from core.plans.base import PlanRequest, PlanResult, PlanTools, copied, renumbered, sources_of
from core.plans.document_outline import Line
from core.plans.key_lines import most_telling
from core.plans.scope_reading import documents_of, sections_asked
from core.plans.summary import divided
from core.plans.writing import Order, by_parts

_PARTS = 4
_COPIED = 700  # characters of the document's own words
_READ = 900  # characters of each part, that the model reads
_PLAIN = Order(
    "Say in one short sentence with ordinary words what they mean, for somebody who has never read such a "
    "text. Keep conditions, exceptions, figures and periods. Add nothing that is not there."
)


def explain(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """The passage that a request is about, in plain words. See `Plan`."""
    outlines, hits = yield from documents_of(request, tools, 1)
    if not outlines:
        return PlanResult()
    outline = outlines[0]
    sections = yield from sections_asked(request, outline, hits, tools)
    parts = renumbered(
        [line for section in part for line in section.lines] for part in divided(sections, _PARTS)
    )
    lines = [line for part in parts for line in part]
    if not lines:
        return PlanResult()
    longest = max(len(line.text) for line in lines)
    own = most_telling([lines], max(_COPIED, longest)) or lines[:3]
    drafts = [copied([line]) for line in own]
    if tools.model is not None:
        read = [part if _size(part) <= _READ else most_telling([part], _READ) or part[:2] for part in parts]
        heading = f"Document: {outline.title}\nSection: {' › '.join(sections[0].path)}"
        drafts += yield from by_parts(
            _PLAIN, request.text, heading, read, request.language, tools.model, tools
        )
    return PlanResult(tuple(drafts), sources_of(parts))


def _size(lines: Sequence[Line]) -> int:
    return sum(len(line.text) for line in lines)
