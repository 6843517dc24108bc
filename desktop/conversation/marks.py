"""Marks on pages, as a text marker leaves them. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from desktop.shared.theme import PAGE_HIGHLIGHT


def paint_marks(painter: QPainter, marks: Sequence[QRectF], color: str) -> None:
    """Multiplied in: black text stays black, white paper takes the colour."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    # One path for all: where two lines' marks touch, the paper must not be multiplied twice.
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.WindingFill)
    for mark in marks:
        x, y = mark.height() * 0.08, mark.height() * 0.05
        area.addRoundedRect(mark.adjusted(-x, -y, x, y), 2, 2)
    painter.drawPath(area)
    painter.restore()


def marked(image: QImage, marks: Sequence[QRectF]) -> QImage:
    """A picture of a page with its marks."""
    if not marks:
        return image
    result = image.convertToFormat(QImage.Format.Format_RGB32)
    painter = QPainter(result)
    paint_marks(painter, marks, PAGE_HIGHLIGHT)
    painter.end()
    return result
