"""A place for plain sentences about files that could not be added; stays until it is closed. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from desktop.shared.icons import icon
from desktop.shared.theme import theme
from desktop.shared.wrapped_text import WrappedText

_SHOWN = 3


class NoticeBar(QFrame):
    """Shows the newest sentences; all of them in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentences: list[str] = []
        self._label = WrappedText(self)
        self._close = QToolButton(self)
        self._close.setAutoRaise(True)
        self._close.setAccessibleName(self.tr("Close this message"))
        self._close.setToolTip(self.tr("Close"))
        self._close.clicked.connect(self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 4, 8)
        row.addWidget(self._label, 1)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        theme().changed.connect(self.on_theme_changed)
        self.on_theme_changed()
        self.hide()

    @property
    def text(self) -> str:
        return self._label.text()

    @Slot(str)
    def add(self, sentence: str) -> None:
        if not sentence or sentence in self._sentences:
            return
        self._sentences.append(sentence)
        lines = self._sentences[-_SHOWN:]
        hidden = len(self._sentences) - len(lines)
        if hidden:
            lines = [*lines, self.tr("… and {n} more").format(n=hidden)]
        self._label.setText("\n".join(lines))
        self.setToolTip("\n".join(self._sentences[-30:]))
        self.show()

    @Slot()
    def clear(self) -> None:
        self._sentences.clear()
        self._label.setText("")
        self.hide()

    @Slot()
    def on_theme_changed(self) -> None:
        self._close.setIcon(icon("close", "muted"))
