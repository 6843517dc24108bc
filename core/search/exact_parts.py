"""Which chunks of the whole library have parts of a question as they stand. Any thread.

The keyword index gives the chunks with a part's words, which are then looked at: for a number, a date or an
identifier, which are one word of the index, a hundred; for a phrase as many as it takes, within bounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from core.search.base import ChunkIndex, ScoredPoint
from core.search.exact import Exact
from core.search.understanding import Understood

_CODE_DEPTHS, _PHRASE_DEPTHS = (100,), (100, 400, 1600)
_PARTS = 4
_ENOUGH = 10
_MOST = 40  # chunks: a part that stands in more of the first hundred tells little
_RANKED = 50


class ExactFinder:
    """Looks in an index; `texts` gives the texts of chunks by their ids."""

    def __init__(self, index: ChunkIndex, texts: Callable[[Sequence[str]], Mapping[str, str]]) -> None:
        self._index = index
        self._texts = texts

    def find(
        self,
        understood: Understood,
        plain_ids: Sequence[str],
        *,
        allowed: Collection[str],
        wanted: Sequence[str] | None,
        languages: Sequence[str],
    ) -> list[ScoredPoint]:
        """Chunks with the most parts first, and of these the ones that are among `plain_ids` anyway.

        Args:
            allowed: documents that may be shown; `wanted`: those to search in, None for all.

        Raises:
            core.errors.StorageError: index or library cannot be read.
        """
        parts = (*understood.exact[:_PARTS], *([understood.typed] if understood.typed else []))
        counts: Counter[str] = Counter()
        points: dict[str, ScoredPoint] = {}
        for part in parts:
            found = self._standing(part, allowed, wanted, languages)
            if len(found) <= _MOST:
                counts.update(point.chunk_id for point in found)
                points.update((point.chunk_id, point) for point in found)
        places = {chunk_id: place for place, chunk_id in enumerate(plain_ids)}

        def order(chunk_id: str) -> tuple[int, int, float]:
            return -counts[chunk_id], places.get(chunk_id, len(places)), -points[chunk_id].score

        return [points[chunk_id] for chunk_id in sorted(counts, key=order)][:_RANKED]

    def _standing(
        self, part: Exact, allowed: Collection[str], wanted: Sequence[str] | None, languages: Sequence[str]
    ) -> list[ScoredPoint]:
        seen: set[str] = set()
        found: list[ScoredPoint] = []
        for depth in _CODE_DEPTHS if part.codes else _PHRASE_DEPTHS:
            points = self._index.search_keywords(part.text, depth, wanted, languages)
            fresh = [point for point in points if point.document_id in allowed and point.chunk_id not in seen]
            seen.update(point.chunk_id for point in fresh)
            texts = self._texts([point.chunk_id for point in fresh])
            found += [point for point in fresh if part.stands_in(texts.get(point.chunk_id, ""))]
            if len(found) >= _ENOUGH or len(points) < depth:
                break
        return found
