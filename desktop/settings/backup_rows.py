"""The copies of the library as a list, the newest first. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop.shared.item_roles import Role
from desktop.shared.numbers import file_size

if TYPE_CHECKING:
    from core.store.backups import Backup

Index = QModelIndex | QPersistentModelIndex


class BackupsModel(QAbstractListModel):
    """One row a copy."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._backups: list[Backup] = []

    def replace_all(self, backups: Sequence[Backup]) -> None:
        if list(backups) == self._backups:
            return
        self.beginResetModel()
        self._backups = list(backups)
        self.endResetModel()

    def backup(self, row: int) -> Backup | None:
        return self._backups[row] if 0 <= row < len(self._backups) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._backups)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        backup = self._backups[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Role.TITLE:
                return when(backup.made_at)
            case Role.META:
                return file_size(backup.size)
            case Role.BODY:
                return self._kind(backup)
            case Role.GLYPH:
                return "!" if backup.kind == "damaged" else "●"
            case Role.TONE:
                return "weak" if backup.kind == "damaged" else "muted"
            case Role.KEY | Qt.ItemDataRole.ToolTipRole:
                return str(backup.path)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{when(backup.made_at)}, {self._kind(backup)}, {file_size(backup.size)}"
            case _:
                return None

    def _kind(self, backup: Backup) -> str:
        return {
            "auto": self.tr("copy of the day"),
            "format": self.tr("before an upgrade"),
            "manual": self.tr("made by you"),
            "replaced": self.tr("replaced when a copy was put back"),
            "damaged": self.tr("damaged, kept after a repair"),
        }[backup.kind]


def when(seconds: float) -> str:
    """A moment in the user's own way of writing dates."""
    moment = QDateTime.fromSecsSinceEpoch(int(seconds))
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)
