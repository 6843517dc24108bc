"""What a document reader gives: pages of text with lines and packed word boxes. One reader per file format.

Readers run inside the parser process (`core.ingest.parsing.document_worker`); nothing here needs a library of
theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from core.types import DocumentFlag, HiddenText, PageKind, Place


@dataclass(slots=True)
class Line:
    """One line of a page; offsets into the page's text, geometry in points on the unrotated page.

    Formats that declare their structure say it here, and all geometry is 0: `heading` is the level (from 1)
    of a heading, `is_row` marks a row of a table, `table_header` are the headings over its cells, one a cell,
    joined as the cells are, with all levels of each ("Item | Hall A › price"). `annotation` ("comment by
    Ann", "speaker notes") marks what was said about the page; it stands behind the page's own text, and
    nothing is made of both.
    """

    start: int
    end: int
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    height: float = 0.0
    heading: int = 0
    is_row: bool = False
    table_header: str = ""
    annotation: str = ""


@dataclass(slots=True)
class ReadPage:
    """One page as read: text, its lines in reading order, word boxes packed by `core.store.words`.

    `text[start:end]` of every packed span is exactly that word. `places` count from the beginning of the
    page's text. `checked`: hidden text is in `hidden`, not in `text`. `wants_ocr`: the page is a picture, or
    its text layer is unusable (then `text` is empty). `problem`: why the page, or a part of it, is missing.
    """

    number: int
    text: str
    width: float
    height: float
    rotation: int
    label: str
    words: bytes
    lines: list[Line] = field(default_factory=list)
    kind: PageKind = PageKind.PAGE
    places: list[Place] = field(default_factory=list)
    hidden: list[HiddenText] = field(default_factory=list)
    flags: set[DocumentFlag] = field(default_factory=set)
    checked: bool = True
    wants_ocr: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """One bookmark of the file: level from 1, page from 1."""

    level: int
    title: str
    page: int


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file inside the file: `name` is unique within it and is what `extract` takes."""

    name: str
    size_bytes: int


class OpenDocument(Protocol):
    """An opened file. Used from one thread; `close()` is always called."""

    @property
    def page_count(self) -> int: ...

    @property
    def title(self) -> str:
        """The title the file shows, empty when it shows none worth repeating."""
        ...

    @property
    def outline(self) -> list[OutlineEntry]: ...

    @property
    def hidden(self) -> list[HiddenText]:
        """What the file as a whole says where no reader looks: metadata, comments in its markup."""
        ...

    @property
    def problem(self) -> str:
        """What is wrong with the file as a whole, though its pages are read; usually empty."""
        ...

    @property
    def attachments(self) -> list[Attachment]:
        """Files inside this one that become documents of their own."""
        ...

    def pages(self, first: int = 1, last: int | None = None, *, check: bool = True) -> Iterator[ReadPage]:
        """Pages `first` to `last` (1-based, both included), each read when it is asked for.

        With `check` text that a reader cannot see is taken out; without it a page may come back with
        `checked` False, sooner. A page that cannot be read comes back empty with its `problem`.
        """
        ...

    def extract(self, name: str, target: Path) -> None:
        """Write one attachment to `target`.

        Raises:
            core.errors.DocumentError: there is none of that name, or it is damaged or too large.
        """
        ...

    def close(self) -> None: ...


class DocumentReader(Protocol):
    """Opens files of one format; one class a module of `core.ingest.readers`."""

    def open(self, path: Path, password: str = "") -> OpenDocument:
        """Open a file.

        Raises:
            core.errors.PasswordError: a password is needed, or this one is wrong.
            core.errors.DocumentError: not of this format, damaged, empty or too large; says which.
        """
        ...
