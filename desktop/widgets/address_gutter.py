"""The narrow column beside a sheet's text that says which cells a line came from. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.types import Page, PageKind
from desktop.theme import theme

if TYPE_CHECKING:
    from desktop.widgets.text_page import TextPage

_PADDING = 8


class AddressGutter(QWidget):
    """Paints the addresses that its text page has for the blocks in view."""

    def __init__(self, page: TextPage) -> None:
        super().__init__(page)
        self._page = page

    def sizeHint(self) -> QSize:
        return QSize(self._page.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme().color("window"))
        painter.setPen(theme().color("muted"))
        painter.setFont(self._page.font())
        for top, height, address in self._page.addresses_in_view():
            area = QRect(0, top, self.width() - _PADDING, height)
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, address)
        painter.end()


def line_addresses(page: Page, start: int, lines: Sequence[str]) -> list[str]:
    """For each line of a sheet's text the cells it shows ("B3:E3"), "" where none are known; [] for others.

    `start`: where the first line begins in the page's text.
    """
    if page.kind is not PageKind.SHEET or not page.places:
        return []
    found = []
    places = iter(page.places)
    place = next(places, None)
    at = page.span.start + start
    for line in lines:
        end = at + len(line)
        addresses: list[str] = []
        while place is not None and place.span.start < end:
            if place.span.end > at:
                addresses.append(place.address)
            if place.span.end > end:  # goes on in the next line
                break
            place = next(places, None)
        found.append(_range(addresses))
        at = end + 1
    return found if any(found) else []


def _range(addresses: Sequence[str]) -> str:
    if not addresses:
        return ""
    first, last = addresses[0].split(":")[0], addresses[-1].split(":")[-1]
    return first if first == last else f"{first}:{last}"
