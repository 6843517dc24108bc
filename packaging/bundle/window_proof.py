"""Shows that an installed program works: asks a question as a user would, in each mode, opens a citation of
each answer, and quits. GUI thread.

For `packaging/dev.py verify-package`, which cannot reach into a built program; so this module, alone of those
beside it, is part of the program: `docuchat-desktop --prove QUESTION --prove-modes chat,agent FILES`. What
happened is one JSON object on standard output.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot

from core.types import Mode
from desktop import app
from desktop.conversation.conversation import Turn
from desktop.main_window import MainWindow

PATIENCE_S = 420.0
_LOOK_MS = 200


class Proof(QObject):
    """Waits until every document can be searched, asks, opens the first citation; then the next mode; then
    prints and quits.

    The exit code is 0 when every mode answered and the page of a citation of each was drawn with its marks.
    """

    def __init__(self, window: MainWindow, question: str, modes: Sequence[str]) -> None:
        super().__init__(window)
        self._window = window
        self._modes = [Mode(mode) for mode in modes]
        self._question = question
        self._began = self._asked_at = time.monotonic()
        self._said: dict[str, object] = {"question": question}
        self._turns: list[dict[str, object]] = []
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.on_look)
        window.conversation.turn_finished.connect(self.on_answered)
        window.viewer.page_shown.connect(self.on_page_shown)
        self._timer.start()

    @Slot()
    def on_look(self) -> None:
        if time.monotonic() - self._began > PATIENCE_S:
            self._finish()
            return
        documents = self._window.library_state.documents.documents()
        ready = bool(documents) and all(document.status.can_be_searched for document in documents)
        if ready and not self._turns:
            self._said["documents"] = [document.filename for document in documents]
            self._said["searchable_after_s"] = self._since(self._began)
            self._ask()

    @Slot(object)
    def on_answered(self, turn: Turn) -> None:
        state, said = turn.state, self._turns[-1]
        answer = state.answer
        said |= {"outcome": state.outcome, "message": state.message}
        if answer is not None:
            said["statements"] = [[one.text, one.status.value] for one in answer.statements]
            said["citations"] = [[one.filename, one.page] for one in answer.citations]
        said["seconds"] = self._since(self._asked_at)
        if answer is not None and answer.citations:
            self._window.next_citation()
        else:
            self._finish()

    @Slot(object, list, bool)
    def on_page_shown(self, _image: object, marks: list[object], _scroll: bool) -> None:
        if not self._turns or "outcome" not in self._turns[-1] or not marks:
            return
        self._turns[-1]["page_shown"] = True
        # Not from within the signal: what is drawn is to be seen first.
        QTimer.singleShot(0, self._ask if len(self._turns) < len(self._modes) else self._finish)

    @Slot()
    def _ask(self) -> None:
        """In a new conversation, so that the second question is no follow-up."""
        mode = self._modes[len(self._turns)]
        self._turns.append({"mode": mode.value, "page_shown": False})
        self._asked_at = time.monotonic()
        self._window.conversation.clear()
        self._window.composer.set_mode(mode)
        self._window.composer.edit.setPlainText(self._question)
        self._window.composer.send()

    @Slot()
    def _finish(self) -> None:
        self._timer.stop()
        self._said["turns"] = self._turns
        print(json.dumps(self._said, ensure_ascii=False), flush=True)
        shown = [turn for turn in self._turns if turn["page_shown"] and turn.get("outcome") == "answered"]
        QCoreApplication.exit(0 if len(shown) == len(self._modes) else 1)

    def _since(self, moment: float) -> float:
        return round(time.monotonic() - moment, 1)


def main(arguments: Sequence[str]) -> int:
    """Open the window as the program does, and prove it. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="docuchat-desktop", allow_abbrev=False)
    parser.add_argument("--prove", metavar="QUESTION", required=True)
    parser.add_argument("--prove-modes", metavar="MODES", default="chat")
    options, others = parser.parse_known_args(arguments)
    modes = options.prove_modes.split(",")
    return app.main(others, lambda desktop: Proof(desktop.window, options.prove, modes))
