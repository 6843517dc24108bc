"""Several questions asked at once, each made to stand by itself: "How long is …, and what does it cost?"."""

from __future__ import annotations

from dataclasses import dataclass

from core.answer.followup import Turn, leaning, put_together
from core.answer.question import asked_parts


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One of several questions: as it was `asked`, and `standing` by itself, with the subject it leans on."""

    asked: str
    standing: str


def parts_of(question: str) -> tuple[QuestionPart, ...]:
    """The questions that one text plainly asks, in order; empty where it is a single one."""
    parts = asked_parts(question)
    return tuple(
        QuestionPart(part, part if place == 0 else _standing(part, parts[0]))
        for place, part in enumerate(parts)
    )


def _standing(part: str, first: str) -> str:
    return part if leaning(part) == "no" else put_together(part, Turn(f"{first}?", ""))
