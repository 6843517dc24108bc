"""Times of day in one spelling: "18:00", "18 Uhr", "6 pm" and "6 p.m." are all "18h00". Pure functions."""

from __future__ import annotations

import re

_MINUTES = r"[0-5]\d"
_BEGINS = r"(?<![\w.,:/-])"
_TIME = re.compile(
    rf"{_BEGINS}(?P<twelve>\d{{1,2}})(?:[:.](?P<m1>{_MINUTES}))?\s?(?P<half>[ap])(?:m\b|\.\s?m\.?)(?!\w)"
    rf"|{_BEGINS}(?:(?P<from>\d{{1,2}})(?:[:.](?P<m0>{_MINUTES}))?(?P<to>\s?(?:bis|und|[-–])\s?))?"
    rf"(?<![:.,])(?P<h2>\d{{1,2}})(?:[:.](?P<m2>{_MINUTES}))?\s?Uhr(?:\s(?P<m3>{_MINUTES})(?!\s?[\w.,]))?(?!\w)"
    # Alone "1:50" may be a scale.
    rf"|(?<![\w.,:/])(?P<h4>\d\d|\d(?=:(?:00|15|30|45)))(?::(?P<m4>{_MINUTES}))(?![:\d])",
    re.IGNORECASE,
)


def clock_times(text: str) -> str:
    """The text with its times of day as two figures of hours, an "h" and two of minutes; others stay."""
    return _TIME.sub(_written, text)


def _written(match: re.Match[str]) -> str:
    hour = int(match["twelve"] or match["h2"] or match["h4"])
    if match["half"]:
        if not 1 <= hour <= 12:
            return match.group()
        hour = hour % 12 + (12 if match["half"] in "pP" else 0)
    if max(hour, int(match["from"] or 0)) > 24:
        return match.group()
    minutes = match["m1"] or match["m2"] or match["m3"] or match["m4"] or "00"
    first = f"{int(match['from']):02}h{match['m0'] or '00'}{match['to']}" if match["from"] else ""
    return f"{first}{hour:02}h{minutes}"
