"""Which document the viewer shows, where, how large, and which words are marked. GUI thread.

Pages of formats that can be drawn come as pictures, all others as the text that was read; so does a document
whose file has changed or gone, because only that text fits the answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Signal, Slot
from PySide6.QtGui import QTransform

from core.errors import PasswordError
from core.ingest.readers import format_named
from core.types import Box, Document, Page, PageKind, SourceState, Span
from desktop.conversation.citations import Target
from desktop.library.document_items import DocumentsModel
from desktop.viewer.highlights import highlight_boxes
from desktop.viewer.page_layout import LETTER, Fit, PageLayout, Sheet
from desktop.viewer.page_words import PageWords
from desktop.viewer.page_zoom import PageZoom, next_step
from desktop.viewer.pictures import PagePictures
from desktop.viewer.sheet_grid import SheetGrid
from desktop.workers.crew import Crew
from desktop.workers.render import PageImage

if TYPE_CHECKING:
    from core.ingest.readers.base import OutlineEntry
    from core.store.pages import PageShape

_AHEAD = 2  # pages drawn before and after those in view


class ViewerController(QObject):
    """`changed`: what stands around the page; `layout_changed`: sizes of pages; `scroll_wanted(number, boxes
    on the page)`; `words_changed`: what is marked; `outline_changed(list[OutlineEntry])`.

    `page_shown(PageImage, list[QRectF] in its pixels, scroll_to_marks)` when the page that was asked for is
    drawn, or `text_shown(list[Page], number, tuple[Span, ...] of the document's text, scroll_to_marks)`;
    `text_reveal_wanted(number, Span | None)`: a page, or words on it; `failed(message, hint)`: there is
    nothing to show.
    """

    changed = Signal()
    layout_changed = Signal()
    scroll_wanted = Signal(int, list)
    words_changed = Signal()
    outline_changed = Signal(list)
    document_changed = Signal()
    page_shown = Signal(object, list, bool)
    text_shown = Signal(list, int, object, bool)
    text_reveal_wanted = Signal(int, object)
    failed = Signal(str, str)
    _open_requested = Signal(str, int, object)
    _texts_requested = Signal(str, int)
    _state_requested = Signal(str)

    def __init__(self, crew: Crew, documents: DocumentsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = documents
        self.pictures = PagePictures(crew.render, self)
        self.words = PageWords(crew.viewing, self)
        self.document_id = ""
        self.filename = ""
        self.page_count = 0
        self.number = 0
        self.target: Target | None = None
        self.zooming = PageZoom()
        self.layout = PageLayout([], 1.0)
        self.shapes: list[PageShape] = []
        self.grid: SheetGrid | None = None  # of the text that was read last, where it is a sheet's
        self.problem = ""  # why the stored text is shown, or why the picture has no marks
        self.needs_password = False  # that is what the problem is
        self.state: SourceState | None = SourceState.PRESENT  # of the file, as far as it was looked at
        self.as_file = False  # the user wants the file as it is now
        self._stored_text = False
        self._sheets: list[Sheet] = []
        self._visible: range = range(0)
        self._awaited = 0
        self._turn_before = 0
        self._scroll = False
        self._opened = False
        self._arriving = False  # the view is still where it was, the reader not
        self._reveal: tuple[int, Span] | None = None
        self._states_asked = self._states_late = 0
        self._open_requested.connect(crew.viewing.open)
        self._texts_requested.connect(crew.viewing.read_texts)
        self._want_outline = crew.viewing.want_outline
        self._state_requested.connect(crew.folders.tell_state)
        crew.viewing.opened.connect(self.on_opened)
        self.words.page_found.connect(self.on_page_found)
        crew.viewing.texts_read.connect(self.on_texts_read)
        crew.viewing.outline_read.connect(self.on_outline_read)
        crew.folders.state_told.connect(self.on_state_told)
        self.pictures.drawn.connect(self.on_drawn)
        self.pictures.failed.connect(self.on_picture_failed)
        self.pictures.went_stale.connect(self.on_went_stale)

    # --- what is shown --------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return bool(self.document_id)

    @property
    def document(self) -> Document | None:
        """The open document as the library has it; None when it was removed."""
        return self._documents.document(self.document_id)

    @property
    def page(self) -> Page | None:
        return self.words.pages.get(self.number)

    @property
    def shows_text(self) -> bool:
        """The text that was read is shown, not pictures of the pages."""
        return self._stored_text or not self.has_pictures

    @property
    def has_pictures(self) -> bool:
        """The pages of this document can be drawn, if its file is there."""
        if self.shapes and self.shapes[0].kind is not PageKind.PAGE:
            return False
        document = self.document
        try:
            return document is None or format_named(document.format).has_pictures
        except KeyError:  # a format of a later version
            return False

    @property
    def other_version(self) -> bool:
        """What is drawn is not what was read, so nothing of that can be marked on it."""
        return self.as_file and self.state is SourceState.CHANGED

    # --- what the user does ---------------------------------------------------------------------

    def open_target(self, target: Target, page_count: int) -> None:
        self.target = target
        self._open(target.document_id, target.filename, page_count, target.page)

    def open_document(self, document_id: str, filename: str, page_count: int, number: int = 1) -> None:
        self.target = None
        self._open(document_id, filename, page_count, number)

    def reload(self) -> None:
        """The same place once more, from the file as it is now, which may have another name."""
        if self.is_open:
            self.pictures.forget()
            filename = self.document.filename if self.document is not None else self.filename
            self._open(self.document_id, filename, self.page_count, self.number)

    def show_file(self, as_file: bool) -> None:
        """A file that has changed: as it is now (without marks), or the text that was read."""
        self.as_file = as_file
        self._stored_text = not as_file
        self._show(self.number)

    def go_to(self, number: int) -> None:
        if self.is_open and 1 <= number <= max(self.page_count, 1) and number != self.number:
            self._scroll = False
            if self.shows_text:
                self.number = number
                self.text_reveal_wanted.emit(number, None)
                self.changed.emit()
            else:
                self._show(number)

    def zoom(self, direction: int) -> None:
        """The next step up (+1) or down (-1)."""
        now = self.zooming.text_scale if self.shows_text else self.zooming.scale
        self.set_scale(next_step(now, direction))

    def set_scale(self, scale: float) -> None:
        """1.0 is the size on paper; for text the size of the window's font."""
        if self.shows_text:
            self.zooming.text_scale = scale
            self.changed.emit()
        else:
            self.zooming.mode, self.zooming.scale = Fit.NONE, scale
            self._lay_out()

    def fit(self, mode: Fit = Fit.WIDTH) -> None:
        if self.shows_text:
            self.set_scale(1.0)
        else:
            self.zooming.mode = mode
            self._lay_out()

    def rotate(self, degrees: int) -> None:
        """Turn all pages clockwise; until another document is opened."""
        if self.is_open and not self.shows_text:
            self.zooming.turn = (self.zooming.turn + degrees) % 360
            self.pictures.forget_small()
            self._scroll = True
            self._show(self.number)

    def set_room(self, width: int, height: int, ratio: float) -> None:
        """How large a page may be, in logical pixels, and the screen's density."""
        zooming = self.zooming
        before = zooming.pixels
        zooming.room, zooming.ratio = (width, height), ratio
        if len(self.layout) and not self.shows_text:
            zooming.fit(self.layout.sheets, self.number)
            if zooming.pixels != before:
                self._lay_out()

    def see(self, visible: range, number: int) -> None:
        """What is in view, and which of it counts as the page the reader is on."""
        moved = number != self.number and number > 0 and not self._arriving
        self._visible = visible
        if moved:
            self.number = number
        self._want()
        if moved:
            self.changed.emit()

    def reveal(self, number: int, span: Span) -> None:
        """Bring words into view, wherever the reader is."""
        if self.shows_text:
            self.number = number
            self.text_reveal_wanted.emit(number, span)
            self.changed.emit()
            return
        self._reveal = (number, span)
        if number in self.words.pages:
            self._reveal_now()
        else:
            self.words.need([number], self.page_count)

    def read_texts(self, number: int) -> None:
        """The text around a page that is not among those shown."""
        self.number = number
        self._texts_requested.emit(self.document_id, number)

    # --- opening --------------------------------------------------------------------------------

    def _open(self, document_id: str, filename: str, page_count: int, number: int) -> None:
        other = document_id != self.document_id
        self.document_id, self.filename = document_id, filename
        self.page_count, self.number = max(page_count, number), number
        self.pictures.open(document_id)
        self.words.open(document_id)
        self.problem, self.state, self.needs_password = "", SourceState.PRESENT, False
        self._stored_text = self.as_file = self._opened = False
        self._scroll = self._arriving = True
        self._states_late = self._states_asked
        self._reveal = None
        if other:
            self.zooming.turn = 0
            self.shapes = []
            self._visible = range(0)
            self.layout = PageLayout([], 1.0)
            self.document_changed.emit()
        self.changed.emit()
        self._open_requested.emit(document_id, number, self.target)
        if other:
            self._want_outline(document_id)

    @Slot(str, int, list, object, object, object)
    def on_opened(
        self,
        document_id: str,
        number: int,
        shapes: list[PageShape],
        page: Page | None,
        target: Target | None,
        target_now: Target | None,
    ) -> None:
        asked = (self.document_id, self.number, self.target)
        if (document_id, number, target) != asked or self._opened:
            return
        self._opened = True
        self.target = target_now
        if page is not None:
            self.number = number = page.number
        self.shapes = shapes
        self.page_count = len(shapes) or self.page_count
        self._sheets = [Sheet(shape.width, shape.height, shape.rotation) for shape in shapes]
        self._sheets += [Sheet(*LETTER, 0)] * (self.page_count - len(shapes))
        if page is not None:
            self.words.keep(page)
        if not self.has_pictures:
            self._ask_state()
        if self.pictures.any_changed and shapes:  # drawn before; until it is known to have changed again
            self.state, self._stored_text = SourceState.CHANGED, True
        self._show(number)

    def _show(self, number: int) -> None:
        """Page `number`, with the marks in view when `_scroll` asks for them."""
        self.number = number
        self._arriving = True
        if self.shows_text:
            self.read_texts(number)
            self.changed.emit()
            return
        self._awaited = number
        self._lay_out()
        page = self.words.pages.get(number)
        boxes = self.marks_on(page) if self._scroll and page is not None else []
        self.scroll_wanted.emit(number, boxes)
        self._arriving = False
        self._want()

    def _lay_out(self) -> None:
        if not self._sheets or not self.is_open:
            return
        zooming, turned = self.zooming, self.zooming.turned(self._sheets)
        before = self.layout.scale, self._turn_before
        zooming.fit(turned, self.number)
        self.layout = PageLayout(turned, zooming.logical)
        self._turn_before = zooming.turn
        if (self.layout.scale, zooming.turn) != before:
            self._awaited = self.number
        self.layout_changed.emit()
        self.changed.emit()
        self._want()

    # --- pictures -------------------------------------------------------------------------------

    def _want(self) -> None:
        """The page of the reader first, then what is in view, then what is next to it."""
        if self.shows_text or not self._opened:
            return
        first = self._visible[0] if self._visible else self.number
        last = self._visible[-1] if self._visible else self.number
        ahead = [*range(last + 1, last + 1 + _AHEAD), *range(first - 1, first - 1 - _AHEAD, -1)]
        wanted = dict.fromkeys([self.number, *self._visible, *ahead])
        numbers = [number for number in wanted if 1 <= number <= self.page_count]
        self.pictures.want(numbers, self.zooming.pixels, self.zooming.turn)
        self.words.need(self._visible, self.page_count)
        self._tell_shown()

    def _tell_shown(self) -> None:
        """The awaited page, once it is there as it was wanted."""
        if self._awaited and self.pictures.fits(self._awaited, self.zooming.pixels, self.zooming.turn):
            drawn = self.pictures.image(self._awaited)
            self._awaited = 0
            if drawn is not None:
                scroll, self._scroll = self._scroll, False
                self.page_shown.emit(drawn, self.marks(drawn), scroll)

    @Slot(int)
    def on_drawn(self, number: int) -> None:
        drawn = self.pictures.image(number)
        if drawn is None:
            return
        if drawn.changed and not self.as_file:
            self.state = SourceState.CHANGED
            if self.shapes:
                self._show_stored()
                return
        if drawn.changed or number > len(self.shapes):
            self._correct(number, drawn)
        self._tell_shown()

    def _correct(self, number: int, drawn: PageImage) -> None:
        """A page of which the library has no size, or that of another version."""
        a, b = drawn.matrix[0], drawn.matrix[1]
        zoom = (a * a + b * b) ** 0.5 or 1.0
        width, height = drawn.image.width() / zoom, drawn.image.height() / zoom
        if drawn.turn in (90, 270):
            width, height = height, width
        known = self._sheets[number - 1]
        if max(abs(known.shown[0] - width), abs(known.shown[1] - height)) > 2:
            self._sheets[number - 1] = Sheet(width, height, 0)
            self._lay_out()

    @Slot(int, str, str, str)
    def on_picture_failed(self, number: int, code: str, message: str, hint: str) -> None:
        self.words_changed.emit()  # the page says why it is empty
        if not self.pictures.any_drawn and not self.as_file:
            self.problem = f"{message} {hint}".strip()
            self.needs_password = code == PasswordError.code
            self.changed.emit()
            if self.shapes:
                self._show_stored()
            elif number == self.number:
                self.failed.emit(message, hint)
        else:
            self._ask_state()

    @Slot()
    def on_went_stale(self) -> None:
        """The pictures are gone; what comes in their place says what the file is now."""
        if self._stored_text and not self.as_file:
            self._open(self.document_id, self.filename, self.page_count, self.number)
            return
        self._awaited = self.number
        self._want()

    def _show_stored(self) -> None:
        """The text that was read in place of a file that is not what was read."""
        if not self._stored_text:
            self._stored_text = True
            self._scroll = True
            self._ask_state()
            self._show(self.number)

    def _ask_state(self) -> None:
        self._states_asked += 1
        self._state_requested.emit(self.document_id)

    @Slot(str, object)
    def on_state_told(self, _document_id: str, state: SourceState | None) -> None:
        self._states_asked -= 1
        if self._states_late:  # asked before the document was opened once more: answers come in order
            self._states_late -= 1
            return
        if state is not SourceState.PRESENT and not (state is None and not self.shapes):
            self.state = state
            gone = state in (SourceState.MISSING, SourceState.UNREACHABLE)
            if gone and self.has_pictures and self.shapes and not self._stored_text:
                self._show_stored()
        self.changed.emit()

    # --- words ----------------------------------------------------------------------------------

    @Slot(int)
    def on_page_found(self, _number: int) -> None:
        self._reveal_now()

    def _reveal_now(self) -> None:
        if self._reveal is not None and self._reveal[0] in self.words.pages:
            number, span = self._reveal
            self._reveal = None
            boxes = highlight_boxes(self.words.pages[number], [span])
            self._arriving = True
            self.number = number
            self.scroll_wanted.emit(number, boxes)
            self._arriving = False
            self.changed.emit()

    def cited_spans(self, page: Page) -> tuple[Span, ...]:
        """What the citation covers on a page: the one it begins on, or the next where its sentence ends."""
        target = self.target
        if target is None or target.document_id != self.document_id:
            return ()
        if target.page == page.number:
            return target.spans
        here = tuple(span for span in target.spans if page.span.start <= span.start < page.span.end)
        return here if target.page + 1 == page.number and len(here) < len(target.spans) else ()

    def marks_on(self, page: Page) -> list[Box]:
        """The cited words, one box a line; none on a page of another version of the file."""
        return [] if self.other_version else highlight_boxes(page, self.cited_spans(page))

    def marks(self, drawn: PageImage) -> list[QRectF]:
        """The same in the pixels of a picture."""
        page = self.words.pages.get(drawn.number)
        if page is None or drawn.changed:
            return []
        to_pixels = QTransform(*drawn.matrix)
        return [
            to_pixels.mapRect(QRectF(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0))
            for box in self.marks_on(page)
        ]

    @Slot(str, int, list, object)
    def on_texts_read(self, document_id: str, number: int, pages: list[Page], grid: SheetGrid | None) -> None:
        if (document_id, number) != (self.document_id, self.number) or not self.shows_text:
            return
        if not pages:
            self.failed.emit(self.problem or self.tr("The text of this page has not been read."), "")
            return
        marks = dict.fromkeys(span for page in pages for span in self.cited_spans(page))
        self._arriving = False
        self.grid = grid
        self.changed.emit()
        scroll, self._scroll = self._scroll, False
        self.text_shown.emit(pages, number, tuple(marks), scroll)

    @Slot(str, list)
    def on_outline_read(self, document_id: str, entries: list[OutlineEntry]) -> None:
        if document_id == self.document_id:
            self.outline_changed.emit(entries)
