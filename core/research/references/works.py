"""Works that a text may cite: "[12]", "[Mül20]", "Smith et al. (2019)", "(Huber, 2011)". Pure functions.

By shape only: whether one is meant is told by the document's bibliography and the library (`resolve`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.research.references.part_numbers import listed
from core.research.references.raw_finds import Found, goes_on, opens_line
from core.research.references.reference import ReferenceKind

_PLACE = r"(?:,\s*[^\W\d_][^\[\]()\n;]{0,30})?"  # ", S. 112", ", Theorem 2"
_NUMBERED = re.compile(
    rf"(?<!\w)\[(?P<list>[1-9]\d{{0,2}}(?:\s*[,;–-]\s*[1-9]\d{{0,2}})*){_PLACE}\](?:\s*[–-]\s*\["
    r"(?P<last>[1-9]\d{0,2})\])?"
)
_LABELLED = re.compile(rf"\[(?P<label>[A-ZÄÖÜ][A-Za-zäöüß]{{0,5}}\+?\d{{2}}[a-z]?){_PLACE}\]")
_ENTRY_GOES_ON = re.compile(r"\s*[A-ZÄÖÜ„“\"]")
_YEAR = r"(?:1[89]\d\d|20[0-4]\d)[a-z]?"
_NAME = r"[A-ZÄÖÜÉ](?:['’][A-Z])?[^\W\d_]+(?:[-'’][^\W\d_]+)*"
_AND = r"(?:\s*,?\s+(?:and|und)\s+|\s*&\s*)"
_AUTHORS = (
    rf"(?:{_NAME}(?:\s+et\s+al\.?|\s+u\.\s?a\.|(?:,\s+{_NAME}){{0,8}}{_AND}(?:{_NAME}|[a-zäöü]+))|{_NAME})"
)
_PAGES = rf"(?:\s*:\s*\d[\d–-]*(?:\s*ff?\.)?|{_PLACE})"
_NARRATIVE = re.compile(rf"(?<![\w-])(?=(?P<first>{_NAME})){_AUTHORS}\s+\((?P<year>{_YEAR}){_PAGES}\)")
# Without brackets only where a letter tells the works of one year apart: "Jones 2015a reported".
_LETTERED = re.compile(
    rf"(?<![\w-])(?=(?P<first>{_NAME})){_AUTHORS},?\s+(?P<year>(?:1[89]\d\d|20[0-4]\d)[a-f])(?!\w)"
)
_EACH = re.compile(rf"(?=(?P<first>{_NAME})){_AUTHORS},?\s+(?P<year>{_YEAR})")
_CITED = rf"{_AUTHORS},?\s+{_YEAR}{_PAGES}"
_IN_BRACKETS = re.compile(rf"\((?P<body>(?:[a-zäöü.]+,?\s+){{0,3}}{_CITED}(?:\s*;\s*{_CITED})*)\)")


def find_works(text: str) -> Iterator[Found]:
    """By number, by label, and by author and year; lines that begin like an entry of a list are none."""
    for pattern in (_NUMBERED, _LABELLED):
        for match in pattern.finditer(text):
            if not _is_entry(text, match):
                yield Found(
                    match.start(),
                    match.end(),
                    ReferenceKind.ACADEMIC_NUMBERED,
                    "bibliography",
                    _labels(match),
                )
    for match in _IN_BRACKETS.finditer(text):
        yield _works(match, _EACH.finditer(match["body"]))
    for pattern in (_NARRATIVE, _LETTERED):
        for match in pattern.finditer(text):
            yield _works(match, [match])


def _labels(match: re.Match[str]) -> tuple[str, ...]:
    groups = match.groupdict()
    if groups.get("label"):
        return (match["label"],)
    numbers = listed(match["list"])
    if match["last"]:
        numbers = listed(f"{numbers[-1]}–{match['last']}")
    return tuple(numbers)


def _is_entry(text: str, match: re.Match[str]) -> bool:
    """It opens a line and a name or title follows, as in a bibliography."""
    if not opens_line(text, match.start()) or goes_on(text, match.start()):
        return False
    return bool(_ENTRY_GOES_ON.match(text, match.end()))


def _works(match: re.Match[str], each: Iterable[re.Match[str]]) -> Found:
    """ "Smith et al." and 2019 as "Smith 2019": the first author tells."""
    works = tuple(f"{one['first']} {one['year']}" for one in each)
    return Found(match.start(), match.end(), ReferenceKind.ACADEMIC_SHORTFORM, "work", works)
