"""Tells when long work has ended while another program is in front: through the desktop's own messages where
it has them, and by marking the window in the task bar. GUI thread.

What is told holds no word of a document or a question: a desktop may keep its messages, or show them locked.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from desktop.conversation.conversation import ConversationController, Turn
from desktop.library.library_control import LibraryController
from desktop.messages.words import counted
from desktop.settings.settings_control import SettingsController

LONG_S = 20.0  # shorter work is waited for in front of the window
_SHOWN_MS = 15_000


def come_to_front(window: QWidget) -> None:
    """Show a window that may be minimised or behind others."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


class EndNotes(QObject):
    """`told(title, text)`: a message was given. Switched off by `window.notify` of the settings."""

    told = Signal(str, str)

    def __init__(
        self,
        conversation: ConversationController,
        library: LibraryController,
        settings: SettingsController,
        window: QWidget,
    ) -> None:
        """`window` is what a message calls the user back to."""
        super().__init__(window)
        self._window = window
        self._library = library
        self._settings = settings
        self._reading_since: float | None = None
        self._documents = 0  # of the batch that is being read
        self._tray: QSystemTrayIcon | None = None
        self._away = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._away.timeout.connect(self.on_away)
        conversation.run_ended.connect(self.on_run_ended)
        library.progress_changed.connect(self.on_progress_changed)

    @Slot(object)
    def on_run_ended(self, turn: Turn) -> None:
        if turn.seconds < LONG_S or turn.state.outcome == "cancelled":
            return
        if turn.state.outcome == "failed":
            self._tell(self.tr("The answer was not finished"), self.tr("The window says why."))
        elif turn.state.outcome == "needs_input":
            self._tell(self.tr("A question to you"), self.tr("The answer goes on when you have replied."))
        else:
            self._tell(self.tr("The answer is there"), self.tr("It can be checked in the window."))

    @Slot()
    def on_progress_changed(self) -> None:
        library = self._library
        if library.reading:
            if self._reading_since is None:
                self._reading_since, self._documents = time.monotonic(), 0
            self._documents = max(self._documents, library.progress.total)
            return
        since, self._reading_since = self._reading_since, None
        if since is not None and time.monotonic() - since >= LONG_S:
            self._tell(
                self.tr("Reading is done"),
                counted(self._documents, self.tr("1 document"), self.tr("{n} documents")),
            )

    def _tell(self, title: str, text: str) -> None:
        if QApplication.activeWindow() is not None or not self._settings.settings.window.notify:
            return
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            tray = self._shown_tray()
            tray.showMessage(title, text, self._window.windowIcon())
        self.told.emit(title, text)

    def _shown_tray(self) -> QSystemTrayIcon:
        """An icon only for as long as there is something to tell."""
        if self._tray is None:
            self._tray = QSystemTrayIcon(QApplication.windowIcon(), self)
            self._tray.setToolTip("DocuChat")
            self._tray.messageClicked.connect(self.on_clicked)
            self._tray.activated.connect(self.on_clicked)
        self._tray.show()
        self._away.start()
        return self._tray

    @Slot()
    def on_clicked(self) -> None:
        come_to_front(self._window)
        self.on_away()

    @Slot()
    def on_away(self) -> None:
        if self._tray is not None:
            self._tray.hide()
