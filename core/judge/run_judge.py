"""The judge of answers of one run: it remembers, and may ask the language model for a second opinion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.judge.base import AnswerJudge
from core.judge.similarity import TextSimilarity
from core.judge.support import ModelJudge


class RunJudge:
    """The scores of another judge, each computed once, because a gate asks again what the choice of sentences
    has asked before. For one run; on one thread at a time a score may at worst be computed twice.

    `reader`: reads what a cross-encoder takes for beside the question because they share no words ("What if
    it leaks?", "Close the valve."). Of 35 best sentences that hold the answer (XQuAD, tuned half) the default
    model takes none for beside the question, of 35 that do not it takes 14.
    """

    def __init__(self, judge: AnswerJudge, reader: ModelJudge | None = None) -> None:
        self._judge = judge
        self._reader = reader
        self._scores: dict[tuple[str, str], float] = {}
        self._said: dict[str, dict[str, str]] = {}

    @property
    def name(self) -> str:
        return self._judge.name

    @property
    def similarity(self) -> TextSimilarity:
        return self._judge.similarity

    def answers(self, question: str, texts: Sequence[str]) -> list[float]:
        """See `AnswerJudge`."""
        new = [text for text in dict.fromkeys(texts) if (question, text) not in self._scores]
        if new:
            scores = self._judge.answers(question, new)
            self._scores |= {(question, text): score for text, score in zip(new, scores, strict=True)}
        return [self._scores[question, text] for text in texts]

    def put_in(self, question: str, language: str, said: str) -> None:
        """From now on texts in that language (ISO 639-1) are judged by what is said in it."""
        self._said.setdefault(question, {})[language] = said

    def take_back(self, question: str) -> None:
        """What was put in for it counts no more."""
        self._said.pop(question, None)

    def in_languages(self, question: str) -> Mapping[str, str]:
        """See `AnswerJudge`."""
        return self._said.get(question) or self._judge.in_languages(question)

    def is_read_as_answer(self, question: str, text: str) -> bool:
        """Whether the language model takes the text for an answer, or a part of one; False without it.

        Raises:
            core.errors.Cancelled: after Stop.
        """
        if self._reader is None or not text.strip():
            return False
        odds = self._reader.answers(question, text)
        return odds is not None and odds > 0
