"""The steps of a run, filling live or in a replay; a chosen step shows all it said. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from core.runs.trace import TraceState
from core.types import Usage
from desktop.conversation.conversation import Turn
from desktop.conversation.plan_list import PlanList
from desktop.conversation.trace_rows import TraceModel
from desktop.library.card_delegate import CardDelegate
from desktop.messages.words import steps_word
from desktop.shared.numbers import decimal, grouped
from desktop.shared.theme import theme


class TracePanel(QWidget):
    """Owns the trace model. `replay_requested` and `export_requested` carry the id of the shown run;
    `replay_ended` says that the user has seen enough.
    """

    replay_requested = Signal(str)
    replay_ended = Signal()
    export_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = TraceModel(self)
        self._run_id = ""
        self._replaying = False
        self._caption = QLabel(self.tr("The steps behind an answer appear here."), self)
        self._caption.setProperty("look", "caption")
        self._caption.setWordWrap(True)
        self._caption.setIndent(6)  # below the names of the tabs
        self.plan = PlanList(self)
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
        split = self.split = QSplitter(Qt.Orientation.Vertical, self)
        split.addWidget(self.list)
        split.addWidget(self.detail)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setChildrenCollapsible(False)
        self.replay = self._button(self.on_replay)
        self.export = self._button(self.on_export)
        self.export.setText(self.tr("Export…"))
        self.export.setToolTip(self.tr("Save this run with all its steps as JSON"))
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.replay)
        foot.addWidget(self.export)
        foot.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 12, 8, 8)
        column.setSpacing(8)
        column.addWidget(self._caption)
        column.addWidget(self.plan)
        column.addWidget(split, 1)
        column.addLayout(foot)
        theme().changed.connect(self.list.viewport().update)
        self.set_replaying(False)
        self._show_buttons("")

    def _button(self, slot: object) -> QPushButton:
        button = QPushButton(self)
        button.setProperty("look", "small")
        button.clicked.connect(slot)
        return button

    @property
    def caption(self) -> str:
        return self._caption.text()

    def show_turn(self, turn: Turn) -> None:
        self._show(turn.state, turn.seconds, running=turn.running)
        self._show_buttons("" if turn.running else turn.state.run_id)

    def show_replay(self, state: TraceState) -> None:
        """The run as it stood at a moment of its replay."""
        self._show(state, state.elapsed_ms / 1000, running=not state.finished)

    def set_replaying(self, replaying: bool) -> None:
        self._replaying = replaying
        self.replay.setText(self.tr("Show all") if replaying else self.tr("Replay"))
        self.replay.setToolTip(
            self.tr("End the replay") if replaying else self.tr("Watch the steps again as they came")
        )

    def tell(self, sentence: str) -> None:
        """A word about the shown run; it gives way to the next caption."""
        self._caption.setText(sentence)

    def clear(self) -> None:
        self.model.show(TraceState())
        self.plan.show_state(TraceState())
        self._caption.setText(self.tr("The steps behind an answer appear here."))
        self.detail.hide()
        self._show_buttons("")

    def _show(self, state: TraceState, seconds: float, *, running: bool) -> None:
        bar = self.list.verticalScrollBar()
        same = self.model.run_id == state.run_id
        follow = bar.value() >= bar.maximum() - 4 and (running or same)
        self.plan.show_state(state)
        self.model.show(state)
        self._caption.setText(self._summary(state, seconds))
        current = self.list.currentIndex()
        if current.isValid() and self.detail.isVisible():
            self.on_current_changed(current)
        if follow:
            self.list.scrollToBottom()

    def _summary(self, state: TraceState, seconds: float) -> str:
        """`12 steps · 14.2 s · model · read 3,420 tokens (1,020 new) · wrote 210`."""
        usage = state.usage if state.usage.prompt_tokens else _used_so_far(state)
        parts = [steps_word(len(state.steps)), f"{decimal(seconds)} s"]
        if usage.model:
            parts.append(usage.model)
        if usage.prompt_tokens:
            read = self.tr("read {n} tokens ({new} new)")
            parts.append(read.format(n=grouped(usage.prompt_tokens), new=grouped(usage.evaluated_tokens)))
            parts.append(self.tr("wrote {n}").format(n=grouped(usage.completion_tokens)))
        return " · ".join(parts)

    def _show_buttons(self, run_id: str) -> None:
        """Only a run that has ended can be replayed or exported."""
        self._run_id = run_id
        self.replay.setVisible(bool(run_id))
        self.export.setVisible(bool(run_id))

    @Slot()
    def on_replay(self) -> None:
        if self._replaying:
            self.replay_ended.emit()
        else:
            self.replay_requested.emit(self._run_id)

    @Slot()
    def on_export(self) -> None:
        self.export_requested.emit(self._run_id)

    @Slot(QModelIndex)
    def on_current_changed(self, index: QModelIndex) -> None:
        detail = str(index.data(Qt.ItemDataRole.ToolTipRole) or "") if index.isValid() else ""
        if detail != self.detail.toPlainText():
            self.detail.setPlainText(detail)
        self.detail.setVisible(bool(detail))


def _used_so_far(state: TraceState) -> Usage:
    """Tokens of a run that goes on, or ended without an answer."""
    tokens = [step.tokens for step in state.steps if step.tokens is not None]
    return Usage(
        prompt_tokens=sum(one.prompt for one in tokens),
        evaluated_tokens=sum(one.evaluated for one in tokens),
        completion_tokens=sum(one.written for one in tokens),
    )
