"""What could be asked, while nothing has been asked yet: questions that the documents in scope answer."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget


class Suggestions(QFrame):
    """`chosen(document_id, question)`. Hidden while there is nothing to suggest, or not `wanted`."""

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, str]] = []
        self._wanted = True
        self.buttons: list[QPushButton] = []
        self._label = QLabel(self.tr("Your documents answer, among others:"), self)
        self._label.setProperty("look", "caption")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 0, 12, 0)
        self._column.setSpacing(2)
        self._column.addWidget(self._label)
        self.hide()

    @Slot(list)
    def show_questions(self, rows: list[tuple[str, str]]) -> None:
        if rows == self._rows:
            return
        self._rows = rows
        while len(self.buttons) < len(rows):
            button = QPushButton(self)
            button.setProperty("look", "link")
            button.setProperty("fit", "text")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setProperty("index", len(self.buttons))
            button.clicked.connect(self.on_clicked)
            self._column.addWidget(button)
            self.buttons.append(button)
        self._refresh()

    def set_wanted(self, wanted: bool) -> None:
        """Not beside a conversation."""
        self._wanted = wanted
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _refresh(self) -> None:
        self._fit()
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(self._rows))
        self.setVisible(self._wanted and bool(self._rows))

    def _fit(self) -> None:
        """What has no room is cut, and told on hovering and to screen readers."""
        room = max(self.width() - 48, 120)
        for button, (_, question) in zip(self.buttons, self._rows, strict=False):
            shown = button.fontMetrics().elidedText(question, Qt.TextElideMode.ElideRight, room)
            button.setText(shown.replace("&", "&&"))
            button.setToolTip(question if shown != question else "")
            button.setAccessibleName(question)

    @Slot()
    def on_clicked(self) -> None:
        document_id, question = self._rows[self.sender().property("index")]
        self.chosen.emit(document_id, question)
