"""Passages of a research: found, judged for relevance, numbered, and opened again from their ids.

Relevance is what decides whether a copied sentence counts as an answer (`core.answer.extractive`), on a scale
from 0 to 1 on which that limit lies at 0.6: of 433 questions of XQuAD, 96 % of the answers lie above it.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from core.answer.extractive import Extract, extract
from core.answer.sources import Source, make_source
from core.cancel import CancelToken
from core.events import Event, EventStamper, ToolCalled, ToolReturned
from core.search.base import Retriever
from core.search.hit_summaries import hit_summaries
from core.types import SearchHit, SearchResult

_LIMIT = 0.6  # on our scale
_LEAST_MATCH = 0.69  # coverage plus cosine
_LEAST_COVERAGE = 0.35  # where there is no vector
_LEAST_SHARE = 0.5  # of the best sentence's coverage; with less a sentence of the passage does not matter
MOST_SENTENCES = 4  # of a passage


@dataclass(frozen=True, slots=True)
class Judged:
    """A passage, its relevance (0 to 1), and the places (from 0) of the sentences that matter, best first."""

    source: Source
    relevance: float
    sentences: tuple[int, ...]


class SourceBook:
    """Opens passages. One a run; what was opened is kept."""

    def __init__(self, retriever: Retriever, document_ids: Sequence[str] | None) -> None:
        self._retriever = retriever
        self._document_ids = document_ids
        self._opened: dict[tuple[int, str, float], Source | None] = {}

    def open(self, number: int, document_id: str, chunk_id: str, score: float = 0.0) -> Source | None:
        """The passage under this number; None when it is gone, held back or outside the selection."""
        key = (number, chunk_id, score)
        if key not in self._opened:
            found = self._retriever.open_chunk(
                document_id, chunk_id, self._document_ids, for_prompt=True, beside=()
            )
            source = None
            if found is not None:
                snippet = " ".join(found[1].text.split())[:240]
                source = make_source(number, *found, score, snippet, page_of=self._retriever.page_of)
            self._opened[key] = source if source is not None and source.sentences else None
        return self._opened[key]


def searched(
    retriever: Retriever,
    query: str,
    limit: int,
    document_ids: Sequence[str] | None,
    stamp: EventStamper,
    cancel: CancelToken,
    phrasings: Sequence[str] = (),
    within: str = "",
) -> Generator[Event, None, tuple[SearchHit, ...]]:
    """One search as a tool call; `within` names the document it is limited to, for the trace.

    Raises:
        core.errors.KnownError: index or library cannot be read.
        Cancelled: Stop was asked for.
    """
    call_id = str(uuid.uuid4())
    given = {"query": query} | ({"document": within} if within else {})
    yield stamp(ToolCalled, call_id=call_id, tool="search_docs", tool_input=given)
    try:
        result: SearchResult = retriever.search(
            query,
            limit=limit,
            document_ids=document_ids,
            cancel=cancel,
            for_prompt=True,
            phrasings=phrasings,
        )
    except Exception:  # Stop included: every call has its return
        yield stamp(ToolReturned, call_id=call_id, ok=False, summary="The search did not finish.")
        raise
    yield stamp(
        ToolReturned,
        call_id=call_id,
        ok=True,
        summary=f"Found {len(result.hits)} chunks",
        hits=hit_summaries(result),
        milliseconds=result.milliseconds,
    )
    cancel.check()
    return result.hits


def judged(query: str, sources: Sequence[Source]) -> list[Judged]:
    """The passages with their relevance to the query, the most relevant first."""
    if not sources:
        return []
    everything = sum(len(source.sentences) for source in sources)
    by_source: dict[int, list[Extract]] = {}
    for found in extract(query, sources, most=everything):
        by_source.setdefault(found.sentence.citation, []).append(found)
    rows = [_judged(source, by_source.get(source.number, [])) for source in sources]
    return sorted(rows, key=lambda row: -row.relevance)


def judged_by_any(queries: Sequence[str], sources: Sequence[Source]) -> list[Judged]:
    """The passages as the query judges them that they are most relevant to; the first of equals."""
    best: dict[int, Judged] = {}
    for query in dict.fromkeys(queries):
        for row in judged(query, sources):
            known = best.get(row.source.number)
            if known is None or row.relevance > known.relevance:
                best[row.source.number] = row
    return sorted(best.values(), key=lambda row: -row.relevance)


def _judged(source: Source, found: Sequence[Extract]) -> Judged:
    coverage = max((one.coverage for one in found), default=0.0)
    floor = max(_LEAST_SHARE * coverage, 0.01)
    best = sorted((one for one in found if one.coverage >= floor), key=lambda one: -one.score)
    places = {sentence.label: place for place, sentence in enumerate(source.sentences)}
    chosen = tuple(places[one.sentence.label] for one in best[:MOST_SENTENCES])
    return Judged(source, relevance_of(coverage, source.score), chosen)


def relevance_of(coverage: float, cosine: float) -> float:
    """`coverage` of the query's words by the best sentence (0 to 1), `cosine` of the passage, 0.0 without."""
    value, limit, most = (
        (coverage, _LEAST_COVERAGE, 1.0) if cosine == 0.0 else (coverage + cosine, _LEAST_MATCH, 2.0)
    )
    if value <= limit:
        return round(max(0.0, value) * _LIMIT / limit, 3)
    return round(_LIMIT + (1 - _LIMIT) * (min(value, most) - limit) / (most - limit), 3)


def filtered(rows: Sequence[Judged], threshold: float, least: int) -> list[tuple[Judged, bool]]:
    """Those above the threshold, and the best others until there are `least`; True where it was refilled."""
    kept = [(row, False) for row in rows if row.relevance >= threshold]
    rest = [row for row in rows if row.relevance < threshold]
    return kept + [(row, True) for row in rest[: max(least - len(kept), 0)]]


def is_sentence(text: str) -> bool:
    """It is no heading, and no row of a table or a list."""
    words = re.findall(r"[^\W\d_]{2,}", text)
    figures = re.findall(r"\d[\d.,]*", text)
    ends = text.rstrip(" \"”“’')»]")[-1:] in (".", "!", "?", ";")
    return ends and len(words) > 1 and len(words) >= len(figures) and not text.isupper()


def coverage_by_aspect(aspects: Sequence[str], sources: Sequence[Source]) -> Mapping[str, float]:
    """Of each aspect the largest share of its words that a sentence takes up, 0 to 1."""
    if not sources:
        return dict.fromkeys(aspects, 0.0)
    return {
        aspect: max((found.coverage for found in extract(aspect, sources, most=3)), default=0.0)
        for aspect in aspects
    }
