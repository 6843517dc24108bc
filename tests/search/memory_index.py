"""The index in memory: the same protocol over numpy arrays. For tests, and as the definition of "exact"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.search.base import IndexPoint, ScoredPoint, Vectors
from core.search.keywords import DEFAULT_LANGUAGE, document_vector, query_vector


@dataclass(slots=True)
class _Entry:
    document_id: str
    keywords: dict[int, float]
    vector: Vectors | None


class MemoryIndex:
    """Brute force: exact cosine, BM25 with the IDF that Qdrant computes."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        for point in points:
            sparse = document_vector(point.keyword_text, point.language)
            keywords = dict(zip(sparse.indices, sparse.values, strict=True))
            vector = None if point.vector is None else point.vector.astype(np.float32)
            self._entries[point.chunk_id] = _Entry(point.document_id, keywords, vector)

    def set_vectors(self, vectors: dict[str, Vectors]) -> None:
        for chunk_id, vector in vectors.items():
            if chunk_id in self._entries:
                self._entries[chunk_id].vector = vector.astype(np.float32)

    def delete_document(self, document_id: str) -> None:
        kept = {key: entry for key, entry in self._entries.items() if entry.document_id != document_id}
        self._entries = kept

    def delete_chunks(self, chunk_ids: Sequence[str]) -> None:
        gone = set(chunk_ids)
        self._entries = {key: entry for key, entry in self._entries.items() if key not in gone}

    def vectors(self, chunk_ids: Sequence[str]) -> dict[str, Vectors]:
        entries = {chunk_id: self._entries.get(chunk_id) for chunk_id in chunk_ids}
        return {
            chunk_id: entry.vector
            for chunk_id, entry in entries.items()
            if entry is not None and entry.vector is not None
        }

    def search_dense(
        self,
        vector: Vectors,
        limit: int,
        document_ids: Sequence[str] | None = None,
    ) -> list[ScoredPoint]:
        scored = [
            ScoredPoint(chunk_id, entry.document_id, _cosine(vector, entry.vector))
            for chunk_id, entry in self._selected(document_ids)
            if entry.vector is not None
        ]
        return _best(scored, limit)

    def search_keywords(
        self,
        query: str,
        limit: int,
        document_ids: Sequence[str] | None = None,
        languages: Sequence[str] = (DEFAULT_LANGUAGE,),
    ) -> list[ScoredPoint]:
        wanted = set(query_vector(query, languages).indices)
        everything = list(self._entries.values())
        idf = {}
        for token in wanted:
            containing = sum(1 for entry in everything if token in entry.keywords)
            idf[token] = math.log(1 + (len(everything) - containing + 0.5) / (containing + 0.5))
        scored = []
        for chunk_id, entry in self._selected(document_ids):
            shared = wanted & entry.keywords.keys()
            if shared:
                score = sum(idf[token] * entry.keywords[token] for token in shared)
                scored.append(ScoredPoint(chunk_id, entry.document_id, score))
        return _best(scored, limit)

    def cosines(self, vector: Vectors, chunk_ids: Sequence[str]) -> dict[str, float]:
        found = {}
        for chunk_id in chunk_ids:
            entry = self._entries.get(chunk_id)
            if entry is not None and entry.vector is not None:
                found[chunk_id] = _cosine(vector, entry.vector)
        return found

    def points_per_document(self) -> dict[str, tuple[int, int]]:
        counts: dict[str, tuple[int, int]] = {}
        for entry in self._entries.values():
            points, embedded = counts.get(entry.document_id, (0, 0))
            counts[entry.document_id] = (points + 1, embedded + (entry.vector is not None))
        return counts

    def flush(self) -> None:
        """Nothing to write."""

    def size(self) -> int:
        return len(self._entries)

    def compact(self) -> bool:
        """What is deleted is gone."""
        return True

    def sweep_others(self) -> bool:
        """There are no others."""
        return True

    def close(self) -> None:
        """Nothing to release."""

    def _selected(self, document_ids: Sequence[str] | None) -> list[tuple[str, _Entry]]:
        wanted = None if document_ids is None else set(document_ids)
        return [
            (chunk_id, entry)
            for chunk_id, entry in self._entries.items()
            if wanted is None or entry.document_id in wanted
        ]


def _cosine(a: Vectors, b: Vectors) -> float:
    return float(np.dot(a, b) / ((np.linalg.norm(a) * np.linalg.norm(b)) or 1.0))


def _best(scored: list[ScoredPoint], limit: int) -> list[ScoredPoint]:
    return sorted(scored, key=lambda point: -point.score)[: max(0, limit)]
