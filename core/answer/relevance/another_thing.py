"""Does a text speak of another thing of a numbered series than the question: CVE-2024-1243, locker 33?

Exact, in any language: codes that differ only in their digits, and the same word before another number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.text.clock import clock_times
from core.text.dates import years_in
from core.text.facts import facts_of
from core.text.numbers import is_measuring

_DIGITS = re.compile(r"\d+")
_LETTERED = re.compile(r"[A-Z]{0,3}\d+")  # "E2" and "F2" are two, "317" is in "B317"
# An hour, as `clock_times` writes it, a half or a quarter of a year and an ordinal are when, not which.
_NO_CODE = re.compile(r"\d\dh\d\d|[qh][1-4]|\d+(?:st|nd|rd|th)")
# "locker 317", "ISO 9001", "§ 5", "account DE12 5001 0517"; no decimals, shares and thousands
_NUMBERED = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{2,}|[§#№])\.?\s*((?:[A-Z]{1,3})?\d+(?:[. /-]\d+)*)"
    r"(?![\w%]|[.,]\d|\s*%)(?:(?=\s+([^\W\d_]+)))?"
)
_LONG = 4  # letters; shorter words before a number name a series only with a capital: "Bus 12", "up 12"


def names_another(question: str, text: str) -> bool:
    """Whether `text`, with the headings over it, has a code or numbered thing of a series that the question
    names a member of, and not that member."""
    if not _DIGITS.search(question):
        return False
    if has_another_code(question, text):
        return True
    numbers = {*_DIGITS.findall(text), *_LETTERED.findall(text)}
    told = [
        (word, behind)
        for word, _, behind in _NUMBERED.findall(clock_times(text))
        if len(word) >= _LONG or not word[0].islower()
    ]
    return any(
        word.casefold() in {other.casefold() for other, _ in told}
        and not set(_LETTERED.findall(number)) <= numbers
        for word, number, behind in _NUMBERED.findall(clock_times(question))
        if not (years_in(number) or is_measuring(word) or _counts(word, behind, told))
    )


def has_another_code(question: str, text: str) -> bool:
    """Whether `text` has a code of a series that the question names a member of, and not that member. A whole
    document, too, is about the DW-620 where that one stands in it and the DW-640 does not."""
    asked = _codes(question)
    said = _codes(text) if asked else set()
    for series in {_series(code) for code in asked}:
        others = {code for code in said if _series(code) == series}
        if others and others.isdisjoint(asked):
            return True
    return False


def names_a_code(question: str, text: str) -> bool:
    """Whether a code of the question stands in the text."""
    asked = _codes(question)
    return bool(asked) and not asked.isdisjoint(_codes(text))


@dataclass(frozen=True, slots=True)
class SingledOut:
    """What finds one code, and what finds any of its series."""

    code: re.Pattern[str]
    series: re.Pattern[str]


def singled_out(question: str, text: str) -> list[SingledOut]:
    """The codes of the question that stand in the text as one of several of their series: "E4" where it has
    an E2, too."""
    found: list[SingledOut] = []
    for code in sorted(_codes(question)):
        series = re.compile(_alone(r"\d+".join(map(re.escape, _DIGITS.split(code)))), re.IGNORECASE)
        members = {one.casefold() for one in series.findall(text)}
        if code in members and len(members) > 1:
            found.append(SingledOut(re.compile(_alone(re.escape(code)), re.IGNORECASE), series))
    return found


def _alone(pattern: str) -> str:
    return rf"(?<![\w-]){pattern}(?![\w-])"


def _codes(text: str) -> set[str]:
    return {code for code in facts_of(text).identifiers if not _NO_CODE.fullmatch(code)}


def _counts(word: str, behind: str, told: Sequence[tuple[str, str]]) -> bool:
    """Whether a number is how many and not which one: a unit stands behind it, or, in small letters, the same
    words around it in the text ("at least 3 directors"). "Within 14 days" may answer whether 30 suffice."""
    return bool(behind) and (is_measuring(behind) or (word.islower() and (word, behind) in told))


def _series(code: str) -> str:
    """`cve-#-#` of `cve-2024-1234`; a code without digits is a series of its own."""
    return _DIGITS.sub("#", code.casefold())
