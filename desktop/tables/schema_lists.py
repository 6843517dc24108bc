"""The two lists of the schema editor: buckets, and the fields of one with the tools for them. GUI thread.

They show what they are given and say what the user wants; `desktop.tables.schema_dialog` decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt, Signal, SignalInstance, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.fields.schema import FieldType
from desktop.shared.icons import icon
from desktop.shared.theme import theme
from desktop.tables.field_words import type_word
from desktop.tables.schema_drafts import SchemaDraft

_BUCKET = Qt.ItemDataRole.UserRole + 1


def _tr(text: str) -> str:
    return QCoreApplication.translate("Schemas", text)


@dataclass(frozen=True, slots=True)
class BucketLine:
    """A bucket as it stands in the list."""

    bucket: str
    words: str
    tip: str


class SchemaBuckets(QWidget):
    """Which bucket is edited. `chosen(bucket)`: by the user, never by `show_buckets`."""

    chosen = Signal(str)
    new_wanted = Signal()
    import_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names = _names(self, _tr("Buckets"))
        self.add = _button(self, _tr("New bucket…"), self.new_wanted)
        self.bring = _button(self, _tr("Import…"), self.import_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(8)
        column.addWidget(self.names, 1)
        column.addWidget(self.add)
        column.addWidget(self.bring)
        self.names.currentItemChanged.connect(self.on_current_changed)

    def show_buckets(self, lines: Iterable[BucketLine], current: str) -> str:
        """The bucket that is marked then: `current`, or the first where there is no such."""
        self.names.blockSignals(True)
        self.names.clear()
        place = 0
        for row, line in enumerate(lines):
            item = QListWidgetItem(line.words)
            item.setData(_BUCKET, line.bucket)
            item.setToolTip(line.tip)
            self.names.addItem(item)
            place = row if line.bucket == current else place
        self.names.setCurrentRow(place)
        self.names.blockSignals(False)
        return self.current()

    def current(self) -> str:
        item = self.names.currentItem()
        return str(item.data(_BUCKET)) if item is not None else ""

    def reword(self, words: str) -> None:
        """The marked bucket is called otherwise now."""
        item = self.names.currentItem()
        if item is not None:
            item.setText(words)

    @Slot()
    def on_current_changed(self) -> None:
        if self.current():
            self.chosen.emit(self.current())


class SchemaFields(QWidget):
    """The fields of a bucket. `chosen(place)`: also when others are shown, -1 where there is none."""

    chosen = Signal(int)
    add_wanted = Signal()
    remove_wanted = Signal()
    move_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft: SchemaDraft | None = None
        self._wrong: Collection[int] = ()
        self.names = _names(self, _tr("Fields"))
        self.tools: dict[str, QToolButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 8, 0)
        column.setSpacing(4)
        column.addWidget(self.names, 1)
        column.addLayout(self._tools())
        self.names.currentRowChanged.connect(self.on_row_changed)
        theme().changed.connect(self.on_theme_changed)
        self.on_theme_changed()

    def _tools(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        for name, says, wanted in (
            ("plus", _tr("Add a field"), self.add_wanted.emit),
            ("trash", _tr("Remove the field"), self.remove_wanted.emit),
            ("up", _tr("Further up (Alt+Up)"), lambda: self.move_wanted.emit(-1)),
            ("down", _tr("Further down (Alt+Down)"), lambda: self.move_wanted.emit(1)),
        ):
            button = QToolButton(self)
            button.setAutoRaise(True)
            button.setToolTip(says)
            button.setAccessibleName(says)
            button.clicked.connect(wanted)
            self.tools[name] = button
            row.addWidget(button)
        row.addStretch()
        self.tools["up"].setShortcut("Alt+Up")
        self.tools["down"].setShortcut("Alt+Down")
        return row

    def show_fields(self, draft: SchemaDraft, place: int) -> None:
        """All of them, and the one at `place` or the last one marked."""
        self._draft = draft
        self._wrong = ()
        self.names.blockSignals(True)
        self.names.clear()
        for number in range(len(draft.fields)):
            self.names.addItem(field_words(draft, number))
        self.names.setCurrentRow(min(place, len(draft.fields) - 1))
        self.names.blockSignals(False)
        self.on_row_changed(self.place)

    @property
    def place(self) -> int:
        """Of the marked field; -1 where there is none."""
        return self.names.currentRow()

    def go_to(self, place: int) -> None:
        self.names.setCurrentRow(place)

    def reword(self, place: int) -> None:
        """A field is called otherwise now, or of another type."""
        if self._draft is not None:
            self.names.item(place).setText(field_words(self._draft, place))

    def mark(self, wrong: Collection[int]) -> None:
        """Which fields have something wrong, by a sign and by colour; all are worded as they are now."""
        self._wrong = wrong
        if self._draft is None:
            return
        for place in range(self.names.count()):
            item, words = self.names.item(place), field_words(self._draft, place)
            item.setText(f"! {words}" if place in wrong else words)
            item.setForeground(theme().color("bad" if place in wrong else "text"))

    @Slot(int)
    def on_row_changed(self, place: int) -> None:
        self.tools["trash"].setEnabled(place >= 0)
        self.tools["up"].setEnabled(place > 0)
        self.tools["down"].setEnabled(0 <= place < self.names.count() - 1)
        self.chosen.emit(place)

    @Slot()
    def on_theme_changed(self) -> None:
        for name, button in self.tools.items():
            button.setIcon(icon(name))
        self.mark(self._wrong)


def field_words(draft: SchemaDraft, place: int) -> str:
    """`Total · Money`."""
    field = draft.fields[place]
    kinds = {kind.value: type_word(kind) for kind in FieldType}
    kind = kinds.get(str(field.get("type")), "?")
    unit = f" ({field['unit']})" if field.get("unit") and field.get("type") == "number" else ""
    return f"{draft.field_shown(place)} · {kind}{unit}"


def _names(parent: QWidget, called: str) -> QListWidget:
    """A list as wide as its place: long names end in “…”."""
    names = QListWidget(parent)
    names.setAccessibleName(called)
    names.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    names.setTextElideMode(Qt.TextElideMode.ElideRight)
    return names


def _button(parent: QWidget, name: str, wanted: SignalInstance) -> QPushButton:
    button = QPushButton(name, parent)
    button.setAutoDefault(False)
    button.clicked.connect(wanted)
    return button
