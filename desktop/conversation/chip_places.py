"""Where the chips of a conversation stand in its document. Functions of the document; GUI thread."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextCursor, QTextDocument, QTextLine


def chips_between(document: QTextDocument, start: int, end: int) -> list[tuple[int, int]]:
    """Position, counted from `start`, and length of each."""
    found: list[tuple[int, int]] = []
    block = document.findBlock(start)
    while block.isValid() and block.position() < end:
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            link = fragment.charFormat().anchorHref()
            if link.startswith("cite:"):
                found += _brackets(fragment.position() - start, fragment.text())
            elif link.startswith("change:"):
                found.append((fragment.position() - start, fragment.length()))
            iterator += 1
        block = block.next()
    return found


def _brackets(position: int, text: str) -> list[tuple[int, int]]:
    """`[1][2]` with the same link format may be one fragment: one box for each bracket."""
    boxes: list[tuple[int, int]] = []
    for piece in text.split("]")[:-1]:
        boxes.append((position, len(piece) + 1))
        position += len(piece) + 1
    return boxes


def box_of(document: QTextDocument, position: int, length: int, visible: QRectF) -> QRectF | None:
    """Around a chip, in the document's coordinates; None where it cannot be seen."""
    block = document.findBlock(position)
    area = document.documentLayout().blockBoundingRect(block)
    if not block.isValid() or area.bottom() < visible.top() or area.top() > visible.bottom():
        return None
    offset = position - block.position()
    line = block.layout().lineForTextPosition(offset)
    if not line.isValid():
        return None
    left, right = _x_at(line, offset), _x_at(line, offset + length)
    # In a cell of a table the layout's own position is that within the cell.
    in_cell = QTextCursor(block).currentTable() is not None
    origin = area.topLeft() if in_cell else block.layout().position()
    height = line.ascent() + line.descent()
    box = QRectF(origin.x() + left, origin.y() + line.y(), right - left, height)
    return box.adjusted(-0.5, 1, 0.5, 1)


def _x_at(line: QTextLine, position: int) -> float:
    # PySide returns (x, position) for the overload that may move the position; its stubs say `object`.
    found: Any = line.cursorToX(position)
    return float(found[0] if isinstance(found, tuple) else found)
