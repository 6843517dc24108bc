"""The citations of the shown answer with their quotes; a click opens the page. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QListView, QVBoxLayout, QWidget

from desktop.conversation.citations import Target
from desktop.conversation.source_rows import SourcesModel
from desktop.library.card_delegate import CardDelegate
from desktop.messages.words import counted
from desktop.shared.item_roles import Role
from desktop.shared.theme import theme


class SourcesPanel(QWidget):
    """`target_chosen` carries the `Target` of the row."""

    target_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SourcesModel(self)
        self._caption = QLabel(self)
        self._caption.setProperty("look", "caption")
        self._caption.setWordWrap(True)
        self._caption.setIndent(6)  # below the names of the tabs, above the words of the list
        self.list = QListView(self)
        self.list.setModel(self.model)
        self._cards = CardDelegate(self.list, body_lines=6, glyph_width=26, body_font="body")
        self.list.setItemDelegate(self._cards)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setMouseTracking(True)
        self.list.setCursor(Qt.CursorShape.PointingHandCursor)
        self.list.setAccessibleName(self.tr("Sources"))
        self.list.clicked.connect(self.on_chosen)
        self.list.activated.connect(self.on_chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 12, 8, 8)
        column.addWidget(self._caption)
        column.addWidget(self.list, 1)
        theme().changed.connect(self.list.viewport().update)
        self.show_targets([])

    def show_targets(self, targets: list[Target]) -> None:
        self._cards.make_room_for([f"[{target.number}]" for target in targets])
        self.model.show(targets)
        self._caption.setText(
            counted(
                len(targets), self.tr("1 place in your documents"), self.tr("{n} places in your documents")
            )
            if targets
            else self.tr("The places an answer rests on appear here.")
        )

    def select(self, number: int) -> None:
        row = self.model.row_of(number)
        if row >= 0:
            self.list.setCurrentIndex(self.model.index(row))

    @Slot(QModelIndex)
    def on_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self.target_chosen.emit(index.data(Role.KEY))
