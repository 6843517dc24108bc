"""Building the pages of formats that have no page images: paragraphs, rows and headings with their places.

A reader says what it finds, in reading order; the builder lays the text out, one line a paragraph or row,
and keeps for each piece where it stands in the file. Runs in the parser process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import DocumentError
from core.ingest.limits import LIMITS, ReadLimits
from core.ingest.reader import Attachment, Line, OutlineEntry, ReadPage
from core.textspan import CELL_SEPARATOR
from core.types import HiddenText, PageKind, Place, Span

_LONGEST_PAGE = 12_000  # characters; a longer section goes on as a page of its own
_CONTINUED = " (continued)"


def cut_long(text: str, limit: int) -> Iterator[str]:
    """Pieces of at most `limit` characters, cut at white space where there is some; without blank edges."""
    start = 0
    while len(text) - start > limit:
        end = start + limit
        while end > start + limit // 2 and not text[end].isspace():
            end -= 1
        if not text[end].isspace():
            end = start + limit
        if piece := text[start:end].strip():
            yield piece
        start = end
    if piece := text[start:].strip():
        yield piece


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a row: its text and its address ("B3")."""

    text: str
    address: str


@dataclass(slots=True)
class _Draft:
    kind: PageKind
    label: str
    width: float
    height: float
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    lines: list[Line] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    hidden: list[tuple[str, str]] = field(default_factory=list)
    open_table: bool = False


class FlowBuilder:
    """Collects a document's text. White space inside a paragraph is folded, except for line breaks if asked.

    `truncated` is true once a limit was reached; what came after it was dropped and the last page says so.
    """

    def __init__(self, limits: ReadLimits = LIMITS) -> None:
        self._limits = limits
        self._drafts: list[_Draft] = []
        self._characters = 0
        self._header = ""
        self.truncated = False

    def start_page(self, kind: PageKind, label: str = "", *, width: float = 0.0, height: float = 0.0) -> None:
        """Begin the next sheet, slide, section or message."""
        if len(self._drafts) >= self._limits.pages:
            self.truncated = True
            return
        self._drafts.append(_Draft(kind, label, width, height))
        self._header = ""

    def paragraph(
        self, text: str, kind: str, address: str, *, heading: int = 0, keep_lines: bool = False
    ) -> None:
        """One paragraph. `heading` is its level from 1; `kind` and `address` become its `Place`.

        One longer than a page is cut at white space; the pieces share the address. `keep_lines` is for code.
        """
        if keep_lines:
            folded = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
        else:
            folded = " ".join(text.split())
        if len(folded) > _LONGEST_PAGE:
            for piece in cut_long(folded, _LONGEST_PAGE):
                self._paragraph(piece, kind, address, heading)
        else:
            self._paragraph(folded, kind, address, heading)

    def _paragraph(self, folded: str, kind: str, address: str, heading: int) -> None:
        draft = self._room(len(folded))
        if not folded.strip() or draft is None:
            return
        draft.open_table = False
        self._header = ""
        start = self._append(draft, folded, "\n\n")
        draft.lines.append(Line(start, draft.length, heading=heading))
        draft.places.append(Place(Span(start, draft.length), kind, address))

    def row(self, cells: Sequence[Cell], *, header: bool = False) -> None:
        """One row of a table; empty cells are left out of the text. A `header` row names the columns of the
        rows that follow it, until the next paragraph, header or page."""
        filled = [Cell(" ".join(cell.text.split()), cell.address) for cell in cells]
        filled = [cell for cell in filled if cell.text]
        text = CELL_SEPARATOR.join(cell.text for cell in filled)
        draft = self._room(len(text))
        if not filled or draft is None:
            return
        start = self._append(draft, text, "\n" if draft.open_table else "\n\n")
        draft.open_table = True
        if header:
            self._header = text
        table_header = "" if header else self._header
        draft.lines.append(Line(start, draft.length, is_row=True, table_header=table_header))
        for cell in filled:
            draft.places.append(Place(Span(start, start + len(cell.text)), "cell", cell.address))
            start += len(cell.text) + len(CELL_SEPARATOR)

    def end_table(self) -> None:
        """The next row begins another table."""
        self._header = ""
        if self._drafts:
            self._drafts[-1].open_table = False

    def hidden(self, text: str, reason: str) -> None:
        """Text that a reader of the page begun last cannot see."""
        folded = " ".join(text.split())
        if folded and self._drafts:
            self._drafts[-1].hidden.append((reason, folded))

    def pages(self) -> list[ReadPage]:
        """All pages, numbered from 1. Pages without text are kept: a slide may hold a picture only."""
        pages = []
        for number, draft in enumerate(self._drafts, 1):
            pages.append(
                ReadPage(
                    number,
                    "".join(draft.pieces),
                    draft.width,
                    draft.height,
                    0,
                    draft.label,
                    b"",
                    draft.lines,
                    kind=draft.kind,
                    places=draft.places,
                    hidden=[HiddenText(number, reason, text) for reason, text in draft.hidden],
                )
            )
        if self.truncated and pages:
            pages[-1].problem = "The file is too long; what comes after this was left out."
        return pages

    def outline(self) -> list[OutlineEntry]:
        """Headings in order, for formats without bookmarks of their own."""
        return [
            OutlineEntry(line.heading, text, number)
            for number, draft in enumerate(self._drafts, 1)
            for line, text in _headings(draft)
        ]

    def _room(self, length: int) -> _Draft | None:
        """The page to write on; a new one when this one is long, None beyond the limit."""
        if self._characters + length > self._limits.text_characters:
            self.truncated = True
        if self.truncated:
            return None
        if not self._drafts:
            self.start_page(PageKind.SECTION)
        draft = self._drafts[-1]
        if draft.length and draft.length + length > _LONGEST_PAGE:
            header, was_open = self._header, draft.open_table
            label = draft.label
            if label and not label.endswith(_CONTINUED):
                label += _CONTINUED
            if len(self._drafts) >= self._limits.pages:
                self.truncated = True
                return None
            self.start_page(draft.kind, label, width=draft.width, height=draft.height)
            draft = self._drafts[-1]
            if was_open:
                self._header = header
        return draft

    def _append(self, draft: _Draft, text: str, separator: str) -> int:
        if draft.length:
            draft.pieces.append(separator)
            draft.length += len(separator)
        start = draft.length
        draft.pieces.append(text)
        draft.length += len(text)
        self._characters += len(text)
        return start


def _headings(draft: _Draft) -> Iterator[tuple[Line, str]]:
    text = "".join(draft.pieces)
    for line in draft.lines:
        if line.heading:
            yield line, text[line.start : line.end]


class FlowDocument:
    """An `OpenDocument` over pages that are already built; readers of small formats return it."""

    def __init__(
        self,
        pages: list[ReadPage],
        *,
        title: str = "",
        outline: Sequence[OutlineEntry] = (),
        hidden: Sequence[HiddenText] = (),
    ) -> None:
        self._pages = pages
        self._title = title
        self._outline = list(outline)
        self._hidden = list(hidden)

    @property
    def page_count(self) -> int:
        return len(self._pages)

    @property
    def title(self) -> str:
        return self._title

    @property
    def outline(self) -> list[OutlineEntry]:
        return self._outline

    @property
    def hidden(self) -> list[HiddenText]:
        return self._hidden

    @property
    def attachments(self) -> list[Attachment]:
        return []

    def pages(self, first: int = 1, last: int | None = None, *, check: bool = True) -> Iterator[ReadPage]:
        yield from self._pages[first - 1 : last]

    def extract(self, name: str, target: Path) -> None:
        raise DocumentError(f"There is no file {name} in this document.", "Add the document again.")

    def close(self) -> None:
        self._pages = []
