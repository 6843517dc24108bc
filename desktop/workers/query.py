"""Short questions and orders to the library while an answer runs, on a thread of its own."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import Signal, Slot

from core.errors import StorageError
from core.events import Event
from core.types import Location
from desktop.workers.base import Worker, failure_of

_log = logging.getLogger(__name__)


class QueryWorker(Worker):
    """`documents_listed(list[Document], {document_id: its places, where there are several})`;
    `page_found(document_id, number, Page | None)`; `hidden_found(document_id, list[HiddenText])`;
    `paused_told(bool)`: what an earlier session left; `pause_kept(bool)` after `set_paused`;
    `run_found(run_id, list[Event])`; `run_exported(path)`.
    """

    documents_listed = Signal(list, dict)
    page_found = Signal(str, int, object)
    hidden_found = Signal(str, list)
    paused_told = Signal(bool)
    pause_kept = Signal(bool)
    run_found = Signal(str, list)
    run_exported = Signal(str)
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

    @Slot(str)
    def find_run(self, run_id: str) -> None:
        """Always answers: without any events when they cannot be read."""
        events: list[Event] = []
        try:
            events = list(self.engine.run_events(run_id))
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        self.run_found.emit(run_id, events)

    @Slot(str, str, str)
    def export_run(self, run_id: str, path: str, shape: str) -> None:
        """`shape` is `docuchat` or `seed`."""
        from core.output import answer_output  # heavy: first imported here, on this thread
        from core.seed_output import seed_answer

        try:
            events = self.engine.run_events(run_id)
            exported = seed_answer(events) if shape == "seed" else answer_output(events)
            _write(Path(path), exported.model_dump_json(indent=2) + "\n")
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.run_exported.emit(path)

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


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(
            f"{path} could not be written ({error.strerror}).", "Choose another folder or free some space."
        ) from error
