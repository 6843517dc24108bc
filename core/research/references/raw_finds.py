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


def opens_line(text: str, start: int) -> bool:
    """Nothing but white space and marks of a heading stands before it on its line."""
    head = text[max(0, start - _LOOK_BACK) : start]
    return not head[head.rfind("\n") + 1 :].strip(" \t#*") and (len(head) < _LOOK_BACK or "\n" in head)


def in_contents(text: str, start: int) -> bool:
    """Its line is one of a table of contents: dots lead to a page."""
    end = text.find("\n", start, start + _LONGEST_LINE)
    return bool(_LEADERS.search(text, start, start + _LONGEST_LINE if end < 0 else end))


_LEADERS = re.compile(r"(?:\.\s?|…\s?|·\s?){4,}\s*\d{1,4}\s*$")
_GOES_ON = re.compile(r"[^\n]{30}[a-zäöüß,;(–—-]\s*$")  # a line as long as those of a paragraph


def goes_on(text: str, start: int) -> bool:
    """The line before this place's line ends in the middle of a sentence."""
    line = text.rfind("\n", 0, start)
    if line < 0:
        return False
    return bool(_GOES_ON.search(text[max(0, line - _LOOK_BACK) : line]))
