"""The judge of answers of one run: it remembers, and may ask the language model for a second opinion."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.judge.base import AnswerJudge
from core.judge.support import ModelJudge
from core.search.base import Embedder, Vectors


class RunJudge:
    """The scores of another judge, each computed once, because a gate asks again what the choice of sentences
    has asked before. For one run; on one thread at a time a score may at worst be computed twice.

    `reader`: reads what a cross-encoder takes for beside the question because they share no words ("What if
    it leaks?", "Close the valve."). Of 35 best sentences that hold the answer (XQuAD, tuned half) the default
    model takes none for beside the question, of 35 that do not it takes 14.
    `embedder`: compares texts in any language that it knows.
    """

    def __init__(
        self, judge: AnswerJudge, reader: ModelJudge | None = None, embedder: Embedder | None = None
    ) -> None:
        self._judge = judge
        self._reader = reader
        self._embedder = embedder
        self._vectors: dict[str, Vectors] = {}
        self._scores: dict[tuple[str, str], float] = {}

    @property
    def name(self) -> str:
        return self._judge.name

    def answers(self, question: str, texts: Sequence[str]) -> list[float]:
        """See `AnswerJudge`."""
        new = [text for text in dict.fromkeys(texts) if (question, text) not in self._scores]
        if new:
            scores = self._judge.answers(question, new)
            self._scores |= {(question, text): score for text, score in zip(new, scores, strict=True)}
        return [self._scores[question, text] for text in texts]

    @property
    def compares(self) -> bool:
        """Whether it has an embedder."""
        return self._embedder is not None

    def nearness(self, question: str, texts: Sequence[str]) -> list[float]:
        """How near each text is to the question by meaning: 0 for what has nothing to do with it, 1 for the
        same, whichever embedder says so; 0 of all without one.

        Raises:
            core.errors.ModelError: the embedder is missing or damaged.
        """
        if self._embedder is None or not texts:
            return [0.0] * len(texts)
        asked = self._embedder.embed_query(question)
        return [self._cosine(asked, self._vector(text)) for text in texts]

    def likeness(self, text: str, other: str) -> float:
        """As `nearness`, of two texts of which neither is a question."""
        return self._cosine(self._vector(text), self._vector(other)) if self._embedder else 0.0

    def _vector(self, text: str) -> Vectors:
        """Each text by itself: the last digits depend on what is embedded with it."""
        if text not in self._vectors and self._embedder:
            self._vectors[text] = self._embedder.embed([text])[0]
        return self._vectors[text]

    def _cosine(self, one: Vectors, other: Vectors) -> float:
        unrelated = self._embedder.unrelated if self._embedder else 0.0
        return (float(np.dot(one, other)) - unrelated) / (1 - unrelated)

    def is_read_as_answer(self, question: str, text: str) -> bool:
        """Whether the language model takes the text for an answer, or a part of one; False without it.

        Raises:
            core.errors.Cancelled: after Stop.
        """
        if self._reader is None or not text.strip():
            return False
        odds = self._reader.answers(question, text)
        return odds is not None and odds > 0
