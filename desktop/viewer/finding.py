"""Searching the open document: the places found, and which of them the reader is at. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.viewer.viewer_control import ViewerController
from desktop.workers.viewing import ViewingWorker

if TYPE_CHECKING:
    from core.search.in_document import TextMatch

_TYPING_MS = 180


class FindController(QObject):
    """`changed`: matches or the place among them; `query` is empty when nothing is looked for."""

    changed = Signal()
    _find_requested = Signal(int, str, str)

    def __init__(
        self, viewer: ViewerController, worker: ViewingWorker, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._viewer = viewer
        self._worker = worker
        self.query = ""
        self.matches: list[TextMatch] = []
        self.more = False
        self.at = -1
        self.searching = False
        self._ticket = 0
        self._by_page: dict[int, list[int]] = {}
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self.on_typed)
        self._find_requested.connect(worker.find)
        worker.found.connect(self.on_found)
        viewer.document_changed.connect(self.on_document_changed)

    @property
    def current(self) -> TextMatch | None:
        return self.matches[self.at] if 0 <= self.at < len(self.matches) else None

    def on_page(self, number: int) -> list[TextMatch]:
        """The places on one page, in order."""
        return [self.matches[at] for at in self._by_page.get(number, ())]

    def look_for(self, query: str) -> None:
        """After a moment, so that a word that is being typed is looked for once."""
        self.query = query.strip()
        self.searching = bool(self.query)
        self._ticket = self._worker.next_search()
        if self.query:
            self._typing.start()
        else:
            self._typing.stop()
            self._take([], False)

    def step(self, direction: int) -> None:
        """The next (+1) or previous (-1) place, round and round; what was just typed comes first."""
        if self._typing.isActive():
            self._typing.stop()
            self.on_typed()
        elif self.matches:
            self.at = (self.at + direction) % len(self.matches)
            self._show()

    @Slot()
    def on_typed(self) -> None:
        if self.query and self._viewer.is_open:
            self._find_requested.emit(self._ticket, self._viewer.document_id, self.query)

    @Slot(int, list, bool)
    def on_found(self, ticket: int, matches: list[TextMatch], more: bool) -> None:
        if ticket == self._ticket:
            self._take(matches, more)
            if matches:
                here = self._viewer.number
                self.at = next((at for at, match in enumerate(matches) if match.page >= here), 0)
                self._show()

    @Slot()
    def on_document_changed(self) -> None:
        self.look_for(self.query)

    def _take(self, matches: list[TextMatch], more: bool) -> None:
        self.matches, self.more, self.at, self.searching = matches, more, -1, False
        self._by_page = {}
        for at, match in enumerate(matches):
            for number in range(match.page, match.last_page + 1):
                self._by_page.setdefault(number, []).append(at)
        self.changed.emit()

    def _show(self) -> None:
        self.changed.emit()
        current = self.current
        if current is not None:
            self._viewer.reveal(current.page, current.span)
