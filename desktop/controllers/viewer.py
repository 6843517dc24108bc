"""Which page the viewer shows, how large, and which words are marked on it. GUI thread.

Pages of formats that can be drawn come as pictures, all others as the text that was read.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Signal, Slot
from PySide6.QtGui import QTransform

from core.ingest.formats import format_named
from core.types import Document, Page, PageKind, SourceState, Span
from desktop.citations import Target
from desktop.highlights import current_spans, highlight_boxes
from desktop.models.documents import DocumentsModel
from desktop.workers.crew import Crew
from desktop.workers.render import PageImage

POINTS_TO_PIXELS = 96 / 72  # at 100 %
STEPS = (0.25, 0.5, 0.67, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0)
_FIT_RANGE = (0.3, 2.0)
_NO_SPAN = Span(0, 0)


class ViewerController(QObject):
    """`page_shown(PageImage, list[QRectF] in its pixels, scroll_to_marks)` or
    `text_shown(Page, tuple[Span, ...] of the document's text, scroll_to_marks)`.
    """

    changed = Signal()
    page_shown = Signal(object, list, bool)
    text_shown = Signal(object, object, bool)
    failed = Signal(str, str)
    _page_requested = Signal(str, int)
    _render_requested = Signal(int, str, int, float)

    def __init__(self, crew: Crew, documents: DocumentsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = documents
        self._render = crew.render
        self.document_id = ""
        self.filename = ""
        self.page_count = 0
        self.number = 0
        self.target: Target | None = None
        self.fit_width = True
        self.scale = 1.0
        self.text_scale = 1.0
        self._width = 0
        self._ratio = 1.0
        self._page: Page | None = None
        self._ticket = 0
        self._scroll = False
        self._page_requested.connect(crew.query.find_page)
        self._render_requested.connect(crew.render.render)
        crew.query.page_found.connect(self.on_page_found)
        crew.render.rendered.connect(self.on_rendered)
        crew.render.failed.connect(self.on_failed)

    @property
    def is_open(self) -> bool:
        return bool(self.document_id)

    @property
    def document(self) -> Document | None:
        """The open document as the library has it; None when it was removed."""
        return self._documents.document(self.document_id)

    @property
    def source_state(self) -> SourceState | None:
        document = self.document
        return document.source_state if document is not None else None

    @property
    def shows_text(self) -> bool:
        """The page has no picture and is shown as text."""
        return self._page is not None and not self._has_picture(self._page)

    @property
    def page(self) -> Page | None:
        return self._page

    def open_target(self, target: Target, page_count: int) -> None:
        self.target = target
        self._open(target.document_id, target.filename, page_count, target.page)

    def open_document(self, document_id: str, filename: str, page_count: int) -> None:
        self.target = None
        self._open(document_id, filename, page_count, 1)

    def go_to(self, number: int) -> None:
        if self.is_open and 1 <= number <= max(self.page_count, 1) and number != self.number:
            self._open(self.document_id, self.filename, self.page_count, number)

    def zoom(self, direction: int) -> None:
        """The next step up (+1) or down (-1)."""
        now = self.text_scale if self.shows_text else self.scale
        steps = [step for step in STEPS if (step > now + 0.01 if direction > 0 else step < now - 0.01)]
        if not steps:
            return
        wanted = min(steps) if direction > 0 else max(steps)
        if self.shows_text:
            self.text_scale = wanted
            self.changed.emit()
        else:
            self.fit_width, self.scale = False, wanted
            self._draw()

    def fit(self) -> None:
        if self.shows_text:
            self.text_scale = 1.0
            self.changed.emit()
        else:
            self.fit_width = True
            self._draw()

    def set_room(self, width: int, ratio: float) -> None:
        """How wide the page may be, in logical pixels, and the screen's density."""
        if (width, ratio) == (self._width, self._ratio):
            return
        self._width, self._ratio = width, ratio
        if self.fit_width and self._page is not None and not self.shows_text:
            self._draw()

    def close(self) -> None:
        self.document_id, self.target, self._page = "", None, None
        self.changed.emit()

    def _open(self, document_id: str, filename: str, page_count: int, number: int) -> None:
        self.document_id, self.filename = document_id, filename
        self.page_count, self.number = max(page_count, number), number
        self._page = None
        self._scroll = True
        self._ticket = self._render.next_ticket()
        self.changed.emit()
        self._page_requested.emit(document_id, number)

    @Slot(str, int, object)
    def on_page_found(self, document_id: str, number: int, page: Page | None) -> None:
        if (document_id, number) == (self.document_id, self.number):
            # Without stored words (a document removed meanwhile) the page is drawn all the same, unmarked.
            self._page = page or Page(number, "", span=_NO_SPAN, width=612.0, height=792.0)
            if self.shows_text:
                self._show_text(self._page)
            else:
                self._draw()

    def _has_picture(self, page: Page) -> bool:
        document = self.document
        if page.kind is not PageKind.PAGE:
            return False
        try:
            return document is None or format_named(document.format).has_pictures
        except KeyError:  # a format of a later version
            return False

    def _show_text(self, page: Page) -> None:
        target = self.target
        cited = target is not None and (target.document_id, target.page) == (self.document_id, page.number)
        self.changed.emit()
        scroll, self._scroll = self._scroll, False
        spans = current_spans(page, target.spans, target.quote) if target is not None and cited else ()
        self.text_shown.emit(page, spans, scroll)

    def _draw(self) -> None:
        page = self._page
        if page is None:
            return
        if self.fit_width and self._width > 0:
            points = page.height if page.rotation in (90, 270) else page.width
            wanted = self._width / (max(points, 1.0) * POINTS_TO_PIXELS)
            self.scale = min(max(wanted, _FIT_RANGE[0]), _FIT_RANGE[1])
        self._ticket = self._render.next_ticket()
        self.changed.emit()
        zoom = round(self.scale * POINTS_TO_PIXELS * self._ratio, 3)
        self._render_requested.emit(self._ticket, self.document_id, self.number, zoom)

    @Slot(int, object)
    def on_rendered(self, ticket: int, drawn: PageImage) -> None:
        if ticket == self._ticket:
            scroll, self._scroll = self._scroll, False
            self.page_shown.emit(drawn, self.marks(drawn), scroll)

    @Slot(int, str, str)
    def on_failed(self, ticket: int, message: str, hint: str) -> None:
        if ticket == self._ticket:
            self.failed.emit(message, hint)

    def marks(self, drawn: PageImage) -> list[QRectF]:
        """The cited words on the drawn page, one rectangle a line, in pixels.

        None on a page of another version of the file: other words stand there now.
        """
        target, page = self.target, self._page
        if (
            target is None
            or page is None
            or drawn.changed
            or target.document_id != self.document_id
            or target.page != self.number
        ):
            return []
        to_pixels = QTransform(*drawn.matrix)
        return [
            to_pixels.mapRect(QRectF(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0))
            for box in highlight_boxes(page, current_spans(page, target.spans, target.quote))
        ]
