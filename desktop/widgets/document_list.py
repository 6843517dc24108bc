"""The list of documents: a check box, the kind of file, name and state. Space checks what is selected, and
rows can be dragged onto a workspace. GUI thread.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QWidget

from desktop.icons import pixmap
from desktop.models.roles import Role
from desktop.theme import theme
from desktop.widgets.card_delegate import CardDelegate

_BOX, _ICON, _SPACE = 14, 16, 8
_LEAD = _BOX + _SPACE + _ICON + 4
_HIT = 30  # pixels from the left edge of a row in which a click checks it

Index = QModelIndex | QPersistentModelIndex


class DocumentDelegate(CardDelegate):
    """Paints the box and the kind before the title, the state at its right."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view, glyph_width=_LEAD)

    def paint_lead(self, painter: QPainter, box: QRect, index: Index) -> None:
        check = QRectF(box.left() + 0.5, box.top() + (box.height() - _BOX) // 2 + 0.5, _BOX, _BOX)
        on = _is_checked(index)
        painter.setPen(QPen(theme().color("accent" if on else "muted"), 1))
        painter.setBrush(theme().color("accent" if on else "surface"))
        painter.drawRoundedRect(check, 4, 4)
        if on:
            painter.setPen(QPen(theme().color("on-accent"), 1.8))
            points = [(3.2, 7.4), (6.0, 10.2), (11.0, 4.4)]
            painter.drawPolyline([QPointF(check.left() + x, check.top() + y) for x, y in points])
        ratio = painter.device().devicePixelRatioF()
        kind = pixmap(str(index.data(Role.ICON)), _ICON, "muted", ratio)
        painter.drawPixmap(box.left() + _BOX + _SPACE, box.top() + (box.height() - _ICON) // 2, kind)

    def paint_meta(self, painter: QPainter, box: QRect, index: Index) -> int:
        sign = str(index.data(Role.GLYPH) or "")
        painter.setPen(theme().color(str(index.data(Role.TONE) or "muted")))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, sign)
        return painter.fontMetrics().horizontalAdvance(sign)


def _is_checked(index: Index) -> bool:
    value = index.data(Qt.ItemDataRole.CheckStateRole)
    return value is not None and Qt.CheckState(value) is Qt.CheckState.Checked


class DocumentList(QListView):
    """`dragging(bool)`: rows are being dragged, or no longer. `check_wanted(ids, on)`."""

    dragging = Signal(bool)
    check_wanted = Signal(list, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(DocumentDelegate(self))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setDragEnabled(True)
        self.setDragDropMode(QListView.DragDropMode.DragOnly)

    def chosen_ids(self) -> list[str]:
        """Of the selected rows, in order."""
        rows = sorted(self.selectionModel().selectedIndexes(), key=lambda index: index.row())
        return [index.data(Role.KEY) for index in rows]

    def startDrag(self, actions: Qt.DropAction) -> None:
        self.dragging.emit(True)
        try:
            super().startDrag(actions)
        finally:
            self.dragging.emit(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a box is no selection: it would end the one there is."""
        index = self._on_box(event)
        if index is None:
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.check_wanted.emit([index.data(Role.KEY)], not _is_checked(index))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._on_box(event) is None:
            super().mouseDoubleClickEvent(event)
        else:
            self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._toggle()
            return
        super().keyPressEvent(event)

    def _on_box(self, event: QMouseEvent) -> QModelIndex | None:
        """The row whose check box the mouse is on."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return None
        return index if place.x() < self.visualRect(index).left() + _HIT else None

    def _toggle(self) -> None:
        """Check the selected rows, or uncheck them where all are; without a selection the current one."""
        rows = self.selectionModel().selectedIndexes() or [self.currentIndex()]
        rows = [index for index in rows if index.isValid()]
        if rows:
            self.check_wanted.emit([index.data(Role.KEY) for index in rows], not all(map(_is_checked, rows)))
