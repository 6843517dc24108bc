"""Paints and edits the cells of a bucket's table. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Slot,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from core.errors import UsageError
from core.fields.schema import FieldSpec, FieldType
from core.fields.values import parse_value
from desktop.messages.core_words import said
from desktop.shared.theme import theme
from desktop.tables.field_words import NOTHING, shown_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.tables.bucket_rows import BucketTableModel

Index = QModelIndex | QPersistentModelIndex
_PAD = 8
_GLYPH = 16
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_TOKENS = ("text", "muted", "accent", "accent-soft", "weak", "bad", "hover", "border")
_CLOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


class ValueDelegate(QStyledItemDelegate):
    """Figures stand at the right with their mark before them, texts at the left with it behind them.

    A value that is typed wrongly keeps its editor open, with what is wrong and what would be right below it.
    """

    def __init__(
        self, view: QAbstractItemView, model: BucketTableModel, hovered: Callable[[], tuple[int, int]]
    ) -> None:
        """`hovered`: row and column under the pointer."""
        super().__init__(view)
        self._view = view
        self._model = model
        self._hovered = hovered
        self.told = QLabel(view.viewport())
        self.told.setObjectName("editError")
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.hide()
        self._colors: dict[str, QColor] = {}
        theme().changed.connect(self.on_theme_changed)
        self.on_theme_changed()

    # --- painting -------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """By hand: asking the style for each of some hundred cells takes longer than a frame."""
        row, column = index.row(), index.column()
        cell = self._model.cell(row, column)
        linked = self._hovered() == (row, column)
        self._paint_back(painter, option)
        room = option.rect.adjusted(_PAD, 0, -_PAD, 0)
        painter.setFont(option.font)
        if cell.glyph:
            at = QRect(room.left() - 2, room.top(), _GLYPH, room.height())
            if not cell.figure:
                at.moveRight(room.right() + 2)
            painter.setPen(self._colors[cell.tone])
            painter.drawText(at, Qt.AlignmentFlag.AlignCenter, cell.glyph)
            room = room.adjusted(_GLYPH, 0, 0, 0) if cell.figure else room.adjusted(0, 0, -_GLYPH, 0)
        missing = cell.text in (NOTHING, "…")
        painter.setPen(self._colors["muted" if missing else ("accent" if linked else "text")])
        if linked:
            font = QFont(option.font)
            font.setUnderline(True)
            painter.setFont(font)
        shown = option.fontMetrics.elidedText(cell.text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _RIGHT if cell.figure else _LEFT, shown)

    def _paint_back(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        colors, rect = self._colors, option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colors["accent-soft"])
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colors["hover"])
        painter.setPen(colors["border"])
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(colors["accent"])
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    @Slot()
    def on_theme_changed(self) -> None:
        self._colors = {token: theme().color(token) for token in _TOKENS}

    def width_of(self, text: str, metrics: QFontMetrics, *, marked: bool) -> int:
        """What a cell needs to show a text in full."""
        return metrics.horizontalAdvance(text) + 2 * _PAD + 4 + (_GLYPH if marked else 0)

    # --- editing --------------------------------------------------------------------------------

    def createEditor(  # type: ignore[override]  # Qt takes no editor for a cell that is not edited
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget | None:
        spec = self._spec(index)
        if spec is None:
            return None
        self.told.hide()
        editor = self._chooser(parent, spec) if spec.type in _CHOSEN else self._line(parent, spec)
        editor.setAccessibleName(spec.shown)
        editor.setAccessibleDescription(self.tr("Leave it empty if the document has none"))
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Once: news of the library must not take away what is typed."""
        if editor.property("filled"):
            return
        editor.setProperty("filled", True)
        text = index.data(Qt.ItemDataRole.EditRole) or ""
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(editor.findData(text), 0))
        elif isinstance(editor, QLineEdit):
            editor.setText(text)
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        self.told.hide()
        model.setData(index, self._text(editor))

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        wide = max(option.rect.width(), 150)
        rect = QRect(option.rect.topLeft(), option.rect.size())
        rect.setWidth(wide)
        over = rect.right() - self._view.viewport().width() + 1
        if over > 0:
            rect.moveLeft(max(rect.left() - over, 0))
        editor.setGeometry(rect)

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        self.told.hide()
        super().destroyEditor(editor, index)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and Tab end the editing only where the text is a value."""
        if (
            event.type() is QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in _CLOSING
            and isinstance(watched, QLineEdit)
        ):
            wrong = self._wrong(watched)
            if wrong:
                self._tell(watched, wrong)
                return True
        return super().eventFilter(watched, event)

    def _chooser(self, parent: QWidget, spec: FieldSpec) -> QComboBox:
        combo = QComboBox(parent)
        combo.addItem(self.tr("none"), "")
        names = ("true", "false") if spec.type is FieldType.BOOL else tuple(spec.values)
        for name in names:
            combo.addItem(shown_key(spec, name), name)
        return combo

    def _line(self, parent: QWidget, spec: FieldSpec) -> QLineEdit:
        edit = QLineEdit(parent)
        edit.setProperty("look", "cell")
        edit.setProperty("field", spec.name)
        if spec.type.is_numeric:
            edit.setAlignment(Qt.AlignmentFlag.AlignRight)
        edit.setPlaceholderText(self.tr("none"))
        edit.textEdited.connect(self.told.hide)
        return edit

    def _wrong(self, edit: QLineEdit) -> str:
        """What is wrong with the typed value, and what would be right; empty when it is one."""
        spec = next((one for one in self._model.specs if one.name == edit.property("field")), None)
        text = edit.text().strip()
        if spec is None or not text:
            return ""
        try:
            parse_value(spec, text)
        except UsageError as error:
            return said(f"{error.message} {error.hint}".strip())
        return ""

    def _tell(self, editor: QLineEdit, sentence: str) -> None:
        self.told.setText(sentence)
        self.told.setMaximumWidth(320)
        self.told.adjustSize()
        room = self._view.viewport().rect()
        at = editor.geometry().bottomLeft() + QPoint(0, 4)
        if at.y() + self.told.height() > room.bottom():
            at.setY(editor.geometry().top() - self.told.height() - 4)
        at.setX(max(min(at.x(), room.right() - self.told.width()), 0))
        self.told.move(at)
        self.told.raise_()
        self.told.show()
        editor.setAccessibleDescription(sentence)

    def _spec(self, index: Index) -> FieldSpec | None:
        return self._model.spec(index.column())

    @staticmethod
    def _text(editor: QWidget) -> str:
        if isinstance(editor, QComboBox):
            return str(editor.currentData() or "")
        return editor.text() if isinstance(editor, QLineEdit) else ""


_CHOSEN = (FieldType.BOOL, FieldType.ENUM)
