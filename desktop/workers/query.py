"""Short questions to the library (document list, a page's words) while an answer runs; its own thread."""

from __future__ import annotations

import logging

from PySide6.QtCore import Signal, Slot

from desktop.workers.base import Worker, failure_of

_log = logging.getLogger(__name__)


class QueryWorker(Worker):
    """`documents_listed(list[Document])`; `page_found(document_id, number, Page | None)`."""

    documents_listed = Signal(list)
    page_found = Signal(str, int, object)
    failed = Signal(str, str)

    @Slot()
    def list_documents(self) -> None:
        try:
            documents = self.engine.documents()
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.failed.emit(message, hint)
        else:
            self.documents_listed.emit(list(documents))

    @Slot(str, int)
    def find_page(self, document_id: str, number: int) -> None:
        """Always answers: without the stored words the page is still shown, only nothing is highlighted."""
        page = None
        try:
            page = self.engine.page(document_id, number)
        except Exception as error:  # noqa: BLE001
            failure_of(error)
        self.page_found.emit(document_id, number, page)
