"""What tests with a window share: patience, the application on a data folder, dropped files, a real end."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.engine import Engine
from core.llm.base import ChatModel
from core.settings import Settings
from core.system.paths import AppPaths
from desktop.app import DesktopApp
from desktop.main_window import MainWindow

PATIENCE_MS = 60_000
REAL_ENGINE = [
    pytest.mark.model,
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("does not support propagateSizeHints", extend=True),
]
OpenWindow = Callable[..., MainWindow]


def wait_patiently() -> None:
    """What is awaited without a limit of its own may take a minute; pytest-qt gives up after five seconds."""
    for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitCallback, QtBot.waitExposed):
        wait.__kwdefaults__["timeout"] = PATIENCE_MS  # type: ignore[attr-defined]


@contextmanager
def windows(
    qtbot: QtBot, qapp: QApplication, paths: AppPaths, settings: Settings, size: tuple[int, int] = (1024, 700)
) -> Iterator[OpenWindow]:
    """Start the whole application on a data folder; another start closes the one before."""
    opened: list[DesktopApp] = []

    def close() -> None:
        while opened:
            opened[-1].window.close()
            close_for_good(opened.pop())

    def start(model: ChatModel | None = None) -> MainWindow:
        close()
        desktop = DesktopApp(qapp, paths, lambda: Engine.open(paths, settings, model))
        opened.append(desktop)
        with qtbot.waitSignal(desktop.window.library_state.loaded, timeout=20_000):
            desktop.start()
        desktop.window.resize(*size)
        return desktop.window

    qapp.setStyle("Fusion")
    yield start
    close()


def drop(window: MainWindow, paths: Sequence[Path]) -> None:
    """What Qt sends when files are dragged over the window and dropped."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), Qt.DropAction.CopyAction, mime, buttons, keys)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    assert window.tint.isVisible()
    QApplication.sendEvent(window, QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, mime, buttons, keys))


def close_for_good(desktop: DesktopApp) -> None:
    """Close the window and destroy it now.

    Outside an event loop `deleteLater` waits for the next loop, of another test; until then each change of
    the style sheet dresses the old window, too, which takes longer than building a new one.
    """
    desktop.close()
    desktop.window.deleteLater()
    desktop.crew.deleteLater()
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()  # here, on the GUI thread
