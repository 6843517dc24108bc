"""A message filling the window when the library cannot be opened: what happened, what to try. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget


class MessagePage(QWidget):
    """Its buttons: `retry_requested`, `quit_requested`; for a damaged library `repair_requested`, and
    `put_back_requested` where there is a copy."""

    retry_requested = Signal()
    quit_requested = Signal()
    repair_requested = Signal()
    put_back_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(self)
        self.title.setProperty("look", "title")
        self.sentence = QLabel(self)
        self.hint = QLabel(self)
        self.hint.setProperty("look", "muted")
        self.note = QLabel(self)  # how an order ended that was carried out before
        self.note.setProperty("look", "bad")
        for label in (self.title, self.sentence, self.hint, self.note):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.repair = self._button(self.tr("Repair the library"), self.repair_requested)
        self.put_back = self._button(self.tr("Put the newest copy back"), self.put_back_requested)
        self.retry = self._button(self.tr("Try again"), self.retry_requested)
        leave = self._button(self.tr("Quit"), self.quit_requested)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch()
        for button in (self.repair, self.put_back, self.retry, leave):
            buttons.addWidget(button)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(96, 48, 96, 48)
        column.setSpacing(12)
        column.addStretch(2)
        column.addWidget(self.title)
        column.addWidget(self.sentence)
        column.addWidget(self.hint)
        column.addWidget(self.note)
        column.addSpacing(8)
        column.addLayout(buttons)
        column.addStretch(3)

    def show_failure(self, key: str, message: str, hint: str) -> None:
        titles = {"already_running": self.tr("DocuChat is already open")}
        self.title.setText(titles.get(key, self.tr("Your library could not be opened")))
        self.sentence.setText(message)
        self.hint.setText(hint)
        self._offer(self.retry, ())

    def show_damage(self, message: str) -> None:
        """Of the library's file; `offer_copy` follows where there is a copy."""
        self.title.setText(self.tr("Your library is damaged"))
        self.sentence.setText(message)
        self._tell(self.tr("The damaged file is kept, and your own files are not touched."))
        self._offer(self.repair, ())

    def offer_copy(self, newest: str) -> None:
        """`newest`: of when the newest copy is."""
        self._tell(
            self.tr("The newest copy is of {when}: what came later is missing in it.").format(when=newest),
            self.tr("The damaged file is kept in both cases, and your own files are not touched."),
        )
        self._offer(self.repair, (self.put_back,))

    def _tell(self, *more: str) -> None:
        saved = self.tr("A repair saves what can be read. Documents that lost something are read again.")
        self.hint.setText("\n".join((saved, *more)))

    def _offer(self, first: QPushButton, more: Sequence[QPushButton]) -> None:
        """These buttons, the first of them in front."""
        for button in (self.repair, self.put_back, self.retry):
            button.setVisible(button is first or button in more)
            button.setProperty("look", "primary" if button is first else "")
            button.style().unpolish(button)
            button.style().polish(button)
        self.note.setVisible(bool(self.note.text()))
        first.setFocus()

    def _button(self, name: str, signal: SignalInstance) -> QPushButton:
        button = QPushButton(name, self)
        button.clicked.connect(signal)
        return button
