"""The line above the composer: what is done while an answer is made, or what was just done. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from desktop.conversation.conversation import Turn
from desktop.conversation.trace_words import doing as doing_words
from desktop.messages.words import steps_word

_TOLD_MS = 6000


class RunStrip(QWidget):
    """A click on the steps opens the trace."""

    trace_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._doing = QLabel(self)
        self._doing.setProperty("look", "caption")
        self.steps = QToolButton(self)
        self.steps.setProperty("look", "link")
        self.steps.setToolTip(self.tr("Show every step"))
        self.steps.clicked.connect(self.trace_requested)
        self._telling = QTimer(self, singleShot=True, interval=_TOLD_MS)
        self._telling.timeout.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 12, 0)
        row.addWidget(self._doing, 1)
        row.addWidget(self.steps)
        self.hide()

    @property
    def text(self) -> str:
        return self._doing.text()

    @Slot(str)
    def tell(self, sentence: str) -> None:
        """For a few seconds; while an answer is made, until its next step."""
        self._doing.setText(sentence)
        self.steps.hide()
        self._telling.start()
        self.show()

    def show_turn(self, turn: Turn, *, stopping: bool) -> None:
        self._telling.stop()
        state = turn.state
        if stopping:
            doing = self.tr("Stopping …")
        elif state.draft is not None:
            doing = (
                self.tr("The check found gaps; writing it anew …")
                if state.draft.rejected
                else self.tr("Writing, and checking every sentence …")
            )
        elif state.steps:
            doing = doing_words(state.steps[-1])
        else:
            doing = self.tr("Getting ready …")
        self._doing.setText(f"{doing}  {turn.seconds:.0f} s")
        self.steps.setText(steps_word(len(state.steps)))
        self.steps.setVisible(bool(state.steps))
        self.show()
