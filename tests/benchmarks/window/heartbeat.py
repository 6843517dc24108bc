"""How long the GUI thread was away: a timer that notes how late each of its beats came. GUI thread."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Qt, QTimer, Slot

BEAT_MS = 5


class Heartbeat(QObject):
    """Beats on the GUI thread; `late` has by how many milliseconds each beat came too late."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.late: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self.on_beat)
        self._timer.start()

    @Slot()
    def on_beat(self) -> None:
        now = time.perf_counter()
        self.late.append(max((now - self._last) * 1000 - BEAT_MS, 0.0))
        self._last = now

    def stop(self) -> list[float]:
        """Ends it; all delays, the longest last, the time since the last beat included."""
        self.on_beat()
        self._timer.stop()
        return sorted(self.late)
