"""Numbers of sections, figures and works as texts write them, alone and in lists. Pure functions."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

_PARTS = r"(?:\((?:\d{1,3}|[a-zA-Z]{1,2}|[ivx]{1,5})\))"
_ROMAN = r"(?:[IVXL]{1,6})"
# 3, 3.2.1, 12a, 1A, 2.3(a)(ii), 9-2, 4711-E-03
ARABIC = (
    r"\d{1,4}(?:[A-Za-z]?[.\-]\d{1,4}|-[A-Z]{1,3}-\d{1,4})*[A-Za-z]?(?:\.[A-Z0-9]{1,3})*"
    rf"{_PARTS}*(?![\w%])"
)
# A, A.3, A-6, IV.B, II
LETTERED = rf"(?:{_ROMAN}|[A-Z])(?:[.\-](?:\d{{1,3}}|[A-Z]\b))*{_PARTS}*(?!\w|[’'.]\w)"
IN_BRACKETS = r"\(\d{1,3}(?:\.\d{1,3})*[a-z]?\)|\((?:[a-z]|[ivx]{1,5})\)"
NUMBER = rf"(?:{ARABIC}|{LETTERED}|{IN_BRACKETS})"
_BETWEEN = r"\s*[–—]\s*|\s+(?:bis|to|through|thru)\s+"
_NEXT = r"\s*,\s+(?:and\s+|or\s+|und\s+)?|\s*/\s*|\s+(?:and|or|und|oder|sowie|&)\s+"
LIST = rf"{NUMBER}(?:(?:{_BETWEEN}|{_NEXT}){NUMBER})*"
# After a unit in the singular only numbers of the same kind go on: "Table 4 and 5 kg" is one table.
DOTTED = r"\d{1,3}(?:\.\d{1,3})+(?:\([0-9a-z]{1,3}\))*(?![\w%])"
SINGLE = (
    rf"(?:{DOTTED}(?:(?:{_BETWEEN}|\s+(?:and|or|und|oder)\s+){DOTTED})*|{NUMBER}(?:(?:\s+(?:or"
    rf"|oder|bis|through)\s+|[–—]){NUMBER})?)"
)

_ONE = re.compile(NUMBER)
_RANGE = re.compile(rf"({NUMBER})(?:{_BETWEEN})({NUMBER})")
_LONGEST_RANGE = 40
ROMANS = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"),
    *("XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX"),
)
# What is counted, and how: 4.1, 4.2; II, III; A, B; 12a, 12b.
_COUNTED: tuple[tuple[re.Pattern[str], Sequence[str]], ...] = (
    (re.compile(r"(?P<head>(?:.*[.\-])?)(?P<place>\d{1,4})"), tuple(map(str, range(10_000)))),
    (re.compile(rf"(?P<head>)(?P<place>{'|'.join(ROMANS)})"), ROMANS),
    (re.compile(r"(?P<head>)(?P<place>[A-Z])"), string.ascii_uppercase),
    (re.compile(r"(?P<head>\d+)(?P<place>[a-z])"), string.ascii_lowercase),
)


def listed(text: str) -> list[str]:
    """The numbers of a list, each once, ranges written out where that is plain: "3, 5–7" → 3, 5, 6, 7."""
    found: list[str] = []
    place = 0
    while one := _ONE.search(text, place):
        between = _RANGE.match(text, one.start())
        if between and (numbers := _written_out(between[1], between[2])):
            found += numbers
            place = between.end()
        else:
            found.append(normal(one[0]))
            place = one.end()
    return list(dict.fromkeys(found))


def normal(number: str) -> str:
    """As it is compared: no white space, no final full stop, "(12)" as "12", "8a" as it is."""
    bare = re.sub(r"\s+", "", number).rstrip(".").replace("–", "-")
    return bare[1:-1] if re.fullmatch(r"\([^()]*\)", bare) else bare


def _written_out(first: str, last: str) -> list[str]:
    return written_out(normal(first), normal(last)) or [normal(first), normal(last)]


def written_out(first: str, last: str, most: int = _LONGEST_RANGE) -> list[str]:
    """All from the first to the last, which differ in one place: "4.1", "4.3"; "12a", "12c"; "A".

    Empty where they count nothing between them that is plain, or more than `most`.
    """
    for form, numbered in _COUNTED:
        low, high = form.fullmatch(first), form.fullmatch(last)
        if low and high and low["head"] == high["head"]:
            start, end = numbered.index(low["place"]), numbered.index(high["place"])
            is_plain = start <= end < start + most
            return [low["head"] + one for one in numbered[start : end + 1]] if is_plain else []
    return []
