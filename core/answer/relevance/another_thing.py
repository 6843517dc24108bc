"""Does a text speak of another thing of a numbered series than the question: CVE-2024-1243, locker 33?

Exact, in any language: codes that differ only in their digits, and the same word before another number.
"""

from __future__ import annotations

import re

from core.answer.facts.checkable import facts_of
from core.text.dates import years_in
from core.text.numbers import is_measuring

_DIGITS = re.compile(r"\d+")
# "locker 317", "Paragraph 9.3 says"; no decimals, shares and thousands
_NUMBERED = re.compile(r"([^\W\d_]{4,})\s+(\d+(?:\.\d+)*)(?![\w%]|[.,]\d|\s*%)(?:\s+([^\W\d_]+))?")


def names_another(question: str, text: str) -> bool:
    """Whether `text`, with the headings over it, has a code or numbered thing of a series that the question
    names a member of, and not that member."""
    if not _DIGITS.search(question):
        return False
    asked = facts_of(question).identifiers
    said = facts_of(text).identifiers if asked else frozenset()
    for series in {_series(code) for code in asked}:
        others = {code for code in said if _series(code) == series}
        if others and others.isdisjoint(asked):
            return True
    numbers = set(_DIGITS.findall(text))
    told = {(word.casefold(), behind.casefold()) for word, _, behind in _NUMBERED.findall(text)}
    return any(
        word.casefold() in {other for other, _ in told} and not set(_DIGITS.findall(number)) <= numbers
        for word, number, behind in _NUMBERED.findall(question)
        if not (years_in(number) or _counts(word, behind, told))
    )


def _counts(word: str, behind: str, told: set[tuple[str, str]]) -> bool:
    """Whether a number is how many and not which one: a unit stands behind it, or the same word in the text
    ("within 30 days", "at least 3 directors"). "Within 14 days" may well answer whether 30 are enough."""
    return bool(behind) and (is_measuring(behind) or (word.casefold(), behind.casefold()) in told)


def _series(code: str) -> str:
    """`cve-#-#` of `cve-2024-1234`; a code without digits is a series of its own."""
    return _DIGITS.sub("#", code.casefold())
