"""What the viewer asks of the library: sizes, words, texts, the outline, search. A thread of its own."""

from __future__ import annotations

import threading

from PySide6.QtCore import Signal, Slot

from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from core.types import Page
from desktop.conversation.citations import Target
from desktop.viewer.sheet_grid import SheetGrid, sheet_grid
from desktop.workers.base import Worker, failure_of

TEXT_CHARACTERS = 400_000  # around the page: more of one text makes the view slow, and nobody scrolls so far


class ViewingWorker(Worker):
    """`opened(document_id, number, list[PageShape], Page | None, Target | None, the same as it stands now)`,
    the page that of the target, wherever it stands now;
    `page_found(document_id, number, Page | None)`;
    `texts_read(document_id, number, list[Page], SheetGrid | None of the sheet that the page belongs to)`;
    `outline_read(document_id, list[OutlineEntry])`;
    `found(ticket, list[TextMatch], whether there are more)`.

    Each request is answered, with nothing when it failed; `found` and `outline_read` only when they were not
    overtaken.
    """

    opened = Signal(str, int, list, object, object, object)
    page_found = Signal(str, int, object)
    texts_read = Signal(str, int, list, object)
    outline_read = Signal(str, list)
    found = Signal(int, list, bool)
    _outline_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._ticket = 0
        self._search = CancelToken()
        self._outline_wanted.connect(self.read_outline)
        self._outline_of = ""
        self._outline = CancelToken()

    def want_outline(self, document_id: str) -> None:
        """GUI thread: overtakes that of another document, whose file may lie where nothing answers."""
        with self._lock:
            self._outline_of = document_id
            self._outline.set()
            self._outline = CancelToken()
        self._outline_wanted.emit(document_id)

    def next_search(self) -> int:
        """GUI thread: overtakes the search that runs."""
        with self._lock:
            self._ticket += 1
            self._search.set()
            self._search = CancelToken()
            return self._ticket

    @Slot(str, int, object)
    def open(self, document_id: str, number: int, target: Target | None) -> None:
        """Without what is stored the pages are still shown, only at a guessed size and with no words."""
        shapes: list[object] = []
        now = target
        try:
            shapes = list(self.engine.viewing.shapes(document_id))
            if target is not None and target.quote:
                spans, quote = target.spans, target.quote
                now = target.standing_at(
                    self.engine.viewing.quote_place(document_id, target.page, spans, quote)
                )
        except Exception as error:  # noqa: BLE001
            failure_of(error)
        at = now.page if target is not None and now is not None and target.page == number else number
        self.opened.emit(document_id, number, shapes, self._page(document_id, at), target, now)

    @Slot(str, int)
    def find_page(self, document_id: str, number: int) -> None:
        self.page_found.emit(document_id, number, self._page(document_id, number))

    def _page(self, document_id: str, number: int) -> Page | None:
        try:
            return self.engine.viewing.page(document_id, number)
        except Exception as error:  # noqa: BLE001
            failure_of(error)
            return None

    @Slot(str, int)
    def read_texts(self, document_id: str, number: int) -> None:
        pages: list[Page] = []
        grid: SheetGrid | None = None
        try:
            pages = self.engine.viewing.texts(document_id, number, TEXT_CHARACTERS)
            grid = sheet_grid(pages, number)
        except Exception as error:  # noqa: BLE001
            failure_of(error)
        self.texts_read.emit(document_id, number, pages, grid)

    @Slot(str)
    def read_outline(self, document_id: str) -> None:
        with self._lock:
            if document_id != self._outline_of:
                return
            token = self._outline
        entries: list[object] = []
        try:
            entries = list(self.engine.viewing.outline(document_id, token))
        except Cancelled:
            return
        except KnownError:
            pass  # the file is gone or damaged, which the page says
        except Exception as error:  # noqa: BLE001
            failure_of(error)
        self.outline_read.emit(document_id, entries)

    @Slot(int, str, str)
    def find(self, ticket: int, document_id: str, query: str) -> None:
        with self._lock:
            if ticket != self._ticket:
                return
            token = self._search
        try:
            matches, more = self.engine.viewing.find(document_id, query, token)
        except Cancelled:
            return
        except Exception as error:  # noqa: BLE001
            failure_of(error)
            matches, more = [], False
        self.found.emit(ticket, list(matches), more)

    def interrupt(self) -> None:
        with self._lock:
            self._search.set()
            self._outline.set()
