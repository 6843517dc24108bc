"""Notices that the installed program was replaced while its window is open, and says so. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication

from core.system.replaced import was_replaced


class UpgradeWatch(QObject):
    """Looks whenever one of the program's windows comes to the front, as after an upgrade in a terminal.
    `noticed(sentence)`: each time while another version lies there, for a notice that shows it once."""

    noticed = Signal(str)

    def __init__(self, app: QGuiApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        app.applicationStateChanged.connect(self.on_state_changed)

    @Slot(Qt.ApplicationState)
    def on_state_changed(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive and was_replaced():
            self.noticed.emit(updated_sentence())


def updated_sentence() -> str:
    return QCoreApplication.translate(
        "UpgradeWatch", "DocuChat was updated. Close this window and open it again."
    )
