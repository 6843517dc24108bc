"""Makes Qt's application, and says why where Qt would only abort. GUI thread.

Qt ends the process itself when it cannot open a window, after a guess at the reason (seen with 6.11). What it
says on the way is held back for that long; nothing is looked for unless it gives up.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import (
    QLibraryInfo,
    QMessageLogContext,
    QtMsgType,
    qFormatLogMessage,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from core.errors import UsageError
from desktop.start.display import IN_THE_TERMINAL


def make_application(arguments: list[str]) -> QApplication:
    """The one QApplication of this process; where Qt gives up, it ends with a sentence and code 2."""
    if not sys.platform.startswith("linux"):
        return QApplication(arguments)
    said: list[str] = []

    def on_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            _give_up(said)
        said.append(str(qFormatLogMessage(kind, context, text)))

    earlier = qInstallMessageHandler(on_message)
    try:
        return QApplication(arguments)
    finally:
        qInstallMessageHandler(earlier)
        for line in said:
            print(line, file=sys.stderr)


def _give_up(said: list[str]) -> None:
    """Inside Qt, which aborts when this returns: so it does not."""
    try:
        from desktop.start.system_libraries import window_problem

        problem = window_problem(_platforms())
        if not problem:
            problem = "Qt cannot open a window here."
            print(*said, sep="\n", file=sys.stderr)
        print(f"docuchat-desktop: {problem} {IN_THE_TERMINAL}", file=sys.stderr, flush=True)
    finally:
        os._exit(UsageError.exit_code)


def _platforms() -> Path:
    named = os.environ.get("QT_QPA_PLATFORM_PLUGIN_PATH", "").split(os.pathsep)[0]
    return (
        Path(named) if named else Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms")
    )
