"""Which sentences of the documents may stand in a report by themselves. Pure functions."""

from __future__ import annotations

import re

from core.text.facts import facts_of
from core.text.textspan import is_question

_LEAST_TOLD = 4  # words and figures of a copied sentence
# "See Note 8 for hedges.", "Zu den Fristen der B-120 siehe Abschnitt 3.2."
_NOT_YET_SAID = r"(?!(?:is|are|was|were|has|have|must|may|can|shall|will|gilt|gelten|ist|sind|wird|werden)\b)"
_NAMED_WORD = r"(?=[\w./-]*[^\W\d_])[\w./-]*\w"  # a word or a code, no bare figure
_ONLY_POINTS = re.compile(
    r"(?i)\W*(?:(?:please\s+)?(?:see|refer to|siehe|vgl\.|vergleiche)\s"
    r"|(?:zu[mr]?|für|näheres|weiteres|details|mehr|for|on)\b"
    rf"(?:,?\s{_NOT_YET_SAID}{_NAMED_WORD}){{1,16}}?"
    r",?\s(?:please\s+)?(?:siehe|see|vgl\.|refer to)\s)"
)
_PART = (
    r"(?:abschnitt|kapitel|anhang|anlage|ziffer|tabelle|punkt|section|chapter|annex|appendix|table|note|clause)"
    r"\s[\w.()-]+"
)
_OF_DOCUMENT = (
    r"(?:\s(?:de[rs]|dieser|dieses|of|of the|of this)\s(?:\w+\s){0,2}\w*"
    r"(?:handbuch(?:e?s)?|vertrag(?:e?s)?|dokument(?:e?s)?|bericht(?:e?s)?|anleitung|ordnung|richtlinie"
    r"|manual|contract|document|report|guide|agreement|policy|instructions))?"
)
_SUBJECT = rf"{_NOT_YET_SAID}{_NAMED_WORD}(?:,?\s{_NOT_YET_SAID}{_NAMED_WORD}){{0,14}}?"
# "The warranty of the B-120 is described in section 4.", "Die Fristen stehen in Abschnitt 3.2."
_TELLS_WHERE = re.compile(
    rf"(?i)\W*{_SUBJECT}\s(?:"
    r"(?:(?:is|are|can be|may be)\s(?:described|explained|given|found|listed|set out|shown|specified|defined"
    rf"|regulated|laid down|covered|dealt with)\sin\s{_PART}{_OF_DOCUMENT})"
    rf"|(?:(?:steht|stehen|findet sich|finden sich)\s(?:in|im)\s{_PART}{_OF_DOCUMENT})"
    rf"|(?:(?:ist|sind|wird|werden)\s(?:in|im)\s{_PART}{_OF_DOCUMENT}\s(?:geregelt|beschrieben|erklärt|erläutert"
    r"|aufgeführt|angegeben|festgelegt|dargestellt|behandelt|zu finden|genannt|enthalten))"
    r")\W*$"
)
_LISTED_THING = re.compile(r"\s*[•▪◦‣–-]\s+[^.!?]*;\s*$")  # "• commodity prices, affecting the cost;"
_LISTED_WORK = re.compile(r"\s*\[\d{1,3}\]\s*[A-ZÄÖÜ]")  # an entry of a bibliography


def is_sentence(text: str) -> bool:
    """It is no heading, and no row of a table or a list."""
    words = re.findall(r"[^\W\d_]{2,}", text)
    figures = re.findall(r"\d[\d.,]*", text)
    ends = text.rstrip(" \"”“’')»]")[-1:] in (".", "!", "?", ";")
    return ends and len(words) > 1 and len(words) >= len(figures) and not text.isupper()


def may_be_copied(text: str) -> bool:
    """It is a sentence that asks nothing and says more than where something stands, and is no entry of a list
    or bibliography."""
    no_matter = (_ONLY_POINTS, _TELLS_WHERE, _LISTED_WORK, _LISTED_THING)
    return is_sentence(text) and not is_question(text) and not any(shape.match(text) for shape in no_matter)


def says_something(text: str) -> bool:
    """A heading and a row of a table match a task by their words and say nothing about it."""
    return may_be_copied(text) and len(facts_of(text).words) + len(facts_of(text).numbers) >= _LEAST_TOLD


def in_small(text: str) -> str:
    """Equal for sentences that differ in case and white space only."""
    return " ".join(text.casefold().split())
