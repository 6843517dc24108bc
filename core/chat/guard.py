"""The pipeline's first step: may and can this question be answered? (seed 002, "Planner")"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.chat import prompts

MIN_QUESTION_CHARACTERS = 10
MAX_QUESTION_CHARACTERS = 1000

_INJECTION = re.compile(
    r"ignore\s+(?:all\s+|any\s+|the\s+)?(?:previous|prior|above|earlier)\s+(?:instructions?|prompts?|rules?)"
    r"|disregard\s+(?:all\s+|everything\s+)?(?:the\s+)?above"
    r"|forget\s+(?:all|everything)\s+(?:you|your|previous|prior|above|instructions?)"
    r"|\bnew\s+instructions?\s*:"
    r"|^\s*system\s*:"
    r"|<\s*/?\s*script\b"
    r"|\b(?:javascript|data)\s*:\s*(?:text/|//|[a-z]+\()",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class GuardResult:
    """`response` is the fixed sentence to show when the question goes no further."""

    needs_retrieval: bool
    response: str = ""
    safety_flags: tuple[str, ...] = ()


def check_question(question: str, searchable_documents: int) -> GuardResult:
    """Decide before anything is searched: injection, empty library, length."""
    question = question.strip()
    if contains_injection(question):
        return GuardResult(False, prompts.REFUSED_INJECTION, ("prompt_injection",))
    if len(question) > MAX_QUESTION_CHARACTERS:
        text = prompts.TOO_LONG.format(length=len(question), limit=MAX_QUESTION_CHARACTERS)
        return GuardResult(False, text, ("question_too_long",))
    if searchable_documents == 0:
        return GuardResult(False, prompts.EMPTY_LIBRARY, ("empty_knowledge_base",))
    if len(question) < MIN_QUESTION_CHARACTERS:
        return GuardResult(False, prompts.TOO_SHORT, ("question_too_short",))
    return GuardResult(True)


def contains_injection(text: str) -> bool:
    """True when `text` tries to give the program instructions (the seed's list, anchored to spare prose)."""
    return _INJECTION.search(text) is not None
