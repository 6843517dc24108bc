"""The steps of a run, filling while it goes on; a chosen step shows all it said. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtWidgets import QLabel, QListView, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from core.trace import TraceState
from desktop.controllers.conversation import Turn
from desktop.models.trace import TraceModel
from desktop.theme import theme
from desktop.widgets.card_delegate import CardDelegate
from desktop.words import steps_word


class TracePanel(QWidget):
    """Owns the trace model."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = TraceModel(self)
        self._caption = QLabel(self.tr("The steps behind an answer appear here."), self)
        self._caption.setProperty("look", "caption")
        self._caption.setWordWrap(True)
        self.list = QListView(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(CardDelegate(self.list, body_lines=3))
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(self.tr("Steps"))
        self.list.selectionModel().currentChanged.connect(self.on_current_changed)
        self.detail = QPlainTextEdit(self)
        self.detail.setReadOnly(True)
        self.detail.setProperty("look", "detail")
        self.detail.setAccessibleName(self.tr("All about the chosen step"))
        self.detail.hide()
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.addWidget(self.list)
        split.addWidget(self.detail)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 12, 8, 8)
        column.addWidget(self._caption)
        column.addWidget(split, 1)
        theme().changed.connect(self.list.viewport().update)

    def show_turn(self, turn: Turn) -> None:
        bar = self.list.verticalScrollBar()
        follow = turn.running and bar.value() >= bar.maximum() - 4
        self.model.show(turn.state)
        parts = [steps_word(len(turn.state.steps)), f"{turn.seconds:.1f} s"]
        usage = turn.state.usage
        if usage.model:
            parts.append(usage.model)
        if usage.prompt_tokens:
            parts.append(self.tr("{n} tokens written").format(n=usage.completion_tokens))
        self._caption.setText(" · ".join(parts))
        if follow:
            self.list.scrollToBottom()

    def clear(self) -> None:
        self.model.show(TraceState())
        self._caption.setText(self.tr("The steps behind an answer appear here."))
        self.detail.hide()

    @Slot(QModelIndex)
    def on_current_changed(self, index: QModelIndex) -> None:
        detail = str(index.data(Qt.ItemDataRole.ToolTipRole) or "") if index.isValid() else ""
        self.detail.setPlainText(detail)
        self.detail.setVisible(bool(detail))
