"""The JSON object of a final answer, found in whatever a model wrote around it and however it ends.

Damage is survived: fences, text around the object, and an end that is missing because the tokens ran out. Of
an answer that was cut off, what was finished counts: half a statement is never read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from core.agent.repair import MAX_CHARACTERS, read_json_object
from core.llm.reply_json import DECODER

_KEYS = frozenset({"quotes", "statements", "sections", "answer", "insufficiencies"})
_MAX_STARTS = 20  # of a text full of braces
# Of sentences with citations what stands before the last one; of others what ends in a full stop.
_WHOLE_SENTENCES = re.compile(r".*\[\d+\][.!?]?|(?:(?!\[\d+\]).)*[.!?]", re.DOTALL)


def answer_object(text: str) -> dict[str, Any] | None:
    """The answer as it stands, cut back to what was finished, or repaired; None for anything else."""
    text = text[:MAX_CHARACTERS]
    for start in islice((match.start() for match in re.finditer(r"\{", text)), _MAX_STARTS):
        for candidate in (text[start:], _finished_part(text[start:])):
            value = _decoded(candidate)
            if value is not None:
                return value
    repaired = read_json_object(text)
    if repaired is None:
        return None
    if not _is_whole(text):
        answer = repaired.get("answer")
        sentences = _WHOLE_SENTENCES.match(answer) if isinstance(answer, str) else None
        repaired = {"answer": sentences.group()} if sentences else {}
    return repaired if repaired.keys() & _KEYS else None


def _decoded(text: str) -> dict[str, Any] | None:
    try:
        value, _ = DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and value.keys() & _KEYS else None


def _finished_part(text: str) -> str:
    """JSON that was cut off: up to the last object inside it that is complete, with what is open closed."""
    end, left_open = 0, ""
    for at, open_signs, _ in _scanned(text):
        if text[at] == "}":
            end, left_open = at + 1, open_signs
    return text[:end] + left_open[::-1]


def _is_whole(text: str) -> bool:
    """False when the object that begins the text was cut off, in a string or between two."""
    _, left_open, in_string = list(_scanned(text[text.find("{") :]))[-1]
    return not left_open and not in_string


def _scanned(text: str) -> Iterator[tuple[int, str, bool]]:
    """At each sign that opens or closes: what is still open (as closing signs), and whether a string is."""
    left_open: list[str] = []
    in_string = escaped = False
    for at, sign in enumerate(text):
        if in_string:
            in_string = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
            if in_string:
                continue
        elif sign == '"':
            in_string = True
        elif sign in "{[":
            left_open.append("}" if sign == "{" else "]")
        elif sign in "}]":
            if not left_open or left_open.pop() != sign:
                return
        else:
            continue
        yield at, "".join(left_open), in_string
