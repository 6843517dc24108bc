"""May and can this question be answered? The first step of every mode (the specification's planner)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.answer.language import question_language
from core.answer.replies import reply
from core.events import AnswerReady, Event, EventStamper, GateChecked, RunFinished
from core.types import Answer, Coverage

MIN_QUESTION_CHARACTERS = 10
MAX_QUESTION_CHARACTERS = 1000

KEYWORDS_ONLY = reply("keyword_fallback")

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
        return refused("prompt_injection", question)
    if len(question) > max_characters:
        return refused("question_too_long", question, length=len(question), limit=max_characters)
    if searchable_documents == 0:
        return refused("empty_selection" if selection else "empty_knowledge_base", question)
    if len(question) < MIN_QUESTION_CHARACTERS:
        return refused("question_too_short", question)
    return GuardResult(True)


def refused(flag: str, question: str, **slots: object) -> GuardResult:
    """What the specification says under this flag, in the language of the question."""
    return GuardResult(False, reply(flag, question_language(question), **slots), (flag,))


def contains_injection(text: str) -> bool:
    """True when `text` tries to give the program instructions (a list, anchored to spare prose)."""
    return _INJECTION.search(text) is not None


def still_checking(documents: int, language: str = "en") -> str:
    """Why passages of so many documents (1 or more) were held back from the prompt."""
    return reply("still_checking_one" if documents == 1 else "still_checking", language, count=documents)


def refuse(verdict: GuardResult, coverage: Coverage, stamp: EventStamper) -> Iterator[Event]:
    """The whole rest of a run whose question goes no further."""
    answer = Answer(verdict.response, safety_flags=verdict.safety_flags, coverage=coverage)
    yield stamp(GateChecked, attempt=1, passed=True)
    yield stamp(AnswerReady, answer=answer)
    yield stamp(RunFinished, outcome="refused")
