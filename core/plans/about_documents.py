"""What a document is: its title, how it begins, and what its sections are called."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from core.answer.statements import DraftStatement, without_repetitions
from core.events import Event
from core.llm.base import ChatModel
from core.plans.base import PlanRequest, PlanResult, PlanTools, copied, renumbered, sources_of
from core.plans.document_outline import Line, Outline
from core.plans.scope_reading import documents_of
from core.plans.summary import MOST_DOCUMENTS
from core.plans.writing import Order, written
from core.text.telling import SHORTEST

_READ = 1500  # characters of the beginning
_FIRST = 2  # of its sentences
_MOST_HEADINGS = 12
_ORDER = Order(
    "Answer the request in one to three sentences: what kind of document this is, who made it or between "
    "whom it is, of which date it is, whom it concerns, what it is about, as far as the sentences say so.",
    least_lines=2,
    most_lines=3,
)


def tell_about(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """What the documents are. See `Plan`."""
    outlines, _ = yield from documents_of(request, tools, MOST_DOCUMENTS if request.document_ids else 1)
    groups = renumbered(
        part for one in outlines for part in (title_of(one), beginning_of(one), _headings(one))
    )
    of_each = zip(groups[::3], groups[1::3], groups[2::3], strict=True)
    drafts: list[DraftStatement] = []
    for outline, (title, first, headings) in zip(outlines, of_each, strict=True):
        if title:
            drafts.append(copied(title))
        drafts += [copied([line]) for line in first if len(line.text.split()) >= SHORTEST][:_FIRST]
        if tools.model is not None:
            drafts += yield from written_about(outline, [*title, *first], request, tools.model, tools)
        if headings:
            drafts.append(copied(headings))
    return PlanResult(tuple(without_repetitions(drafts)), sources_of(groups))


def written_about(
    outline: Outline, lines: Sequence[Line], request: PlanRequest, model: ChatModel, tools: PlanTools
) -> Generator[Event, None, list[DraftStatement]]:
    """What a model says that a document is, from the lines of its beginning. Raises as `written`."""
    heading = f"Document: {outline.title} ({outline.document.filename})"
    return (yield from written(_ORDER, request.text, heading, lines, request.language, model, tools))


def title_of(outline: Outline) -> list[Line]:
    """The line that is the title, where the document shows it."""
    title = " ".join(outline.document.title.split()).casefold()
    return [line for line in outline.all_lines[:20] if " ".join(line.text.split()).casefold() == title][:1]


def beginning_of(outline: Outline) -> list[Line]:
    """The first lines, headings with them."""
    title = title_of(outline)
    first: list[Line] = []
    used = 0
    for line in outline.all_lines:
        if used > _READ:
            break
        if line not in title:
            first.append(line)
            used += len(line.text)
    return first


def _headings(outline: Outline) -> list[Line]:
    """Those of the outermost sections, and of the ones below where there are few."""
    heads = [section for section in outline.sections if section.head]
    outer = [section for section in heads if len(section.path) == 1]
    shown = outer if len(outer) > _MOST_HEADINGS // 2 else heads
    lines = [line for section in shown for line in section.head if any(map(str.isalpha, line.text))]
    return lines[:_MOST_HEADINGS]
