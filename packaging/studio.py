"""The window that is drawn for the pictures, and waiting for it. See `screenshots.py`."""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

PATIENCE_S = 900.0  # a language model on a busy computer
COLOURS, AS_THEY_ARE = 255, 160


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


def with_few_colours(picture):
    """As the window has: the frequent ones exactly, the rest by the nearest of those that cover most."""
    import numpy
    from PIL import Image

    counted = sorted(picture.getcolors(1 << 24), reverse=True)
    exact = [colour for _count, colour in counted[:AS_THEY_ARE]]
    rest = picture.quantize(COLOURS - AS_THEY_ARE, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    packed = rest.getpalette() or []
    palette = numpy.array(exact + [tuple(packed[at : at + 3]) for at in range(0, len(packed), 3)], dtype=int)
    pixels = numpy.asarray(picture)
    colours, at = numpy.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True)
    away = ((colours[:, None, :].astype(int) - palette[None, :, :]) ** 2).sum(axis=2)
    drawn = Image.fromarray(away.argmin(axis=1)[at].reshape(pixels.shape[:2]).astype("uint8"), "P")
    drawn.putpalette([int(part) for colour in palette for part in colour])
    return drawn


@dataclass
class Studio:
    """The window that is drawn, and where its pictures go."""

    options: argparse.Namespace
    paths: object
    app: object
    desktop: object = None

    def open(self, language: str):
        """A window in that language, with its library open."""
        from desktop.app import DesktopApp
        from desktop.start.window_memory import WindowMemory

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
        return self.window

    def copy_answers(self) -> None:
        """From now on answers are sentences of the documents; no language model runs."""
        settings = self.window.settings.state
        settings.change("answers", {"extractive": "always"})
        wait_until(lambda: settings.settings.answers.extractive == "always", "the settings")

    def read_all(self, paths: list[str]) -> None:
        """Add files or folders and wait until they are read, understood and filed."""
        state = self.window.library_state
        self.window.desk.take(paths)
        wait_until(lambda: state.documents.rowCount() > 0 and bool(state.reading), "reading to begin")
        wait_until(lambda: not state.reading, "the documents to be read")

    @property
    def window(self):
        return self.desktop.window

    def save(self, name: str, widget: object = None, *, at_once: bool = False) -> None:
        """With few colours, so that a picture is small. `at_once`: what is shown passes."""
        from PIL import Image
        from PySide6.QtCore import QBuffer, QIODevice

        if self.options.only and name not in self.options.only:
            return
        let_settle(0.05 if at_once else 0.5)
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        (widget or self.window).grab().save(buffer, "PNG")
        picture = with_few_colours(Image.open(io.BytesIO(bytes(buffer.data()))).convert("RGB"))
        target = self.options.out / f"{name}.png"
        picture.save(target, optimize=True)
        print(f"{target} ({target.stat().st_size // 1000} kB)", flush=True)
