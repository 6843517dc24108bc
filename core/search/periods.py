"""Time in questions: "the latest", and how well a document fits years and quarters.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.search.concepts import Concepts, words
from core.store.facts import DocumentFacts, told_date
from core.text.textspan import word_list

_NEWEST = word_list("latest newest neueste neuesten neuester neuestes neusten jungste jungsten")
# These say it only of a document: "the last invoice", but "last page", "current assets".
_NEWEST_OF_KIND = word_list(
    "last current recent present letzte letzten letzter letztes aktuelle aktuellen aktueller aktuelles"
)
_NEXT_WORDS = 2  # the document is among so many behind such a word

NAMED_YEAR, OTHER_YEAR, NEXT_YEAR, SAME_QUARTER, SAME_KIND = 0.5, 0.3, 0.15, 0.2, 0.2


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
