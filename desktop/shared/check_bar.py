"""How many documents are listed, and how many of them are checked; one box for all. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QToolButton, QWidget

from desktop.messages.words import counted


class CheckBar(QWidget):
    """`all_wanted(bool)`: check all that are listed, or none."""

    all_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = Qt.CheckState.Unchecked
        self.box = QCheckBox(self)
        self.box.setProperty("look", "caption")
        self.box.clicked.connect(self.on_clicked)
        self.none = QToolButton(self)
        self.none.setProperty("look", "link")
        self.none.setText(self.tr("Uncheck"))
        self.none.setAccessibleName(self.tr("Uncheck all documents"))
        self.none.clicked.connect(self.on_none)
        room = self.none.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # the list does not move when something is checked
        self.none.setSizePolicy(room)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.box)
        row.addStretch()
        row.addWidget(self.none)

    def show_counts(self, listed: int, checked: int, checked_here: int) -> None:
        """`checked` in all, `checked_here` of those that are listed."""
        if checked:
            self.box.setText(counted(checked, self.tr("1 checked"), self.tr("{n} checked")))
        else:
            self.box.setText(counted(listed, self.tr("1 document"), self.tr("{n} documents")))
        state = Qt.CheckState.PartiallyChecked if checked else Qt.CheckState.Unchecked
        if listed and checked_here == listed:
            state = Qt.CheckState.Checked
        self._state = state
        self._show_state()
        self.box.setEnabled(listed > 0)
        tip = (
            self.tr("Uncheck all") if state is Qt.CheckState.Checked else self.tr("Check all that are listed")
        )
        self.box.setToolTip(tip)
        self.box.setAccessibleName(f"{self.box.text()}. {tip}")
        self.none.setVisible(checked > 0)

    @Slot()
    def on_clicked(self) -> None:
        """The state follows from what is checked, not from the click; from nothing or some it means all."""
        wanted = self._state is not Qt.CheckState.Checked
        self._show_state()
        self.all_wanted.emit(wanted)

    def _show_state(self) -> None:
        self.box.setTristate(self._state is Qt.CheckState.PartiallyChecked)
        self.box.setCheckState(self._state)

    @Slot()
    def on_none(self) -> None:
        self.all_wanted.emit(False)
