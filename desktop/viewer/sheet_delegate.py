"""Paints the cells of a sheet: text that is wrapped where its row is high enough, with words marked in it.
GUI thread.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from core.text.table_heads import is_value
from desktop.shared.theme import LIGHT, PAGE_FOUND, PAGE_FOUND_HERE, PAGE_HIGHLIGHT, theme
from desktop.viewer.sheet import CellMark, SheetModel

Index = QModelIndex | QPersistentModelIndex
PADDING = 8  # left and right of a text; above and below it together
_COLORS = {"cited": PAGE_HIGHLIGHT, "found": PAGE_FOUND, "here": PAGE_FOUND_HERE}


class SheetDelegate(QStyledItemDelegate):
    """What is cited as a whole is filled as a whole."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        text = str(index.data() or "")
        marks = model.marks(index) if isinstance(model, SheetModel) else []
        whole = next((one for one in marks if one.look == "cited" and one.end - one.start == len(text)), None)
        painter.save()
        painter.setClipRect(option.rect)
        if whole is not None:
            painter.fillRect(option.rect, QColor(PAGE_HIGHLIGHT))
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme().color("accent-soft"))
        if text:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            ink = QColor(LIGHT["text"]) if whole is not None and not selected else theme().color("text")
            painter.setPen(ink)
            room = option.rect.adjusted(PADDING, PADDING // 2, -PADDING, -(PADDING // 2))
            self._paint_text(painter, option, room, text, marks)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme().color("accent"))
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def _paint_text(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, text: str, marks: list[CellMark]
    ) -> None:
        layout = QTextLayout(text, option.font)
        wrapping = QTextOption(Qt.AlignmentFlag.AlignRight if is_value(text) else Qt.AlignmentFlag.AlignLeft)
        wrapping.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(wrapping)
        layout.setFormats([_marked(text, mark) for mark in marks])
        line_height = option.fontMetrics.lineSpacing()
        fitting = max(room.height() // line_height, 1)
        layout.beginLayout()
        lines = 0
        while lines <= fitting and (line := layout.createLine()).isValid():
            line.setLineWidth(room.width())
            line.setPosition(QPointF(0, lines * line_height))
            lines += 1
        layout.endLayout()
        if lines > fitting:  # the rest is cut off by the edge of the cell, and said so
            painter.setClipRect(QRect(room.left(), room.top(), room.width(), fitting * line_height))
        layout.draw(painter, QPointF(room.topLeft()))
        if lines > fitting:
            sign = QRect(room.right() - line_height, room.top(), line_height, fitting * line_height)
            painter.fillRect(
                sign.adjusted(0, (fitting - 1) * line_height, 0, 0), _ground(option, marks, text)
            )
            painter.drawText(sign, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, "…")


def _marked(text: str, mark: CellMark) -> QTextLayout.FormatRange:
    """Qt counts in UTF-16."""
    style = QTextCharFormat()
    style.setBackground(QColor(_COLORS[mark.look]))
    style.setForeground(QColor(LIGHT["text"]))  # on a light mark, in dark windows, too
    style.setFontUnderline(mark.look == "here")
    found = QTextLayout.FormatRange()
    found.start = _utf16(text[: mark.start])
    found.length = _utf16(text[mark.start : mark.end])
    found.format = style
    return found


def _ground(option: QStyleOptionViewItem, marks: list[CellMark], text: str) -> QColor:
    if option.state & QStyle.StateFlag.State_Selected:
        return theme().color("accent-soft")
    whole = any(one.look == "cited" and one.end - one.start == len(text) for one in marks)
    return QColor(PAGE_HIGHLIGHT) if whole else option.palette.color(QPalette.ColorRole.Base)


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
