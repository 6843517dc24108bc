"""The folders that are kept in step, as a list model. GUI thread."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.events import FolderSynced
from core.store.folders import WatchedFolder
from core.types import SourceState
from desktop.library.document_words import folder_name
from desktop.messages.core_words import said
from desktop.messages.words import counted
from desktop.shared.item_roles import Role

Index = QModelIndex | QPersistentModelIndex


class FoldersModel(QAbstractListModel):
    """One row a folder, in the order they were added."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folders: list[WatchedFolder] = []
        self._synced: dict[int, FolderSynced] = {}

    def replace_all(self, folders: Iterable[WatchedFolder]) -> None:
        self.beginResetModel()
        self._folders = list(folders)
        self.endResetModel()

    def synced(self, event: FolderSynced) -> None:
        """A comparison has ended; its result is shown until the next one."""
        self._synced[event.folder_id] = event
        for row, folder in enumerate(self._folders):
            if folder.folder_id == event.folder_id:
                self.dataChanged.emit(self.index(row), self.index(row))

    def folder(self, row: int) -> WatchedFolder | None:
        return self._folders[row] if 0 <= row < len(self._folders) else None

    def row_of(self, folder_id: int) -> int:
        """-1 when it is not kept in step any more."""
        return next((row for row, one in enumerate(self._folders) if one.folder_id == folder_id), -1)

    def paths(self) -> list[str]:
        return [folder.path for folder in self._folders]

    def holds(self, path: str) -> bool:
        return path in self.paths()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._folders)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        folder = self._folders[index.row()]
        glyph, tone = self._sign(folder)
        match role:
            case Qt.ItemDataRole.DisplayRole | Role.TITLE:
                return folder_name(folder.path)
            case Role.BODY:
                return f"{self._state(folder)}\n{folder.path}"
            case Role.GLYPH:
                return glyph
            case Role.TONE:
                return tone
            case Role.KEY:
                return folder.folder_id
            case Qt.ItemDataRole.ToolTipRole:
                return folder.path
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{folder_name(folder.path)}, {self._state(folder)}, {folder.path}"
            case _:
                return None

    def _sign(self, folder: WatchedFolder) -> tuple[str, str]:
        if folder.paused:
            return "○", "muted"
        return ("!", "bad") if self._problem(folder) else ("✓", "good")

    def _problem(self, folder: WatchedFolder) -> str:
        event = self._synced.get(folder.folder_id)
        if event is not None:
            return said(event.problem)
        return said(folder.problem) if folder.state is not SourceState.PRESENT else ""

    def _state(self, folder: WatchedFolder) -> str:
        if folder.paused:
            return self.tr("paused")
        if problem := self._problem(folder):
            return problem
        event = self._synced.get(folder.folder_id)
        if event is None:
            return self.tr("in step") if folder.synced_at else self.tr("being compared …")
        news = [
            (event.added, self.tr("1 new"), self.tr("{n} new")),
            (event.changed, self.tr("1 changed"), self.tr("{n} changed")),
            (event.moved, self.tr("1 moved"), self.tr("{n} moved")),
            (event.missing, self.tr("1 gone"), self.tr("{n} gone")),
            (event.in_cloud, self.tr("1 only in the cloud"), self.tr("{n} only in the cloud")),
        ]
        told = [counted(count, one, many) for count, one, many in news if count]
        when = time.strftime("%H:%M")
        in_step = self.tr("in step, compared at {time}").format(time=when)
        return f"{in_step}: {', '.join(told)}" if told else in_step
