"""What is judged by a model, and never decided by words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class AnswerJudge(Protocol):
    """Does a text answer a question?"""

    @property
    def name(self) -> str:
        """The model that judges."""
        ...

    def answers(self, question: str, texts: Sequence[str]) -> list[float]:
        """A score for each text, in their order; the higher the better, comparable between questions.

        Raises:
            core.errors.ModelError: the model is missing or damaged.
        """
        ...
