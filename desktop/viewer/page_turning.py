"""Keys and wheel of what shows pages without pictures: where its end is reached, the next page is asked for.
GUI thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea


class PageTurning(QObject):
    """`turned(page number)`: the reader wants to go on beyond the first or last of `pages`, which are here;
    `zoomed(±1)`; `menu_wanted(global position)`.
    """

    turned = Signal(int)
    zoomed = Signal(int)
    menu_wanted = Signal(QPoint)

    def __init__(self, area: QAbstractScrollArea, pages: Callable[[], Sequence[int]]) -> None:
        super().__init__(area)
        self._area = area
        self._pages = pages

    def takes_wheel(self, event: QWheelEvent) -> bool:
        """False: it scrolls."""
        turned = event.angleDelta().y()
        step = 1 if turned > 0 else -1
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoomed.emit(step)
            event.accept()
            return True
        return bool(turned) and self._turn(-step)

    def takes_key(self, event: QKeyEvent) -> bool:
        """False: it is the area's own."""
        match event.key():
            case Qt.Key.Key_PageDown:
                return self._turn(1)
            case Qt.Key.Key_PageUp:
                return self._turn(-1)
            case Qt.Key.Key_Menu:
                self.menu_wanted.emit(self._area.mapToGlobal(self._area.rect().center()))
                return True
            case _:
                return False

    def _turn(self, step: int) -> bool:
        """At the very end of what is here: ask for what comes next."""
        bar, pages = self._area.verticalScrollBar(), self._pages()
        if not pages or bar.value() != (bar.maximum() if step > 0 else bar.minimum()):
            return False
        self.turned.emit(pages[-1 if step > 0 else 0] + step)
        return True
