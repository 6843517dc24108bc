"""Brings the settings and the first steps into the main window. GUI thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from core.system.paths import AppPaths
from desktop.conversation.conversation import ConversationController
from desktop.conversation.end_notes import EndNotes
from desktop.conversation.first_steps import FirstSteps
from desktop.library.library_control import LibraryController
from desktop.settings.data_folder import DataController
from desktop.settings.power_control import PowerController
from desktop.settings.settings_control import SettingsController
from desktop.settings.settings_dialog import SettingsDialog
from desktop.start.window_memory import WindowMemory
from desktop.workers.crew import Crew
from desktop.workers.upkeep import Order


class SettingsDesk(QObject):
    """Makes the two dialogs when they are wanted first; `show_first_steps` once, on a new computer."""

    def __init__(
        self,
        crew: Crew,
        paths: AppPaths,
        conversation: ConversationController,
        library: LibraryController,
        show_folders: Callable[[], None],
        add_samples: Callable[[], None] | None,
        window: QWidget,
    ) -> None:
        """`add_samples`: None where there are none. The dialogs belong to `window`, which an order closes."""
        super().__init__(window)
        self._window = window
        self._paths = paths
        self._show_folders = show_folders
        self._add_samples = add_samples
        self.state = SettingsController(crew, self)
        self.data = DataController(crew, self)
        self.power = PowerController(crew, self.state, library, self)
        self.notes = EndNotes(conversation, library, self.state, window)
        self.order: Order | None = None  # waits until the library is closed
        self.dialog: SettingsDialog | None = None
        self.first_steps: FirstSteps | None = None

    def close(self) -> None:
        """With the window: the program ends when its last window is closed."""
        for dialog in (self.dialog, self.first_steps):
            if dialog is not None:
                dialog.close()

    @Slot()
    def show(self) -> None:
        """The settings, on their first page."""
        if self.dialog is None:
            self.dialog = SettingsDialog(self.state, self.data, self._paths, self._window)
            self.dialog.order_given.connect(self.on_order_given)
            self.dialog.folders_requested.connect(self._show_folders)
        self.dialog.open_on()

    @Slot(object)
    def on_order_given(self, order: Order) -> None:
        """The application carries it out when the window is closed, and opens another one."""
        self.order = order
        self._window.close()

    @Slot()
    def show_first_steps(self) -> None:
        """What to know and to choose before the first question; can be skipped, and comes by itself once."""
        if self.first_steps is None:
            self.first_steps = FirstSteps(
                self.state, offer_samples=self._add_samples is not None, parent=self._window
            )
            if self._add_samples is not None:
                self.first_steps.samples_requested.connect(self._add_samples)
            self.first_steps.settings_requested.connect(self.show)
        self.first_steps.open()
        WindowMemory(self._paths.data).note_welcome()
