"""A question with one of its conditions left out, as somebody would ask it. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from core.corpus.asking.question_words import SMALL, WORD, phrases

# Words that lead to a condition and say nothing without it.
_LEADING = SMALL | {
    *phrases("without|since|until|before|after|issued|made|not|ohne|seit|bis|ab|vor|unter|nicht")
}
_WITH = frozenset(("with", "having", "mit"))
_JOINING = frozenset(("and", "or", "but", "und", "oder", "aber", "sowie"))


def without(question: str, raw: str, nouns: Sequence[str], kinds: Collection[str] = ()) -> str:
    """The question without the words of a condition, and without what only led to them. `nouns`, `kinds`:
    how questions call the documents; a noun that is a part of the words stays, and where nothing names the
    documents any more, the last noun is put in."""
    asked = question
    parts = [raw] if raw in question else [part for part in raw.split(" / ") if part]
    for part in parts:
        start = asked.find(part)
        if start < 0:
            continue
        kept = _noun_in(part, nouns)
        if not kept or kept == part:
            left = f"{asked[:start]} {asked[start + len(part) :]}"
            kept = "" if _noun_in(left, [*nouns, *kinds]) else nouns[-1]
        asked = _joined(asked[:start], kept, asked[start + len(part) :])
    return asked


def _noun_in(text: str, nouns: Sequence[str]) -> str:
    """The noun as the text writes it, the longest there is; empty where it has none."""
    for noun in sorted(nouns, key=len, reverse=True):
        found = re.search(rf"(?<!\w){re.escape(noun)}(?!\w)", text, re.IGNORECASE)
        if found:
            return found.group()
    return ""


def _joined(before: str, kept: str, behind: str) -> str:
    """Both sides of what was left out; `kept`: a noun in its place."""
    if not kept:
        before, behind = _without_leading(before, behind)
    text = " ".join(f"{before} {kept} {behind}".split())
    return re.sub(r" (?=[?.!,;:])", "", text)


def _without_leading(before: str, behind: str) -> tuple[str, str]:
    """Without the words that led to a condition: "with more than 5 A and at least 40 V" keeps its "with"."""
    following = WORD.match(behind.lstrip())
    if following and following.group().casefold() in _JOINING:
        behind = behind.lstrip()[following.end() :]
        words = WORD.findall(before)
        if words and words[-1].casefold() in _WITH:
            return before, behind
    while True:
        found = list(WORD.finditer(before))
        last = found[-1] if found else None
        if last is None or len(found) == 1 or before[last.end() :].strip(" ,–-"):
            return before, behind
        if last.group().casefold() not in _LEADING | _JOINING:
            return before, behind
        before = before[: last.start()]
