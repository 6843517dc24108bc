"""The first step of chat mode: may and can this question be answered, and does it need the documents at all?

Pure. The order matters: an order to the program is refused before anything else looks at it, small talk works
in an empty library, and the length is looked at last, when a follow-up has been made to stand by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.answer.asking.eligibility import PROMPT_INJECTION, STILL_READING, contains_injection
from core.answer.asking.question_language import question_language
from core.answer.asking.question_length import MAX_QUESTION_CHARACTERS, MIN_QUESTION_CHARACTERS
from core.answer.asking.small_talk import SMALL_TALK, TalkOf, no_talk, small_talk
from core.answer.replies import reply
from core.chat.request import ChatQuestion
from core.types import Coverage


@dataclass(frozen=True, slots=True)
class Admission:
    """`response` is what to show when the question goes no further; `flags` stay with any answer."""

    response: str = ""
    flags: tuple[str, ...] = ()
    outcome: Literal["refused", "answered"] = "refused"

    @property
    def goes_on(self) -> bool:
        return not self.response


def question_language_of(asked: ChatQuestion) -> str:
    """The language to answer in: of the question, or of the one before where a question does not tell."""
    before = question_language(asked.earlier[-1].question) if asked.earlier else "en"
    return question_language(asked.text, before)


def admit(asked: ChatQuestion, coverage: Coverage, talk_of: TalkOf = no_talk) -> Admission:
    """Decide on the question as it was asked."""
    text = asked.text.strip()
    language = question_language_of(asked)
    flags: tuple[str, ...] = ()
    if contains_injection(text):
        if not asked.ask_anyway:
            return Admission(reply(PROMPT_INJECTION, language), (PROMPT_INJECTION,))
        flags = (PROMPT_INJECTION,)
    if len(text) > MAX_QUESTION_CHARACTERS:
        response = reply("question_too_long", language, length=len(text), limit=MAX_QUESTION_CHARACTERS)
        return Admission(response, ("question_too_long",))
    if talk := small_talk(text, coverage, talk_of, selection=asked.document_ids is not None):
        return Admission(talk, (SMALL_TALK,), "answered")
    if coverage.searched == 0:
        flag = "empty_knowledge_base" if asked.document_ids is None else "empty_selection"
        return Admission(reply(STILL_READING if coverage.waiting else flag, language), (flag,))
    return Admission(flags=flags)


def admit_length(standalone: str, language: str) -> Admission:
    """Decide on the question as it is understood; signs that stand for whole words count three times."""
    length = sum(3 if sign >= "\u2e80" else 1 for sign in standalone.strip())
    if length < MIN_QUESTION_CHARACTERS:
        return Admission(reply("question_too_short", language), ("question_too_short",))
    return Admission()
