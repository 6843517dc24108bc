"""The judge that needs no model: shares of words. It stands in where no other can be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.judge.calibration import WORDS
from core.judge.similarity import TextSimilarity
from core.search.keywords import DEFAULT_LANGUAGE, language_of, word_tokens
from core.search.word_coverage import query_words
from core.text.unspaced import language_without_spaces

_COMPARED_IN = ("en", "de")


class WordJudge:
    """The share of the question's words that a text has, 0 to 1; needs no model."""

    def __init__(self, near: TextSimilarity | None = None) -> None:
        self._similarity = near or TextSimilarity()

    @property
    def similarity(self) -> TextSimilarity:
        return self._similarity

    @property
    def name(self) -> str:
        return WORDS

    def answers(self, question: str, texts: Sequence[str]) -> list[float]:
        """See `AnswerJudge`."""
        language = (
            language_without_spaces(question) or language_of(question, _COMPARED_IN) or DEFAULT_LANGUAGE
        )
        words = query_words(question, (language,))
        if not words:
            return [0.0] * len(texts)
        return [
            sum(word.presence(word_tokens(text, language), language) for word in words) / len(words)
            for text in texts
        ]

    def in_languages(self, question: str) -> Mapping[str, str]:
        """See `AnswerJudge`: nobody has."""
        return {}
