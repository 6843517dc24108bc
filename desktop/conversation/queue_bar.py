"""The questions that wait for the answer before them. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from desktop.messages.words import counted
from desktop.shared.elided_label import ElidedLabel
from desktop.shared.icons import icon

_SHOWN = 3


class QueueBar(QFrame):
    """`dropped(index)`: this one is not to be asked."""

    dropped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("queue")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 2, 4, 2)
        self._column.setSpacing(0)
        self.buttons: list[QToolButton] = []
        self.hide()

    def show_questions(self, questions: list[str]) -> None:
        """The first few, each with a button to drop it, and how many more there are."""
        while (item := self._column.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.buttons = []
        for index, question in enumerate(questions[:_SHOWN]):
            self._column.addWidget(self._row(index, question))
        more = len(questions) - _SHOWN
        if more > 0:
            label = QLabel(counted(more, self.tr("… and 1 more"), self.tr("… and {n} more")), self)
            label.setProperty("look", "caption")
            self._column.addWidget(label)
        self.setVisible(bool(questions))

    def _row(self, index: int, question: str) -> QWidget:
        line = QWidget(self)
        label = ElidedLabel(line)
        label.setProperty("look", "caption")
        label.setText(self.tr("Waiting: {question}").format(question=" ".join(question.split())))
        button = QToolButton(line)
        button.setIcon(icon("close", "muted"))
        button.setAutoRaise(True)
        button.setToolTip(self.tr("Do not ask this"))
        button.setAccessibleName(self.tr("Do not ask: {question}").format(question=question))
        button.setProperty("index", index)
        button.clicked.connect(self.on_clicked)
        self.buttons.append(button)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label, 1)
        row.addWidget(button)
        return line

    @Slot()
    def on_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QToolButton):
            self.dropped.emit(int(button.property("index")))
