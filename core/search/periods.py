"""Time in questions: years and spans of them, quarters, "the latest"; and how well a document fits.

Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.search.concepts import Concepts, words
from core.store.facts import DocumentFacts, told_date
from core.text.number_words import ENGLISH_ORDINALS, folded, words_for
from core.text.textspan import word_list

_FISCAL = r"(?:FY\s?'?|fiscal(?:\s+year)?\s+|GJ\s?)?"
_YEAR = re.compile(
    rf"(?i)(?<![\w.,-]){_FISCAL}((?:19[5-9]|20[0-4])\d)(?![\d.,]*\d)(?:\s?Q[1-4])?(?![\w])"
    r"|(?<![A-Za-z])FY\s?'?(\d\d)(?!\d)"
)
_DATED = re.compile(
    r"(?<=\d[./-])(?:19[5-9]|20[0-4])\d(?!\d)|(?<![\w.,-])(?:19[5-9]|20[0-4])\d(?=-\d\d(?!\d))"
)
_SPAN = re.compile(
    rf"(?i)(?<![\w.,-]){_FISCAL}((?:19|20)\d\d)\s?(?:[-–—]|to|until|through|bis)\s?{_FISCAL}((?:19|20)\d\d)(?!\d)"
    rf"|\b(?:between|zwischen)\s+{_FISCAL}((?:19|20)\d\d)\s+(?:and|und)\s+{_FISCAL}((?:19|20)\d\d)(?!\d)"
)
_LONGEST_SPAN = 12  # years; what is longer is no span that each year's report is wanted of
_QUARTERS = words_for(ENGLISH_ORDINALS, range(1, 5))
_QUARTER = re.compile(
    rf"(?i)(?<![A-Za-z0-9])Q([1-4])(?!\d)|(?<=\d)Q([1-4])(?!\d)|\b({'|'.join(_QUARTERS)})\s+quarter"
    r"|\b([1-4])\.\s*Quartal"
)
_NEWEST = word_list("latest newest neueste neuesten neuester neuestes neusten jungste jungsten")
# These say it only of a document: "the last invoice", but "last page", "current assets".
_NEWEST_OF_KIND = word_list(
    "last current recent present letzte letzten letzter letztes aktuelle aktuellen aktueller aktuelles"
)
_NEXT_WORDS = 2  # the document is among so many behind such a word

NAMED_YEAR, OTHER_YEAR, NEXT_YEAR, SAME_QUARTER, SAME_KIND = 0.5, 0.3, 0.15, 0.2, 0.2


def years_in(text: str) -> tuple[int, ...]:
    """Years that a text names, and those of its spans, in order."""
    found: list[tuple[int, list[int]]] = []
    for span in _SPAN.finditer(text):
        first, last = (int(year) for year in span.groups() if year)
        if first <= last <= first + _LONGEST_SPAN:
            found.append((span.start(), list(range(first, last + 1))))
    for match in _YEAR.finditer(text):
        found.append((match.start(), [int(match[1]) if match[1] else 2000 + int(match[2])]))
    found += [(match.start(), [int(match[0])]) for match in _DATED.finditer(text)]
    return tuple(dict.fromkeys(year for _, years in sorted(found) for year in years))


def quarter_in(text: str) -> int:
    """1 to 4; 0 when none is named."""
    match = _QUARTER.search(text)
    if match is None:
        return 0
    return int(match[1] or match[2] or match[4] or _QUARTERS[folded(match[3])])


def asks_for_newest(text: str, concepts: Concepts) -> bool:
    """Whether the newest of several documents is meant: "the latest report", "die letzte Rechnung"."""
    own = words(text)
    if not _NEWEST.isdisjoint(own) or "most recent" in " ".join(own):
        return True
    kinds = {match.first for match in concepts.kind_terms.find(own)}
    return any(
        word in _NEWEST_OF_KIND and not kinds.isdisjoint(range(place + 1, place + 1 + _NEXT_WORDS))
        for place, word in enumerate(own)
    )


def fit(facts: DocumentFacts, years: Sequence[int], quarter: int, kinds: Sequence[str]) -> float:
    """How well a document fits what is said of its time and kind: 0 for not at all."""
    score = 0.0
    own = years_of(facts)
    if years and own:
        newest = max(years)
        if own[0] == newest:
            score += NAMED_YEAR
        elif set(years) & set(own):
            score += OTHER_YEAR
        elif newest + 1 in own:
            score += NEXT_YEAR  # a report gives the figures of the year before, too
    if quarter and facts.quarter == quarter:
        score += SAME_QUARTER
    if kinds and facts.kind in kinds:
        score += SAME_KIND
    return score


def years_of(facts: DocumentFacts) -> tuple[int, ...]:
    """The years a document is about; that of its date when it says no other."""
    return facts.years or ((int(facts.date[:4]),) if facts.date[:4].isdigit() else ())


def recency(facts: DocumentFacts) -> tuple[int, int, str]:
    """Sorts documents by their time, the newest highest; (0, 0, "") for one without any."""
    own = years_of(facts)
    return (own[0] if own else 0, facts.quarter, told_date(facts))
