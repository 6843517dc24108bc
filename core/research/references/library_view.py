"""What resolution sees of the library: the registry of documents, and the text of one with its headings.

A protocol and values; the library's own side is `core.engine.reference_library`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from core.search.registry import Registry
from core.types import Span


@dataclass(frozen=True, slots=True)
class PageText:
    """One page: 1-based number, the label printed on it (empty: none), where its text starts in the document.

    `is_contents`: it is a table of contents.
    """

    number: int
    label: str
    start: int
    text: str
    is_contents: bool = False


@dataclass(frozen=True, slots=True)
class HeadingLine:
    """A heading at an offset of the document's text; level 1 is the outermost."""

    offset: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document's pages in order, and its headings in order of offset."""

    document_id: str
    title: str
    pages: tuple[PageText, ...]
    headings: tuple[HeadingLine, ...]

    @property
    def end(self) -> int:
        """Offset behind the last character."""
        return self.pages[-1].start + len(self.pages[-1].text) if self.pages else 0

    def lines(self) -> Iterator[tuple[PageText, int, str]]:
        """Each line with its page and its offset."""
        for page in self.pages:
            offset = page.start
            for line in page.text.split("\n"):
                yield page, offset, line
                offset += len(line) + 1

    def page_at(self, offset: int) -> int:
        """1-based number of the page that holds an offset."""
        number = 1
        for page in self.pages:
            if page.start > offset:
                break
            number = page.number
        return number


class ReferenceLibrary(Protocol):
    """Reads, on any thread."""

    def registry(self) -> Registry:
        """The documents as they are now."""
        ...

    def text_of(self, document_id: str) -> DocumentText | None:
        """The stored text of a document that can be searched, else None.

        Raises:
            core.errors.StorageError: the library cannot be read.
        """
        ...

    def chunks_at(self, document_id: str, place: Span) -> tuple[str, ...]:
        """Ids of the chunks that hold any of this part of a document's text, in order.

        Raises:
            core.errors.StorageError: the library cannot be read.
        """
        ...
