"""Makes the pictures of the documentation: the real window, the real engine, real questions on the samples.

    .venv/bin/python packaging/screenshots.py [--model ID] [--mode agent] [--only NAME …] [--out FOLDER]

Works without a display; takes minutes, most of them for the answer (`--copied`: sentences copied from the
documents, in a second). Nothing is shown that did not happen. A picture more is a function in `PICTURES`; it
finds the window as the one before it left it.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
QUESTION = "How long is the warranty period of the B-120 pump, and what is not covered by it?"
PATIENCE_S = 500.0
COLOURS = 255


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", default="", help="answer model; default: the one of the settings")
    parser.add_argument("--mode", choices=("chat", "agent"), default="agent")
    parser.add_argument("--copied", action="store_true", help="answer without a language model, in chat")
    parser.add_argument("--question", default=QUESTION)
    parser.add_argument("--size", default="1280x800", help="WIDTHxHEIGHT of the window")
    parser.add_argument("--scale", default="1", help="pixels for each point, 2 for dense screens")
    parser.add_argument("--only", nargs="*", default=[], help="keep these pictures only")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots")
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


def let_settle(seconds: float = 0.5) -> None:
    end = time.monotonic() + seconds
    wait_until(lambda: time.monotonic() > end, "the window")


@dataclass
class Studio:
    """The window that is drawn, and where its pictures go."""

    options: argparse.Namespace
    paths: object
    app: object
    desktop: object = None

    def open(self, language: str) -> None:
        """A window in that language, with its library open."""
        from desktop.app import DesktopApp
        from desktop.window_memory import WindowMemory

        if self.desktop is not None:
            self.desktop.close()
            self.desktop.window.deleteLater()
        WindowMemory(self.paths.data).keep_language(language)
        self.desktop = DesktopApp(self.app, self.paths)
        self.desktop.theme.set_appearance("light")
        width, height = (int(part) for part in self.options.size.split("x"))
        self.window.resize(width, height)
        loaded: list[bool] = []
        self.window.library_state.loaded.connect(lambda: loaded.append(True))
        self.desktop.start()
        wait_until(lambda: bool(loaded) or self.window.message.isVisible(), "the library")
        if self.window.message.isVisible():
            sys.exit(f"{self.window.message.sentence.text()} {self.window.message.hint.text()}")

    @property
    def window(self):
        return self.desktop.window

    def save(self, name: str, widget: object = None) -> None:
        """With few colours, as the window has, so that a picture is small."""
        from PIL import Image
        from PySide6.QtCore import QBuffer, QIODevice

        if self.options.only and name not in self.options.only:
            return
        let_settle()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        (widget or self.window).grab().save(buffer, "PNG")
        picture = Image.open(io.BytesIO(bytes(buffer.data()))).convert("RGB")
        target = self.options.out / f"{name}.png"
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)
        print(f"{target} ({target.stat().st_size // 1000} kB)", flush=True)


def empty(studio: Studio) -> None:
    studio.save("empty")


def first_run(studio: Studio) -> None:
    settings = studio.window.settings
    settings.show_first_steps()
    wait_until(lambda: bool(settings.state.models.rowCount()), "the models")
    studio.save("first-run", settings.first_steps)
    settings.first_steps.close()


def indexing(studio: Studio) -> None:
    state = studio.window.library_state
    studio.window.add_samples()
    wait_until(lambda: state.documents.rowCount() > 0 and bool(state.reading), "reading to begin")
    studio.save("indexing")
    wait_until(lambda: not state.reading, "the samples to be read")


def streaming(studio: Studio) -> None:
    from core.types import Mode

    window, options = studio.window, studio.options
    window.composer.set_mode(Mode(options.mode))
    window.composer.edit.setPlainText(options.question)
    window.composer.send()
    wait_until(lambda: bool(window.conversation.turns), "the question to start")
    turn = window.conversation.turns[0]
    wait_until(lambda: bool(turn.state.draft) or not window.conversation.running, "the first words")
    if window.conversation.running:
        studio.save("streaming")
    wait_until(lambda: not window.conversation.running, "the answer")
    print(f"{turn.state.outcome}: {turn.state.answer.text if turn.state.answer else turn.state.message}")


def trace(studio: Studio) -> None:
    studio.window.on_trace_requested(0)
    studio.save("agent-trace")


def citation(studio: Studio) -> None:
    window = studio.window
    targets = window.conversation.targets(0)
    if targets:
        window.view.citation_activated.emit(0, targets[0].number, -1)
        wait_until(lambda: not window.document.page.image.isNull(), "the cited page")
    studio.save("citation")


def dark(studio: Studio) -> None:
    studio.desktop.theme.set_appearance("dark")
    studio.save("dark")
    studio.desktop.theme.set_appearance("light")


def settings(studio: Studio) -> None:
    desk = studio.window.settings
    desk.show()
    wait_until(lambda: bool(desk.state.models.rowCount()), "the models")
    studio.save("settings-models", desk.dialog)
    desk.dialog.names.setCurrentRow(1)
    studio.save("settings", desk.dialog)
    desk.dialog.close()


def table(studio: Studio) -> None:
    desk = studio.window.tables
    opened: list[bool] = []
    desk.tables.opened.connect(lambda *_: opened.append(True))
    desk.show_tables()
    wait_until(lambda: bool(opened), "the table")
    studio.save("library-table")
    desk.leave()


def german(studio: Studio) -> None:
    studio.open("de")
    wait_until(lambda: bool(studio.window.conversation.turns), "the conversation")
    studio.window.on_trace_requested(0)
    studio.save("german")
    desk = studio.window.settings
    desk.show()
    desk.dialog.names.setCurrentRow(1)
    studio.save("german-settings", desk.dialog)
    desk.dialog.close()


# In this order: each finds what the one before it left.
PICTURES = (empty, first_run, indexing, streaming, trace, citation, dark, settings, table, german)


def take_pictures(options: argparse.Namespace, home: Path) -> None:
    from PySide6.QtWidgets import QApplication

    from core.paths import AppPaths
    from core.settings import ModelSettings, Settings

    chosen = Settings(models=ModelSettings(answer_model=options.model)) if options.model else Settings()
    if options.copied:
        options.mode = "chat"
        chosen = chosen.with_values("answers", {"extractive": "always"})
    paths = AppPaths(home / "data", AppPaths.from_environment().models, home / "cache", home / "logs")
    chosen.save(paths.settings)
    app = QApplication(sys.argv[:1])
    app.setStyle("Fusion")
    studio = Studio(options, paths, app)
    try:
        studio.open("en")
        for picture in PICTURES:
            picture(studio)
    finally:
        if studio.desktop is not None:
            studio.desktop.close()


def main() -> int:
    options = arguments()
    from desktop.display import has_display

    if not has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = options.scale
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="docuchat-screenshots-") as home:
        take_pictures(options, Path(home))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
