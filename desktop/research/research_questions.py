"""The questions of a research as a form. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

_LONGEST = 300  # characters of one answer: three of them fit into a reply


class ResearchQuestions(QFrame):
    """`answered(str)`: what the user says to all of them; `ended`: no more questions, whatever stays open."""

    answered = Signal(str)
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._questions: tuple[str, ...] = ()
        self.heading = QLabel(self.tr("Before the search goes on"), self)
        self.heading.setProperty("look", "strong")
        self.fields: list[QLineEdit] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        self.send = QPushButton(self.tr("Send answers"), self)
        self.send.setProperty("look", "primary")
        self.send.clicked.connect(self.on_send)
        self.end = QPushButton(self.tr("No more questions"), self)
        self.end.setToolTip(self.tr("Make the list of tasks from what is known"))
        self.end.clicked.connect(self.ended)
        buttons = QHBoxLayout()
        buttons.addWidget(self.send)
        buttons.addWidget(self.end)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.heading)
        column.addLayout(self._rows)
        column.addLayout(buttons)
        self.hide()

    def ask(self, questions: Sequence[str]) -> None:
        """Show these with empty fields; the same ones keep what is typed."""
        self.setVisible(bool(questions))
        if tuple(questions) == self._questions:
            return
        self._questions = tuple(questions)
        while (item := self._rows.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.fields = []
        for question in questions:
            label = QLabel(question, self)
            label.setWordWrap(True)
            field = QLineEdit(self)
            field.setMaxLength(_LONGEST)
            field.setPlaceholderText(self.tr("Leave empty if it does not matter"))
            field.setAccessibleName(question)
            field.textChanged.connect(self.refresh)
            field.returnPressed.connect(self.on_send)
            label.setBuddy(field)
            self._rows.addWidget(label)
            self._rows.addWidget(field)
            self.fields.append(field)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        self.send.setEnabled(any(field.text().strip() for field in self.fields))

    @Slot()
    def on_send(self) -> None:
        """Each answer with its question: "yes" alone would say nothing."""
        pairs = zip(self._questions, self.fields, strict=True)
        said = [f"{question} – {field.text().strip()}" for question, field in pairs if field.text().strip()]
        if said:
            self._questions = ()
            self.answered.emit("\n".join(said))
