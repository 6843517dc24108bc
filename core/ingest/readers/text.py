"""Reads plain text: lines as they are, pages at form feeds and about every 12,000 characters.

One thread of the parser process. The text is decoded at once, pages are laid out when they are asked for, so
that a log of 50 MB costs its own size and not that of a million lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import DocumentError
from core.ingest.readers.base import Line, ReadPage
from core.ingest.readers.encoding import decode, read_text_bytes
from core.ingest.readers.flow import FlowDocument, cut_long, storable, undrawn
from core.ingest.readers.size_limits import LIMITS, ReadLimits
from core.ingest.readers.text_headings import headings_in, is_rule
from core.types import HiddenText, PageKind, Place, Span

_PAGE_CHARACTERS = 12_000
_LONGEST_WITH_HEADINGS = 2_000_000  # characters; what is longer is a log
_LONGEST_LINE = 4_000  # characters; a longer one (data in one line) is cut at white space
_CONTROLS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x08\x0e-\x1f\x7f]")  # first the colours of terminals
_MOST_CONTROLS = 0.1  # of the beginning, in text
_LOOKED_AT = 20_000
_BREAKS = re.compile(r"\r\n?|\x0b|\u2028|\u2029|\x85")
_BYTES_A_CHARACTER = 2  # at most so many are read for each; UTF-8 takes 1 to 3
_TRUNCATED = "The file is too long; what comes after this was left out."


@dataclass(frozen=True, slots=True)
class _Piece:
    """One page's range of the whole text, and the number of its first line."""

    start: int
    end: int
    line: int


class TextDocument(FlowDocument):
    """Plain text. Pages are sections without names; each line is a place "line 40"."""

    def __init__(self, text: str, *, truncated: bool = False, limits: ReadLimits = LIMITS) -> None:
        super().__init__([])
        if len(text) > limits.text_characters:
            text, truncated = text[: limits.text_characters], True
        self._text = text
        pieces = list(_pieces(text))
        self._truncated = truncated or len(pieces) > limits.pages
        self._pieces = pieces[: limits.pages]
        lines = text.split("\n") if len(text) <= _LONGEST_WITH_HEADINGS else []
        self._headings = {place + 1: level for place, level in headings_in(lines).items()}

    @property
    def page_count(self) -> int:
        return len(self._pieces)

    def pages(self, first: int = 1, last: int | None = None, *, check: bool = True) -> Iterator[ReadPage]:
        for number, piece in enumerate(self._pieces[first - 1 : last], first):
            page = _laid_out(self._text[piece.start : piece.end], number, piece.line, self._headings)
            if self._truncated and number == len(self._pieces):
                page.problem = _TRUNCATED
            yield page

    def close(self) -> None:
        self._text = ""
        self._pieces = []
        self._headings = {}


def _pieces(text: str) -> Iterator[_Piece]:
    """Pages end at a form feed, else at a blank line or at least a line's end before they get too long."""
    start, line = 0, 1
    while start < len(text):
        end = start + _PAGE_CHARACTERS
        feed = text.find("\f", start, end)
        if feed >= 0:
            end = following = feed
            following += 1
        elif end >= len(text):
            end = following = len(text)
        else:
            cut = text.rfind("\n\n", start + _PAGE_CHARACTERS // 2, end)
            if cut < 0:
                cut = text.rfind("\n", start, end)
            if cut <= start:  # one line longer than a page
                cut = text.rfind(" ", start + _PAGE_CHARACTERS // 2, end)
            end = following = cut if cut > start else end
        if text[start:end].strip():
            yield _Piece(start, end, line)
        line += text.count("\n", start, following)
        start = following


def _laid_out(raw: str, number: int, first_line: int, headings: Mapping[int, int]) -> ReadPage:
    """Lines keep their breaks, so that lists and tables drawn with blanks stay what they are; runs of blank
    lines become one. `headings`: levels by the number of the line; what underlines one is left out."""
    pieces: list[str] = []
    lines: list[Line] = []
    places: list[Place] = []
    length = 0
    blank = False
    unseen = undrawn(raw)
    for count, line in enumerate(storable(raw).split("\n")):
        stripped = line.rstrip()
        if not stripped.strip():
            blank = True
            continue
        level = headings.get(first_line + count, 0)
        if is_rule(line) and headings.get(first_line + count - 1):
            continue
        parts = [stripped] if len(stripped) <= _LONGEST_LINE else list(cut_long(stripped, _LONGEST_LINE))
        for part in parts:
            if pieces:
                separator = "\n\n" if blank else "\n"
                pieces.append(separator)
                length += len(separator)
            blank = False
            pieces.append(part)
            lines.append(Line(length, length + len(part), heading=level))
            places.append(Place(Span(length, length + len(part)), "line", f"line {first_line + count}"))
            length += len(part)
    return ReadPage(
        number,
        "".join(pieces),
        0.0,
        0.0,
        0,
        "",
        b"",
        lines,
        kind=PageKind.SECTION,
        places=places,
        hidden=[HiddenText(number, "invisible", unseen)] if unseen else [],
    )


def plain(text: str, filename: str) -> str:
    """Text with "\\n" as its only line break and without control characters.

    Raises:
        DocumentError: it is not text.
    """
    head = text[:_LOOKED_AT]
    odd = len(re.findall(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffd]", head))
    if odd > _MOST_CONTROLS * len(head):
        raise DocumentError(
            f"{filename} is not text, although its name says so.", "Open it in the program it comes from."
        )
    if _BREAKS.search(text):
        text = _BREAKS.sub("\n", text)
    if _CONTROLS.search(text):
        text = _CONTROLS.sub("", text)
    return text.removeprefix("\ufeff")


class TextReader:
    """The reader of `.txt` and `.log`."""

    def open(self, path: Path, password: str = "") -> TextDocument:
        limit = LIMITS.text_characters * _BYTES_A_CHARACTER
        data = read_text_bytes(path, limit)
        whole = data if len(data) <= limit else data[: data.rfind(b"\n") + 1] or data
        text = plain(decode(whole), path.name)
        if not text.strip():
            raise DocumentError(f"{path.name} holds nothing but white space.", "Add another file.")
        return TextDocument(text, truncated=len(data) > limit)
