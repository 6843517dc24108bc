"""May and can this question be answered? The first step of every mode (the specification's planner)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from core.answer.asking.injection import orders_the_program
from core.answer.asking.question_language import question_language
from core.answer.asking.question_length import MAX_QUESTION_CHARACTERS, MIN_QUESTION_CHARACTERS
from core.answer.asking.small_talk import SMALL_TALK, TalkOf, no_talk, small_talk
from core.answer.replies import reply
from core.events import AnswerReady, Event, EventStamper, GateChecked, RunFinished
from core.types import Answer, Coverage

PROMPT_INJECTION = "prompt_injection"
STILL_READING = "still_reading"  # the words where nothing can be searched yet
ASKED_ANYWAY = "asked_anyway"
INJECTION_IN_CONTEXT = "injection_in_context"

KEYWORDS_ONLY = reply("keyword_fallback")


@dataclass(frozen=True, slots=True)
class GuardResult:
    """`response` is the fixed sentence to show when the question goes no further."""

    needs_retrieval: bool
    response: str = ""
    safety_flags: tuple[str, ...] = ()
    outcome: Literal["refused", "answered"] = "refused"


def check_question(
    question: str,
    coverage: Coverage,
    talk_of: TalkOf = no_talk,
    max_characters: int = MAX_QUESTION_CHARACTERS,
    *,
    selection: bool = False,
    ask_anyway: bool = False,
) -> GuardResult:
    """Decide before anything is searched: injection, small talk, empty library, length.

    `coverage` is of the documents that are asked, which the user may have chosen (`selection`).
    `ask_anyway`: the user has seen that it reads like an order and wants it answered; the flag stays with it.
    """
    question = question.strip()
    ordered = contains_injection(question)
    if ordered and not ask_anyway:
        return refused(PROMPT_INJECTION, question)
    if len(question) > max_characters:
        return refused("question_too_long", question, length=len(question), limit=max_characters)
    if talk := small_talk(question, coverage, talk_of, selection=selection):
        return GuardResult(False, talk, (SMALL_TALK,), "answered")
    if coverage.searched == 0:
        flag = "empty_selection" if selection else "empty_knowledge_base"
        if coverage.waiting:
            told = reply(STILL_READING, question_language(question))
            return GuardResult(False, told, (flag,))
        return refused(flag, question)
    if len(question) < MIN_QUESTION_CHARACTERS:
        return refused("question_too_short", question)
    return GuardResult(True, safety_flags=(PROMPT_INJECTION,) if ordered else ())


def refused(flag: str, question: str, **slots: object) -> GuardResult:
    """What the specification says under this flag, in the language of the question."""
    return GuardResult(False, reply(flag, question_language(question), **slots), (flag,))


def contains_injection(text: str) -> bool:
    """True when a question tries to give the program instructions; see `core.answer.asking.injection`."""
    return orders_the_program(text)


def offers_anyway(answer: Answer, outcome: str) -> bool:
    """Whether a front end offers to ask once more with `ask_anyway`: refused for nothing but its words."""
    return outcome == "refused" and PROMPT_INJECTION in answer.safety_flags


def still_checking(documents: int, language: str = "en") -> str:
    """Why passages of so many documents (1 or more) were held back from the prompt."""
    return reply("still_checking_one" if documents == 1 else "still_checking", language, count=documents)


def refuse(verdict: GuardResult, coverage: Coverage, stamp: EventStamper) -> Iterator[Event]:
    """The whole rest of a run whose question goes no further. Nothing was searched: what could have been is
    told only where it is nothing, which is why the question is refused.
    """
    told = None if coverage.searched else coverage
    answer = Answer(verdict.response, safety_flags=verdict.safety_flags, coverage=told)
    yield stamp(GateChecked, attempt=1, passed=True)
    yield stamp(AnswerReady, answer=answer)
    yield stamp(RunFinished, outcome=verdict.outcome)
