"""What was just done, and the way back. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from desktop.shared.elided_label import ElidedLabel


class UndoBar(QFrame):
    """Stays until it is used, or something else is done."""

    undo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("undo")
        self.sentence = ElidedLabel(self)
        self.button = QPushButton(self.tr("Undo"), self)
        self.button.setProperty("look", "link")
        self.button.clicked.connect(self.undo_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 4, 2)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.button)
        self.hide()

    @Slot(str)
    def tell(self, sentence: str) -> None:
        self.sentence.setText(sentence)
        self.button.setAccessibleName(self.tr("Undo: {what}").format(what=sentence))
        self.show()
