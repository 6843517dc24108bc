"""How a question wants a figure told: in percent, in millions, to so many decimal places. Pure functions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.text.currency_names import NAME_PATTERN
from core.text.number_words import ENGLISH_NUMBERS, GERMAN_NUMBERS, words_for
from core.text.numbers import scale_of

_PERCENT = re.compile(
    r"\b(?:in|as|units? of)\s+(?:an?\s+)?(?:percents?|percentages?|%)(?!\s+of\b)"
    r"|\bin prozent\b(?!\s+(?:der|des|vom|von)\b)",
    re.IGNORECASE,
)
_SCALE = re.compile(
    rf"\b(?:in|{NAME_PATTERN})\s*(?:(?:us )?{NAME_PATTERN}\s*)?"
    r"(?P<scale>thousands?|tausend|tsd|millions?|millionen|mio|billions?|milliarden|mrd)\b",
    re.IGNORECASE,
)
_COUNTS = words_for(ENGLISH_NUMBERS, range(1, 5)) | {"eine": 1} | words_for(GERMAN_NUMBERS, range(2, 5))
_PLACES = re.compile(
    rf"\b(?P<count>{'|'.join(_COUNTS)}|1|2|3|4)\s+(?:decimals?|decimal places?"
    r"|nachkommastellen?|dezimalstellen?)\b"
    r"|\bnearest (?P<whole>whole|integer|percent|million|dollar)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wish:
    """`scale`: 1 where none is wished. `places`: decimal places, -1 where none are wished."""

    percent: bool = False
    scale: int = 1
    places: int = -1


def wish_in(question: str) -> Wish:
    """What all of a question says of the form of its figure."""
    scale = 1
    if match := _SCALE.search(question):
        scale = scale_of(match.group("scale"))
    places = -1
    if match := _PLACES.search(question):
        count = (match.group("count") or "").casefold()
        places = 0 if match.group("whole") else _COUNTS.get(count, int(count) if count.isdigit() else 0)
    return Wish(_PERCENT.search(question) is not None, scale, places)
