"""Size of the window and its panes, mode and appearance, kept in an ini file. GUI thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QByteArray, QSettings

from core.types import Mode
from desktop.theme import Appearance

if TYPE_CHECKING:
    from desktop.main_window import MainWindow

_APPEARANCES = ("system", "light", "dark")


class WindowMemory:
    """Reads tolerate anything in the file; it is written on closing."""

    def __init__(self, folder: Path) -> None:
        self._settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)

    @property
    def appearance(self) -> Appearance:
        value = self._settings.value("appearance", "system")
        return cast("Appearance", value) if value in _APPEARANCES else "system"

    def restore(self, window: MainWindow) -> None:
        geometry, panes = self._settings.value("geometry"), self._settings.value("panes")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)
        if isinstance(panes, QByteArray):
            window.panes.restoreState(panes)
        if self._settings.value("mode") == Mode.AGENT.value:
            window.composer.set_mode(Mode.AGENT)

    def save(self, window: MainWindow, appearance: Appearance) -> None:
        self._settings.setValue("geometry", window.saveGeometry())
        self._settings.setValue("panes", window.panes.saveState())
        self._settings.setValue("mode", window.composer.mode.value)
        self._settings.setValue("appearance", appearance)
        self._settings.sync()
