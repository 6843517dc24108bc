"""The validator of chat mode: what must hold before an answer is shown, and what is shown with a warning."""

from __future__ import annotations

from dataclasses import dataclass

from core.types import Answer, StatementStatus

MIN_ANSWER_CHARACTERS = 20

ANSWER_TOO_SHORT = "answer_too_short"
UNSUPPORTED_ANSWER = "unsupported_answer"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`codes` and `messages` are parallel. With `passed` they are warnings, and become safety flags."""

    passed: bool
    codes: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()


def validate(text: str, answer: Answer) -> Verdict:
    """Judge one drafted answer. An answer that nothing carries is shown, marked sentence by sentence."""
    if len(text.strip()) < MIN_ANSWER_CHARACTERS and not answer.citations:
        return Verdict(False, (ANSWER_TOO_SHORT,), ("Answer validation failed: too short",))
    if not answer.statements:
        return Verdict(False, (ANSWER_TOO_SHORT,), ("The answer has no statement.",))
    if all(statement.status is StatementStatus.UNSUPPORTED for statement in answer.statements):
        message = "No sentence of the answer is carried by the documents; all are marked."
        return Verdict(True, (UNSUPPORTED_ANSWER,), (message,))
    return Verdict(True)
