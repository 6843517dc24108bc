"""The line above a document in which words are looked for. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from desktop.shared.icons import icon
from desktop.shared.numbers import grouped
from desktop.shared.theme import theme
from desktop.viewer.finding import FindController


class _FindField(QLineEdit):
    """Keeps Esc for itself, which would stop a running answer otherwise."""

    step_wanted = Signal(int)
    closed = Signal()

    def event(self, event: QEvent) -> bool:
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        match event.key():
            case Qt.Key.Key_Escape:
                self.closed.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.step_wanted.emit(-1 if back else 1)
            case _:
                super().keyPressEvent(event)


class FindBar(QFrame):
    """`closed()`: the reader wants back to the page."""

    closed = Signal()

    def __init__(self, finder: FindController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finder = finder
        self.field = _FindField(self)
        self.field.setPlaceholderText(self.tr("Find in this document"))
        self.field.setAccessibleName(self.tr("Find in this document"))
        self.field.textChanged.connect(finder.look_for)
        self.field.step_wanted.connect(finder.step)
        self.field.closed.connect(self.close_bar)
        self.count = QLabel(self)
        self.count.setProperty("look", "caption")
        self.count.setMinimumWidth(64)
        self.count.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.previous = self._button(self.tr("Previous match (Shift+F3)"))
        self.following = self._button(self.tr("Next match (F3)"))
        self.ending = self._button(self.tr("Close the search (Esc)"))
        self.previous.clicked.connect(self.on_previous)
        self.following.clicked.connect(self.on_next)
        self.ending.clicked.connect(self.close_bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 8)
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        for widget in (self.count, self.previous, self.following, self.ending):
            row.addWidget(widget)
        finder.changed.connect(self.on_changed)
        theme().changed.connect(self.on_theme_changed)
        self.on_theme_changed()
        self.on_changed()
        self.hide()

    def open_bar(self, text: str = "") -> None:
        """Show it and go there; `text` (what is selected) is looked for at once."""
        self.show()
        if text:
            self.field.setText(text)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def close_bar(self) -> None:
        """Nothing is marked as found any more."""
        self.hide()
        self.field.clear()
        self.closed.emit()

    @Slot()
    def on_changed(self) -> None:
        finder = self._finder
        total = f"{grouped(len(finder.matches))}{'+' if finder.more else ''}"
        if not finder.query:
            told = ""
        elif finder.searching:
            told = self.tr("Looking …")
        elif not finder.matches:
            told = self.tr("Not found")
        else:
            told = self.tr("{n} of {total}").format(n=grouped(finder.at + 1), total=total)
        self.count.setText(told)
        self.count.setProperty("look", "bad" if told == self.tr("Not found") else "caption")
        self.count.style().polish(self.count)
        for button in (self.previous, self.following):
            button.setEnabled(bool(finder.matches))

    @Slot()
    def on_previous(self) -> None:
        self._finder.step(-1)

    @Slot()
    def on_next(self) -> None:
        self._finder.step(1)

    @Slot()
    def on_theme_changed(self) -> None:
        for button, name in ((self.previous, "up"), (self.following, "down"), (self.ending, "close")):
            button.setIcon(icon(name))

    def _button(self, says: str) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setToolTip(says)
        button.setAccessibleName(says)
        return button
