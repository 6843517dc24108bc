"""The judge of answers: a cross-encoder, which reads question and sentence together.

Beside it an embedder says how near texts are: of what the cross-encoder was not trained on, that tells most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.judge.similarity import TextSimilarity
from core.search.hits import CrossEncoder


class CrossEncoderJudge:
    """Its logits as they are."""

    def __init__(self, encoder: CrossEncoder, name: str, near: TextSimilarity) -> None:
        self._encoder = encoder
        self._name = name
        self._similarity = near

    @property
    def name(self) -> str:
        return self._name

    @property
    def similarity(self) -> TextSimilarity:
        return self._similarity

    def answers(self, question: str, texts: Sequence[str]) -> list[float]:
        """See `AnswerJudge`. Texts of like length go together: a batch takes as long as its longest."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        scores = [0.0] * len(texts)
        found = self._encoder.scores(question, [texts[place] for place in order])
        for place, score in zip(order, found, strict=True):
            scores[place] = score
        return scores

    def in_languages(self, question: str) -> Mapping[str, str]:
        """See `AnswerJudge`: nobody has."""
        return {}
