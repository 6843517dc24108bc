"""The list of documents: a check box, the kind of file, name and state, and headings of folders that fold
what is below them. Space checks what is selected, and rows can be dragged onto a workspace. GUI thread.

A table of one column: a QListView walks all its rows whenever one of them comes or changes, with a call into
Python for each. What is selected is read as ranges of rows for the same reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QCursor, QDrag, QFont, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionViewItem, QTableView, QWidget

from desktop.library.card_delegate import CardDelegate
from desktop.library.document_filter import DocumentFilter
from desktop.shared.icons import pixmap
from desktop.shared.item_roles import Role
from desktop.shared.theme import theme

_BOX, _ICON, _SPACE = 14, 16, 8
_LEAD = _BOX + _SPACE + _ICON + 4
_HIT = 30  # pixels from the left edge of a row in which a click checks it
_TICK = [(3.2, 7.4), (6.0, 10.2), (11.0, 4.4)]
_DASH = [(3.6, 7.0), (10.4, 7.0)]

Index = QModelIndex | QPersistentModelIndex


class DocumentDelegate(CardDelegate):
    """Paints the box and the kind before the title, the state at its right."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view, glyph_width=_LEAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if _is_heading(index) and index.row():
            painter.setPen(QPen(theme().color("border"), 1))
            top = option.rect.top() + 0.5
            painter.drawLine(QPointF(option.rect.left() + 4, top), QPointF(option.rect.right() - 4, top))
        super().paint(painter, option, index)

    def title_font(self, index: Index) -> QFont:
        return theme().font("body", bold=_is_heading(index))

    def paint_lead(self, painter: QPainter, box: QRect, index: Index) -> None:
        check = QRectF(box.left() + 0.5, box.top() + (box.height() - _BOX) // 2 + 0.5, _BOX, _BOX)
        state = _check_state(index)
        on = state is not Qt.CheckState.Unchecked
        painter.setPen(QPen(theme().color("accent" if on else "muted"), 1))
        painter.setBrush(theme().color("accent" if on else "surface"))
        painter.drawRoundedRect(check, 4, 4)
        if on:
            painter.setPen(QPen(theme().color("on-accent"), 1.8))
            points = _TICK if state is Qt.CheckState.Checked else _DASH
            painter.drawPolyline([QPointF(check.left() + x, check.top() + y) for x, y in points])
        ratio = painter.device().devicePixelRatioF()
        name, color = str(index.data(Role.ICON)), "muted"
        if _is_heading(index):
            name, color = "next" if index.data(Role.FOLDED) else "down", "text"
        kind = pixmap(name, _ICON, color, ratio)
        painter.drawPixmap(box.left() + _BOX + _SPACE, box.top() + (box.height() - _ICON) // 2, kind)

    def paint_meta(self, painter: QPainter, box: QRect, index: Index) -> int:
        """Of a heading its count, and before it the sign of what a folded one hides."""
        used = 0
        font = painter.font()
        if _is_heading(index):
            used = super().paint_meta(painter, box, index)
            painter.setFont(font)
        sign = str(index.data(Role.GLYPH) or "")
        if not sign:
            return used
        used += _SPACE if used else 0
        painter.setPen(theme().color(str(index.data(Role.TONE) or "muted")))
        place = box.adjusted(0, 0, -used, 0)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, sign)
        return used + painter.fontMetrics().horizontalAdvance(sign)


def _check_state(index: Index) -> Qt.CheckState:
    value = index.data(Qt.ItemDataRole.CheckStateRole)
    return Qt.CheckState.Unchecked if value is None else Qt.CheckState(value)


def _is_checked(index: Index) -> bool:
    return _check_state(index) is Qt.CheckState.Checked


def _is_heading(index: Index) -> bool:
    return index.data(Role.FOLDED) is not None


class DocumentList(QTableView):
    """`dragging(bool)`: rows are being dragged, or no longer. `check_wanted(ids, on)`."""

    dragging = Signal(bool)
    check_wanted = Signal(object, bool)  # a list would be copied into one of Qt's, and back

    def __init__(self, shown: DocumentFilter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self._own_click = False  # a box or a heading is being clicked: that selects and drags nothing
        self.setObjectName("documents")
        self.setItemDelegate(DocumentDelegate(self))
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.fit_rows()
        self.setModel(shown)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setDragEnabled(True)
        self.setDragDropMode(QTableView.DragDropMode.DragOnly)
        theme().changed.connect(self.fit_rows)

    @Slot()
    def fit_rows(self) -> None:
        """All as high as one."""
        height = self.itemDelegate().sizeHint(QStyleOptionViewItem(), QModelIndex()).height()
        self.verticalHeader().setDefaultSectionSize(height)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit_rows()

    # --- what is selected -----------------------------------------------------------------------

    def chosen_ids(self) -> list[str]:
        """Of the selected rows, in order."""
        return self._shown.ids_in(self._chosen_rows())

    def only_chosen(self) -> str:
        """The document that alone is selected; empty where none is or several are."""
        first = list(islice(self._chosen(), 2))
        return first[0] if len(first) == 1 else ""

    def _chosen(self) -> Iterator[str]:
        return self._shown.ids_between(self._chosen_rows())

    def _chosen_rows(self) -> list[tuple[int, int]]:
        selection = self.selectionModel().selection()
        ranges = [selection.at(number) for number in range(selection.count())]
        return sorted((rows.top(), rows.bottom()) for rows in ranges)

    def startDrag(self, actions: Qt.DropAction) -> None:
        """With one row as its picture: Qt's own would ask for each that is selected."""
        drag = QDrag(self)
        drag.setMimeData(self._shown.mime_of(self._chosen()))
        row = self.visualRect(self.currentIndex())
        drag.setPixmap(self.viewport().grab(row))
        drag.setHotSpot(self.viewport().mapFromGlobal(QCursor.pos()) - row.topLeft())
        self.dragging.emit(True)
        try:
            drag.exec(actions, Qt.DropAction.CopyAction)
        finally:
            self.dragging.emit(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a box or on a heading is no selection: it would end the one there is."""
        index = self.indexAt(event.position().toPoint())
        on_box = self._is_on_box(event, index)
        self._own_click = on_box or self._is_on_heading(event, index)
        if not self._own_click:
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if on_box:
            self.check_wanted.emit(self._shown.ids_at(index), not _is_checked(index))
        else:
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self._shown.set_folded(index, not self._shown.is_folded(index))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._own_click:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._own_click:
            super().mouseReleaseEvent(event)
        self._own_click = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """On a box it is two clicks, on a heading one."""
        index = self.indexAt(event.position().toPoint())
        if self._is_on_box(event, index):
            self.mousePressEvent(event)
        elif self._is_on_heading(event, index):
            self._own_click = True
        else:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not index.isValid():
            super().keyPressEvent(event)
            return
        match event.key():
            case Qt.Key.Key_Space:
                self._toggle()
            case Qt.Key.Key_Left if not self._shown.is_heading(index):
                self._go_to(self._shown.heading_of(index))
            case Qt.Key.Key_Left:
                self._shown.set_folded(index, True)
            case Qt.Key.Key_Right if self._shown.is_folded(index):
                self._shown.set_folded(index, False)
            case Qt.Key.Key_Right if self._shown.is_heading(index):
                self._go_to(index.siblingAtRow(index.row() + 1))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._shown.is_heading(index):
                self._shown.set_folded(index, not self._shown.is_folded(index))
            case _:
                super().keyPressEvent(event)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End lead to the first and the last row, as in a list."""
        rows = self._shown.rowCount()
        if rows and action == QAbstractItemView.CursorAction.MoveHome:
            return self._shown.index(0)
        if rows and action == QAbstractItemView.CursorAction.MoveEnd:
            return self._shown.index(rows - 1)
        return super().moveCursor(action, modifiers)

    def _go_to(self, index: QModelIndex) -> None:
        if index.isValid():
            self.setCurrentIndex(index)

    def _is_on_box(self, event: QMouseEvent, index: QModelIndex) -> bool:
        """Whether the mouse is on the check box of the row."""
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return False
        return event.position().x() < self.visualRect(index).left() + _HIT

    def _is_on_heading(self, event: QMouseEvent, index: QModelIndex) -> bool:
        return event.button() == Qt.MouseButton.LeftButton and self._shown.is_heading(index)

    def _toggle(self) -> None:
        """Check the selected rows, or uncheck them where all are; without a selection the current one."""
        ids = self.chosen_ids() or self._shown.ids_at(self.currentIndex())
        self.check_wanted.emit(ids, not self._shown.are_checked(ids))
