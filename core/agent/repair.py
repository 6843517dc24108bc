"""JSON as language models really write it, read as far as its meaning is plain.

Pure. Repaired are: prose and code fences around the object, anything behind it, single quotes, Python's
`True`, `False` and `None`, trailing commas, names without quotes, quotation marks and line breaks inside
strings, and an end that is missing because the output was cut off. Nothing is guessed: what has another shape
is no object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from core.llm.reply_json import DECODER

MAX_CHARACTERS = 20_000
_MAX_DEPTH = 12
_MAX_STARTS = 200  # a text of nothing but opening braces is read once for each

_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?(?![\w.])")
_NAME = re.compile(r"[A-Za-z_]\w*")
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
# A mark that something else follows than punctuation or the next name belongs to the text.
_CLOSING = {
    quote: re.compile(rf"(?<!\\){close}(?=\s*(?:[,:}}\]]|$|[\"'“]\w+[\"'”]\s*:))")
    for quote, close in ('""', "''", "“”")
}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class _UnreadableError(ValueError):
    pass


def read_json_object(text: str) -> dict[str, Any] | None:
    """The first object in `text`, as it stands or repaired; None when there is none."""
    text = text[:MAX_CHARACTERS]
    for start in _starts(text):
        value = _strict(text, start)
        if value is None:
            try:
                value = _Reader(text, start).read_object(0)
            except _UnreadableError:
                continue
        if value:
            return value
    return None


def _starts(text: str) -> Iterator[int]:
    return islice((match.start() for match in re.finditer(r"\{", text)), _MAX_STARTS)


def _strict(text: str, start: int) -> dict[str, Any] | None:
    try:
        value, _ = DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):  # ValueError: also a number of more digits than Python reads
        return None
    return value if isinstance(value, dict) else None


class _Reader:
    """Reads one value with its damage; the end of the text closes whatever is open."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._at = start

    def read_object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._at += 1
        while (sign := self._next()) not in ("", "}"):
            if sign == ",":
                self._at += 1
                continue
            name = self._string(sign) if sign in _CLOSING else self._word()
            if self._next() == "":
                return found  # cut off before its value
            if self._next() != ":":
                raise _UnreadableError
            self._at += 1
            if self._next() == "":
                return found
            found[name] = self._value(depth + 1)
        self._at += 1
        return found

    def _array(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self._at += 1
        while (sign := self._next()) not in ("", "]"):
            if sign == ",":
                self._at += 1
                continue
            found.append(self._value(depth + 1))
        self._at += 1
        return found

    def _value(self, depth: int) -> Any:
        sign = self._next()
        if depth > _MAX_DEPTH:
            raise _UnreadableError
        if sign == "{":
            return self.read_object(depth)
        if sign == "[":
            return self._array(depth)
        if sign in _CLOSING:
            return self._string(sign)
        number = _NUMBER.match(self._text, self._at)
        if number:
            self._at = number.end()
            return float(number.group()) if "." in number.group() else int(number.group())
        word = self._word()
        if word not in _WORDS:
            raise _UnreadableError
        return _WORDS[word]

    def _next(self) -> str:
        """The next sign that is no white space; empty at the end of the text."""
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at
        return self._text[self._at : self._at + 1]

    def _word(self) -> str:
        word = _NAME.match(self._text, self._at)
        if word is None:
            raise _UnreadableError
        self._at = word.end()
        return word.group()

    def _string(self, quote: str) -> str:
        closing = _CLOSING[quote].search(self._text, self._at + 1)
        end = closing.start() if closing else len(self._text)
        raw = self._text[self._at + 1 : end]
        self._at = closing.end() if closing else end
        return _ESCAPE.sub(_unescaped, raw)


def _unescaped(match: re.Match[str]) -> str:
    code, sign = match.groups()
    if code:
        character = chr(int(code, 16))
        return "" if "\ud800" <= character <= "\udfff" else character  # half a pair could not be stored
    return _ESCAPED.get(sign, sign)
