"""The documents of the library that are listed: those of a workspace, with some words in their names. GUI
thread.

Not a QSortFilterProxyModel, which calls into Python for every row and tells of each gap that a filter leaves:
with 100,000 documents another workspace took it 7 to 14 s. Here it is one pass and one reset.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Slot,
)

from core.types import Document
from desktop.models.documents import DocumentsModel

Index = QModelIndex | QPersistentModelIndex


class DocumentFilter(QAbstractListModel):
    """Rows of `documents` in their order. `set_members(None)` lists the whole library."""

    def __init__(self, documents: DocumentsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = documents
        self._members: AbstractSet[str] | None = None
        self._words: list[str] = []
        self._rows: list[int] = []  # of the documents, rising
        self._leaving = False
        documents.modelAboutToBeReset.connect(self.on_about_to_reset)
        documents.modelReset.connect(self.on_reset)
        documents.rowsInserted.connect(self.on_rows_inserted)
        documents.rowsAboutToBeRemoved.connect(self.on_rows_leaving)
        documents.rowsRemoved.connect(self.on_rows_removed)
        documents.dataChanged.connect(self.on_data_changed)
        self._fill()

    @property
    def has_words(self) -> bool:
        return bool(self._words)

    def set_members(self, document_ids: AbstractSet[str] | None) -> None:
        if document_ids != self._members:
            self._members = document_ids
            self._fill_anew()

    def set_words(self, text: str) -> None:
        """Names that have all of these words, whatever the case."""
        words = text.casefold().split()
        if words != self._words:
            self._words = words
            self._fill_anew()

    def ids(self) -> list[str]:
        """Of the listed documents, in order."""
        return [self._documents.at(row).document_id for row in self._rows]

    # --- as a list ------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self._documents.data(self._source(index), role) if index.isValid() else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        return index.isValid() and self._documents.setData(self._source(index), value, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return self._documents.flags(self._source(index)) if index.isValid() else Qt.ItemFlag.NoItemFlags

    def mimeTypes(self) -> list[str]:
        return self._documents.mimeTypes()

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        return self._documents.mimeData([self._source(index) for index in indexes])

    def _source(self, index: Index) -> QModelIndex:
        return self._documents.index(self._rows[index.row()])

    # --- as the library changes -----------------------------------------------------------------

    @Slot()
    def on_about_to_reset(self) -> None:
        self.beginResetModel()

    @Slot()
    def on_reset(self) -> None:
        self._fill()
        self.endResetModel()

    @Slot(QModelIndex, int, int)
    def on_rows_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        """New documents come at the end."""
        if last + 1 < self._documents.rowCount():
            self._fill_anew()
            return
        come = [row for row in range(first, last + 1) if self._lists(self._documents.at(row))]
        if come:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(come) - 1)
            self._rows += come
            self.endInsertRows()

    @Slot(QModelIndex, int, int)
    def on_rows_leaving(self, _parent: QModelIndex, first: int, last: int) -> None:
        low, high = self._between(first, last)
        self._leaving = low < high
        if self._leaving:
            self.beginRemoveRows(QModelIndex(), low, high - 1)

    @Slot(QModelIndex, int, int)
    def on_rows_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        low, high = self._between(first, last)
        gone = last - first + 1
        self._rows[low:] = [row - gone for row in self._rows[high:]]
        if self._leaving:
            self._leaving = False
            self.endRemoveRows()

    @Slot(QModelIndex, QModelIndex, list)
    def on_data_changed(self, first: QModelIndex, last: QModelIndex, roles: list[int]) -> None:
        low, high = self._between(first.row(), last.row())
        if self._words and Qt.ItemDataRole.CheckStateRole not in roles:
            listed = sum(self._lists(self._documents.at(row)) for row in range(first.row(), last.row() + 1))
            if listed != high - low:  # a file has another name now
                self._fill_anew()
                return
        if low < high:
            self.dataChanged.emit(self.index(low), self.index(high - 1), roles)

    def _between(self, first: int, last: int) -> tuple[int, int]:
        """Which of our rows, from the first to before the second, these rows of the library are."""
        return bisect_left(self._rows, first), bisect_right(self._rows, last)

    def _fill_anew(self) -> None:
        self.beginResetModel()
        self._fill()
        self.endResetModel()

    def _fill(self) -> None:
        documents = self._documents.documents()
        self._rows = [row for row, document in enumerate(documents) if self._lists(document)]

    def _lists(self, document: Document) -> bool:
        if self._members is not None and document.document_id not in self._members:
            return False
        if not self._words:
            return True
        name = document.filename.casefold()
        return all(word in name for word in self._words)
