"""A question that waits in the window and blocks nothing: "Keep this folder in step?". GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget


class OfferBar(QFrame):
    """`accepted(path)` for the folder that stands in it; several are offered one after another."""

    accepted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[tuple[str, str]] = []
        self.sentence = QLabel(self)
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.yes = QPushButton(self.tr("Keep in step"), self)
        self.yes.setProperty("look", "small")
        self.yes.clicked.connect(self.on_yes)
        self.no = QPushButton(self.tr("No, thanks"), self)
        self.no.setProperty("look", "link")
        self.no.clicked.connect(self.on_no)
        buttons = QHBoxLayout()
        buttons.addWidget(self.yes)
        buttons.addWidget(self.no)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 8)
        column.setSpacing(4)
        column.addWidget(self.sentence)
        column.addLayout(buttons)
        self.hide()

    def offer(self, path: str, name: str) -> None:
        if all(path != waiting for waiting, _name in self._waiting):
            self._waiting.append((path, name))
            self._refresh()

    @Slot()
    def on_yes(self) -> None:
        path, _name = self._waiting.pop(0)
        self._refresh()
        self.accepted.emit(path)

    @Slot()
    def on_no(self) -> None:
        self._waiting.pop(0)
        self._refresh()

    def _refresh(self) -> None:
        self.setVisible(bool(self._waiting))
        if self._waiting:
            self.sentence.setText(
                self.tr("“{name}” was added. Take in what comes to this folder later, too?").format(
                    name=self._waiting[0][1]
                )
            )
