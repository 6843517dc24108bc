"""What is judged by a model, and never decided by words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from core.judge.similarity import TextSimilarity


class AnswerJudge(Protocol):
    """Does a text answer a question?"""

    @property
    def name(self) -> str:
        """The model that judges."""
        ...

    @property
    def similarity(self) -> TextSimilarity:
        """How near texts are by meaning."""
        ...

    def answers(self, question: str, texts: Sequence[str]) -> list[float]:
        """A score for each text, in their order; the higher the better, comparable between questions.

        Raises:
            core.errors.ModelError: the model is missing or damaged.
        """
        ...

    def in_languages(self, question: str) -> Mapping[str, str]:
        """The question in other languages, by their ISO 639-1 code, as far as somebody has put it so."""
        ...


class SupportJudge(Protocol):
    """Is a statement supported by its evidence?"""

    @property
    def name(self) -> str:
        """The model that judges."""
        ...

    def supports(self, statement: str, evidence: str) -> float | None:
        """Log-odds: above 0 it is more likely supported than not; None where nobody can say.

        Raises:
            core.errors.Cancelled: after Stop.
        """
        ...
