"""May and can this question be answered? The first step of every mode (the specification's planner)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.events import AnswerReady, Event, EventStamper, GateChecked, RunFinished
from core.types import Answer, Coverage

MIN_QUESTION_CHARACTERS = 10
MAX_QUESTION_CHARACTERS = 1000

REFUSED_INJECTION = "I cannot process this question as it contains potentially unsafe patterns."
EMPTY_LIBRARY = "No documents have been uploaded yet. Please upload documents before asking questions."
NOTHING_SELECTED = (
    "The selected documents cannot be asked about: they have not been read yet, or could not be read."
)
TOO_SHORT = "The question is very short. Please add a few words about what you want to know."
KEYWORDS_ONLY = "Searched by keyword only: the embedding model is not available."
STILL_CHECKING_ONE = "1 document is still being checked for hidden text; its newest pages are not used yet."
STILL_CHECKING = (
    "{count} documents are still being checked for hidden text; their newest pages are not used yet."
)
TOO_LONG = "The question has {length} characters; {limit} are allowed. Please shorten it."

_INJECTION = re.compile(
    r"ignore\s+(?:all\s+|any\s+|the\s+)?(?:previous|prior|above|earlier)\s+(?:instructions?|prompts?|rules?)"
    r"|disregard\s+(?:all\s+|everything\s+)?(?:the\s+)?above"
    r"|forget\s+(?:all|everything)\s+(?:you|your|previous|prior|above|instructions?)"
    r"|\bnew\s+instructions?\s*:"
    r"|(?:ignorier|vergiss|missacht)\w*\s+(?:alle\s+|sämtliche\s+)?(?:die\s+|deine\s+)?"
    r"(?:vorherigen|bisherigen|obigen|früheren|vorangegangenen)\s+(?:anweisung|vorgab|regel|instruktion)\w*"
    r"|\bneue\s+anweisung(?:en)?\s*:"
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


def check_question(
    question: str,
    searchable_documents: int,
    max_characters: int = MAX_QUESTION_CHARACTERS,
    *,
    selection: bool = False,
) -> GuardResult:
    """Decide before anything is searched: injection, empty library, length."""
    question = question.strip()
    if contains_injection(question):
        return GuardResult(False, REFUSED_INJECTION, ("prompt_injection",))
    if len(question) > max_characters:
        text = TOO_LONG.format(length=len(question), limit=max_characters)
        return GuardResult(False, text, ("question_too_long",))
    if searchable_documents == 0 and selection:
        return GuardResult(False, NOTHING_SELECTED, ("empty_selection",))
    if searchable_documents == 0:
        return GuardResult(False, EMPTY_LIBRARY, ("empty_knowledge_base",))
    if len(question) < MIN_QUESTION_CHARACTERS:
        return GuardResult(False, TOO_SHORT, ("question_too_short",))
    return GuardResult(True)


def contains_injection(text: str) -> bool:
    """True when `text` tries to give the program instructions (a list, anchored to spare prose)."""
    return _INJECTION.search(text) is not None


def still_checking(documents: int) -> str:
    """Why passages of so many documents (1 or more) were held back from the prompt."""
    return STILL_CHECKING_ONE if documents == 1 else STILL_CHECKING.format(count=documents)


def refuse(verdict: GuardResult, coverage: Coverage, stamp: EventStamper) -> Iterator[Event]:
    """The whole rest of a run whose question goes no further."""
    answer = Answer(verdict.response, safety_flags=verdict.safety_flags, coverage=coverage)
    yield stamp(GateChecked, attempt=1, passed=True)
    yield stamp(AnswerReady, answer=answer)
    yield stamp(RunFinished, outcome="refused")
