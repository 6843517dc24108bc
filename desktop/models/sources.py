"""The citations of the shown answer as a list model. GUI thread."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.citations import Target
from desktop.models.roles import Role

Index = QModelIndex | QPersistentModelIndex


class SourcesModel(QAbstractListModel):
    """One row per citation: number, file and page, quote."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._targets: list[Target] = []

    def show(self, targets: list[Target]) -> None:
        self.beginResetModel()
        self._targets = list(targets)
        self.endResetModel()

    def row_of(self, number: int) -> int:
        """-1 when there is no such citation."""
        return next((row for row, target in enumerate(self._targets) if target.number == number), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._targets)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        target = self._targets[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Role.TITLE):
            return target.filename
        if role == Role.BODY:
            return f"“{' '.join(target.quote.split())}”"
        if role == Role.META:
            return self.tr("p. {n}").format(n=target.page)
        if role == Role.GLYPH:
            return f"[{target.number}]"
        if role == Role.TONE:
            return "accent"
        if role == Role.KEY:
            return target
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tr("Open {file} at page {n}").format(file=target.filename, n=target.page)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("Source {number}: {file}, page {page}: {quote}").format(
                number=target.number, file=target.filename, page=target.page, quote=target.quote
            )
        return None
