"""The library as the window sees it: adding, reading, pausing, removing. GUI thread."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from core.cancel import CancelToken
from core.events import (
    DocumentProgressed,
    DocumentQueued,
    DocumentStatusChanged,
    Event,
    NoticeGiven,
    PathRejected,
    RunFinished,
)
from core.types import Document, DocumentStatus
from desktop.controllers.reading_progress import ReadingProgress
from desktop.models.documents import DocumentsModel
from desktop.words import rejection_sentence
from desktop.workers.crew import Crew


class LibraryController(QObject):
    """Owns the documents model. `progress_changed`: `progress` has news; `notice_given`: a plain sentence."""

    progress_changed = Signal()
    notice_given = Signal(str)
    loaded = Signal()
    _add_requested = Signal(list)
    _work_requested = Signal(object)
    _list_requested = Signal()
    _remove_requested = Signal(str)

    def __init__(self, crew: Crew, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.documents = DocumentsModel(self)
        self.progress = ReadingProgress()
        self._ready = False
        self._paused = False
        self._token = CancelToken()
        self._early: list[str] = []
        self._add_requested.connect(crew.adding.add)
        self._remove_requested.connect(crew.adding.remove)
        self._work_requested.connect(crew.ingest.work)
        self._list_requested.connect(crew.query.list_documents)
        crew.ready.connect(self.on_ready)
        crew.ingest.stopped.connect(self.on_ingest_stopped)
        crew.adding.added.connect(self.on_added)
        crew.adding.removed.connect(self.on_removed)
        crew.adding.remove_failed.connect(self.on_remove_failed)
        crew.query.documents_listed.connect(self.on_documents_listed)
        crew.query.failed.connect(self.on_query_failed)
        crew.reading.events_arrived.connect(self.on_events)

    @property
    def paused(self) -> bool:
        return self._paused

    @property
    def reading(self) -> bool:
        return self.progress.remaining > 0

    # --- what the user does ---------------------------------------------------------------------

    def add(self, paths: list[str]) -> None:
        """Files and folders; those given before the engine stands are kept until it does."""
        chosen = [str(Path(path)) for path in paths]
        if not chosen:
            return
        if self._ready:
            self._add_requested.emit(chosen)
        else:
            self._early += chosen

    def remove(self, document_ids: list[str]) -> None:
        for document_id in document_ids:
            self._remove_requested.emit(document_id)

    def pause(self) -> None:
        self._paused = True
        self._token.set()
        self.progress.pause()
        self.progress_changed.emit()

    def resume(self) -> None:
        self._paused = False
        self._token = CancelToken()
        self.progress.resume(time.monotonic())
        self._work()
        self.progress_changed.emit()

    # --- what the workers say -------------------------------------------------------------------

    @Slot()
    def on_ready(self) -> None:
        self._ready = True
        self._list_requested.emit()

    @Slot(list)
    def on_documents_listed(self, documents: list[Document]) -> None:
        self.documents.replace_all(documents)
        waiting = [
            document.document_id
            for document in documents
            if document.status not in (DocumentStatus.INDEXED, DocumentStatus.FAILED, DocumentStatus.LOCKED)
        ]
        for document_id in waiting:
            self.progress.queue(document_id, time.monotonic())
        self.loaded.emit()
        self.progress_changed.emit()
        if self._early:
            early, self._early = self._early, []
            self._add_requested.emit(early)
        elif waiting:
            self._work()  # what an earlier session left unfinished

    @Slot(str, str)
    def on_query_failed(self, message: str, hint: str) -> None:
        self.notice_given.emit(f"{message} {hint}".strip())

    @Slot()
    def on_added(self) -> None:
        self._work()

    @Slot(str)
    def on_ingest_stopped(self, outcome: str) -> None:
        if outcome == "failed" and self.reading:  # nothing moves until the user resumes; say so by the button
            self.pause()

    @Slot(str)
    def on_removed(self, document_id: str) -> None:
        self.documents.remove(document_id)
        self.progress.forget(document_id)
        self.progress_changed.emit()

    @Slot(str, str, str)
    def on_remove_failed(self, _document_id: str, message: str, hint: str) -> None:
        self.notice_given.emit(f"{message} {hint}".strip())

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        now = time.monotonic()
        for event in events:
            match event:
                case DocumentQueued():
                    self.documents.queue(event.document_id, event.filename, event.path)
                    self.progress.queue(event.document_id, now)
                case DocumentStatusChanged():
                    self.documents.set_status(
                        event.document_id,
                        event.filename,
                        event.status,
                        event.page_count,
                        event.chunk_count,
                        event.failure,
                    )
                    self.progress.status(event.document_id, event.status, now)
                case DocumentProgressed():
                    self.documents.set_progress(event)
                    self.progress.advance(event, now)
                case PathRejected():
                    self.notice_given.emit(rejection_sentence(event))
                case NoticeGiven():
                    self.notice_given.emit(event.message)
                case RunFinished() if event.outcome == "failed":
                    self.notice_given.emit(f"{event.message} {event.hint}".strip())
                case _:
                    pass
        self.progress_changed.emit()

    def _work(self) -> None:
        if not self._paused:
            self._work_requested.emit(self._token)
