"""What a finder gives before overlaps are settled. Values and small checks, any thread."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.research.references.reference import ReferenceKind

_LOOK_BACK = 40
_LONGEST_LINE = 240


@dataclass(frozen=True, slots=True)
class Found:
    """A reference at `[start, end)`; `numbers` has one entry for each thing that is meant.

    `document`: what it stands in, at `document_start` in the text, or before it (-1).
    """

    start: int
    end: int
    kind: ReferenceKind
    unit: str
    numbers: tuple[str, ...]
    document: str = ""
    document_start: int = -1


def before(text: str, start: int, reach: int = _LOOK_BACK) -> str:
    """What stands right in front of a place."""
    return text[max(0, start - reach) : start]


def opens_line(text: str, start: int) -> bool:
    """Nothing but white space and marks of a heading stands before it on its line."""
    head = before(text, start)
    return not head[head.rfind("\n") + 1 :].strip(" \t#*") and (len(head) < _LOOK_BACK or "\n" in head)


def line_around(text: str, start: int, end: int) -> str:
    """The line that a place stands in, as far as it is a line that is set by hand."""
    first = max(text.rfind("\n", max(0, start - _LONGEST_LINE), start) + 1, start - _LONGEST_LINE, 0)
    last = text.find("\n", end, end + _LONGEST_LINE)
    return text[first : end + _LONGEST_LINE if last < 0 else last]


def in_contents(text: str, start: int) -> bool:
    """Its line is one of a table of contents: dots lead to a page."""
    return bool(_LEADERS.search(line_around(text, start, start)))


_LEADERS = re.compile(r"(?:\.\s?|…\s?|·\s?){4,}\s*\d{1,4}\s*$")
_GOES_ON = re.compile(r"[^\n]{30}[a-zäöüß,;(–—-]\s*$")  # a line as long as those of a paragraph


def goes_on(text: str, start: int) -> bool:
    """The line before this place's line ends in the middle of a sentence."""
    line = text.rfind("\n", 0, start)
    if line < 0:
        return False
    return bool(_GOES_ON.search(text[max(0, line - _LOOK_BACK) : line]))
