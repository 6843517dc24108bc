"""One drawn page with its marks, scrollable. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from desktop.theme import PAGE_HIGHLIGHT, theme

_EDGE = 12
_RESIZE_MS = 120  # a page is drawn again only after the width has settled


def marked(image: QImage, marks: list[QRectF]) -> QImage:
    """The page with its marks multiplied in: black text stays black, white paper turns yellow."""
    if not marks:
        return image
    result = image.convertToFormat(QImage.Format.Format_RGB32)
    painter = QPainter(result)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(PAGE_HIGHLIGHT))
    # One path for all: where two lines' marks touch, the paper must not be multiplied twice.
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.WindingFill)
    for mark in marks:
        x, y = mark.height() * 0.08, mark.height() * 0.05
        area.addRoundedRect(mark.adjusted(-x, -y, x, y), 2, 2)
    painter.drawPath(area)
    painter.end()
    return result


class PageView(QAbstractScrollArea):
    """`room_changed(width, ratio)` says how wide a page may be; `turned(±1)` asks for another page."""

    room_changed = Signal(int, float)
    turned = Signal(int)
    zoomed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image = QImage()
        self._size = QSize()
        self._message = ""
        self.marks: list[QRectF] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Page"))
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_RESIZE_MS)
        self._settle.timeout.connect(self.tell_room)
        theme().changed.connect(self.viewport().update)

    @property
    def image(self) -> QImage:
        """What is painted, marks included; null before the first page."""
        return self._image

    def show_page(self, image: QImage, marks: list[QRectF], *, scroll: bool) -> None:
        self._message = ""
        self.marks = marks
        self._image = marked(image, marks)
        ratio = self.devicePixelRatioF()
        self._image.setDevicePixelRatio(ratio)
        before = self._size
        self._size = QSize(round(image.width() / ratio), round(image.height() / ratio))
        place = self.verticalScrollBar().value()
        self._fit_bars()
        if scroll:
            self._scroll_to_marks(ratio)
        elif before.height() > 0:  # another zoom: the same lines stay in view
            self.verticalScrollBar().setValue(round(place * self._size.height() / before.height()))
        self.viewport().update()

    def show_message(self, message: str) -> None:
        self._image, self._size, self.marks = QImage(), QSize(), []
        self._message = message
        self._fit_bars()
        self.viewport().update()

    def tell_room(self) -> None:
        """Say it now: a hidden page has no size to go by, so the tab is shown first and this called then."""
        if not self.isVisible():
            return
        self._settle.stop()
        # As if the scroll bar were there, so that its coming and going does not draw the page again.
        bar = 0 if self.verticalScrollBar().isVisible() else self.verticalScrollBar().sizeHint().width()
        self.room_changed.emit(max(self.viewport().width() - bar - 2 * _EDGE, 120), self.devicePixelRatioF())

    def _fit_bars(self) -> None:
        room = self.viewport().size()
        for bar, content, seen in (
            (self.horizontalScrollBar(), self._size.width(), room.width()),
            (self.verticalScrollBar(), self._size.height(), room.height()),
        ):
            bar.setRange(0, max(content + 2 * _EDGE - seen, 0) if content else 0)
            bar.setPageStep(seen)
            bar.setSingleStep(40)

    def _scroll_to_marks(self, ratio: float) -> None:
        top, left = 0.0, 0.0
        if self.marks:
            top = min(mark.top() for mark in self.marks) / ratio - self.viewport().height() / 3
            left = min(mark.left() for mark in self.marks) / ratio - self.viewport().width() / 4
        self.verticalScrollBar().setValue(round(max(top, 0)))
        self.horizontalScrollBar().setValue(round(max(left, 0)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_bars()
        self._settle.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoomed.emit(1 if event.angleDelta().y() > 0 else -1)
            return
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Left:
                self.turned.emit(-1)
            case Qt.Key.Key_Right:
                self.turned.emit(1)
            case _:
                super().keyPressEvent(event)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme().color("page-tray"))
        if self._image.isNull():
            painter.setPen(theme().color("muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.viewport().rect().adjusted(24, 24, -24, -24), flags, self._message)
            return
        free = self.viewport().width() - self._size.width()
        x = max(free // 2, _EDGE) - self.horizontalScrollBar().value()
        y = _EDGE - self.verticalScrollBar().value()
        painter.drawImage(QPointF(x, y), self._image)
        painter.setPen(QPen(theme().color("border"), 1))
        painter.drawRect(QRectF(x - 0.5, y - 0.5, self._size.width() + 1, self._size.height() + 1))
