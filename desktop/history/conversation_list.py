"""Past conversations as a list model. GUI thread."""

from __future__ import annotations

import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.store.history import HistoryEntry
from desktop.messages.words import counted
from desktop.shared.item_roles import Role
from desktop.shared.numbers import day

Index = QModelIndex | QPersistentModelIndex


class HistoryModel(QAbstractListModel):
    """One row a conversation: its name, when it was last used, where searched words stand."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[HistoryEntry] = []

    def show(self, entries: list[HistoryEntry]) -> None:
        if entries == self._entries:
            return
        self.beginResetModel()
        self._entries = list(entries)
        self.endResetModel()

    def entry(self, row: int) -> HistoryEntry | None:
        return self._entries[row] if 0 <= row < len(self._entries) else None

    def row_of(self, conversation_id: str) -> int:
        """-1 when it is not listed."""
        found = (row for row, one in enumerate(self._entries) if one.conversation_id == conversation_id)
        return next(found, -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Role.TITLE:
                return entry.title or self.tr("Without a name")
            case Role.BODY:
                return entry.excerpt or self._told(entry)
            case Role.GLYPH:
                return "★" if entry.pinned else ""
            case Role.TONE:
                return "accent"
            case Role.KEY:
                return entry.conversation_id
            case Qt.ItemDataRole.ToolTipRole:
                return f"{entry.title}\n{self._told(entry)}"
            case Qt.ItemDataRole.AccessibleTextRole:
                pinned = self.tr("pinned, ") if entry.pinned else ""
                return f"{pinned}{entry.title}, {entry.excerpt or self._told(entry)}"
            case _:
                return None

    def _told(self, entry: HistoryEntry) -> str:
        questions = counted(entry.questions, self.tr("1 question"), self.tr("{n} questions"))
        told = f"{self._day(entry.updated_at)} · {questions}"
        return f"{told} · {entry.workspace}" if entry.workspace else told

    def _day(self, moment: float) -> str:
        then = datetime.datetime.fromtimestamp(moment).astimezone()
        days = (datetime.datetime.now().astimezone().date() - then.date()).days
        if days <= 0:
            return f"{self.tr('Today')}, {then:%H:%M}"
        return self.tr("Yesterday") if days == 1 else day(then)
