"""Passages that were kept become findings of the state: numbered once, each with an event."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from core.answer.asking.eligibility import INJECTION_IN_CONTEXT
from core.answer.replies import reply
from core.answer.sources import Source, places_of
from core.events import Event, FindingKept, NoticeGiven
from core.research.base import Parts
from core.research.passages import Judged
from core.research.state import Finding, ResearchState, Via
from core.search.place_words import place_words
from core.types import Span


def add_findings(
    state: ResearchState,
    kept: Sequence[tuple[Judged, bool]],
    parts: Parts,
    task_id: int = 0,
    depth: int = 0,
    via: Via | None = None,
) -> Generator[Event, None, ResearchState]:
    """The state with these passages; True beside one says that it was refilled.

    A passage that is known keeps its number. Found by the clarification, it becomes one of the first task
    that finds it; found by two tasks, it is of both.
    """
    ordering: list[Source] = []
    for row, refilled in kept:
        source = row.source
        if state.document_ids is not None and source.document.document_id not in state.document_ids:
            continue  # a reference leads there, and the user limited the documents meanwhile
        known = [found for found in state.findings if found.chunk_id == source.chunk.chunk_id]
        if any(found.task_id == task_id for found in known):
            continue
        number = known[0].number if known else 1 + max((one.number for one in state.findings), default=0)
        finding = Finding(
            number=number,
            document_id=source.document.document_id,
            chunk_id=source.chunk.chunk_id,
            score=source.score,
            relevance=row.relevance,
            sentences=row.sentences,
            task_id=task_id,
            depth=depth,
            via=via,
        )
        rest = tuple(found for found in state.findings if found not in known or found.task_id != 0)
        state = state.but(findings=(*rest, finding))
        if source.gives_orders and not known:
            ordering.append(source)
        spans = spans_on_page(source, row.sentences)
        yield parts.stamp(
            FindingKept,
            number=number,
            task_id=task_id,
            document_id=finding.document_id,
            chunk_id=finding.chunk_id,
            filename=source.document.filename,
            page=source.page,
            where=place_words(parts.retriever.locate(finding.document_id, spans)),
            snippet=snippet_of(row),
            relevance=row.relevance,
            refilled=refilled,
            depth=depth,
            via_number=via.number if via and not via.searched else 0,
        )
    if ordering:
        message = reply(INJECTION_IN_CONTEXT, state.language, places=places_of(ordering))
        yield parts.stamp(NoticeGiven, code=INJECTION_IN_CONTEXT, message=message)
        if INJECTION_IN_CONTEXT not in state.safety_flags:
            state = state.but(safety_flags=(*state.safety_flags, INJECTION_IN_CONTEXT))
    return state


def spans_on_page(source: Source, places: Sequence[int] = ()) -> tuple[Span, ...]:
    """Of these sentences that stand on the passage's page; of all of it where none does."""
    own = [(place, one) for place, one in enumerate(source.sentences) if one.page == source.page]
    chosen = [one for place, one in own if place in places] or [one for _place, one in own]
    return tuple(span for one in chosen for span in one.spans)


def snippet_of(row: Judged) -> str:
    """The sentences that matter, as the trace shows them."""
    sentences = row.source.sentences
    chosen = [sentences[place].text for place in sorted(row.sentences) if place < len(sentences)]
    return " ".join(chosen)[:240] or row.source.snippet


def reopened(state: ResearchState, parts: Parts, task_id: int | None = None) -> list[Source]:
    """The passages of a task (None: all) under their numbers; without those that are gone."""
    sources: dict[int, Source] = {}
    for found in state.findings:
        if task_id is not None and found.task_id != task_id:
            continue
        source = parts.sources.open(found.number, found.document_id, found.chunk_id, found.score)
        if source is not None:
            sources.setdefault(found.number, source)
    return [sources[number] for number in sorted(sources)]
