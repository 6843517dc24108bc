"""What the answers benchmark keeps of each answer: one line a question, way and model."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tests.benchmarks.kept_lines import AskedLine

Way = Literal["copied", "written", "plain"]


class StatementLine(BaseModel):
    """One statement of an answer, with its verdict."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    text: str
    status: str


class AnswerLine(AskedLine):
    """One question answered in one way, its marks, and what confidence was told from.

    `way`: sentences copied by the program, written by the model and checked, or the plain model over the five
    best chunks. `features` are those of `core.answer.confidence`, empty where nothing is cited. The words
    that `first_seconds` waits for are those of the draft. `partly`: of two things asked one is right and the
    other told as missing.
    """

    set_name: str
    question_id: str
    way: Way
    kind: str = ""
    outcome: str = ""
    declined: bool = False
    exact: bool = False
    f1: float = 0.0
    holds: bool = False
    beside: bool = False
    partly: bool = False
    confidence: str = ""
    flags: tuple[str, ...] = ()
    statements: tuple[StatementLine, ...] = ()
    verified: int = 0
    features: dict[str, float] = Field(default_factory=dict)
    first_seconds: float | None = None

    @property
    def key(self) -> tuple[str, ...]:
        return self.set_name, self.question_id, self.way, self.model
