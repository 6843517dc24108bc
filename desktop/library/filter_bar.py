"""The filter of a table: of which documents, a line in the filter language, what is wrong with it, and chips.
GUI thread.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from core.fields.schema import BucketSchema, FieldType
from desktop.shared.flow_layout import FlowLayout
from desktop.shared.icons import icon
from desktop.shared.theme import theme
from desktop.tables.table_control import Chip
from desktop.workspaces.scope_button import ScopeButton

_TYPED_MS = 500  # after the last key the line is read; Enter reads it at once


class FilterBar(QWidget):
    """`line_entered(str)`; `chip_removed(field, key)`; `cleared`: show everything; `facets_toggled(bool)`."""

    line_entered = Signal(str)
    chip_removed = Signal(str, str)
    cleared = Signal()
    facets_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: tuple[Chip, ...] = ()
        self.edit = QLineEdit(self)
        self.edit.setAccessibleName(self.tr("Filter"))
        self.edit.setClearButtonEnabled(True)
        self._sign = QAction(self)
        self.edit.addAction(self._sign, QLineEdit.ActionPosition.LeadingPosition)
        self.edit.installEventFilter(self)
        self._typed = QTimer(self, singleShot=True, interval=_TYPED_MS)
        self._typed.timeout.connect(self._enter)
        self.edit.textEdited.connect(self.on_text_edited)
        self.edit.textChanged.connect(self.on_text_changed)
        self.edit.returnPressed.connect(self._enter)
        self.facets = QPushButton(self.tr("Narrow down"), self)
        self.facets.setProperty("look", "toggle")
        self.facets.setCheckable(True)
        self.facets.setToolTip(self.tr("Frequent values, years and ranges to click"))
        self.facets.toggled.connect(self.facets_toggled)
        self.scope = ScopeButton(self, of_table=True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        row.addWidget(self.facets)

        self.error = QLabel(self)
        self.error.setProperty("look", "bad")
        self.error.setWordWrap(True)
        self.error.setTextFormat(Qt.TextFormat.PlainText)
        self.error.hide()
        self.chips = QWidget(self)
        self._flow = FlowLayout(self.chips)
        self.chips.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.error)
        column.addWidget(self.scope, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.chips)
        theme().changed.connect(self.on_theme_changed)
        self.on_theme_changed()

    def show_schema(self, schema: BucketSchema) -> None:
        """An example in terms of this bucket."""
        example = _example(schema)
        text = self.tr("Filter, for example {example}").format(example=example) if example else ""
        self.edit.setPlaceholderText(text or self.tr("Filter"))
        names = "\n".join(f"{spec.name}  –  {spec.shown}" for spec in schema.fields)
        self.edit.setToolTip(
            self.tr(
                "Conditions with =, !=, <, <=, >, >=, LIKE '%part%', IN (…), BETWEEN … AND …, IS NULL, "
                "joined by AND, OR and NOT. Fields go by name or title:"
            )
            + f"\n{names}"
        )
        self.edit.setAccessibleDescription(text)

    def show_line(self, line: str) -> None:
        if self.edit.text() != line:
            self.edit.setText(line)
        self._typed.stop()

    def show_error(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))
        self.edit.setProperty("wrong", bool(sentence))
        self.edit.style().unpolish(self.edit)
        self.edit.style().polish(self.edit)

    def show_chips(self, chips: Sequence[Chip]) -> None:
        if tuple(chips) == self._chips:
            return
        self._chips = tuple(chips)
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for chip in chips:
            self._flow.addWidget(self._chip(chip))
        if chips:
            clear = QPushButton(self.tr("Show all"), self.chips)
            clear.setProperty("look", "link")
            clear.setProperty("fit", "chip")
            clear.clicked.connect(self.cleared)
            self._flow.addWidget(clear)
        self.chips.setVisible(bool(chips))
        self.updateGeometry()

    def chip_buttons(self) -> list[QToolButton]:
        items = (self._flow.itemAt(place) for place in range(self._flow.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, QToolButton)]

    @Slot(str)
    def on_text_edited(self, _text: str) -> None:
        self._typed.start()

    @Slot(str)
    def on_text_changed(self, text: str) -> None:
        if not text:
            self._enter()  # the clear button, too

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self.edit
            and isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
            and self.edit.text()
        ):
            self.edit.clear()
            return True
        return super().eventFilter(watched, event)

    @Slot()
    def _enter(self) -> None:
        self._typed.stop()
        self.line_entered.emit(self.edit.text())

    def _chip(self, chip: Chip) -> QToolButton:
        button = QToolButton(self.chips)
        button.setProperty("look", "chip")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross behind the words
        label = chip.label if len(chip.label) <= 60 else f"{chip.label[:59]}…"
        button.setText(label.replace("&", "&&"))
        button.setIcon(icon("close", "muted"))
        button.setIconSize(QSize(12, 12))
        button.setToolTip(self.tr("Remove the condition “{label}”").format(label=chip.label))
        button.setAccessibleName(button.toolTip())
        button.clicked.connect(lambda: self.chip_removed.emit(chip.field, chip.key))
        return button

    @Slot()
    def on_theme_changed(self) -> None:
        self._sign.setIcon(icon("search", "muted"))
        self.facets.setIcon(icon("narrow", "muted"))
        for button in self.chip_buttons():
            button.setIcon(icon("close", "muted"))


def _example(schema: BucketSchema) -> str:
    """A condition with the schema's own names."""
    kinds = {
        FieldType.MONEY: "{name} > 1000 EUR",
        FieldType.TEXT: "{name} LIKE '%abc%'",
        FieldType.DATE: "{name} > 2023",
        FieldType.NUMBER: "{name} > 10",
    }
    parts: list[str] = []
    for kind, form in kinds.items():
        same = [spec for spec in schema.fields if spec.type is kind]
        telling = [spec for spec in same if spec.sum_of or spec.stands] or same
        if telling and len(parts) < 2:
            parts.append(form.format(name=telling[0].name))
    return " AND ".join(parts)
