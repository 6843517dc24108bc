"""How near texts are to each other by meaning, in any language that the embedder knows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

import numpy as np

from core.search.base import Embedder, Vectors

_MOST_KEPT = 4096  # vectors: 6 MB


class TextSimilarity:
    """0 for texts that have nothing to do with each other, 1 for the same, whichever embedder says so; 0 of
    all without one.

    Vectors are kept: the next question to a document compares its sentences at once. Each text is embedded by
    itself, because the last digits depend on what is embedded with it.
    """

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        if embedder is not None:
            self._vector = lru_cache(_MOST_KEPT)(partial(_embedded, embedder))

    @property
    def compares(self) -> bool:
        """Whether there is an embedder."""
        return self._embedder is not None

    def of(self, question: str, texts: Sequence[str]) -> list[float]:
        """How near each text is to the question.

        Raises:
            core.errors.ModelError: the embedder is missing or damaged.
        """
        if self._embedder is None or not texts:
            return [0.0] * len(texts)
        asked = self._embedder.embed_query(question)
        return [self._cosine(asked, self._vector(text)) for text in texts]

    def between(self, text: str, other: str) -> float:
        """As `of`, of two texts of which neither is a question."""
        return self._cosine(self._vector(text), self._vector(other)) if self._embedder else 0.0

    def _cosine(self, one: Vectors, other: Vectors) -> float:
        unrelated = self._embedder.unrelated if self._embedder else 0.0
        return (float(np.dot(one, other)) - unrelated) / (1 - unrelated)


def _embedded(embedder: Embedder, text: str) -> Vectors:
    found: Vectors = embedder.embed([text])[0]
    return found
