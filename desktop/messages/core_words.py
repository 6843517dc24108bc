"""Sentences of the engine in the language of the window. Thread-safe; no widgets.

The engine writes plain English, for terminal, log and window alike, with names and figures filled in. Here
they are found again by their form (`desktop.messages.core_texts`, `core_failures`, `core_lines`) and said in
the window's language.
"""

from __future__ import annotations

import re
from functools import cache, partial

from PySide6.QtCore import QCoreApplication

from desktop.messages.core_failures import FRAGMENTS
from desktop.messages.core_lines import COUNTS, LINES
from desktop.messages.core_texts import TEXTS

_FILLED = re.compile(r"\{(\d)\}")
_WORDS = r"((?:(?![.?!]\s+[A-Z]).)+?)"  # no end of a sentence followed by a capital
_FIGURE = r"(-?\d+(?:[.,]\d+)*)"
_SENTENCE = re.compile(r".+?(?:[.?!…](?=\s|$)|$)\s*", re.DOTALL)


def said(text: str) -> str:
    """`text` with each sentence that is known in the window's language; the others as they are.

    Several sentences may follow each other, as a message and its hint do.
    """
    if not text or not _is_translated():
        return text
    parts, rest = [], text
    while rest:
        found = _beginning(rest.lstrip())
        if found is None:
            sentence = _SENTENCE.match(rest)
            length = sentence.end() if sentence is not None else len(rest)
            parts.append(rest[:length])
        else:
            told, taken = found
            space = len(rest) - len(rest.lstrip())
            parts.append(rest[:space] + told)
            length = space + taken
        rest = rest[length:]
    return "".join(parts)


def said_line(line: str) -> str:
    """The same for a line that may be no sentence, such as `3 of 12`: it is known as a whole or by its
    sentences."""
    if not line or not _is_translated():
        return line
    for source, pattern in _line_patterns():
        found = pattern.fullmatch(line)
        if found is not None:
            return _filled_in(source, found)
    return said(line)


def _beginning(text: str) -> tuple[str, int] | None:
    """The known form that most of `text` begins with, of equals the one with most words of its own:
    translated, and how many characters it took."""
    best: tuple[int, int] = (0, 0)
    told = ""
    for source, pattern in _patterns():
        found = pattern.match(text)
        if found is not None and (found.end(), len(source)) > best:
            best, told = (found.end(), len(source)), _filled_in(source, found)
    return (told, best[0]) if best[0] else None


def _filled_in(source: str, found: re.Match[str]) -> str:
    return _FILLED.sub(partial(_filled, found), QCoreApplication.translate("Core", source))


def _filled(found: re.Match[str], place: re.Match[str]) -> str:
    word = str(found[int(place[1]) + 1])
    return QCoreApplication.translate("Core", word) if word in FRAGMENTS else word


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((source, _pattern(source)) for source in TEXTS)


@cache
def _line_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((source, _pattern(source, _FIGURE if source in COUNTS else _WORDS)) for source in LINES)


def _pattern(source: str, filled: str = _WORDS) -> re.Pattern[str]:
    """Words stand as they are between what is filled in."""
    literal = _FILLED.split(source)[::2]
    return re.compile(filled.join(map(re.escape, literal)) + r"(?=\s|$)", re.DOTALL)


def _is_translated() -> bool:
    return QCoreApplication.translate("Core", TEXTS[0]) != TEXTS[0]
