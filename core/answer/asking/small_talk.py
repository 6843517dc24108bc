"""Greetings, thanks and questions about the program or its library, which no document answers.

A text counts only as a whole: "Hello, how long is the warranty?" is a question about the documents. What is
small talk is told from examples (`core.plans.request_kinds`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from core.answer.replies import reply
from core.types import Coverage

SMALL_TALK = "small_talk"
# The key of the reply to a text and its language, ISO 639-1; two empty strings for what documents may answer.
TalkOf = Callable[[str], tuple[str, str]]

_ABOUT_LIBRARY = ("library_size", "library_list")
_FEWEST_ASKED = 2  # words behind a greeting
_BEGINNING = re.compile(r"[\s¡]*((?:[^\W\d_]+\s+){0,3}[^\W\d_]+)(?:\s*[,!.:;\n]+\s*|\s+[–-]\s+)")


def no_talk(_text: str) -> tuple[str, str]:
    """Where no examples can tell, everything is a question."""
    return "", ""


def small_talk(text: str, coverage: Coverage, talk_of: TalkOf, *, selection: bool = False) -> str:
    """What to say to it, in its language; empty for everything that documents may answer.

    `coverage` is of the documents that are asked, which are not the whole library with a `selection`.
    """
    key, language = talk_of(text)
    if not key:
        return ""
    if selection and key in _ABOUT_LIBRARY:
        key = "selection_size"
    return reply(key, language, searched=coverage.searched, total=coverage.total)


def without_greeting(question: str, talk_of: TalkOf) -> str:
    """The question behind "Hello, …": a greeting is nothing to search for."""
    begun = _BEGINNING.match(question)
    rest = question[begun.end() :].strip() if begun else ""
    if begun is None or len(rest.split()) < _FEWEST_ASKED or talk_of(begun[1])[0] != "greeting":
        return question
    return rest
