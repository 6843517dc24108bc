"""What the answers benchmark keeps of each answer: one line a question, way and model."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from pydantic import Field

from core.answer.confidence import COPIED, WRITTEN, Calibration, Features, score_of, word_for
from tests.benchmarks.answers.marks import Marks
from tests.benchmarks.answers.sets import KnownAnswer
from tests.benchmarks.asking import ThingLine


class AnswerLine(ThingLine):
    """One question answered in one way, its marks, and what confidence was told from.

    `way`: `copied` by the program, `written` by the model and checked, or `plain`: the model over the five
    best chunks. `features` are those of `core.answer.confidence`, empty where nothing is cited. The words
    that `first_seconds` waits for are those of the draft. `statements`, and how many of them are `verified`.
    """

    thing: KnownAnswer
    marks: Marks
    outcome: str = ""
    declined: bool = False
    confidence: str = ""
    flags: tuple[str, ...] = ()
    statements: int = 0
    verified: int = 0
    features: dict[str, float] = Field(default_factory=dict)
    first_seconds: float | None = None

    @property
    def right(self) -> bool:
        return self.marks.holds and not self.declined

    @property
    def gradable(self) -> bool:
        """It says something, and a rule can tell right from wrong."""
        return self.thing.kind != "text" and not self.declined

    @property
    def wrong_but_verified(self) -> bool:
        """A right figure beside others counts as wrong, a right half with the other told as missing not."""
        return self.gradable and not (self.marks.holds or self.marks.partly) and self.verified > 0

    @property
    def score(self) -> float:
        """The score that confidence is told from, 0 to 1."""
        return score_of(self._features, self._table)

    @property
    def word(self) -> str:
        """The confidence as the tables tell it now; a kept line may have been shown with an older one."""
        return word_for(self._features, self._table).value if self.features else self.confidence

    @property
    def _table(self) -> Calibration:
        return COPIED if "extractive_answer" in self.flags else WRITTEN

    @property
    def _features(self) -> Features:
        known: dict[str, Any] = {one.name: self.features.get(one.name, 0.0) for one in fields(Features)}
        return Features(**{**known, "hedged": bool(known["hedged"])})
