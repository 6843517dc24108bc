"""A page of a format without page images: its text as it was read, with the cited words marked. GUI thread.

Plain text only. What a file says is never interpreted as mark-up, so nothing of it can be loaded or run.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from core.types import Page, Span
from desktop.theme import LIGHT, PAGE_HIGHLIGHT, theme
from desktop.widgets.address_gutter import AddressGutter, line_addresses

_MOST_CHARACTERS = (
    400_000  # around the marks: more of one sheet makes the view slow, and nobody scrolls so far
)


class TextPage(QPlainTextEdit):
    """`turned(±1)`: Page Up at the top or Page Down at the end."""

    turned = Signal(int)

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
        self._scale = 1.0
        self._marks: list[tuple[int, int]] = []  # in UTF-16, as the document counts
        self._scroll_wanted = False  # until the view has been laid out: centring needs its size
        self._addresses: list[str] = []  # by block; the text itself stays as it was read
        self._gutter = AddressGutter(self)
        self.updateRequest.connect(self.on_update_request)
        theme().changed.connect(self._apply_font)
        self._apply_font()

    def show_page(self, page: Page, spans: Sequence[Span], *, scroll: bool) -> None:
        """`spans` lie in the document's text; those on other pages are passed over."""
        marks = [
            (max(span.start - page.span.start, 0), min(span.end - page.span.start, len(page.text)))
            for span in spans
            if span.start < page.span.end and page.span.start < span.end
        ]
        text, offset = page.text, 0
        if len(text) > _MOST_CHARACTERS:
            middle = marks[0][0] if marks else 0
            offset = max(0, min(middle - _MOST_CHARACTERS // 2, len(text) - _MOST_CHARACTERS))
            text = text[offset : offset + _MOST_CHARACTERS]
        self._addresses = line_addresses(page, offset, text.split("\n"))
        self.setPlainText(text)
        self._place_gutter()
        # A QTextDocument counts in UTF-16: a character beyond the first plane (an emoji) is two of them.
        self._marks = [(_utf16(text, start - offset), _utf16(text, end - offset)) for start, end in marks]
        self._paint_marks()
        self._scroll_wanted = scroll and bool(marks)
        self._scroll_later()

    def set_scale(self, scale: float) -> None:
        self._scale = scale
        self._apply_font()

    def _paint_marks(self) -> None:
        style = QTextCharFormat()
        style.setBackground(QColor(PAGE_HIGHLIGHT))
        style.setForeground(QColor(LIGHT["text"]))  # on the yellow of the mark, in dark windows, too
        selections = []
        for start, end in self._marks:
            selection = QTextEdit.ExtraSelection()
            selection.format = style
            selection.cursor = self._cursor(start, end)
            selections.append(selection)
        self.setExtraSelections(selections)

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def marked_texts(self) -> list[str]:
        """The words that are marked, as they stand in the view."""
        return [self._cursor(*mark).selectedText().replace("\u2029", "\n") for mark in self._marks]

    # --- the addresses of a sheet's lines ---------------------------------------------------------

    def gutter_width(self) -> int:
        """Pixels; 0 for pages without addresses."""
        if not self._addresses:
            return 0
        longest = max(self._addresses, key=len)
        return self.fontMetrics().horizontalAdvance(longest) + 20

    def addresses_in_view(self) -> list[tuple[int, int, str]]:
        """(top, height, address) of each line that shows, in the viewport's pixels."""
        found = []
        block = self.firstVisibleBlock()
        while block.isValid():
            area = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if area.top() > self.viewport().height():
                break
            number = block.blockNumber()
            if number < len(self._addresses) and self._addresses[number]:
                found.append((round(area.top()), round(area.height()), self._addresses[number]))
            block = block.next()
        return found

    def _place_gutter(self) -> None:
        width = self.gutter_width()
        self.setViewportMargins(width, 0, 0, 0)
        area = self.contentsRect()
        self._gutter.setGeometry(area.left(), area.top(), width, area.height())
        self._gutter.setVisible(bool(width))
        self._gutter.update()

    @Slot(QRect, int)
    def on_update_request(self, area: QRect, moved: int) -> None:
        if moved:
            self._gutter.scroll(0, moved)
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

    def _scroll_later(self) -> None:
        if self._scroll_wanted and self.isVisible():
            QTimer.singleShot(0, self, self.on_laid_out)

    @Slot()
    def on_laid_out(self) -> None:
        """Centre the first mark, once: later changes of size leave the page where the reader has it."""
        if not (self._scroll_wanted and self._marks and self.isVisible()):
            return
        self._scroll_wanted = False
        self.setTextCursor(self._cursor(self._marks[0][0], self._marks[0][0]))
        self.centerCursor()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._scroll_later()

    def _apply_font(self) -> None:
        font = theme().font("answer")
        font.setPointSizeF(max(font.pointSizeF() * self._scale, 5.0))
        self.setFont(font)
        self._place_gutter()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        if event.key() == Qt.Key.Key_PageDown and bar.value() == bar.maximum():
            self.turned.emit(1)
        elif event.key() == Qt.Key.Key_PageUp and bar.value() == bar.minimum():
            self.turned.emit(-1)
        else:
            super().keyPressEvent(event)


def _utf16(text: str, position: int) -> int:
    position = max(0, min(position, len(text)))
    return len(text[:position].encode("utf-16-le")) // 2
