"""Numbered parts of documents in a text: sections, annexes, figures, tables, notes, pages. Pure functions.

By shape only: whether one is meant is told by the outline of the document it would be a part of (`resolve`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.research.references.part_numbers import LIST, SINGLE, listed
from core.research.references.raw_finds import Found, goes_on, opens_line
from core.research.references.reference import ReferenceKind
from core.research.references.reference_words import PART, may_be_several, unit_of
from core.text.number_words import ENGLISH_NUMBERS, GERMAN_NUMBERS, GERMAN_ORDINALS, folded, words_for

_UNIT = re.compile(rf"(?<![\w.\-/])(?P<unit>{PART})\s*(?:Nr\.\s*|No\.\s*)?(?=[\d(A-Z])")
_LIST, _SINGLE = re.compile(LIST), re.compile(SINGLE)
_HYPHEN = re.compile(r"(?<![\w.-])(\d+)-(\d+)(?![\w.-])")
_HEADING_GOES_ON = re.compile(
    r"\.?\s*$|[.:]?\s*\n|[.:]?\s+[\"“„\[]?[A-ZÄÖÜ]|\s+[—–-]\s|\.?\s{2,}[A-ZÄÖÜ(]|\.\d"
)
# Entries of a bibliography have pages behind a comma; who points to one says "on" or "siehe" before it.
_SAYS_WHERE = re.compile(r"(?:[a-zäöüß.]\s+|[(\[])$")
_AMOUNT = re.compile(r"[.,]\d")  # it goes on, as in "items 1,609"
_SELF = re.compile(r"\b(?i:this|dies(?:e[rsmn]?)?)\s+$")
_QUOTED = re.compile(r"[\"“„‚](?P<title>[^\"“”„\n]{3,90})[\"“”‘]")
_ORDINALS = {f"{word}n": number for word, number in GERMAN_ORDINALS.items()}
_NUMBERS = words_for(ENGLISH_NUMBERS, range(1, 13)) | words_for(GERMAN_NUMBERS, range(1, 13))
_ORDINAL = re.compile(
    rf"(?<![\w.])(?:(?P<figure>[1-9]\d?)\.|(?P<word>{'|'.join(_ORDINALS)}))\s+(?P<unit>{PART})(?![\w.-])"
)
_SPELT = re.compile(rf"(?<![\w-])(?P<unit>{PART})\s+(?P<word>(?i:{'|'.join(_NUMBERS)}))(?![\w-])")


def find_sections(text: str) -> Iterator[Found]:
    """All of them, headings and captions left out; overlaps with other kinds are the caller's."""
    for match in _UNIT.finditer(text):
        found = _numbered(text, match)
        if found is not None:
            yield found
    for match in _ORDINAL.finditer(text):  # "im 3. Abschnitt", "im dritten Kapitel"
        yield _found(match, match["figure"] or str(_ORDINALS[match["word"]]))
    for match in _SPELT.finditer(text):
        yield _found(match, str(_NUMBERS[folded(match["word"])]))


def find_titles(text: str) -> Iterator[Found]:
    """What stands in quotation marks, which may be what a part or a document is called."""
    for match in _QUOTED.finditer(text):
        title = match["title"].strip(" .,")
        if " " in title:
            yield Found(match.start(), match.end(), ReferenceKind.SECTION, "title", (title,))


def _found(match: re.Match[str], number: str) -> Found:
    return Found(match.start(), match.end(), ReferenceKind.SECTION, unit_of(match["unit"]), (number,))


def _numbered(text: str, match: re.Match[str]) -> Found | None:
    word, unit, start = match["unit"], unit_of(match["unit"]), match.start()
    numbers = (_LIST if may_be_several(word) else _SINGLE).match(text, match.end())
    if (
        numbers is None
        or _AMOUNT.match(text, numbers.end())
        or not (word.endswith(".") or text[match.end() - 1].isspace())
    ):
        return None
    if unit != "equation" and numbers[0].startswith("("):
        return None  # "paragraph (2)": of the section it stands in
    if _SELF.search(text[max(0, start - 9) : start]):
        return None
    is_broken = "\n" in text[start : match.end()] and not goes_on(text, match.end())
    if is_broken or _is_heading(text, start, numbers.end()):
        return None
    if unit == "page" and not _SAYS_WHERE.search(text[max(0, start - 9) : start]):
        return None
    which = tuple(listed(_with_ranges(numbers[0], unit, word)))
    return Found(start, numbers.end(), ReferenceKind.SECTION, unit, which)


def _with_ranges(numbers: str, unit: str, word: str) -> str:
    """A hyphen between pages, or after a word in the plural, stands for "to": "pp. 33-35", "Sections 3-5"."""
    if may_be_several(word) and (unit == "page" or re.fullmatch(r"\d+-\d+", numbers)):
        return _HYPHEN.sub(
            lambda one: one[0] if int(one[1]) >= int(one[2]) else f"{one[1]}–{one[2]}", numbers
        )
    return numbers


def _is_heading(text: str, start: int, end: int) -> bool:
    """It opens a line as a heading, a caption or a line of contents does."""
    if not opens_line(text, start) or goes_on(text, start):
        return False
    return bool(_HEADING_GOES_ON.match(text, end)) or text[start:end].split()[0].isupper()
