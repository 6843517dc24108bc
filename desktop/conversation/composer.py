"""Where the question is written: a growing text field, the mode, what to search, send or Stop. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.answer.asking.question_length import MAX_QUESTION_CHARACTERS
from core.types import Mode
from desktop.shared.demands_button import DemandsButton
from desktop.shared.icons import icon
from desktop.shared.style_button import StyleButton
from desktop.shared.theme import theme
from desktop.workspaces.scope_button import ScopeButton

_MAX_LINES = 7
_COUNT_FROM = 0.8  # of the limit; before that a counter is noise


class QuestionEdit(QPlainTextEdit):
    """Grows from one line to `_MAX_LINES`. Enter sends, Shift+Enter breaks the line."""

    send_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        # Files dropped here belong to the library, not into the question.
        self.setAcceptDrops(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(4)
        self.document().documentLayout().documentSizeChanged.connect(self.fit)
        self.fit()

    @Slot()
    def fit(self) -> None:
        lines = max(1, min(int(self.document().size().height()), _MAX_LINES))
        height = lines * self.fontMetrics().lineSpacing() + 2 * int(self.document().documentMargin()) + 2
        self.setFixedHeight(height)
        overflows = self.document().size().height() > _MAX_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if overflows else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            if not self._is_composing():
                self.send_pressed.emit()
            return
        super().keyPressEvent(event)

    def _is_composing(self) -> bool:
        """Whether an input method has signs that are not chosen yet; Enter chooses them."""
        return bool(self.textCursor().block().layout().preeditAreaText())


class Composer(QFrame):
    """Reports `asked(text, mode)` and `stop_requested`; the text stays until the question was accepted."""

    asked = Signal(str, object)
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self._available = False
        self.edit = QuestionEdit(self)
        self.edit.setPlaceholderText(self.tr("Ask about your documents …"))
        self.edit.setAccessibleName(self.tr("Question"))
        self.edit.send_pressed.connect(self.send)
        self.edit.textChanged.connect(self.on_text_changed)
        self.edit.installEventFilter(self)

        self.modes = QButtonGroup(self)
        segment = QFrame(self)
        segment.setProperty("look", "segment")
        segments = QHBoxLayout(segment)
        segments.setContentsMargins(2, 2, 2, 2)
        segments.setSpacing(0)
        self._mode_buttons: dict[Mode, QPushButton] = {}
        for mode, name, hint in (
            (Mode.CHAT, self.tr("Chat"), self.tr("One search, one answer (Ctrl+1)")),
            (
                Mode.AGENT,
                self.tr("Agent"),
                self.tr("Searches step by step until it can prove its answer (Ctrl+2)"),
            ),
            (
                Mode.RESEARCH,
                self.tr("Research"),
                self.tr("Asks back, agrees a list of tasks with you, and writes a report (Ctrl+3)"),
            ),
        ):
            button = QPushButton(name, segment)
            button.setCheckable(True)
            button.setProperty("look", "segment")
            button.setToolTip(hint)
            button.setAccessibleName(self.tr("{mode} mode").format(mode=name))
            self.modes.addButton(button)
            segments.addWidget(button)
            self._mode_buttons[mode] = button
        self._mode_buttons[Mode.CHAT].setChecked(True)

        self.style_button = StyleButton(self)
        self.demands_button = DemandsButton(self)
        self.demands_button.hide()
        self.modes.buttonToggled.connect(self.on_mode_toggled)
        self.scope = ScopeButton(self)

        self.counter = QLabel(self)
        self.counter.setProperty("look", "caption")
        self.counter.hide()
        self.button = QToolButton(self)
        self.button.setObjectName("send")
        self.button.setIconSize(QSize(20, 20))
        self.button.clicked.connect(self.on_button_clicked)

        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(segment)
        row.addWidget(self.style_button)
        row.addWidget(self.demands_button)
        row.addStretch()
        row.addWidget(self.counter)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.scope, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.edit)
        column.addLayout(row)
        self.setFocusProxy(self.edit)
        theme().changed.connect(self.refresh)
        self.refresh()

    @property
    def mode(self) -> Mode:
        found = (mode for mode, button in self._mode_buttons.items() if button.isChecked())
        return next(found, Mode.CHAT)

    def set_mode(self, mode: Mode) -> None:
        self._mode_buttons[mode].setChecked(True)

    def set_running(self, running: bool) -> None:
        self._running = running
        self.refresh()

    def set_available(self, available: bool, placeholder: str) -> None:
        """A question may be written at any time, but only sent when the library is open."""
        self._available = available
        self.edit.setPlaceholderText(placeholder)
        # Qt 6.11 repaints for a placeholder that comes or goes, not for one that changes.
        self.edit.viewport().update()
        self.refresh()

    def propose(self, text: str, mode: Mode, marked: str = "") -> None:
        """A question to be changed before it is asked, with a part of it marked; undo brings back what was
        being written."""
        self.set_mode(mode)
        cursor = self.edit.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        at = text.find(marked) if marked else -1
        if at >= 0:
            # Qt counts in UTF-16.
            cursor.setPosition(len(text[:at].encode("utf-16-le")) // 2)
            length = len(marked.encode("utf-16-le")) // 2
            cursor.movePosition(cursor.MoveOperation.Right, cursor.MoveMode.KeepAnchor, length)
        else:
            cursor.movePosition(cursor.MoveOperation.End)
        self.edit.setTextCursor(cursor)
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def on_mode_toggled(self) -> None:
        """An agent's answer has the form that is demanded of it."""
        self.style_button.setVisible(self.mode is Mode.CHAT)
        self.demands_button.setVisible(self.mode is Mode.AGENT)

    @Slot()
    def send(self) -> None:
        if self._can_send():
            self.asked.emit(self.edit.toPlainText().strip(), self.mode)

    @Slot()
    def on_button_clicked(self) -> None:
        if self._stops():
            self.stop_requested.emit()
        else:
            self.send()

    @Slot()
    def on_text_changed(self) -> None:
        used = len(self.edit.toPlainText().strip())
        over = used > MAX_QUESTION_CHARACTERS
        text = self.tr("{used} of {limit} characters").format(used=used, limit=MAX_QUESTION_CHARACTERS)
        if over:
            text += self.tr(" – please shorten the question")
        self.counter.setText(text)
        self.counter.setVisible(used > _COUNT_FROM * MAX_QUESTION_CHARACTERS)
        self.counter.setProperty("look", "bad" if over else "caption")
        self.counter.style().polish(self.counter)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        stops = self._stops()
        name = self.tr("Stop (Esc)") if stops else self.tr("Send (Enter)")
        if self._running and not stops:
            name = self.tr("Ask when this answer is there (Enter)")
        self.button.setIcon(icon("stop" if stops else "send", "on-accent"))
        self.button.setToolTip(name)
        self.button.setAccessibleName(name)
        self.button.setEnabled(stops or self._can_send())

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """The frame around the field shows the focus the field has."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.setProperty("focused", event.type() == QEvent.Type.FocusIn)
            self.style().polish(self)
        return False

    def _can_send(self) -> bool:
        length = len(self.edit.toPlainText().strip())
        return self._available and 0 < length <= MAX_QUESTION_CHARACTERS

    def _stops(self) -> bool:
        """While an answer is made the button is Stop, unless the next question is being written."""
        return self._running and not self.edit.toPlainText().strip()
