"""Files and folders in the programs that the system has for them. GUI thread."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

if TYPE_CHECKING:
    from PySide6.QtCore import QProcessEnvironment

# What an installed program (PyInstaller 6) has set for itself and its workers: another program would load our
# libraries and Qt's plugins in the place of the system's.
_OURS = ("LD_LIBRARY_PATH", "QT_PLUGIN_PATH", "QML2_IMPORT_PATH")
_BEFORE = "_ORIG"  # the user's own value has this behind its name


def open_with_system(path: str | os.PathLike[str]) -> bool:
    """Open a file or folder; False when there is nothing that could."""
    if not (getattr(sys, "frozen", False) and sys.platform.startswith("linux")):
        return QDesktopServices.openUrl(QUrl.fromLocalFile(os.fspath(path)))
    from PySide6.QtCore import QProcess  # 2 ms of each start otherwise

    opener = QProcess()
    opener.setProgram("xdg-open")
    opener.setArguments([os.path.abspath(path)])
    opener.setProcessEnvironment(_of_the_user())
    started = opener.startDetached()
    return bool(started[0] if isinstance(started, tuple) else started)


def _of_the_user() -> QProcessEnvironment:
    """As it was before the program began. Our own is not touched: workers start at any moment."""
    from PySide6.QtCore import QProcessEnvironment

    environment = QProcessEnvironment.systemEnvironment()
    for name in _OURS:
        environment.remove(name)
        if environment.contains(name + _BEFORE):
            environment.insert(name, environment.value(name + _BEFORE))
            environment.remove(name + _BEFORE)
    return environment
