"""The words of the open document's pages, as far as they are needed, and which are selected. GUI thread."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal, Slot

from core.types import Page
from desktop.viewer.page_selection import Place, Selection, line_step, selected_text
from desktop.workers.viewing import ViewingWorker

_KEPT_PAGES = 80  # beside those of the selection


class PageWords(QObject):
    """`changed`: words have come, or others are selected."""

    changed = Signal()
    page_found = Signal(int)
    _page_requested = Signal(str, int)

    def __init__(self, worker: ViewingWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pages: OrderedDict[int, Page] = OrderedDict()
        self.selection: Selection | None = None
        self._document_id = ""
        self._asked: set[int] = set()
        self._page_requested.connect(worker.find_page)
        worker.page_found.connect(self.on_page_found)

    def open(self, document_id: str) -> None:
        """The words of the same document stay until they come anew."""
        if document_id != self._document_id:
            self._document_id = document_id
            self.pages.clear()
            self.selection = None
        self._asked.clear()

    def need(self, numbers: Iterable[int], count: int) -> None:
        """Ask for pages that are not here; `count`: how many the document has."""
        for number in numbers:
            if number not in self.pages and number not in self._asked and 1 <= number <= count:
                self._asked.add(number)
                self._page_requested.emit(self._document_id, number)

    def keep(self, page: Page) -> None:
        known = self.pages.get(page.number, page)
        if (known.span, known.text) != (page.span, page.text):  # the document was read anew
            self.pages.clear()
            self._asked.clear()
        self.pages[page.number] = page
        self.pages.move_to_end(page.number)
        chosen = self.selection
        for number in list(self.pages):
            if len(self.pages) <= _KEPT_PAGES:
                break
            if chosen is None or not chosen.first.page <= number <= chosen.last.page:
                del self.pages[number]
                self._asked.discard(number)

    @Slot(str, int, object)
    def on_page_found(self, document_id: str, number: int, page: Page | None) -> None:
        if document_id != self._document_id or page is None:
            return  # without stored words (a document removed meanwhile) it is shown all the same, unmarked
        self.keep(page)
        self.changed.emit()
        self.page_found.emit(number)

    # --- the selection --------------------------------------------------------------------------

    @property
    def selected_text(self) -> str:
        return selected_text(self.selection, self.pages) if self.selection is not None else ""

    def select(self, selection: Selection | None) -> None:
        if selection != self.selection:
            self.selection = selection
            if selection is not None:
                pages = range(selection.first.page, selection.last.page + 1)
                self.need(pages, selection.last.page)
            self.changed.emit()

    def select_page(self, number: int) -> None:
        page = self.pages.get(number)
        if page is not None and page.words:
            self.select(Selection(Place(number, 0), Place(number, len(page.words) - 1)))

    def extend(self, words: int, lines: int) -> Place | None:
        """Move the end of the selection by a word (±1) or a line (±1); where it is then."""
        selection = self.selection
        page = self.pages.get(selection.head.page) if selection is not None else None
        if selection is None or page is None:
            return None
        head = selection.head
        word = line_step(page, head.word, lines) if lines else head.word + words
        if word == len(page.words) and (following := self.pages.get(head.page + 1)) and following.words:
            head = Place(head.page + 1, 0)
        else:
            head = Place(head.page, min(max(word, 0), len(page.words) - 1))
        self.select(Selection(selection.anchor, head))
        return head
