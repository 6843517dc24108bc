"""Search hits as events and models see them: ids, snippets and scores, never the full text."""

from __future__ import annotations

from core.events import HitSummary
from core.search.place_words import place_words
from core.types import CitedPlace, SearchResult


def hit_summaries(result: SearchResult) -> tuple[HitSummary, ...]:
    """One summary a hit, best first."""
    return tuple(
        HitSummary(
            document_id=hit.chunk.document_id,
            chunk_id=hit.chunk.chunk_id,
            chunk_index=hit.chunk.index,
            filename=hit.filename,
            page=hit.page,
            where=place_words(hit.place or CitedPlace(hit.page)),
            snippet=hit.snippet,
            score=round(hit.score, 3),
        )
        for hit in result.hits
    )
