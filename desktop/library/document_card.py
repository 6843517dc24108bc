"""What is out of the ordinary about the chosen document, and what can be done about it. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from core.types import DocumentStatus
from desktop.library.document_items import DocumentsModel
from desktop.shared.elided_label import ElidedLabel
from desktop.shared.flow_layout import FlowLayout

_MOST_HEIGHT = 150


class DocumentCard(QFrame):
    """Hidden while there is nothing to say. Reports wishes with the document's id."""

    password_requested = Signal(str)
    retry_requested = Signal(str)
    report_requested = Signal(str)

    def __init__(self, documents: DocumentsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._documents = documents
        self._document_id = ""
        self._title = ElidedLabel(self)
        self._title.setProperty("look", "strong")
        self.sentences = QLabel(self)
        self.sentences.setWordWrap(True)
        self.sentences.setTextFormat(Qt.TextFormat.PlainText)
        self.sentences.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.sentences.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._scroll = QScrollArea(self)
        self._scroll.setAccessibleName(self.tr("About this document"))
        self._scroll.setWidget(self.sentences)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.password = self._button(self.tr("Enter password…"), self.on_password)
        self.retry = self._button(self.tr("Try again"), self.on_retry)
        self.report = self._button(self.tr("How it was read"), self.on_report)
        buttons = FlowLayout(spacing=8)
        for button in (self.password, self.retry, self.report):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 8)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(self._scroll)
        column.addLayout(buttons)
        documents.dataChanged.connect(self.on_data_changed)
        documents.modelReset.connect(self.on_rows_changed)
        documents.rowsRemoved.connect(self.on_rows_changed)
        self.hide()

    def show_document(self, document_id: str) -> None:
        """Empty: none is chosen, or several are."""
        self._document_id = document_id
        self._refresh()

    @Slot(QModelIndex, QModelIndex)
    def on_data_changed(
        self, first: QModelIndex | QPersistentModelIndex, last: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = self._documents.row_of(self._document_id)
        if first.row() <= row <= last.row():
            self._refresh()

    @Slot()
    def on_rows_changed(self) -> None:
        self._refresh()

    def _refresh(self) -> None:
        document = self._documents.document(self._document_id)
        told = self._documents.remarks(self._document_id)
        if document is None or not told:
            self.hide()
            return
        self._title.setText(document.filename)
        self.sentences.setText("\n".join(told))
        locked = document.status is DocumentStatus.LOCKED
        self.password.setVisible(locked)
        again = document.status is DocumentStatus.FAILED or (
            document.status.can_be_searched and bool(document.problems)
        )
        self.retry.setVisible(again)
        self.setAccessibleName(
            self.tr("About {name}: {told}").format(name=document.filename, told=" ".join(told))
        )
        self.show()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As tall as the sentences are, up to a limit beyond which they scroll."""
        width = max(self._scroll.viewport().width(), 120)
        self._scroll.setFixedHeight(min(self.sentences.heightForWidth(width) + 4, _MOST_HEIGHT))

    def _button(self, name: str, slot: object) -> QPushButton:
        button = QPushButton(name, self)
        button.setProperty("look", "small")
        button.clicked.connect(slot)
        return button

    @Slot()
    def on_password(self) -> None:
        self.password_requested.emit(self._document_id)

    @Slot()
    def on_retry(self) -> None:
        self.retry_requested.emit(self._document_id)

    @Slot()
    def on_report(self) -> None:
        self.report_requested.emit(self._document_id)
