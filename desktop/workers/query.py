"""Short questions and orders to the library while an answer runs, on a thread of its own."""

from __future__ import annotations

import logging

from PySide6.QtCore import Signal, Slot

from core.types import Location
from desktop.workers.base import Worker, failure_of

_log = logging.getLogger(__name__)


class QueryWorker(Worker):
    """`documents_listed(list[Document], {document_id: its places, where there are several})`;
    `page_found(document_id, number, Page | None)`; `hidden_found(document_id, list[HiddenText])`;
    `paused_told(bool)`: what an earlier session left; `pause_kept(bool)` after `set_paused`.
    """

    documents_listed = Signal(list, dict)
    page_found = Signal(str, int, object)
    hidden_found = Signal(str, list)
    paused_told = Signal(bool)
    pause_kept = Signal(bool)
    failed = Signal(str, str)

    @Slot()
    def list_documents(self) -> None:
        try:
            documents = self.engine.documents()
            places: dict[str, list[Location]] = {}
            for place in self.engine.locations():
                places.setdefault(place.document_id, []).append(place)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            several = {name: found for name, found in places.items() if len(found) > 1}
            self.documents_listed.emit(list(documents), several)

    @Slot()
    def tell_paused(self) -> None:
        """What cannot open its index cannot have been paused either; reading says why it cannot begin."""
        paused = False
        try:
            paused = self.engine.ingest_paused
        except Exception as error:  # noqa: BLE001
            failure_of(error)
        self.paused_told.emit(paused)

    @Slot(bool)
    def set_paused(self, paused: bool) -> None:
        try:
            self.engine.pause_ingest(paused)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.pause_kept.emit(paused)

    @Slot(str)
    def find_hidden(self, document_id: str) -> None:
        try:
            hidden = self.engine.hidden_text(document_id)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.hidden_found.emit(document_id, list(hidden))

    def _tell(self, error: Exception) -> None:
        _code, message, hint = failure_of(error)
        self.failed.emit(message, hint)

    @Slot(str, int)
    def find_page(self, document_id: str, number: int) -> None:
        """Always answers: without the stored words the page is still shown, only nothing is highlighted."""
        page = None
        try:
            page = self.engine.page(document_id, number)
        except Exception as error:  # noqa: BLE001
            failure_of(error)
        self.page_found.emit(document_id, number, page)
