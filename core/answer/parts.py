"""Several questions asked at once, each made to stand by itself: "How long is …, and what does it cost?"."""

from __future__ import annotations

from core.answer.followup import Turn, leaning, put_together
from core.answer.question import asked_parts
from core.answer.several import QuestionPart, questions_of_each


def parts_of(question: str) -> tuple[QuestionPart, ...]:
    """The questions that one text plainly asks, in order; empty where it is a single one.

    What is asked of two names at once ("of Amcor in 2020 and of Bolt in 2021") is a question of each.
    """
    parts, of_each = asked_parts(question), questions_of_each(question)
    if len(of_each) == len(parts):
        pairs = zip(parts, of_each, strict=True)
        return tuple(QuestionPart(part, one.standing) for part, one in pairs)
    if not parts:
        return of_each
    return tuple(
        QuestionPart(part, part if place == 0 else _standing(part, parts[0]))
        for place, part in enumerate(parts)
    )


def _standing(part: str, first: str) -> str:
    return part if leaning(part) == "no" else put_together(part, Turn(f"{first}?", ""))
