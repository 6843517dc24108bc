"""In which language the window speaks from its next start on. GUI thread."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QWidget

from desktop.start.window_memory import WindowMemory


class LanguageChoice(QComboBox):
    """Each language under its own name; kept as soon as it is chosen."""

    def __init__(self, memory: WindowMemory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memory = memory
        self.addItem(self.tr("Like the system"), "system")
        self.addItem("English", "en")
        self.addItem("Deutsch", "de")
        self.show_kept()
        self.activated.connect(lambda row: memory.keep_language(self.itemData(row)))

    def show_kept(self) -> None:
        self.setCurrentIndex(max(self.findData(self._memory.language), 0))
