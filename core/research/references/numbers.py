"""Numbers of sections, figures and works as texts write them, alone and in lists. Pure functions."""

from __future__ import annotations

import re

_PARTS = r"(?:\((?:\d{1,3}|[a-zA-Z]{1,2}|[ivx]{1,5})\))"
_ROMAN = r"(?:[IVXL]{1,6})"
# 3, 3.2.1, 12a, 1A, 2.3(a)(ii), 9-2
ARABIC = rf"\d{{1,4}}(?:[A-Za-z]?[.\-]\d{{1,4}})*[A-Za-z]?(?:\.[A-Z0-9]{{1,3}})*{_PARTS}*(?![\w%])"
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
    rf"(?:{DOTTED}(?:(?:{_BETWEEN}|\s+(?:and|or|und|oder)\s+){DOTTED})*|{NUMBER}(?:\s+(?:or"
    rf"|oder)\s+{NUMBER})?)"
)

_ONE = re.compile(NUMBER)
_RANGE = re.compile(rf"({NUMBER})(?:{_BETWEEN})({NUMBER})")
_LONGEST_RANGE = 40
# What makes a number a quantity.
QUANTITY = re.compile(
    r"\s*(?:%|€|\$|°|‰|(?:kg|g|mg|t|km|m|cm|mm|µm|nm|l|ml|s|ms|min|h|V|A|W|kW|MW|Hz|kHz|MHz|GHz|Pa|bar"
    r"|K|Bq|mSv|J"
    r"|Uhr|Stück|Personen|Prozent|Euro|EUR|USD|Mio|Mrd|Tagen?|Jahren?|Stunden?|Minuten?|Sekunden?|Monaten?"
    r"|per\s?cent|percent|million|billion|days?|years?|hours?|minutes?|seconds?|months?|weeks?|people"
    r"|pounds)\b)"
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
    head, sign, low = normal(first).rpartition(".")
    other, _, high = normal(last).rpartition(".")
    if head != other or not (low.isdigit() and high.isdigit()):
        return [normal(first), normal(last)]
    numbers = range(int(low), int(high) + 1)
    if not 0 < len(numbers) <= _LONGEST_RANGE:
        return [normal(first), normal(last)]
    return [f"{head}{sign}{number}" for number in numbers]
