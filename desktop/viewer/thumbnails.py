"""The pages of a document as small pictures: a list, and a delegate that paints them. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.shared.theme import theme
from desktop.viewer.viewer_control import ViewerController

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
WIDTH, HEIGHT, CAPTION = 104, 128, 22  # logical pixels: room for a picture, and for its number


class ThumbnailsModel(QAbstractListModel):
    """Row n is page n + 1."""

    def __init__(self, viewer: ViewerController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._viewer = viewer
        self._count = 0

    def set_count(self, count: int) -> None:
        if count != self._count:
            self.beginResetModel()
            self._count = count
            self.endResetModel()

    def zoom(self, number: int) -> float:
        """Device pixels a point of a page's thumbnail."""
        layout = self._viewer.layout
        if not 0 < number <= len(layout):
            return 0.0
        width, height = layout.sheets[number - 1].shown
        return round(min(WIDTH / width, HEIGHT / height) * self._viewer.zooming.ratio, 4)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return str(index.row() + 1)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("Page {n}").format(n=index.row() + 1)
        return None


class ThumbnailDelegate(QStyledItemDelegate):
    """A sheet of paper with its number below; the chosen one has a frame, not only another colour."""

    def __init__(self, viewer: ViewerController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._viewer = viewer

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(WIDTH + 24, HEIGHT + CAPTION + 12)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        number = index.row() + 1
        cell = QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        layout = self._viewer.layout
        width, height = (
            layout.sheets[number - 1].shown if 0 < number <= len(layout) else (WIDTH * 1.0, HEIGHT * 1.0)
        )
        scale = min(WIDTH / width, HEIGHT / height)
        paper = QRectF(0, 0, round(width * scale), round(height * scale))
        paper.moveCenter(cell.center())
        paper.moveTop(cell.top() + 8 + (HEIGHT - paper.height()) / 2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(paper, Qt.GlobalColor.white)
        picture = self._viewer.pictures.small(number)
        if picture is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(paper, picture)
        painter.setPen(QPen(theme().color("accent" if chosen else "border"), 2 if chosen else 1))
        painter.drawRect(paper.adjusted(-1, -1, 1, 1))
        painter.setPen(theme().color("text" if chosen else "muted"))
        painter.setFont(theme().font("caption", bold=chosen))
        below = QRectF(cell.left(), cell.top() + HEIGHT + 10, cell.width(), CAPTION)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, str(number))
        painter.restore()
