"""What the answers benchmark keeps of each answer: one line a question, way and model."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from core.bench.answers.sets import KnownAnswer
from core.bench.kept_lines import KeptLine

Way = Literal["copied", "written", "plain"]


class StatementLine(BaseModel):
    """One statement of an answer, with its verdict."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    text: str
    status: str


class AnswerLine(KeptLine):
    """One question answered in one way, its marks, and what confidence was told from.

    `way`: sentences copied by the program, written by the model and checked, or the plain model over the five
    best chunks. `features` are those of `core.answer.confidence`, empty where nothing is cited. Seconds are
    from asking; the first words are those of the draft.
    """

    set_name: str
    question_id: str
    way: Way
    model: str = ""
    commit: str = ""
    kind: str = ""
    question: str = ""
    gold: str = ""
    answer: str = ""
    outcome: str = ""
    declined: bool = False
    exact: bool = False
    f1: float = 0.0
    holds: bool = False
    beside: bool = False
    confidence: str = ""
    flags: tuple[str, ...] = ()
    statements: tuple[StatementLine, ...] = ()
    verified: int = 0
    features: dict[str, float] = Field(default_factory=dict)
    first_seconds: float | None = None
    seconds: float = 0.0

    @property
    def key(self) -> tuple[str, ...]:
        return self.set_name, self.question_id, self.way, self.model


def key_of(known: KnownAnswer, way: Way, model: str) -> tuple[str, ...]:
    """What a line is known by; copying takes no model."""
    return known.set_name, known.question_id, way, "" if way == "copied" else model
