"""Patterns of LIKE: `%` any characters, `_` one, `\\` before `%`, `_` or `\\` that character itself.

A backslash before anything else is a backslash. Pure functions.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from core.fields.values import Value

ESCAPE, ANY, ONE = "\\", "%", "_"
_WILDCARDS = (ANY, ONE)
_SPECIAL = "%_\\"
_TOKEN = re.compile(r"\\[%_\\]|[%_]|\\|[^%_\\]+")


def pattern_value(text: str) -> Value:
    """A pattern as the operand of LIKE: `shown` as it is written, `key` in the form of keys.

    Wildcards are told apart before the text is folded: a full-width "％" is a character, no wildcard.
    """
    tokens = [*_tokens(text.strip())]
    key = "".join(
        token if is_wildcard else _escaped(_folded(token, at_start=not n, at_end=n == len(tokens) - 1))
        for n, (token, is_wildcard) in enumerate(tokens)
    )
    shown = "".join(token if is_wildcard else _escaped(token) for token, is_wildcard in tokens)
    return Value(shown=" ".join(shown.split()), key=key)


def like(key: str, pattern: str) -> bool:
    """Whether a key matches a folded pattern, whole. Takes time in proportion to the product of both lengths
    at worst."""
    parts = _parts(pattern)
    at, in_pattern = 0, 0
    back_to, back_at = -1, 0  # behind the last %, and how far it has been stretched
    while at < len(key):
        part = parts[in_pattern] if in_pattern < len(parts) else None
        if part == (ANY, True):
            back_to, back_at = in_pattern + 1, at
            in_pattern += 1
        elif part is not None and part in ((ONE, True), (key[at], False)):
            at, in_pattern = at + 1, in_pattern + 1
        elif back_to >= 0:
            back_at += 1
            at, in_pattern = back_at, back_to
        else:
            return False
    return all(part == (ANY, True) for part in parts[in_pattern:])


def words_between(pattern: str) -> tuple[str, str, str] | None:
    """(wildcards before, text, wildcards behind) of a pattern with nothing but `%` at its ends; else None."""
    found = re.fullmatch(r"(%?)((?:[^%_\\]|\\[%_\\])*)(%?)", pattern)
    if found is None or not found[2]:
        return None
    return found[1], re.sub(r"\\([%_\\])", r"\1", found[2]), found[3]


def beginning(pattern: str) -> str:
    """The characters that every key begins with that matches a folded pattern; empty where it says none."""
    first, *_ = [*_tokens(pattern), ("", True)]
    return "" if first[1] else first[0]


@lru_cache(maxsize=256)
def _parts(pattern: str) -> tuple[tuple[str, bool], ...]:
    """Single characters, each with whether it is a wildcard."""
    found: list[tuple[str, bool]] = []
    for token, is_wildcard in _tokens(pattern):
        found.extend([(token, True)] if is_wildcard else [(letter, False) for letter in token])
    return tuple(found)


def _tokens(text: str) -> list[tuple[str, bool]]:
    """Runs of characters and single wildcards; the second part says which."""
    found: list[tuple[str, bool]] = []
    for part in _TOKEN.findall(text):
        if part in _WILDCARDS:
            if part != ANY or found[-1:] != [(ANY, True)]:
                found.append((part, True))
            continue
        literal = part[1:] if len(part) == 2 and part[0] == ESCAPE and part[1] in _SPECIAL else part
        if found and not found[-1][1]:
            literal = found.pop()[0] + literal
        found.append((literal, False))
    return found


def _folded(literal: str, *, at_start: bool, at_end: bool) -> str:
    """As `core.fields.values.text_key` does; spaces beside a wildcard stay."""
    text = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", literal).casefold())
    text = text.lstrip() if at_start else text
    return text.rstrip() if at_end else text


def containing(literal: str) -> str:
    """The pattern of all texts in which a text stands."""
    return f"{ANY}{_escaped(literal)}{ANY}"


def _escaped(literal: str) -> str:
    return re.sub(r"([%_\\])", r"\\\1", literal)
