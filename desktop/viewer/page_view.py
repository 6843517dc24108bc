"""The pages of a document one below the other, painted, with what is marked or selected. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from core.types import Box
from desktop.conversation.marks import marked, paint_marks
from desktop.shared.theme import LIGHT, PAGE_FOUND, PAGE_FOUND_HERE, PAGE_HIGHLIGHT, PAGE_SELECTED, theme
from desktop.viewer.finding import FindController
from desktop.viewer.highlights import line_boxes, partly_boxes
from desktop.viewer.page_layout import GAP, PageLayout
from desktop.viewer.page_selection import Place, Selection, nearest_word
from desktop.viewer.viewer_control import ViewerController

if TYPE_CHECKING:
    from core.search.in_document import TextMatch

_RESIZE_MS = 120  # pages are drawn again only after the width has settled
_LINE = 48  # logical pixels a press of an arrow key
_DRAG_MS = 30


class PageView(QAbstractScrollArea):
    """Shows what the viewer controller has. `menu_wanted(global position)`."""

    menu_wanted = Signal(QPoint)

    def __init__(
        self, viewer: ViewerController, finder: FindController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._viewer = viewer
        self._finder = finder
        self._words = viewer.words
        self._layout = PageLayout([], 1.0)
        self._message = ""
        self._pressed: Place | None = None
        self._dragged_to = QPointF()
        self._wheel = 0
        self._found: dict[int, list[tuple[TextMatch, list[Box]]]] = {}  # of the pages painted lately
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Page"))
        self.viewport().setMouseTracking(True)
        self._settle = QTimer(self, singleShot=True, interval=_RESIZE_MS)
        self._settle.timeout.connect(self.tell_room)
        self._dragging = QTimer(self, interval=_DRAG_MS)
        self._dragging.timeout.connect(self.on_drag_tick)
        viewer.layout_changed.connect(self.on_layout_changed)
        viewer.scroll_wanted.connect(self.on_scroll_wanted)
        viewer.words_changed.connect(self.on_words_changed)
        self._words.changed.connect(self.on_words_changed)
        viewer.pictures.drawn.connect(self.on_drawn)
        finder.changed.connect(self.on_words_changed)
        theme().changed.connect(self.viewport().update)

    @property
    def message(self) -> str:
        """What stands in place of a page."""
        return self._message

    @property
    def image(self) -> QImage:
        """The picture of the current page with its cited words marked; null when there is none."""
        drawn = self._viewer.pictures.image(self._viewer.number)
        if drawn is None or self._message:
            return QImage()
        return marked(drawn.image, self._viewer.marks(drawn))

    def show_message(self, message: str) -> None:
        self._message = message
        self._layout = PageLayout([], 1.0)
        self._fit_bars()
        self.viewport().update()

    def tell_room(self) -> None:
        """Say it now: a hidden page has no size to go by, so the tab is shown first and this called then."""
        if not self.isVisible():
            return
        self._settle.stop()
        # As if the scroll bar were there, so that its coming and going does not draw the page again.
        bar = 0 if self.verticalScrollBar().isVisible() else self.verticalScrollBar().sizeHint().width()
        width = max(self.viewport().width() - bar - 2 * GAP, 120)
        height = max(self.viewport().height() - 2 * GAP, 120)
        self._viewer.set_room(width, height, self.devicePixelRatioF())

    # --- where things are -----------------------------------------------------------------------

    def _offset(self) -> QPointF:
        """What is added to a place on the strip to get its place in the viewport."""
        room = self.viewport().width()
        wide = self._layout.width
        x = room // 2 if wide <= room else wide // 2 - self.horizontalScrollBar().value()
        return QPointF(x, -self.verticalScrollBar().value())

    def page_rect(self, number: int) -> QRectF:
        """A page in the viewport's pixels."""
        return self._layout.rect(number).translated(self._offset())

    def visible_pages(self) -> range:
        top = self.verticalScrollBar().value()
        return self._layout.between(top, top + self.viewport().height())

    def boxes_in_view(self, number: int, boxes: Sequence[Box]) -> list[QRectF]:
        offset = self._offset()
        return [mark.translated(offset) for mark in self._layout.boxes_on_strip(number, boxes)]

    def _place_at(self, point: QPointF) -> Place | None:
        """The word nearest to a point of the viewport."""
        if not self._layout:
            return None
        number, on_page = self._layout.on_page(point - self._offset())
        page = self._words.pages.get(number)
        word = nearest_word(page, on_page.x(), on_page.y()) if page is not None else None
        return None if word is None else Place(number, word)

    def _over_text(self, point: QPointF) -> bool:
        place = self._place_at(point)
        if place is None:
            return False
        box = self._words.pages[place.page].words[place.word].box
        [mark] = self.boxes_in_view(place.page, [box])
        return mark.adjusted(-6, -4, 6, 4).contains(point)

    def _fit_bars(self) -> None:
        room = self.viewport().size()
        shown = QSize(self._layout.width, self._layout.height) if self._layout else QSize()
        for bar, content, seen in (
            (self.horizontalScrollBar(), shown.width(), room.width()),
            (self.verticalScrollBar(), shown.height(), room.height()),
        ):
            bar.setRange(0, max(content - seen, 0))
            bar.setPageStep(max(seen - 2 * GAP, 1))
            bar.setSingleStep(_LINE)

    def _tell_view(self) -> None:
        """The reader is on a page for as long as all of it shows, then on the one of which most shows."""
        if not self._layout:
            return
        visible = self.visible_pages()
        room = QRectF(self.viewport().rect())

        def seen(number: int) -> float:
            shown = self.page_rect(number)
            return min(shown.bottom(), room.bottom()) - max(shown.top(), room.top())

        number = self._viewer.number
        if number not in visible or seen(number) < self.page_rect(number).height():
            number = max(visible, key=seen, default=number)
        self._viewer.see(visible, number)

    # --- what the controller says ---------------------------------------------------------------

    @Slot()
    def on_layout_changed(self) -> None:
        """Another zoom, turn or width: what was in the middle stays there."""
        self._message = ""
        before, bar = self._layout, self.verticalScrollBar()
        middle = bar.value() + self.viewport().height() / 2
        number = before.number_at(middle) if before else 0
        self._layout = self._viewer.layout
        self._fit_bars()
        if 0 < number <= len(self._layout):
            old, new = before.rect(number), self._layout.rect(number)
            part = (middle - old.top()) / max(old.height(), 1.0)
            bar.setValue(round(new.top() + part * new.height() - self.viewport().height() / 2))
            wide = self.horizontalScrollBar()
            wide.setValue((wide.minimum() + wide.maximum()) // 2)
        self._tell_view()
        self.viewport().update()

    @Slot(int, list)
    def on_scroll_wanted(self, number: int, boxes: list[Box]) -> None:
        """The top of a page, or the words on it that are meant, a third down the view."""
        if not 0 < number <= len(self._layout):
            return
        top, left = self._layout.rect(number).top() - GAP, 0.0
        marks = self._layout.boxes_on_strip(number, boxes)
        if marks:
            top = min(mark.top() for mark in marks) - self.viewport().height() / 3
            left = min(mark.left() for mark in marks) + self._layout.width / 2
            left -= self.viewport().width() / 4
        bars = self.verticalScrollBar(), self.horizontalScrollBar()
        bars[0].setValue(round(max(top, 0)))
        if marks:
            bars[1].setValue(round(max(left, 0)))
        self._tell_view()

    @Slot()
    def on_words_changed(self) -> None:
        self._found.clear()
        self.viewport().update()

    @Slot(int)
    def on_drawn(self, number: int) -> None:
        if 0 < number <= len(self._layout):
            self.viewport().update(self.page_rect(number).toAlignedRect())

    # --- events ---------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_bars()
        self._settle.start()
        self._tell_view()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._settle.start()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        self.viewport().update()
        self._tell_view()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._wheel += event.angleDelta().y()
            steps, self._wheel = int(self._wheel / 120), int(self._wheel % 120 if self._wheel > 0 else 0)
            for _ in range(abs(steps)):
                self._viewer.zoom(1 if steps > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        place = self._place_at(event.position())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and place and self._words.selection:
            self._pressed = self._words.selection.anchor
            self._words.select(Selection(self._pressed, place))
            return
        self._pressed = place
        self._dragged_to = event.position()
        self._words.select(None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons() & Qt.MouseButton.LeftButton:
            shape = Qt.CursorShape.IBeamCursor
            self.viewport().setCursor(
                shape if self._over_text(event.position()) else Qt.CursorShape.ArrowCursor
            )
            return
        moved = (event.position() - self._dragged_to).manhattanLength() > 4
        if self._pressed is not None and (moved or self._words.selection is not None):
            self._dragged_to = event.position()
            self._drag()
            inside = 0 <= event.position().y() <= self.viewport().height()
            if inside:
                self._dragging.stop()
            elif not self._dragging.isActive():
                self._dragging.start()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._dragging.stop()
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position())
        if event.button() is Qt.MouseButton.LeftButton and place is not None:
            self._words.select(Selection(place, place))
            self._pressed = place

    @Slot()
    def on_drag_tick(self) -> None:
        """The mouse is held above or below the view: it follows."""
        bar = self.verticalScrollBar()
        beyond = self._dragged_to.y() - (self.viewport().height() if self._dragged_to.y() > 0 else 0)
        bar.setValue(bar.value() + round(max(min(beyond, 60), -60)))
        self._drag()

    def _drag(self) -> None:
        head = self._place_at(self._dragged_to)
        if head is not None and self._pressed is not None:
            self._words.select(Selection(self._pressed, head))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self._words.select_page(self._viewer.number)
            return
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Right | Qt.Key.Key_Up | Qt.Key.Key_Down if shift:
                self._extend(event.key())
            case Qt.Key.Key_Left if self.horizontalScrollBar().maximum() == 0:
                self._viewer.go_to(self._viewer.number - 1)
            case Qt.Key.Key_Right if self.horizontalScrollBar().maximum() == 0:
                self._viewer.go_to(self._viewer.number + 1)
            case Qt.Key.Key_Home:
                bar.setValue(0)
            case Qt.Key.Key_End:
                bar.setValue(bar.maximum())
            case Qt.Key.Key_Space:
                bar.setValue(bar.value() + (-bar.pageStep() if shift else bar.pageStep()))
            case Qt.Key.Key_Menu:
                self.menu_wanted.emit(self.mapToGlobal(self.rect().center()))
            case _:
                super().keyPressEvent(event)

    def copy(self) -> None:
        text = self._words.selected_text
        if text:
            QGuiApplication.clipboard().setText(text)

    def _extend(self, key: int) -> None:
        """By a word or a line; without a selection from the first marked word, else the first one in view."""
        if self._words.selection is None:
            start = self._first_place()
            self._words.select(None if start is None else Selection(start, start))
            return
        words = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        lines = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(key), 0)
        head = self._words.extend(words, lines)
        if head is not None:
            self._bring_in(head)

    def _first_place(self) -> Place | None:
        page = self._viewer.page
        if page is None or not page.words:
            return None
        cited = self._viewer.cited_spans(page)
        at = next((n for n, word in enumerate(page.words) if cited and word.span.start >= cited[0].start), -1)
        if at >= 0:
            return Place(page.number, at)
        corner = self.page_rect(page.number).topLeft()
        return self._place_at(QPointF(max(corner.x(), 0), max(corner.y(), 0) + 2))

    def _bring_in(self, place: Place) -> None:
        page = self._words.pages.get(place.page)
        if page is None or place.word >= len(page.words):
            return
        [mark] = self.boxes_in_view(place.page, [page.words[place.word].box])
        bar, room = self.verticalScrollBar(), self.viewport().height()
        if mark.top() < 0:
            bar.setValue(bar.value() + round(mark.top()) - GAP)
        elif mark.bottom() > room:
            bar.setValue(bar.value() + round(mark.bottom() - room) + GAP)

    # --- painting -------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme().color("page-tray"))
        if self._message or not self._layout:
            painter.setPen(theme().color("muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.viewport().rect().adjusted(24, 24, -24, -24), flags, self._message)
            return
        for number in self.visible_pages():
            self._paint_page(painter, number)

    def _paint_page(self, painter: QPainter, number: int) -> None:
        rect = self.page_rect(number)
        drawn = self._viewer.pictures.image(number)
        failure = self._viewer.pictures.failure(number)
        if drawn is None or drawn.turn != self._viewer.zooming.turn:
            painter.fillRect(rect, Qt.GlobalColor.white)
        elif self._viewer.pictures.fits(number, self._viewer.zooming.pixels, drawn.turn):
            painter.save()
            painter.setClipRect(rect)
            drawn.image.setDevicePixelRatio(self._viewer.zooming.ratio)
            painter.fillRect(rect, Qt.GlobalColor.white)
            painter.drawImage(rect.topLeft(), drawn.image)
            painter.restore()
        else:  # until it is drawn at this zoom
            painter.drawImage(rect, drawn.image)
        if failure:
            painter.setPen(QColor(LIGHT["muted"]))  # on white paper
            room = rect.adjusted(24, 24, -24, -24)
            room.setHeight(min(room.height(), self.viewport().height() - 48))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, failure)
        else:
            painter.save()
            painter.setClipRect(rect)
            self._paint_words(painter, number)
            painter.restore()
        painter.setPen(QPen(theme().color("border"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _paint_words(self, painter: QPainter, number: int) -> None:
        page = self._words.pages.get(number)
        if page is None or self._viewer.other_version:
            return
        cited = self.boxes_in_view(number, self._viewer.marks_on(page))
        if cited:
            paint_marks(painter, cited, PAGE_HIGHLIGHT)
        here = self._finder.current
        if number not in self._found:
            matches = self._finder.on_page(number)
            self._found[number] = [(found, partly_boxes(page, found.span)) for found in matches]
        for found, boxes in self._found[number]:
            marks = self.boxes_in_view(number, boxes)
            paint_marks(painter, marks, PAGE_FOUND_HERE if found == here else PAGE_FOUND)
            if found == here:  # told apart by more than its colour
                painter.setPen(QPen(QColor(LIGHT["accent"]), 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                for mark in marks:
                    painter.drawRoundedRect(mark.adjusted(-2, -2, 2, 2), 2, 2)
        selection = self._words.selection
        if selection is not None:
            chosen = line_boxes(selection.words_on(page))
            if chosen:
                paint_marks(painter, self.boxes_in_view(number, chosen), PAGE_SELECTED)
