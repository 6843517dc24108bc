"""Pages without a picture, one below the other: their text as it was read, with what is marked. GUI thread.

Plain text only. What a file says is never interpreted as mark-up, so nothing of it can be loaded or run.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from core.types import CitedPlace, Page, Span
from desktop.library.document_words import place_word
from desktop.shared.theme import LIGHT, PAGE_FOUND, PAGE_FOUND_HERE, PAGE_HIGHLIGHT, theme
from desktop.viewer.page_turning import PageTurning

_MOST_CHARACTERS = (
    400_000  # of one page, around the marks: more makes the view slow, and nobody scrolls so far
)
_MOST_FOUND = 500  # marked at a time


class _Piece(NamedTuple):
    """A page in the view: where its text begins there, in UTF-16, and how much of its text was left out."""

    page: Page
    text: str
    skipped: int
    at: int
    block: int


class TextPage(QPlainTextEdit):
    """`page_changed(number)` while scrolling; `turning` tells where the reader wants to go, and how large."""

    page_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("textPage")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(16)
        self.turning = PageTurning(self, lambda: [piece.page.number for piece in self._pieces])
        self._scale = 1.0
        self._pieces: list[_Piece] = []
        self._marks: list[tuple[int, int]] = []  # in UTF-16, as the document counts
        self._found: list[tuple[int, int]] = []
        self._found_here: tuple[int, int] | None = None
        self._wanted: int | None = None  # place to show once the view has been laid out: it needs its size
        self._centred = True
        self._number = 0  # the page the reader was last brought to
        self.verticalScrollBar().valueChanged.connect(self.on_scrolled)
        theme().changed.connect(self._apply_font)
        self._apply_font()

    def show_pages(
        self,
        pages: Sequence[Page],
        number: int,
        spans: Sequence[Span],
        *,
        scroll: bool,
        around: Span | None = None,
    ) -> None:
        """`pages` in order, `number` among them; `spans` of the document's text are marked.

        `scroll`: to the marks. `around`: what must be here of a page too long to be shown whole, if not they.
        """
        self._pieces, text, block = [], "", 0
        several = len(pages) > 1
        for page in pages:
            if self._pieces:
                text += "\n"
                block += 1
            if several:
                name = place_word(CitedPlace(page.number, page.kind, page.label), short=False)
                text += f"{name[:1].upper()}{name[1:]}\n"
                block += 1
            piece_text, skipped = _cut(page, spans if around is None else [around])
            self._pieces.append(_Piece(page, piece_text, skipped, _utf16(text), block))
            text += piece_text
            block += piece_text.count("\n")
        self._number, self._wanted = number, 0  # scrolling that is not the reader's tells nobody
        self.setPlainText(text)
        self._style_headings()
        self._found, self._found_here = [], None
        self._marks = [place for span in spans if (place := self._place_of(span)) is not None]
        self._paint_marks()
        piece = next((one for one in self._pieces if one.page.number == number), None)
        if scroll and self._marks:
            self._bring(self._marks[0][0], centred=True)
        elif piece is not None:
            self._bring(piece.at, centred=False)

    def show_page(self, number: int) -> None:
        """Scroll to one of the pages that are here."""
        for piece in self._pieces:
            if piece.page.number == number:
                self._number = number
                self._bring(piece.at, centred=False)

    def has_page(self, number: int, span: Span | None = None) -> bool:
        """Whether a page is here, or these words of it."""
        here = any(one.page.number == number for one in self._pieces)
        return here and (span is None or self._place_of(span) is not None)

    def show_found(self, spans: Sequence[Span], here: Span | None, *, scroll: bool) -> None:
        """Mark what was looked for; `here` is the one the reader is at."""
        places = [self._place_of(span) for span in spans[:_MOST_FOUND]]
        self._found = [place for place in places if place is not None]
        self._found_here = self._place_of(here) if here is not None else None
        self._paint_marks()
        if scroll and self._found_here is not None:
            self._bring(self._found_here[0], centred=True)

    def set_scale(self, scale: float) -> None:
        if scale != self._scale:
            self._scale = scale
            self._apply_font()

    @property
    def selected_text(self) -> str:
        return self.textCursor().selectedText().replace("\u2029", "\n")

    def marked_texts(self) -> list[str]:
        """The words that are marked, as they stand in the view."""
        return [self._cursor(*mark).selectedText().replace("\u2029", "\n") for mark in self._marks]

    def found_texts(self) -> list[str]:
        return [self._cursor(*place).selectedText().replace("\u2029", "\n") for place in self._found]

    def _place_of(self, span: Span) -> tuple[int, int] | None:
        """A range of the document's text in the view, in UTF-16; None when it is not here."""
        for piece in self._pieces:
            page = piece.page
            if span.start < page.span.end and page.span.start < span.end:
                first = span.start - page.span.start - piece.skipped
                last = span.end - page.span.start - piece.skipped
                if last > 0 and first < len(piece.text):
                    return (
                        piece.at + _utf16(piece.text[: max(first, 0)]),
                        piece.at + _utf16(piece.text[: max(last, 0)]),
                    )
        return None

    def _style_headings(self) -> None:
        """The names of pages are set apart from what the pages say."""
        if len(self._pieces) < 2:
            return
        style = QTextCharFormat()
        style.setForeground(theme().color("muted"))
        style.setFontWeight(600)
        cursor = QTextCursor(self.document())
        for piece in self._pieces:
            block = self.document().findBlockByNumber(piece.block - 1)
            cursor.setPosition(block.position())
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(style)
            cursor.setBlockFormat(QTextBlockFormat())

    def _paint_marks(self) -> None:
        selections = []
        for places, color in ((self._marks, PAGE_HIGHLIGHT), (self._found, PAGE_FOUND)):
            for place in places:
                shown = PAGE_FOUND_HERE if color == PAGE_FOUND and place == self._found_here else color
                style = QTextCharFormat()
                style.setBackground(QColor(shown))
                style.setForeground(QColor(LIGHT["text"]))  # on a light mark, in dark windows, too
                if shown == PAGE_FOUND_HERE:
                    style.setFontUnderline(True)
                selection = QTextEdit.ExtraSelection()
                selection.format = style
                selection.cursor = self._cursor(*place)
                selections.append(selection)
        self.setExtraSelections(selections)

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    # --- where the reader is ----------------------------------------------------------------------

    def _bring(self, position: int, *, centred: bool) -> None:
        self._wanted, self._centred = position, centred
        if self.isVisible():
            QTimer.singleShot(0, self, self.on_laid_out)

    @Slot()
    def on_laid_out(self) -> None:
        """Show the place that is wanted, once: later changes of size leave it where the reader has it."""
        if self._wanted is None or not self.isVisible():
            return
        position, self._wanted = self._wanted, None
        self.setTextCursor(self._cursor(position, position))
        if self._centred:
            self.centerCursor()
        else:
            heading = 1 if len(self._pieces) > 1 else 0
            block = self.document().findBlock(position)
            self.verticalScrollBar().setValue(max(block.firstLineNumber() - heading, 0))

    @Slot(int)
    def on_scrolled(self, _value: int) -> None:
        """The reader is on a page for as long as its beginning shows, then on the one at the top."""
        if self._wanted is not None or not self._pieces:
            return
        first = self.firstVisibleBlock().blockNumber()
        last = self.cursorForPosition(self.viewport().rect().bottomLeft()).blockNumber()
        starts = [piece.block for piece in self._pieces]
        kept = next((p.block for p in self._pieces if p.page.number == self._number), -1)
        if not first <= kept <= last:
            self._number = self._pieces[max(bisect_right(starts, first + 1) - 1, 0)].page.number
        self.page_changed.emit(self._number)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._wanted is not None:
            QTimer.singleShot(0, self, self.on_laid_out)

    def _apply_font(self) -> None:
        font = theme().font("answer")
        font.setPointSizeF(max(font.pointSizeF() * self._scale, 5.0))
        self.setFont(font)
        self._style_headings()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self.turning.takes_wheel(event):
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.turning.takes_key(event):
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.turning.menu_wanted.emit(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if len(self._pieces) < 2:
            return
        painter = QPainter(self.viewport())
        painter.setPen(QPen(theme().color("border"), 1))
        block = self.firstVisibleBlock()
        starts = {piece.block - 1 for piece in self._pieces[1:]}
        while block.isValid():
            area = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if area.top() > self.viewport().height():
                break
            if block.blockNumber() in starts:
                y = round(area.top())
                painter.drawLine(16, y, self.viewport().width() - 16, y)
            block = block.next()
        painter.end()


def _cut(page: Page, spans: Sequence[Span]) -> tuple[str, int]:
    """The text of a page, or of a huge one the part around the marks, and how much stands before it."""
    if len(page.text) <= _MOST_CHARACTERS:
        return page.text, 0
    here = [span.start - page.span.start for span in spans if page.span.start <= span.start < page.span.end]
    middle = here[0] if here else 0
    offset = max(0, min(middle - _MOST_CHARACTERS // 2, len(page.text) - _MOST_CHARACTERS))
    return page.text[offset : offset + _MOST_CHARACTERS], offset


def _utf16(text: str) -> int:
    """A QTextDocument counts in UTF-16: a character beyond the first plane (an emoji) is two of them."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
