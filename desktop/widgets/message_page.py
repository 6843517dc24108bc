"""A message filling the window when the library cannot be opened: what happened, what to try. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget


class MessagePage(QWidget):
    """`retry_requested` and `quit_requested` are its two buttons."""

    retry_requested = Signal()
    quit_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(self)
        self.title.setProperty("look", "title")
        self.sentence = QLabel(self)
        self.hint = QLabel(self)
        self.hint.setProperty("look", "muted")
        for label in (self.title, self.sentence, self.hint):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.retry = QPushButton(self.tr("Try again"), self)
        self.retry.setProperty("look", "primary")
        self.retry.clicked.connect(self.retry_requested)
        leave = QPushButton(self.tr("Quit"), self)
        leave.clicked.connect(self.quit_requested)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch()
        buttons.addWidget(self.retry)
        buttons.addWidget(leave)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(96, 48, 96, 48)
        column.setSpacing(12)
        column.addStretch(2)
        column.addWidget(self.title)
        column.addWidget(self.sentence)
        column.addWidget(self.hint)
        column.addSpacing(8)
        column.addLayout(buttons)
        column.addStretch(3)

    def show_failure(self, key: str, message: str, hint: str) -> None:
        titles = {"already_running": self.tr("DocuChat is already open")}
        self.title.setText(titles.get(key, self.tr("Your library could not be opened")))
        self.sentence.setText(message)
        self.hint.setText(hint)
        self.retry.setFocus()
