"""Python's cyclic garbage collector, run on the GUI thread only.

Left alone, it runs on whatever thread happens to allocate, and destroys widgets and timers of closed dialogs
there: Qt then prints "Timers cannot be stopped from another thread" or crashes. GUI thread.
"""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QObject, QTimer, Slot

_INTERVAL_MS = 1000
_MANY_MODULES = 50


class GuiThreadCollector(QObject):
    """Switches automatic collection off and does the same, generation by generation, once a second."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._modules = len(sys.modules)
        self._timer = QTimer(self)
        self._timer.setInterval(_INTERVAL_MS)
        self._timer.timeout.connect(self.on_timeout)
        self._timer.start()

    @Slot()
    def on_timeout(self) -> None:
        counts, thresholds = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] <= thresholds[generation]:
                continue
            if generation == 2 and len(sys.modules) > self._modules + _MANY_MODULES:
                self.leave_out_what_stays()  # the first use of index or model imported them
            else:
                gc.collect(generation)
            return

    @Slot()
    def leave_out_what_stays(self) -> None:
        """The modules of the engine stay for good; looking through them each time would stall the window."""
        gc.freeze()
        self._modules = len(sys.modules)

    def stop(self) -> None:
        self._timer.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()
