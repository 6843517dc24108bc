"""Short questions and orders to the library while an answer runs, on a thread of its own."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import Signal, Slot

from core.cancel import CancelToken
from core.errors import Cancelled, StorageError
from core.events import Event
from core.types import Location
from desktop.workers.base import Worker, failure_of

_log = logging.getLogger(__name__)


class QueryWorker(Worker):
    """`documents_listed(list[Document], {document_id: its places, where there are several})`;
    `reading_found(document_id, ReadingReport | None)`;
    `paused_told(bool, how many documents are to be read anew)`: what an earlier session, and an earlier
    version, left; `pause_kept(bool)` after `set_paused`;
    `run_found(run_id, list[Event])`; `run_exported(path)`; `report_exported(path)`.
    """

    documents_listed = Signal(list, dict)
    reading_found = Signal(str, object)
    paused_told = Signal(bool, int)
    pause_kept = Signal(bool)
    run_found = Signal(str, list)
    run_exported = Signal(str)
    report_exported = Signal(str)
    failed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._token = CancelToken()

    @Slot()
    def list_documents(self) -> None:
        if self._token.is_set:
            return  # the window closes: only what is to be kept is still done
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
        paused, outdated = False, 0
        try:
            paused = self.engine.ingest_paused
            outdated = self.engine.to_renew()
        except Exception as error:  # noqa: BLE001
            failure_of(error)
        self.paused_told.emit(paused, outdated)

    @Slot(bool)
    def set_paused(self, paused: bool) -> None:
        try:
            self.engine.pause_ingest(paused)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.pause_kept.emit(paused)

    @Slot(str)
    def find_reading(self, document_id: str) -> None:
        try:
            report = self.engine.reading_report(document_id)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.reading_found.emit(document_id, report)

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
        from core.published.output import answer_output  # heavy: first imported here, on this thread
        from core.published.seed_output import seed_answer

        try:
            events = self.engine.run_events(run_id)
            exported = seed_answer(events) if shape == "seed" else answer_output(events)
            _write(Path(path), exported.model_dump_json(indent=2) + "\n")
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.run_exported.emit(path)

    @Slot(str, str)
    def export_report(self, run_id: str, path: str) -> None:
        """An answer as a document, in the format that the end of the name says."""
        from core.report.report_content import content_of  # heavy: first imported here, on this thread
        from core.report.report_files import format_of, write_report
        from core.runs.trace import fold_all

        try:
            content = content_of(fold_all(self.engine.run_events(run_id)))
            write_report(Path(path), content, format_of(Path(path)), self._token)
        except Cancelled:
            return
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.report_exported.emit(path)

    def interrupt(self) -> None:
        self._token.set()

    def _tell(self, error: Exception) -> None:
        _code, message, hint = failure_of(error)
        self.failed.emit(message, hint)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(
            f"{path} could not be written ({error.strerror}).", "Choose another folder or free some space."
        ) from error
