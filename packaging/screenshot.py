"""Makes the pictures of the documentation: the real window, the real engine, a real question on the samples.

    .venv/bin/python packaging/screenshot.py [--model ID] [--mode agent] [--question "…"] [--out docs/images]

Works without a display. Nothing is shown that did not happen: the answer is what the model said.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUESTION = "How long is the warranty period of the B-120 pump, and what is not covered by it?"
PATIENCE_S = 300.0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", default="", help="answer model; default: the one of the settings")
    parser.add_argument("--mode", choices=("chat", "agent"), default="chat")
    parser.add_argument("--question", default=QUESTION)
    parser.add_argument("--size", default="1280x800", help="WIDTHxHEIGHT of the window")
    parser.add_argument("--scale", default="1", help="pixels for each point, 2 for dense screens")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    return parser.parse_args()


def wait_until(done: Callable[[], bool], what: str) -> None:
    """Let the window work until `done`; leave with a sentence when it takes too long."""
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    deadline = time.monotonic() + PATIENCE_S
    waking = QTimer()  # so that waiting for events sleeps, and yet looks at `done` now and then
    waking.start(30)
    while not done():
        if time.monotonic() > deadline:
            sys.exit(f"Gave up waiting for {what}.")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    waking.stop()


def let_settle(seconds: float = 0.4) -> None:
    end = time.monotonic() + seconds
    wait_until(lambda: time.monotonic() > end, "the window")


def take_pictures(options: argparse.Namespace, home: Path) -> list[Path]:
    """Drive one window through library, question and citation."""
    from PySide6.QtWidgets import QApplication

    from core.paths import AppPaths
    from core.settings import ModelSettings, Settings
    from core.types import Mode
    from desktop.app import DesktopApp

    settings = Settings()
    if options.model:
        settings = Settings(models=ModelSettings(answer_model=options.model))
    installed = AppPaths.from_environment().models
    paths = AppPaths(home / "data", installed, home / "cache", home / "logs")
    settings.save(paths.settings)

    app = QApplication(sys.argv[:1])
    app.setStyle("Fusion")
    desktop = DesktopApp(app, paths)
    window = desktop.window
    made: list[Path] = []

    def save(name: str) -> None:
        let_settle()
        made.append(options.out / f"{name}.png")
        if not window.grab().save(str(made[-1])):
            sys.exit(f"{made[-1]} could not be written.")

    try:
        width, height = (int(part) for part in options.size.split("x"))
        desktop.theme.set_appearance("light")
        window.resize(width, height)
        loaded: list[bool] = []
        window.library_state.loaded.connect(lambda: loaded.append(True))
        desktop.start()
        wait_until(lambda: bool(loaded) or window.message.isVisible(), "the library")
        if window.message.isVisible():
            sys.exit(f"{window.message.sentence.text()} {window.message.hint.text()}")
        save("window-empty")

        window.add_samples()
        wait_until(
            lambda: window.library_state.documents.rowCount() > 0 and not window.library_state.reading,
            "the samples to be read",
        )
        window.composer.set_mode(Mode(options.mode))
        window.composer.edit.setPlainText(options.question)
        window.composer.send()
        wait_until(lambda: bool(window.conversation.turns), "the question to start")
        wait_until(lambda: not window.conversation.running, "the answer")
        turn = window.conversation.turns[0]
        print(f"{turn.state.outcome}: {turn.state.answer.text if turn.state.answer else turn.state.message}")

        window.on_trace_requested(0)
        save("window-trace")
        targets = window.conversation.targets(0)
        if targets:
            window.view.citation_activated.emit(0, targets[0].number, -1)
            wait_until(lambda: not window.document.page.image.isNull(), "the cited page")
        save("window")
        desktop.theme.set_appearance("dark")
        save("window-dark")
    finally:
        desktop.close()
    return made


def main() -> int:
    options = arguments()
    sys.path.insert(0, str(ROOT))
    from desktop.display import has_display

    if not has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = options.scale
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="docuchat-screenshot-") as home:
        for path in take_pictures(options, Path(home)):
            print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
