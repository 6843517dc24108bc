"""The citations of the shown answer as a list model. GUI thread."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.types import SourceState
from desktop.conversation.citations import Target
from desktop.library.document_words import named_word, place_word, source_sentence, source_word, version_word
from desktop.messages.words import quoted
from desktop.shared.item_roles import Role

Index = QModelIndex | QPersistentModelIndex


class SourcesModel(QAbstractListModel):
    """One row per citation: number, file and page, quote."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._targets: list[Target] = []
        self._states: dict[str, SourceState | None] = {}

    def show(self, targets: list[Target]) -> None:
        self.beginResetModel()
        self._targets = list(targets)
        self.endResetModel()

    @property
    def document_ids(self) -> set[str]:
        return {target.document_id for target in self._targets}

    def set_states(self, states: dict[str, SourceState | None]) -> None:
        """How the files of the cited documents stand now; None: the document was removed."""
        if states != self._states:
            self._states = dict(states)
            if self._targets:
                self.dataChanged.emit(self.index(0), self.index(len(self._targets) - 1))

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
            return named_word(target.filename, target.origin)
        if role == Role.BODY:
            return quoted(" ".join(target.quote.split()))
        state = self._states.get(target.document_id, SourceState.PRESENT)
        place = place_word(target.place)
        if role == Role.META:
            return " · ".join(
                part for part in (source_word(state), version_word(target.origin, state), place) if part
            )
        if role == Role.GLYPH:
            return f"[{target.number}]"
        if role == Role.TONE:
            return "accent" if state is SourceState.PRESENT else "weak"
        if role == Role.KEY:
            return target
        name = named_word(target.filename, target.origin)
        if role == Qt.ItemDataRole.ToolTipRole:
            opens = self.tr("Open {file}, {place}").format(file=name, place=place)
            return "\n".join(line for line in (opens, source_sentence(state)) if line)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            spoken = self.tr("Source {number}: {file}, {place}: {quote}").format(
                number=target.number, file=name, place=place, quote=target.quote
            )
            return f"{spoken} {source_sentence(state)}".strip()
        return None
