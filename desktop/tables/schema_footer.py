"""Below the schema editor: what is told of the schema, and what can be done with it. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget


def _tr(text: str) -> str:
    return QCoreApplication.translate("Schemas", text)


class SchemaFooter(QWidget):
    """Says what the user wants; `desktop.tables.schema_dialog` does it. `export_wanted`: `toml` or `json`."""

    reading_wanted = Signal()
    reset_wanted = Signal()
    export_wanted = Signal(str)
    discard_wanted = Signal()
    save_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = QLabel(self)
        self.note.setProperty("look", "caption")
        self.note.setWordWrap(True)
        self.read_now = self._button(_tr("Read now"), self.reading_wanted)
        self.read_now.hide()
        self.reset = self._button(_tr("Back to the built-in schema"), self.reset_wanted)
        self.give = QPushButton(_tr("Export"), self)
        self.give.setAutoDefault(False)
        menu = QMenu(self.give)
        menu.addAction(_tr("As TOML…"), lambda: self.export_wanted.emit("toml"))
        menu.addAction(_tr("As JSON…"), lambda: self.export_wanted.emit("json"))
        self.give.setMenu(menu)
        self.discard = self._button(_tr("Undo changes"), self.discard_wanted)
        self.save = self._button(_tr("Save"), self.save_wanted)
        self.save.setProperty("look", "primary")
        self.close_button = self._button(_tr("Close"), self.close_wanted)
        self._arrange()

    def _arrange(self) -> None:
        told = QHBoxLayout()
        told.addWidget(self.note, 1)
        told.addWidget(self.read_now)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.reset, self.give):
            buttons.addWidget(button)
        buttons.addStretch()
        for button in (self.discard, self.save, self.close_button):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(told)
        column.addLayout(buttons)

    def tell(self, sentence: str, *, offer_reading: bool = False) -> None:
        """`offer_reading`: documents may be read with the schema now."""
        self.note.setText(sentence)
        self.read_now.setVisible(offer_reading)

    def show_state(self, *, changed: bool, saving: bool, built_in: bool, own: bool) -> None:
        """`own`: the schema in use is the user's; `built_in`: the program comes with one of that bucket."""
        self.save.setEnabled(changed and not saving)
        self.discard.setEnabled(changed)
        self.reset.setText(_tr("Back to the built-in schema") if built_in else _tr("Delete this bucket"))
        self.reset.setEnabled(own)

    def _button(self, name: str, wanted: SignalInstance) -> QPushButton:
        button = QPushButton(name, self)
        button.setAutoDefault(False)
        button.clicked.connect(wanted)
        return button
