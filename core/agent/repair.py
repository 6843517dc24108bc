"""JSON as models write it that no grammar holds to it: most servers take a schema, and write nothing else.

Pure. Repaired are: prose and code fences around the object, single and curly quotes, Python's `True`, `False`
and `None`, names without quotes, commas too many or too few, line breaks inside strings, and an end that is
missing because the output was cut off. What else is damaged is no object, and the model is told so.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from core.llm.reply_json import DECODER

MAX_CHARACTERS = 20_000
_MOST_STARTS = 20  # a text of nothing but opening braces is read once for each
_DAMAGE = (
    (re.compile(r"[“”„]"), '"'),
    (re.compile(r"\\'"), "'"),
    (re.compile(r"(?<!\w)'|'(?!\w)"), '"'),  # between letters it is an apostrophe
    (re.compile(r"([{,]\s*)([A-Za-z_]\w*)\s*:"), r'\1"\2":'),
    (re.compile(r'"\s+(?="\w+"\s*:)'), '", '),
    (re.compile(r",(?=\s*[}\]])"), ""),
    (re.compile(r"([:,\[]\s*)True\b"), r"\1true"),
    (re.compile(r"([:,\[]\s*)False\b"), r"\1false"),
    (re.compile(r"([:,\[]\s*)None\b"), r"\1null"),
    # Half a pair of surrogates could not be stored; other letters have no escape.
    (re.compile(r"\\u[dD][89abAB]\w\w(?!\\u[dD])|\\(?![\"\\/bfnrtu])"), ""),
)
_HALF_A_PAIR = re.compile(r'[{,]\s*"[^"]*"?\s*:?\s*$')  # a name without its value at the end
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def read_json_object(text: str) -> dict[str, Any] | None:
    """The first object in `text`, as it stands or repaired; None when there is none."""
    text = text[:MAX_CHARACTERS]
    for start in islice((match.start() for match in re.finditer(r"\{", text)), _MOST_STARTS):
        if value := _read(text[start:]) or _repaired(text[start:]):
            return value
    return None


def _read(text: str) -> dict[str, Any] | None:
    try:
        value, _ = DECODER.raw_decode(text)
    except (ValueError, RecursionError):  # ValueError: also a number of more digits than Python reads
        return None
    return value if isinstance(value, dict) else None


def _repaired(text: str) -> dict[str, Any] | None:
    for damage, sound in _DAMAGE:
        text = damage.sub(sound, text)
    half = _HALF_A_PAIR.search(text)
    without_half = text[: half.start()] + text[half.start()].replace(",", "") if half else text
    return _read(text) or _read(_closed(text)) or _read(_closed(without_half))


def _closed(text: str) -> str:
    """With the ends of whatever it leaves open."""
    bare = _STRINGS.sub("", text)
    inside, _, _string = bare.partition('"')
    ends: list[str] = []
    for sign in re.findall(r"[{}\[\]]", inside):
        if sign in "{[":
            ends.append("}" if sign == "{" else "]")
        elif ends:
            ends.pop()
    return text + ('"' if '"' in bare else "") + "".join(reversed(ends))
