"""The outline of a document as a tree. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from core.ingest.readers.base import OutlineEntry

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class OutlineModel(QAbstractItemModel):
    """Entries by their place in the list; where a level is skipped, on the last entry above."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[OutlineEntry] = []
        self._parents: list[int] = []
        self._rows: list[int] = []
        self._children: dict[int, list[int]] = {}

    def show_entries(self, entries: Sequence[OutlineEntry]) -> None:
        self.beginResetModel()
        self._entries = list(entries)
        self._parents, self._rows, self._children = [], [], {}
        above: list[int] = []  # of each level that is open
        for at, entry in enumerate(self._entries):
            while above and self._entries[above[-1]].level >= entry.level:
                above.pop()
            parent = above[-1] if above else -1
            siblings = self._children.setdefault(parent, [])
            self._parents.append(parent)
            self._rows.append(len(siblings))
            siblings.append(at)
            above.append(at)
        self.endResetModel()

    def page(self, index: Index) -> int:
        """1-based; 0 for no entry."""
        return self._entries[index.internalId()].page if index.isValid() else 0

    def index_of(self, number: int) -> QModelIndex:
        """The last entry that begins on or before a page."""
        found = -1
        for at, entry in enumerate(self._entries):
            if entry.page <= number and (found < 0 or entry.page >= self._entries[found].page):
                found = at
        return self._index(found) if found >= 0 else QModelIndex()

    def _index(self, at: int) -> QModelIndex:
        return self.createIndex(self._rows[at], 0, at)

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        inside = self._children.get(parent.internalId() if parent.isValid() else -1, [])
        return self.createIndex(row, column, inside[row]) if 0 <= row < len(inside) else QModelIndex()

    def parent(self, index: Index = _NOWHERE) -> QModelIndex:  # type: ignore[override]
        above = self._parents[index.internalId()] if index.isValid() else -1
        return self._index(above) if above >= 0 else QModelIndex()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return len(self._children.get(parent.internalId() if parent.isValid() else -1, []))

    def columnCount(self, _parent: Index = _NOWHERE) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry = self._entries[index.internalId()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("{title}, page {n}").format(title=entry.title, n=entry.page)
        return None
