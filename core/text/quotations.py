"""What stands between quotation marks, whatever their style: the one reader of quotation. Pure functions."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PAIRS = {
    "“": "”", "„": "“”", "«": "»", "»": "«", '"': '"', "‹": "›", "›": "‹", "‚": "‘’'",
    "‘": "’", "'": "'", "「": "」", "『": "』",
}  # fmt: skip
_STRAIGHT = {"“": '"', "„": '"', "‘": "'", "‚": "'"}
# Also apostrophes, so they quote only at the edges of words.
_SINGLE = "‘’'"
_ELIDED = re.compile(
    r"(?:\d\ds?\b(?!['’])|n['’]|tis\b|twas\b|em\b|til\b|cause\b|round\b|s\b(?!-))", re.IGNORECASE
)
_WITHOUT_EDGES = "「『」』"  # in texts without spaces
_LONGEST = 1000  # characters between two marks
_MOST_OPEN = 100  # marks without a partner; a text of nothing but marks is not searched on
_DOUBLED = re.compile(r"''|``")
_FILLER = "\u200b"  # in the place of the second of two single marks


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words between quotation marks of a text; `[start, end)` includes the marks."""

    text: str
    start: int
    end: int


def quotations_in(text: str) -> tuple[Quotation, ...]:
    """What stands between quotation marks, in order, the outermost only; apostrophes quote nothing.

    Marks of every style count, two straight single ones as a double one.
    """
    found: list[Quotation] = []
    original, text = text, _DOUBLED.sub(f'"{_FILLER}', text)
    at = left_open = 0
    while at < len(text) and left_open < _MOST_OPEN:
        closing = _PAIRS.get(text[at])
        opens = closing is not None and _may_open(text, at)
        end = _closing_mark(text, at, closing) if closing and opens else -1
        if end < 0 and opens and text[at] in _STRAIGHT:  # “so"
            straight = text.find(_STRAIGHT[text[at]], at + 1, at + _LONGEST)
            end = straight if not text[straight + 1 : straight + 2].isalnum() else -1
        if end < 0:
            at += 1
            left_open += opens
            continue
        first = at + 2 if text[at + 1] == _FILLER else at + 1
        last = end + 2 if text[end + 1 : end + 2] == _FILLER else end + 1
        inside = original[first:end].strip()
        if any(character.isalnum() for character in inside):
            found.append(Quotation(inside, at, last))
        at = last
    return tuple(found)


def _may_open(text: str, at: int) -> bool:
    if text[at] in _WITHOUT_EDGES:
        return True
    if at and text[at - 1].isalnum():
        return False
    behind = text[at + 1 : at + 2]
    if text[at] in _SINGLE:
        return bool(behind) and not behind.isspace() and not _ELIDED.match(text, at + 1)
    return bool(behind)


def _closing_mark(text: str, opening: int, closing: str) -> int:
    """Where the marks opened at `opening` close; a pair inside is passed over."""
    inner = 0
    possessive = -1
    for end in range(opening + 1, min(len(text), opening + _LONGEST)):
        behind = text[end + 1 : end + 2]
        at_edge = not behind.isalnum() or closing in _WITHOUT_EDGES or (text[end] == "”" and behind.isdigit())
        if text[end] in closing and at_edge:
            if text[end] in _SINGLE and text[end - 1].isspace():
                continue
            if not inner:
                # "‘the drivers’ pay’": behind an s it may be an apostrophe, if another mark closes.
                if text[end] not in _SINGLE or text[end - 1] not in "sS":
                    return end
                possessive = end if possessive < 0 else possessive
                continue
            inner -= 1
        elif text[end] == text[opening] and _may_open(text, end):
            if possessive >= 0:
                break
            inner += 1
    return possessive
