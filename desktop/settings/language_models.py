"""The language models of the catalogue as a list: installed or not, and what they need. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.shared.item_roles import Role
from desktop.shared.numbers import file_size

if TYPE_CHECKING:
    from core.models.overview import ModelState

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Fetching:
    """What is being fetched or checked: `stage` in words, `fraction` 0 to 1 or None while nobody knows."""

    model_id: str
    stage: str
    fraction: float | None


class LanguageModels(QAbstractListModel):
    """One row a model, as `core.models.overview` orders them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._states: list[ModelState] = []
        self._chosen = ""
        self._fetching: Fetching | None = None

    def replace_all(self, states: Sequence[ModelState]) -> None:
        self.beginResetModel()
        self._states = list(states)
        self.endResetModel()

    def choose(self, model_id: str) -> None:
        """The model that answers; empty while a server does."""
        if model_id != self._chosen:
            self._chosen = model_id
            self._changed()

    def show_fetching(self, fetching: Fetching | None) -> None:
        self._fetching = fetching
        self._changed()

    @property
    def fetching(self) -> Fetching | None:
        """What is being fetched or checked."""
        return self._fetching

    @property
    def states(self) -> Sequence[ModelState]:
        return self._states

    def state(self, row: int) -> ModelState | None:
        return self._states[row] if 0 <= row < len(self._states) else None

    def row_of(self, model_id: str) -> int:
        """-1 where the catalogue has no such model."""
        return next((row for row, one in enumerate(self._states) if one.entry.model_id == model_id), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._states)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        state = self._states[index.row()]
        glyph, tone = self._sign(state)
        match role:
            case Qt.ItemDataRole.DisplayRole | Role.TITLE:
                return state.entry.name
            case Role.META:
                return file_size(state.entry.total_bytes)
            case Role.BODY:
                return self._body(state)
            case Role.GLYPH:
                return glyph
            case Role.TONE:
                return tone
            case Role.FRACTION:
                fetching = self._fetching
                return fetching.fraction if fetching and fetching.model_id == state.entry.model_id else None
            case Qt.ItemDataRole.ToolTipRole:
                return state.place or None
            case Role.KEY:
                return state.entry.model_id
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{state.entry.name}, {self._body(state)}"
            case _:
                return None

    def _sign(self, state: ModelState) -> tuple[str, str]:
        if state.entry.model_id == self._chosen:
            return ("✓", "good") if state.installed else ("!", "weak")
        return ("●", "muted") if state.installed else ("○", "muted")

    def _body(self, state: ModelState) -> str:
        fetching = self._fetching
        if fetching is not None and fetching.model_id == state.entry.model_id:
            return f"{fetching.stage}\n{self.memory(state)}"
        lines = (self._standing(state), self.memory(state), state.place)
        return "\n".join(line for line in lines if line)

    def _standing(self, state: ModelState) -> str:
        chosen = state.entry.model_id == self._chosen
        if state.installed and state.place:
            return (
                self.tr("answers your questions, from where it lies")
                if chosen
                else self.tr("used where it lies")
            )
        if state.installed:
            return self.tr("answers your questions") if chosen else self.tr("installed")
        if state.missing_folder:
            return (
                self.tr("chosen, but its folder is missing") if chosen else self.tr("its folder is missing")
            )
        if state.place:
            return self.tr("chosen, but gone or changed") if chosen else self.tr("gone or changed")
        return self.tr("chosen, not installed") if chosen else self.tr("not installed")

    def memory(self, state: ModelState) -> str:
        """Whether it runs on this computer, in words."""
        needs, free = file_size(state.fit.needed_bytes), file_size(state.fit.free_bytes)
        match state.fit.verdict:
            case "fits":
                told = self.tr("Fits: needs {needs} of memory, {free} are free.")
            case "tight":
                told = self.tr("Tight: needs {needs} of memory, {free} are free; close other programs first.")
            case _:
                told = self.tr("Too large: needs {needs}; this computer has {all}.")
        return told.format(needs=needs, free=free, all=file_size(state.fit.total_bytes))

    def _changed(self) -> None:
        if self._states:
            self.dataChanged.emit(self.index(0), self.index(len(self._states) - 1))
