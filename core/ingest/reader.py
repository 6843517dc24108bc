"""What a document reader gives: pages of text with lines and packed word boxes. One reader per file format.

Readers run inside the parser process (`core.ingest.pdf_worker`); nothing here needs a library of theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from core.types import Span


@dataclass(slots=True)
class Line:
    """One line of a page; offsets into the page's text, geometry in points on the unrotated page."""

    start: int
    end: int
    x0: float
    y0: float
    x1: float
    y1: float
    height: float


@dataclass(slots=True)
class ReadPage:
    """One page as read: text, its lines in reading order, word boxes packed by `core.store.words`.

    `text[start:end]` of every packed span is exactly that word.
    """

    number: int
    text: str
    width: float
    height: float
    rotation: int
    label: str
    words: bytes
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """One bookmark of the file: level from 1, page from 1."""

    level: int
    title: str
    page: int


class OpenDocument(Protocol):
    """An opened file. Used from one thread; `close()` is always called."""

    @property
    def page_count(self) -> int: ...

    @property
    def title(self) -> str:
        """The title the file claims, empty when it claims none worth showing."""
        ...

    @property
    def outline(self) -> list[OutlineEntry]: ...

    def pages(self) -> Iterator[ReadPage]:
        """Pages in order, each read when it is asked for. An unreadable page comes back empty."""
        ...

    def close(self) -> None: ...


class DocumentReader(Protocol):
    """Opens files of one format."""

    suffixes: tuple[str, ...]

    def open(self, path: Path, password: str = "") -> OpenDocument:
        """Open a file.

        Raises:
            core.errors.DocumentError: not of this format, damaged, empty or encrypted; says which.
        """
        ...


def page_span(start: int, page: ReadPage) -> Span:
    """The page's range of the document's text when it begins at `start`."""
    return Span(start, start + len(page.text))
