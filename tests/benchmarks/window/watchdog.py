"""Measures the real window while it works: how long its thread is away, and how it closes. GUI thread.

A process of its own: `python -m tests.benchmarks.window.watchdog FOLDER IDLE_S EMBED_S`. In FOLDER:
`documents` to be read, `more` to be read while the window is closed. What was measured is one JSON object on
standard output. The answer is streamed by a script as fast as by a fast model: figures are the window's.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from core.settings import Settings
from core.system.paths import AppPaths
from core.types import DocumentStatus, Mode
from desktop.app import DesktopApp
from tests.benchmarks.settings import home_in
from tests.benchmarks.window.heartbeat import Heartbeat

if TYPE_CHECKING:
    from core.engine import Engine

PATIENCE_S = 1800.0
PIECE_S = 0.04  # 25 pieces a second
SENTENCES = 16  # about four seconds
PAUSE_MS = 6000  # between two questions: embedding waits while one is answered
_ENDED = (DocumentStatus.INDEXED, DocumentStatus.FAILED, DocumentStatus.LOCKED)


class Watchdog:
    """Drives one window through idling, reading with an answer that streams, and closing in the middle."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        self._folder = folder
        self._paths = home_in(folder / "home", AppPaths.from_environment())
        self._desktop = DesktopApp(app, self._paths, self._open)
        self._window = self._desktop.window

    def measure(self, idle_s: float, embed_s: float) -> dict[str, object]:
        """All figures; of the slow understanding of documents at most `embed_s` seconds."""
        self._desktop.start()
        self._wait(self._window.composer.isEnabled, "the library")
        self._wait_until(time.monotonic() + 1.0)
        heart = Heartbeat()
        self._wait_until(time.monotonic() + idle_s)
        return {"idle": heart.stop(), **self._busy(embed_s), **self._close()}

    def _open(self) -> Engine:
        from core.engine import Engine
        from tests.scripted_model import ScriptedModel

        text = " ".join(f"Sentence {number} of the report says so." for number in range(SENTENCES))
        settings = Settings().with_values("answers", {"extractive": "never"})
        settings = settings.with_values("library", {"backups": "off"})
        return Engine.open(self._paths, settings, ScriptedModel([text], delay_s=PIECE_S, repeat_last=True))

    def _busy(self, embed_s: float) -> dict[str, object]:
        talk = self._window.conversation
        drafts: list[object] = []
        again = QTimer(self._window, singleShot=True, interval=PAUSE_MS)
        again.timeout.connect(self._ask)
        talk.draft_changed.connect(drafts.append)
        talk.turn_finished.connect(lambda _turn: again.start())
        heart = Heartbeat()
        began = time.monotonic()
        count = self._add("documents")
        self._ask()
        self._wait(lambda: self._count(DocumentStatus.SEARCHABLE, *_ENDED) >= count, "the documents")
        seconds = time.monotonic() - began
        until = time.monotonic() + embed_s
        self._wait(lambda: self._count(*_ENDED) >= count or time.monotonic() > until, "their understanding")
        late = heart.stop()
        again.timeout.disconnect(self._ask)
        talk.stop()
        self._wait(lambda: not talk.running, "the answer")
        return {
            "busy": late,
            "seconds": seconds,
            "drafts": len(drafts),
            "searchable": self._count(DocumentStatus.SEARCHABLE, DocumentStatus.INDEXED),
            "indexed": self._count(DocumentStatus.INDEXED),
        }

    def _close(self) -> dict[str, object]:
        """While an answer streams and documents are read; then what the library holds."""
        from core.engine import Engine

        talk = self._window.conversation
        known = self._count(*DocumentStatus) + self._add("more")
        self._ask()
        self._wait(lambda: self._count(*DocumentStatus) == known, "documents in the middle")
        self._wait(lambda: bool(talk.turns[-1].state.draft), "an answer in the middle")
        waiting = known - self._count(*_ENDED)
        began = time.monotonic()
        in_order = self._desktop.close()
        seconds = time.monotonic() - began
        with Engine.open(self._paths) as engine:
            documents = engine.documents()
            last = engine.runs(1)[0]
        return {
            "close_seconds": seconds,
            "closed_in_order": in_order,
            "waiting_at_close": waiting,
            "lost": known - len(documents),
            "failed": sum(document.status is DocumentStatus.FAILED for document in documents),
            "last_run": last.outcome,
        }

    def _add(self, part: str) -> int:
        """Drop the files of a folder on the window; how many."""
        files = sorted(str(path) for path in (self._folder / part).glob("*.pdf"))
        self._window.library_state.add(files)
        return len(files)

    def _ask(self) -> None:
        self._window.conversation.ask("What does the report say about the pump and its costs?", Mode.CHAT)

    def _count(self, *statuses: DocumentStatus) -> int:
        documents = self._window.library_state.documents.documents()
        return sum(document.status in statuses for document in documents)

    def _wait_until(self, end: float) -> None:
        self._wait(lambda: time.monotonic() >= end, "the clock")

    def _wait(self, done: Callable[[], bool], what: str) -> None:
        """Let the window work; `done` is asked a few times a second, so that asking costs nothing."""
        deadline = time.monotonic() + PATIENCE_S
        looking = QTimer()
        loop = QEventLoop()

        def look() -> None:
            if done() or time.monotonic() > deadline:
                loop.quit()

        looking.timeout.connect(look)
        looking.start(250)
        loop.exec()
        looking.stop()
        if not done():
            raise TimeoutError(what)


def main(arguments: list[str]) -> None:
    """Measure and print."""
    app = QApplication(sys.argv[:1])
    app.setStyle("Fusion")
    app.setQuitOnLastWindowClosed(False)
    told = Watchdog(app, Path(arguments[0])).measure(float(arguments[1]), float(arguments[2]))
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
