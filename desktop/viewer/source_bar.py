"""Above a document whose file is not what was read: what happened, what can be done. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from core.types import SourceState
from desktop.library.document_words import source_sentence
from desktop.shared.flow_layout import FlowLayout
from desktop.viewer.viewer_control import ViewerController


class SourceBar(QFrame):
    """`reread_wanted()`, `locate_wanted()`, `password_wanted()`; the other buttons are the viewer's own
    business.
    """

    reread_wanted = Signal()
    locate_wanted = Signal()
    password_wanted = Signal()

    def __init__(self, viewer: ViewerController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("changed")
        self._viewer = viewer
        self.sentence = QLabel(self)
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.reread = self._button(self.tr("Read it again"))
        self.locate = self._button(self.tr("Locate the file…"))
        self.password = self._button(self.tr("Enter password…"))
        self.retry = self._button(self.tr("Try again"))
        self.other = self._button("")
        self.reread.clicked.connect(self.reread_wanted)
        self.locate.clicked.connect(self.locate_wanted)
        self.password.clicked.connect(self.password_wanted)
        self.retry.clicked.connect(viewer.reload)
        self.other.clicked.connect(self.on_other)
        row = FlowLayout(spacing=8)
        for button in (self.reread, self.locate, self.password, self.retry, self.other):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(8)
        column.addWidget(self.sentence)
        column.addLayout(row)
        viewer.changed.connect(self.on_changed)
        self.hide()

    @property
    def text(self) -> str:
        return self.sentence.text()

    @Slot()
    def on_changed(self) -> None:
        viewer, state = self._viewer, self._viewer.state
        told = source_sentence(state) if viewer.is_open else ""
        unreadable = bool(viewer.problem) and state is SourceState.PRESENT
        if viewer.other_version:
            told = self.tr(
                "This is the file as it is now. It has changed since it was read, so nothing is marked."
            )
        elif unreadable:
            read = self.tr("This is its text as it was read.")
            told = f"{viewer.problem} {read}" if viewer.shows_text else viewer.problem
        self.sentence.setText(told)
        document = viewer.document
        self.reread.setVisible(state is SourceState.CHANGED and document is not None)
        gone = state in (SourceState.MISSING, SourceState.UNREACHABLE)
        # What lies in another file comes back with that one.
        self.locate.setVisible(gone and document is not None and not document.member)
        locked = unreadable and viewer.needs_password
        self.password.setVisible(locked and document is not None)
        self.retry.setVisible(gone or (unreadable and not locked))
        readable = state is SourceState.CHANGED or (unreadable and not locked)
        self.other.setVisible(readable and viewer.has_pictures)
        self.other.setText(
            self.tr("Show the text that was read")
            if viewer.as_file
            else self.tr("Show the file as it is now")
        )
        self.setVisible(bool(told))

    @Slot()
    def on_other(self) -> None:
        self._viewer.show_file(not self._viewer.as_file)

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("look", "small")
        return button
