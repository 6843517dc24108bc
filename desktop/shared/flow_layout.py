"""Lays widgets out in lines that wrap, as words do. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Each widget at its own size, from left to right, the next line when there is no room."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._laid(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._laid(rect, place=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _laid(self, rect: QRect, *, place: bool) -> int:
        """The height it takes."""
        lines: list[list[tuple[QLayoutItem, QRect]]] = [[]]
        x, y, high = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():  # hidden
                continue
            size = item.sizeHint()
            width = min(size.width(), rect.width())
            if lines[-1] and x + width > rect.right() + 1:
                x, y, high = rect.x(), y + high + self.spacing(), 0
                lines.append([])
            lines[-1].append((item, QRect(QPoint(x, y), QSize(width, size.height()))))
            x += width + self.spacing()
            high = max(high, size.height())
        for line in lines if place else ():
            tallest = max((at.height() for _item, at in line), default=0)
            for item, at in line:
                item.setGeometry(at.translated(0, (tallest - at.height()) // 2))
        return y + high - rect.y()
