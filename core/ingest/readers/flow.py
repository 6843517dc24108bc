"""Building the pages of formats that have no page images: paragraphs, rows and headings with their places.

A reader says what it finds, in reading order; the builder lays the text out, one line a paragraph or row,
and keeps for each piece where it stands in the file. A page that is complete is packed, so that a workbook of
two million cells is held in tens of megabytes instead of hundreds. Runs in the parser process.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import overload

from core.errors import DocumentError
from core.ingest.readers.base import Attachment, Line, OutlineEntry, ReadPage
from core.ingest.readers.size_limits import LIMITS, ReadLimits
from core.ingest.structure.lines import pack_lines, unpack_lines
from core.store.places import pack_places, unpack_places
from core.text.hyphenation import lines_at_hyphens, with_soft_hyphens
from core.text.table_heads import under_heads
from core.text.textspan import CELL_SEPARATOR, is_labelled
from core.types import ANNOTATION, HiddenText, PageKind, Place, Span

_LONGEST_PAGE = 12_000  # characters; a longer section goes on as a page of its own
_LONGEST_AUTHOR = 100
_CONTINUED = " (continued)"
# Tags and selectors of variants: no font draws them, models read them as letters.
_UNDRAWN = re.compile("[\U000e0000-\U000e007f\U000e0100-\U000e01ef]+")
_TOO_LONG = "The file is too long; what comes after this was left out."


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
    annotations: list[tuple[str, str]] = field(default_factory=list)  # (label, text)
    problems: list[str] = field(default_factory=list)
    open_table: bool = False
    packed_lines: bytes = b""
    packed_places: bytes = b""

    def pack(self) -> None:
        self.pieces = ["".join(self.pieces)]
        if self.lines:
            self.packed_lines, self.packed_places = pack_lines(self.lines), pack_places(self.places)
            self.lines, self.places = [], []

    def page(self, number: int) -> ReadPage:
        return ReadPage(
            number,
            "".join(self.pieces),
            self.width,
            self.height,
            0,
            self.label,
            b"",
            self.lines or unpack_lines(self.packed_lines),
            kind=self.kind,
            places=self.places or list(unpack_places(self.packed_places, 0)),
            hidden=[HiddenText(number, reason, text) for reason, text in self.hidden],
            problem=" ".join(dict.fromkeys(self.problems)),
        )


class FlowBuilder:
    """Collects a document's text. White space inside a paragraph, cell or label is folded.

    `truncated` is true once a limit was reached; what came after it was dropped and the last page says so.
    """

    def __init__(self, limits: ReadLimits = LIMITS) -> None:
        self._limits = limits
        self._drafts: list[_Draft] = []
        self._characters = 0
        self._heads: dict[int, str] = {}  # by column
        self._after_header = False
        self._outline: list[OutlineEntry] = []
        self.truncated = False

    @property
    def has_text(self) -> bool:
        """True once the page begun last holds text."""
        return bool(self._drafts and self._drafts[-1].length)

    def start_page(
        self,
        kind: PageKind,
        label: str = "",
        *,
        width: float = 0.0,
        height: float = 0.0,
        keep_header: bool = False,
    ) -> None:
        """Begin the next sheet, slide, section or message. `keep_header`: a table goes on over the edge."""
        if len(self._drafts) >= self._limits.pages:
            self.truncated = True
            return
        self._end_page()
        if self._drafts:
            self._drafts[-1].pack()
        self._drafts.append(_Draft(kind, clean(label), width, height))
        if not keep_header:
            self._heads = {}
        self._after_header = False

    def name_page(self, label: str) -> None:
        """Name the page begun last, which must not hold text yet; an empty name changes nothing."""
        if label and self._drafts and not self._drafts[-1].length:
            self._drafts[-1].label = clean(label)

    def paragraph(
        self, text: str, kind: str, address: str, *, heading: int = 0, keep_lines: bool = False
    ) -> None:
        """One paragraph. `heading` is its level from 1; `kind` and `address` become its `Place`.

        One longer than a page is cut at white space; the pieces share the address. `keep_lines` is for code;
        lines with a label and a value each stay lines as well.
        """
        if keep_lines:
            folded = "\n".join(line.rstrip() for line in storable(text).splitlines()).strip("\n")
        else:
            folded = (not heading and "\n" in text and _labelled_lines(text)) or "\n".join(
                map(clean, [text] if heading else lines_at_hyphens(text))
            )
        if len(folded) > _LONGEST_PAGE:
            for piece in cut_long(folded, _LONGEST_PAGE):
                self._paragraph(piece, kind, address, heading)
        else:
            self._paragraph(folded, kind, address, heading)
        self.hidden(undrawn(text), "invisible")

    def _paragraph(self, folded: str, kind: str, address: str, heading: int) -> None:
        draft = self._room(len(folded))
        if not folded.strip() or draft is None:
            return
        draft.open_table = False
        self._heads = {}
        self._after_header = False
        if heading:
            self._outline.append(OutlineEntry(heading, clean(folded), len(self._drafts)))
        start = self._append(draft, folded, "\n\n")
        draft.lines.append(Line(start, draft.length, heading=heading))
        draft.places.append(Place(Span(start, draft.length), kind, address))

    def row(self, cells: Sequence[Cell], *, header: bool = False, columns: Sequence[int] = ()) -> None:
        """One row of a table; empty cells are left out of the text. A `header` row names the columns of the
        rows that follow it, until the next paragraph, header or page; several in a row name them together.

        `columns`: where each cell stands, in order; as they follow each other when it is empty.
        """
        placed = {
            column: Cell(text, cell.address)
            for column, cell in zip(columns or range(len(cells)), cells, strict=True)
            if (text := clean(with_soft_hyphens(cell.text)))
        }
        filled = list(placed.values())
        text = CELL_SEPARATOR.join(cell.text for cell in filled)
        draft = self._room(len(text))
        if not filled or draft is None:
            return
        start = self._append(draft, text, "\n" if draft.open_table else "\n\n")
        draft.open_table = True
        table_header = ""
        if header:
            names = {column: cell.text for column, cell in placed.items()}
            self._heads = under_heads(self._heads if self._after_header else {}, names)
        elif not self._heads.keys().isdisjoint(placed):
            table_header = CELL_SEPARATOR.join(self._heads.get(column, "") for column in placed)
        self._after_header = header
        draft.lines.append(Line(start, draft.length, is_row=True, table_header=table_header))
        for cell in filled:
            draft.places.append(Place(Span(start, start + len(cell.text)), "cell", cell.address))
            start += len(cell.text) + len(CELL_SEPARATOR)
        self.hidden(" ".join(found for cell in cells if (found := undrawn(cell.text))), "invisible")

    def end_table(self) -> None:
        """The next row begins another table."""
        self._heads = {}
        self._after_header = False
        if self._drafts:
            self._drafts[-1].open_table = False

    def hidden(self, text: str, reason: str) -> None:
        """Text that a reader of the page begun last cannot see, or that was struck out."""
        folded = clean(text)
        if folded and self._drafts and not self.truncated and self._fits(len(folded)):
            self._characters += len(folded)
            self._drafts[-1].hidden.append((reason, folded))

    def annotation(self, text: str, label: str) -> None:
        """What was said about the page begun last; it comes behind the page's own text, under its label."""
        folded = clean(text)
        if folded and self._drafts and self._fits(len(folded)):
            self._characters += len(folded)
            self._drafts[-1].annotations += [(label, piece) for piece in cut_long(folded, _LONGEST_PAGE)]

    def _end_page(self) -> None:
        """Nothing comes behind the annotations."""
        draft = self._drafts[-1] if self._drafts else None
        while draft is not None and draft.annotations:
            label, text = draft.annotations.pop(0)
            self._characters -= len(text)
            start = self._append(draft, text, "\n\n")
            draft.lines.append(Line(start, draft.length, annotation=label))
            draft.places.append(Place(Span(start, draft.length), ANNOTATION, label))

    def problem(self, sentence: str) -> None:
        """A part of the page begun last could not be read; the sentence says which and why."""
        if self._drafts:
            self._drafts[-1].problems.append(sentence)

    def pages(self) -> Sequence[ReadPage]:
        """All pages, numbered from 1, each unpacked whenever it is asked for: a change to one is not kept.

        Pages without text are kept: a slide may hold a picture only.
        """
        self._end_page()
        if self.truncated and self._drafts:
            self._drafts[-1].problems.append(_TOO_LONG)
        return _Pages(self._drafts)

    def outline(self) -> list[OutlineEntry]:
        """Headings in order, for formats without bookmarks of their own."""
        return self._outline

    def _fits(self, length: int) -> bool:
        if self._characters + length > self._limits.text_characters:
            self.truncated = True
        return not self.truncated

    def _room(self, length: int) -> _Draft | None:
        """The page to write on; a new one when this one is long, None beyond the limit."""
        if not self._fits(length):
            return None
        if not self._drafts:
            self.start_page(PageKind.SECTION)
        draft = self._drafts[-1]
        if draft.length and draft.length + length > _LONGEST_PAGE:
            label = draft.label
            if label and not label.endswith(_CONTINUED):
                label += _CONTINUED
            if len(self._drafts) >= self._limits.pages:
                self.truncated = True
                return None
            self.start_page(
                draft.kind, label, width=draft.width, height=draft.height, keep_header=draft.open_table
            )
            draft = self._drafts[-1]
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


class _Pages(Sequence[ReadPage]):
    def __init__(self, drafts: Sequence[_Draft]) -> None:
        self._drafts = drafts

    def __len__(self) -> int:
        return len(self._drafts)

    @overload
    def __getitem__(self, index: int) -> ReadPage: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[ReadPage]: ...

    def __getitem__(self, index: int | slice) -> ReadPage | Sequence[ReadPage]:
        numbers = range(len(self._drafts))[index]
        if isinstance(numbers, int):
            return self._drafts[numbers].page(numbers + 1)
        return [self._drafts[number].page(number + 1) for number in numbers]


def commented_by(author: str | None) -> str:
    """The label of an annotation: "comment by Ann"."""
    name = clean(author or "")[:_LONGEST_AUTHOR]
    return f"comment by {name}" if name else "comment"


def gap(text: str) -> str:
    """What is left where text was set aside: the blank at its edge, which parts the words around it."""
    return "" if text == text.strip() else " "


def undrawn(text: str) -> str:
    """What is written in characters that no font draws, as the letters that they stand for."""
    if text.isascii():
        return ""
    codes = (ord(ch) - 0xE0000 for found in _UNDRAWN.findall(text) for ch in found)
    return "".join(chr(code) if 32 <= code < 127 else " " for code in codes).strip()


def storable(text: str) -> str:
    """Without characters that the library file cannot store, and without those that no font draws."""
    if text.isascii():
        return text.replace("\x00", "")
    return _UNDRAWN.sub("", text.encode("utf-8", "ignore").decode("utf-8").replace("\x00", ""))


def _labelled_lines(text: str) -> str:
    """Lines of labels with their values, as they are; empty where one of them is none."""
    lines = [line.strip(" ") for line in storable(text).split("\n") if line.strip()]
    if len(lines) < 2 or not all(map(is_labelled, lines)):
        return ""
    return "\n".join("\t".join(clean(part) for part in line.split("\t") if part.strip()) for line in lines)


def clean(text: str) -> str:
    """White space folded to single blanks."""
    return " ".join(storable(text).split())


class FlowDocument:
    """An `OpenDocument` over pages that are already built; readers of small formats return it."""

    def __init__(
        self,
        pages: Sequence[ReadPage],
        *,
        title: str = "",
        outline: Sequence[OutlineEntry] = (),
        hidden: Sequence[HiddenText] = (),
    ) -> None:
        self.problem = ""
        self._pages: Sequence[ReadPage] = pages
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
        for index in range(first - 1, min(last or len(self._pages), len(self._pages))):
            yield self._pages[index]

    def extract(self, name: str, target: Path) -> None:
        raise DocumentError(f"There is no file {name} in this document.", "Add the document again.")

    def close(self) -> None:
        self._pages = []
