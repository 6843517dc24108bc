"""What a viewer of documents asks for: sizes of pages, their text, pictures, the outline, words found.

Any thread. Pictures and outlines come from the renderer process, everything else from the library file, so
that a document whose file has gone can still be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path

from core.cancel import CancelToken
from core.errors import DocumentError, KnownError
from core.ingest.pictures.render import PageRenderer, RenderedPage
from core.ingest.readers import format_named
from core.ingest.readers.base import OutlineEntry
from core.ingest.readers.passwords import PasswordBook
from core.search.in_document import TextMatch, find_pattern, matches_in
from core.search.quote_places import QuotePlace, quote_place
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRepository, PageShape
from core.types import Document, Page, PageKind, Span

MAX_MATCHES = 2000
_SEARCHED_AT_ONCE = 200  # pages


class DocumentViewing:
    """Owns the renderer process. `close` ends it."""

    def __init__(
        self, database: Database, passwords: PasswordBook, renderer: PageRenderer | None = None
    ) -> None:
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._passwords = passwords
        self._renderer = renderer or PageRenderer()
        self._viewed = ""

    def close(self) -> None:
        self._renderer.close()

    # --- from the library -----------------------------------------------------------------------

    def shapes(self, document_id: str) -> list[PageShape]:
        """Size, rotation and name of every page that was read, in order; without texts and words."""
        return self._pages.shapes(document_id)

    def page(self, document_id: str, number: int) -> Page | None:
        """One page with its words and boxes; None when document or page does not exist."""
        return self._pages.get(document_id, number)

    def texts(self, document_id: str, number: int, characters: int) -> list[Page]:
        """Pages without their words: page `number`, and as many around it as `characters` allow."""
        return self._pages.around(document_id, number, characters)

    def quote_place(
        self, document_id: str, page: int, spans: Sequence[Span], quote: str
    ) -> QuotePlace | None:
        """Where a quote that an answer read on `page` at `spans` stands now; None: nowhere."""
        document = self._documents.get(document_id)
        if document is None:
            return None
        texts = partial(self._pages.numbered_texts, document_id)
        return quote_place(texts, document.page_count, page, spans, quote)

    def find(
        self, document_id: str, query: str, cancel: CancelToken, limit: int = MAX_MATCHES
    ) -> tuple[list[TextMatch], bool]:
        """Where `query` stands in the stored text, in order, and whether there are more than `limit` places.

        Raises:
            core.cancel.Cancelled: Stop was asked for.
        """
        pattern = find_pattern(query)
        if pattern is None:
            return [], False
        found = list(islice(matches_in(pattern, self._all_texts(document_id, cancel)), limit + 1))
        return found[:limit], len(found) > limit

    def _all_texts(self, document_id: str, cancel: CancelToken) -> Iterator[tuple[int, int, str]]:
        first = 1
        while batch := self._pages.numbered_texts(document_id, first, first + _SEARCHED_AT_ONCE - 1):
            for one in batch:
                cancel.check()
                yield one
            first += _SEARCHED_AT_ONCE

    def warm(self, cancel: CancelToken) -> None:
        """Start the renderer process if it does not run."""
        self._renderer.warm(cancel)

    # --- from the file --------------------------------------------------------------------------

    def render_page(
        self, document_id: str, number: int, zoom: float, cancel: CancelToken, turn: int = 0
    ) -> RenderedPage:
        """A page as a picture, from the file as it is now; `changed` when it is not the one that was read. A
        look at a document lets what is left to do for it go first.

        Args:
            zoom: pixels a point.
            turn: degrees clockwise (0, 90, 180, 270), beside the page's own rotation.

        Raises:
            DocumentError: the document or its file is gone, or the page cannot be drawn.
        """
        document = self._document(document_id)
        if self._viewed != document_id:
            self._viewed = document_id
            with suppress(KnownError):  # a library that is busy is no reason not to show the page
                self._documents.touch(document_id)
        return self._renderer.render(
            Path(document.path),
            number,
            zoom,
            cancel,
            self._passwords.password(document_id),
            format_name=document.format,
            member=document.member,
            sha256=document.content_hash,
            size_bytes=document.size_bytes,
            turn=turn,
        )

    def outline(self, document_id: str, cancel: CancelToken) -> list[OutlineEntry]:
        """The file's own table of contents; for what has none, the names of its sheets, slides or sections.

        Raises:
            DocumentError: the document or its file is gone or cannot be opened.
        """
        document = self._document(document_id)
        found: list[OutlineEntry] = []
        if _has_pictures(document.format):
            found = self._renderer.outline(
                Path(document.path),
                cancel,
                self._passwords.password(document_id),
                format_name=document.format,
                member=document.member,
            )
        if found:
            return found
        shapes = self._pages.shapes(document_id)
        if len(shapes) < 2:
            return []
        return [
            OutlineEntry(1, shape.label, shape.number)
            for shape in shapes
            if shape.label and shape.kind is not PageKind.PAGE
        ]

    def _document(self, document_id: str) -> Document:
        document = self._documents.get(document_id)
        if document is None:
            raise DocumentError("This document is no longer in the library.", "Its quotes stay readable.")
        return document


def _has_pictures(format_name: str) -> bool:
    try:
        return format_named(format_name).has_pictures
    except KeyError:  # a format of a later version
        return False
