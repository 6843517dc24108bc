"""A question for one figure of each quarter, year or region: has the answer one of each?

Only what can be shown counts: the answer names some of four quarters, or gives one figure for "each region".
Pure functions over English and German.
"""

from __future__ import annotations

import re

from core.answer.facts.checkable import facts_of
from core.text.dates import FULL_MONTHS
from core.text.number_words import ENGLISH_ORDINALS, GERMAN_ORDINALS, folded, ordinal_in_figures, words_for

# What a figure is asked of each of. How many quarters, halves and months there are is known.
_THINGS = (
    r"(?:(?P<quarter>quarters?|quartal\w*)|(?P<half>half[- ]?years?|halves|halbjahr\w*)"
    r"|(?P<month>months?|monat\w*)"
    r"|(?P<year>(?:fiscal |financial |business )?years?|(?:geschäfts)?jahr(?:e[ns]?|s)?)"
    r"|(?P<other>regions?|countr(?:y|ies)|segments?|divisions?|departments?|sites?|locations?|branch(?:es)?"
    r"|plants?|categor(?:y|ies)|regionen|ländern?|segmenten?|sparten?|abteilung(?:en)?|standort(?:en?)?"
    r"|filialen?|werken?|kategorien?|bereiche?n?))"
)
_RATE = ("per", "pro", "je")
_EACH = re.compile(
    rf"\b(?P<word>by|{'|'.join(_RATE)}|nach|each|every|(?:each|every) of the(?: \w+)?|jede[mnrs]?|einzelnen)"
    rf"\s+{_THINGS}\b(?!-)",
    re.IGNORECASE,
)
_QUARTERS = range(1, 5)
_ENGLISH, _GERMAN = words_for(ENGLISH_ORDINALS, _QUARTERS), words_for(GERMAN_ORDINALS, _QUARTERS)
_ORDINAL = (
    rf"(?:{'|'.join([*_ENGLISH, *map(ordinal_in_figures, _QUARTERS)])}|[1-4]\."
    rf"|(?:{'|'.join(_GERMAN)})[mnrs]?)"
)
_JOINED = r"(?:\s*,\s*|\s*/\s*|\s+)(?:(?:and|und|the|das|im|in)\s+)*"
_NUMBERED = re.compile(
    rf"(?P<ordinals>{_ORDINAL}(?:{_JOINED}{_ORDINAL})*)[\s-]+(?:fiscal )?"
    r"(?:(?P<quarter>quarter|quartal)|(?P<half>half|halbjahr))",
    re.IGNORECASE,
)
_SHORT = re.compile(r"\b(?:Q\s?(?P<quarter>[1-4])|(?P<quarter_first>[1-4])Q|H\s?(?P<half>[12]))\b")
# "in March", "March 2024"; not the month of a day, "March 3" and "3. März".
_MONTH = re.compile(rf"(?<!\d )(?<!\d\. )(?<!\w)(?:{'|'.join(FULL_MONTHS)})\b(?! \d\d?\b)", re.IGNORECASE)
_RANGE = re.compile(
    r"\b((?:19|20)\d\d)\s*(?:to|through|until|and|bis|und|[-–—])\s*((?:19|20)\d\d)\b", re.IGNORECASE
)
_SIZES = {"quarter": 4, "half": 2, "month": 12}
_MOST_YEARS = 30  # of a range


def series_share(question: str, text: str) -> float:
    """Share of the quarters, years, … asked for that `text` gives, 0 to 1; 1 where that cannot be told.

    A rate ("950 euros per month") is one figure for all of them.
    """
    match = _EACH.search(question)
    if match is None or _says_again(match, text):
        return 1.0
    thing = next(name for name in ("quarter", "half", "month", "year", "other") if match[name])
    if thing == "year":
        return _share_of_years(question, text, is_rate=match["word"].casefold() in _RATE)
    if thing == "other":
        return 0.5 if len({number.text for number in facts_of(text).numbers}) == 1 else 1.0
    asked, given = _members(question, thing), _members(text, thing)
    if not given:
        return 1.0
    return len(given & asked) / len(asked) if asked else len(given) / _SIZES[thing]


def _says_again(match: re.Match[str], text: str) -> bool:
    return " ".join(match.group().casefold().split()) in " ".join(text.casefold().split())


def _share_of_years(question: str, text: str, *, is_rate: bool) -> float:
    facts = facts_of(text)
    given = {date.year for date in facts.dates if date.year}
    span = _RANGE.search(question)
    if span is None:
        return 0.5 if len(given) == 1 and not is_rate else 1.0
    first, last = sorted(map(int, span.groups()))
    asked = set(range(first, last + 1))
    return len(asked & given) / len(asked) if asked & given and len(asked) <= _MOST_YEARS else 1.0


def _members(text: str, thing: str) -> set[str]:
    """Which of the quarters, halves or months it names."""
    if thing == "month":
        return {str(FULL_MONTHS[match.group().casefold()]) for match in _MONTH.finditer(text)}
    found = {
        number
        for match in _SHORT.finditer(text)
        for name, number in match.groupdict().items()
        if number and name.startswith(thing)
    }
    for match in _NUMBERED.finditer(text):
        if match[thing]:
            found |= {_number_of(word) for word in re.findall(_ORDINAL, match["ordinals"], re.IGNORECASE)}
    return found


def _number_of(ordinal: str) -> str:
    if ordinal[0].isdigit():
        return ordinal[0]
    said = folded(ordinal)
    return next(str(number) for word, number in (_ENGLISH | _GERMAN).items() if said.startswith(word))
