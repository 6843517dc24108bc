"""What tests with a window share: patience on a busy computer, and windows that are gone when closed."""

from __future__ import annotations

import gc

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from desktop.app import DesktopApp

PATIENCE_MS = 60_000


def wait_patiently() -> None:
    """What is awaited without a limit of its own may take a minute; pytest-qt gives up after five seconds."""
    for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitCallback, QtBot.waitExposed):
        wait.__kwdefaults__["timeout"] = PATIENCE_MS  # type: ignore[attr-defined]


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
