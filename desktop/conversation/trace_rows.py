"""The steps of the shown run as a list model; fills while the run goes on. GUI thread."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.runs.trace import TraceState, TraceStep
from desktop.conversation.trace_words import body_of, detail_of, title_of
from desktop.shared.item_roles import Role
from desktop.shared.numbers import decimal

Index = QModelIndex | QPersistentModelIndex
_GLYPHS = {"running": ("●", "accent"), "ok": ("✓", "good"), "failed": ("!", "bad"), "note": ("·", "muted")}


class TraceModel(QAbstractListModel):
    """`show(state)` changes only the rows that differ, so that selection and scroll position stay."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[TraceStep, ...] = ()
        self._run_id = ""

    @property
    def run_id(self) -> str:
        return self._run_id

    def show(self, state: TraceState) -> None:
        if state.run_id != self._run_id or len(state.steps) < len(self._steps):
            self.beginResetModel()
            self._run_id, self._steps = state.run_id, state.steps
            self.endResetModel()
            return
        old, new = self._steps, state.steps
        known = len(old)
        if len(new) > known:
            self.beginInsertRows(QModelIndex(), known, len(new) - 1)
            self._steps = (*old, *new[known:])
            self.endInsertRows()
        self._steps = new
        for row in range(known):
            if new[row] != old[row]:
                self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._steps)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        step = self._steps[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Role.TITLE):
            return title_of(step)
        if role == Role.BODY:
            return body_of(step)
        if role == Qt.ItemDataRole.ToolTipRole:
            return detail_of(step)
        if role == Role.META:
            return seconds(step.duration_ms) if step.duration_ms is not None else ""
        if role == Role.GLYPH:
            return _GLYPHS[step.state][0]
        if role == Role.TONE:
            return _GLYPHS[step.state][1]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = {
                "running": self.tr("running"),
                "ok": self.tr("done"),
                "failed": self.tr("failed"),
                "note": self.tr("note"),
            }[step.state]
            return f"{title_of(step)}, {state}. {detail_of(step)}"
        return None


def seconds(milliseconds: int) -> str:
    """`0.4 s`, `12 s`."""
    value = milliseconds / 1000
    return f"{decimal(value, 1 if value < 10 else 0)} s"
