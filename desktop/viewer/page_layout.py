"""Where each page of a document lies on one long strip, at one zoom and turn. No widgets.

Strip coordinates are logical pixels from the top of the first page's margin; pages are centred on x = 0.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

from core.types import Box

GAP = 12  # logical pixels around and between pages
_WIDE = 1.5  # most pages are not fitted along with a page that is narrower than this
LETTER = (612.0, 792.0)  # points: for a page of which nothing is known yet


class Sheet(NamedTuple):
    """Size of the unrotated page in points, and its rotation in degrees clockwise, the reader's included."""

    width: float
    height: float
    rotation: int

    @property
    def shown(self) -> tuple[float, float]:
        """Width and height in points as it is shown."""
        turned = self.rotation in (90, 270)
        return (self.height, self.width) if turned else (self.width, self.height)


class Fit(StrEnum):
    """How the zoom follows the size of the view."""

    WIDTH = "width"
    PAGE = "page"
    NONE = "none"


def fitting_scale(sheets: Sequence[Sheet], number: int, room: tuple[int, int], fit: Fit) -> float:
    """Logical pixels a point at which page `number` fits the room (width, height in logical pixels).

    Its width is that of the page, or of most pages if that is a little more. A few wide pages (tables of a
    report) make those in front of the reader no smaller.
    """
    width, height = sheets[min(number, len(sheets)) - 1].shown
    if fit is Fit.PAGE:
        return min(room[0] / width, room[1] / height)
    usual = Counter(sheet.shown[0] for sheet in sheets).most_common(1)[0][0]
    return room[0] / (usual if width < usual <= _WIDE * width else width)


class PageLayout:
    """`scale` is logical pixels a point; pages are numbered from 1."""

    def __init__(self, sheets: Sequence[Sheet], scale: float) -> None:
        self.sheets = list(sheets)
        self.scale = scale
        self._tops: list[int] = []
        self._sizes: list[tuple[int, int]] = []
        top, widest = GAP, 0
        for sheet in self.sheets:
            width, height = sheet.shown
            size = max(round(width * scale), 1), max(round(height * scale), 1)
            self._tops.append(top)
            self._sizes.append(size)
            top += size[1] + GAP
            widest = max(widest, size[0])
        self.width = widest + 2 * GAP
        self.height = top

    def __len__(self) -> int:
        return len(self.sheets)

    def rect(self, number: int) -> QRectF:
        """The page on the strip."""
        width, height = self._sizes[number - 1]
        return QRectF(-(width // 2), self._tops[number - 1], width, height)

    def number_at(self, y: float) -> int:
        """The page at this height, or the one above the gap there; 0 for an empty document."""
        return min(max(bisect_right(self._tops, y), 1), len(self._tops)) if self._tops else 0

    def between(self, top: float, bottom: float) -> range:
        """The numbers of all pages that show between two heights."""
        if not self._tops:
            return range(0)
        first = self.number_at(top)
        if self._tops[first - 1] + self._sizes[first - 1][1] < top and first < len(self._tops):
            first += 1
        return range(first, self.number_at(bottom) + 1)

    def to_strip(self, number: int) -> QTransform:
        """Points of the unrotated page → strip."""
        sheet, rect = self.sheets[number - 1], self.rect(number)
        width, height = sheet.shown
        x, y = rect.width() / max(width, 0.01), rect.height() / max(height, 0.01)
        rotated = {
            0: QTransform(),
            90: QTransform(0, 1, -1, 0, sheet.height, 0),
            180: QTransform(-1, 0, 0, -1, sheet.width, sheet.height),
            270: QTransform(0, -1, 1, 0, 0, sheet.width),
        }[sheet.rotation % 360]
        return rotated * QTransform(x, 0, 0, y, rect.left(), rect.top())

    def boxes_on_strip(self, number: int, boxes: Sequence[Box]) -> list[QRectF]:
        """Stored boxes as rectangles of the strip."""
        to_strip = self.to_strip(number)
        return [to_strip.mapRect(QRectF(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0)) for box in boxes]

    def on_page(self, point: QPointF) -> tuple[int, QPointF]:
        """The page nearest to a point of the strip, and the point in points of that unrotated page."""
        number = self.number_at(point.y())
        back, _ok = self.to_strip(number).inverted()
        return number, back.map(point)
