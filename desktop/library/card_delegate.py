"""Paints every list of the window: glyph, title, a short note, body lines, a thin bar. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.shared.item_roles import Role
from desktop.shared.theme import theme

_PAD_X, _PAD_Y, _GAP, _BAR, _LEADING = 12, 8, 4, 3, 2
_BESIDE = 8  # between the title and the note at its right
_RADIUS = 6.0


class CardDelegate(QStyledItemDelegate):
    """`body_lines` 1 elides the body on one line; more wraps it and elides the last of them, and gives a note
    that would leave the title no room a line of its own below it.
    """

    def __init__(
        self,
        view: QAbstractItemView,
        body_lines: int = 1,
        *,
        glyph_width: int = 20,
        body_font: str = "caption",
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> None:
        super().__init__(view)
        self._view: QWidget = view
        self._body_lines = body_lines
        self._glyph_width = self._least_glyph_width = glyph_width
        self._body_role = body_font
        self._elide = elide

    def make_room_for(self, glyphs: list[str]) -> None:
        """Before the titles, in every row alike; never less than the width the list was made with."""
        metrics = QFontMetrics(theme().font("body", bold=self._body_lines > 1))
        widest = max((metrics.horizontalAdvance(glyph) for glyph in glyphs), default=0)
        self._glyph_width = max(self._least_glyph_width, widest)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        title = QFontMetrics(theme().font("body", bold=True)).height()
        body_font = QFontMetrics(theme().font(self._body_role))
        lines = 1
        if self._body_lines > 1:
            lines = len(self._lines(str(index.data(Role.BODY) or ""), self._text_width(self._list_width())))
        body = lines * (body_font.lineSpacing() + _LEADING) + (2 if lines else 0)
        note = self._height_of_note(index, self._text_width(self._list_width()))
        return QSize(120, title + note + body + 2 * _PAD_Y)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = theme()
        row = option.rect.adjusted(4, 1, -4, -1)
        self._paint_ground(painter, option, row)
        inner = row.adjusted(_PAD_X - 4, _PAD_Y - 1, -(_PAD_X - 4), -(_PAD_Y - 1))

        title_font = self.title_font(index)
        title_metrics = QFontMetrics(title_font)

        glyph_box = QRect(inner.left(), inner.top(), self._glyph_width, title_metrics.height())
        painter.setFont(title_font)
        self.paint_lead(painter, glyph_box, index)

        text = inner.adjusted(self._glyph_width + _GAP if self._glyph_width else 0, 0, 0, 0)
        title_line = QRect(text.left(), text.top(), text.width(), title_metrics.height())
        note = self._height_of_note(index, self._text_width(option.rect.width()))
        if note:
            title_line = QRect(text.left(), title_line.bottom() + _LEADING, text.width(), note - _LEADING)
            self._paint_note(painter, title_line, index)
        meta_width = 0 if note else self.paint_meta(painter, title_line, index)
        painter.setFont(title_font)
        painter.setPen(colors.color("text"))
        room = text.width() - (meta_width + _BESIDE if meta_width else 0)
        title = title_metrics.elidedText(str(index.data(Role.TITLE)), self._elide, room)
        title_box = QRect(text.left(), text.top(), room, title_metrics.height())
        painter.drawText(title_box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)

        body_font = colors.font(self._body_role)
        body_metrics = QFontMetrics(body_font)
        painter.setFont(body_font)
        painter.setPen(colors.color("muted" if self._body_role == "caption" else "text"))
        top = text.top() + title_metrics.height() + note + 2
        body = str(index.data(Role.BODY) or "")
        for line in self._lines(body, self._text_width(option.rect.width())):
            painter.drawText(QPointF(text.left(), top + body_metrics.ascent()), line)
            top += body_metrics.lineSpacing() + _LEADING
        self._paint_bar(painter, index.data(Role.FRACTION), row)
        painter.restore()

    def title_font(self, index: QModelIndex | QPersistentModelIndex) -> QFont:
        return theme().font("body", bold=self._body_lines > 1)

    def paint_lead(self, painter: QPainter, box: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """What stands before the title: a glyph, unless another list says otherwise."""
        painter.setPen(theme().color(str(index.data(Role.TONE) or "muted")))
        painter.drawText(
            box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, index.data(Role.GLYPH)
        )

    def paint_meta(self, painter: QPainter, box: QRect, index: QModelIndex | QPersistentModelIndex) -> int:
        """What stands at the right of the title; how wide it is, in pixels."""
        meta = str(index.data(Role.META) or "")
        if not meta:
            return 0
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().color("muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, meta)
        return painter.fontMetrics().horizontalAdvance(meta)

    def _height_of_note(self, index: QModelIndex | QPersistentModelIndex, width: int) -> int:
        """In pixels, of the line of its own that the note beside the title takes; 0: it takes none."""
        meta = str(index.data(Role.META) or "")
        if self._body_lines == 1 or not meta:
            return 0
        caption = QFontMetrics(theme().font("caption"))
        title = QFontMetrics(self.title_font(index)).horizontalAdvance(str(index.data(Role.TITLE)))
        room = width - caption.horizontalAdvance(meta) - _BESIDE
        return 0 if room >= min(title, width // 2) else caption.lineSpacing() + _LEADING

    def _paint_note(self, painter: QPainter, box: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().color("muted"))
        meta = painter.fontMetrics().elidedText(
            str(index.data(Role.META)), Qt.TextElideMode.ElideMiddle, box.width()
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, meta)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, row: QRect) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("accent-soft" if selected else "hover"))
            painter.drawRoundedRect(QRectF(row), _RADIUS, _RADIUS)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme().color("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(row).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)

    def _paint_bar(self, painter: QPainter, fraction: object, row: QRect) -> None:
        if not isinstance(fraction, float):
            return
        track = QRectF(row.left() + 8, row.bottom() - _BAR, row.width() - 16, _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("border"))
        painter.drawRoundedRect(track, 1.5, 1.5)
        painter.setBrush(theme().color("accent"))
        painter.drawRoundedRect(QRectF(track.left(), track.top(), track.width() * fraction, _BAR), 1.5, 1.5)

    def _list_width(self) -> int:
        view = self._view
        return view.viewport().width() if isinstance(view, QAbstractItemView) else view.width()

    def _text_width(self, row_width: int) -> int:
        return max(row_width - 2 * _PAD_X - self._glyph_width - _GAP, 40)

    def _lines(self, body: str, width: int) -> list[str]:
        """At most `body_lines` lines of `width` pixels; what does not fit ends in an ellipsis."""
        font = theme().font(self._body_role)
        metrics = QFontMetrics(font)
        if not body:
            return []
        if self._body_lines == 1:
            return [metrics.elidedText(" ".join(body.split()), Qt.TextElideMode.ElideRight, width)]
        result: list[str] = []
        for paragraph in body.split("\n"):
            pieces = _wrapped(paragraph, width, font)
            for position, piece in enumerate(pieces):
                if len(result) == self._body_lines - 1:
                    rest = paragraph[sum(len(done) for done in pieces[:position]) :]
                    result.append(metrics.elidedText(rest.strip(), Qt.TextElideMode.ElideRight, width))
                    return result
                result.append(piece.strip())
        return result


def _wrapped(paragraph: str, width: int, font: QFont) -> list[str]:
    """The paragraph cut where a text layout breaks it; the pieces join to the paragraph again."""
    layout = QTextLayout(paragraph, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    pieces = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        pieces.append(paragraph[line.textStart() : line.textStart() + line.textLength()])
    layout.endLayout()
    return pieces
