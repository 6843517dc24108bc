"""Looks how the computer is powered, and holds reading while it runs on battery, where that is wanted.

GUI thread; the looking is done by the settings' worker.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.library.library_control import LibraryController
from desktop.settings.settings_control import SettingsController
from desktop.workers.crew import Crew

LOOK_EVERY_MS = 15_000


class PowerController(QObject):
    """Looks only while the setting is on."""

    _look_requested = Signal()

    def __init__(
        self, crew: Crew, settings: SettingsController, library: LibraryController, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._timer = QTimer(self, interval=LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look_requested)
        self._look_requested.connect(crew.settings.tell_power)
        crew.settings.power_told.connect(self.on_power_told)
        crew.ready.connect(self._look_requested)
        settings.changed.connect(self._look_requested)

    @Slot(bool, bool)
    def on_power_told(self, pauses: bool, on_battery: bool) -> None:
        if not pauses:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        self._library.set_on_battery(on_battery)
