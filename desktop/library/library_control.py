"""The library as the window sees it: adding, reading, pausing, unlocking, removing. GUI thread."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.cancel import CancelToken
from core.events import (
    DocumentProgressed,
    DocumentQueued,
    DocumentStatusChanged,
    Event,
    FolderSynced,
    IngestProgressed,
    NoticeGiven,
    PathRejected,
    RunFinished,
)
from core.types import Document, DocumentStatus, Location, SourceState
from desktop.library.document_items import STEP, DocumentsModel
from desktop.library.reading_progress import ReadingProgress
from desktop.messages.core_words import said
from desktop.messages.words import rejection_sentence
from desktop.shared.slices import Slices
from desktop.start.unfinished import Addition
from desktop.workers.crew import Crew

_ENDED = (DocumentStatus.INDEXED, DocumentStatus.FAILED, DocumentStatus.LOCKED)
# Flags, problems and places come with the list only; events are followed by one listing, not by one each.
_LIST_AGAIN_MS = 700
_TAKE_OUT_MS = 60  # what is removed in parts leaves the list in fewer


class LibraryController(QObject):
    """Owns the documents model. `progress_changed`: `progress` has news; `notice_given`: a plain sentence.

    `listed`: the model was brought in line with the library.
    """

    progress_changed = Signal()
    notice_given = Signal(str)
    loaded = Signal()
    listed = Signal()
    unlocked = Signal(str)
    _add_requested = Signal(list, str)
    _work_requested = Signal(object)
    _list_requested = Signal()
    _remove_requested = Signal(list)
    _unlock_requested = Signal(str, str)
    _retry_requested = Signal(list)
    _pause_requested = Signal(bool)
    _paused_wanted = Signal()

    def __init__(self, crew: Crew, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.documents = DocumentsModel(self)
        self.progress = ReadingProgress()
        self._ready = False
        self._known = False  # the first list has come
        self._paused = False
        self._on_battery = False  # and the user wants no reading then
        self._anyway = False  # but this once
        self._pause_known = False  # whether an earlier session's pause still holds
        self._work_wanted = False  # once that is known
        self._runs = 0  # asked for and not ended
        self._token = CancelToken()
        self.additions: list[Addition] = []  # that are not in the library yet
        self._changes = self._listed_changes = 0
        self._slices, self._beginning = Slices(self), Slices(self)
        self._list_again = QTimer(self, singleShot=True, interval=_LIST_AGAIN_MS)
        self._list_again.timeout.connect(self.refresh)
        self._gone: list[str] = []  # from the library, and not from the list yet
        self._taking_out = QTimer(self, singleShot=True, interval=_TAKE_OUT_MS)
        self._taking_out.timeout.connect(self.on_taking_out)
        self._add_requested.connect(crew.adding.add)
        self._remove_requested.connect(crew.adding.remove)
        self._unlock_requested.connect(crew.adding.unlock)
        self._retry_requested.connect(crew.adding.retry)
        self._work_requested.connect(crew.ingest.work)
        self._list_requested.connect(crew.query.list_documents)
        self._pause_requested.connect(crew.query.set_paused)
        self._paused_wanted.connect(crew.query.tell_paused)
        crew.ready.connect(self.on_ready)
        crew.ingest.stopped.connect(self.on_ingest_stopped)
        crew.adding.added.connect(self.on_added)
        crew.adding.taken_in.connect(self.on_taken_in)
        crew.adding.removed.connect(self.on_removed)
        crew.adding.unlocked.connect(self.unlocked)
        crew.adding.failed.connect(self.on_failed)
        crew.query.documents_listed.connect(self.on_documents_listed)
        crew.query.paused_told.connect(self.on_paused_told)
        crew.query.pause_kept.connect(self.on_pause_kept)
        crew.query.failed.connect(self.on_failed)
        crew.reading.events_arrived.connect(self.on_events)

    @property
    def known(self) -> bool:
        """The library's list has come."""
        return self._known

    @property
    def paused(self) -> bool:
        return self._paused

    @property
    def waits_for_power(self) -> bool:
        """Nothing is read while the computer runs on its battery."""
        return self._on_battery and not self._anyway

    @property
    def reading(self) -> bool:
        return self.progress.remaining > 0

    @property
    def at_work(self) -> bool:
        """Reading what was added, or what an earlier version read."""
        return self.reading or self.progress.to_renew > 0

    def source_state_of(self, document_id: str) -> SourceState | None:
        """How the file of a document stands; None when it is not in the library."""
        document = self.documents.document(document_id)
        return document.source_state if document is not None else None

    # --- what the user does ---------------------------------------------------------------------

    def add(self, paths: list[str], workspace_id: str = "") -> None:
        """Files and folders, into a workspace as well if one is named; those given before the engine stands
        are kept until it does."""
        addition = Addition(tuple(str(Path(path)) for path in paths), workspace_id)
        if not addition.paths:
            return
        self.additions.append(addition)
        if self._known:
            self._add(addition)

    def _add(self, addition: Addition) -> None:
        self._add_requested.emit(list(addition.paths), addition.workspace_id)

    def remove(self, document_ids: list[str]) -> None:
        self._remove_requested.emit(document_ids)

    def unlock(self, document_id: str, password: str) -> None:
        """Read it with this password, unless it has been read; when that is wrong, the document is locked
        again. `unlocked` says when its pages can be drawn.
        """
        document = self.documents.document(document_id)
        if document is not None and not document.status.can_be_searched:
            self._begin_again([document_id])
        self._unlock_requested.emit(document_id, password)

    def retry(self, document_ids: list[str]) -> None:
        self._begin_again(document_ids)
        self._retry_requested.emit(document_ids)

    def pause(self) -> None:
        """Stops at once, and is kept for the next start."""
        self._hold()
        self._pause_requested.emit(True)

    def resume(self) -> None:
        """Reading goes on as soon as the library knows that it may; on battery, too, this once."""
        self._paused = False
        self._anyway = self._on_battery
        self._token = CancelToken()
        self.progress.resume(time.monotonic())
        self._pause_requested.emit(False)
        self.progress_changed.emit()

    def set_on_battery(self, on_battery: bool) -> None:
        """Pause while it is so, without touching the user's own pause; go on by itself afterwards."""
        if on_battery == self._on_battery:
            return
        self._on_battery = on_battery
        self._anyway = False
        if on_battery:
            self._token.set()
            self.progress.pause()
        elif not self._paused:
            self._token = CancelToken()
            self.progress.resume(time.monotonic())
            if self._ready and self.at_work:
                self._work()
        self.progress_changed.emit()

    def _hold(self) -> None:
        self._paused = True
        self._token.set()
        self.progress.pause()
        self.progress_changed.emit()

    def _begin_again(self, document_ids: Sequence[str]) -> None:
        documents = self.documents.those(document_ids)
        self._changes += 1

        def steps() -> Iterator[None]:
            for document in documents:
                if self.documents.document(document.document_id) is document:  # no event has overtaken this
                    self._changes += 1
                    self.documents.set_status(document.document_id, document.filename, DocumentStatus.QUEUED)
                    self.progress.queue(document.document_id, time.monotonic())
                yield

        self._beginning.start(steps(), self.progress_changed.emit)

    # --- what the workers say -------------------------------------------------------------------

    @Slot()
    def on_ready(self) -> None:
        self._ready = True
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Ask the library for its list."""
        self._listed_changes = self._changes
        self._list_requested.emit()

    @Slot(list, dict)
    def on_documents_listed(self, documents: list[Document], places: dict[str, list[Location]]) -> None:
        if self._known:
            if self._changes != self._listed_changes:
                self._list_again.start()  # something came or went meanwhile: that list is no longer true
                return
            self._follow(documents, places)
        else:
            self._fill(documents, places)

    def _fill(self, documents: list[Document], places: dict[str, list[Location]]) -> None:
        """The first list."""

        def steps() -> Iterator[None]:
            yield from self.documents.filling(documents, places)
            for at, document in enumerate(documents):
                if document.status not in _ENDED:
                    self.progress.queue(document.document_id, time.monotonic())
                if at % STEP == 0:
                    yield

        self._slices.start(steps(), self._on_filled)

    def _on_filled(self) -> None:
        self._known = True
        if self._changes != self._listed_changes:  # said by events while it was filled
            self._list_again.start()
        self.loaded.emit()
        self.listed.emit()
        self.progress_changed.emit()
        for addition in self.additions:
            self._add(addition)
        if not self.additions and self.reading:  # what an earlier session left unfinished
            self._work()
        elif not self._pause_known:
            self._paused_wanted.emit()

    def _follow(self, documents: list[Document], places: dict[str, list[Location]]) -> None:
        """Bring the model in line with the list, in slices: thousands may have come or gone."""
        changes = self._changes

        def steps() -> Iterator[None]:
            for _step in self.documents.updating(documents, places):
                if self._changes != changes:
                    return  # an event said more than the list knows
                yield

        def on_done() -> None:
            if self._changes != changes:
                self._list_again.start()
                return
            self.progress.settle({document.document_id: document.status for document in documents})
            self.listed.emit()
            self.progress_changed.emit()

        self._slices.start(steps(), on_done)

    @Slot(bool, int)
    def on_paused_told(self, paused: bool, to_renew: int) -> None:
        self._pause_known = True
        self.progress.to_renew = to_renew
        if paused:
            self._hold()
        if self._work_wanted or to_renew:
            self._work()
        self.progress_changed.emit()

    @Slot(bool)
    def on_pause_kept(self, paused: bool) -> None:
        self._pause_known = True
        if not paused:
            self._work()

    @Slot(str, str)
    def on_failed(self, message: str, hint: str) -> None:
        self.notice_given.emit(f"{message} {hint}".strip())
        self._list_again.start()  # what was asked for did not happen: show how things are

    @Slot(list, str)
    def on_taken_in(self, paths: list[str], workspace_id: str) -> None:
        addition = Addition(tuple(paths), workspace_id)
        if addition in self.additions:
            self.additions.remove(addition)

    @Slot()
    def on_added(self) -> None:
        self._list_again.start()
        self._work()

    @Slot(str)
    def on_ingest_stopped(self, outcome: str) -> None:
        self._runs -= 1
        self._list_again.start()
        if outcome == "done" and self._runs == 0:
            self.progress.end()  # what is left waits for its file, not for its turn
            self.progress_changed.emit()
        if outcome == "failed" and self.reading:  # nothing moves until the user resumes; say so by the button
            self._hold()

    @Slot(list)
    def on_removed(self, document_ids: list[str]) -> None:
        self._changes += 1
        self._gone += document_ids
        if not self._taking_out.isActive():
            self._taking_out.start()

    @Slot()
    def on_taking_out(self) -> None:
        gone, self._gone = self._gone, []
        self.documents.remove_many(gone)
        for document_id in gone:
            self.progress.forget(document_id)
        self.progress_changed.emit()
        self._list_again.start()

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        now = time.monotonic()
        for event in events:
            match event:
                case DocumentQueued():
                    self._changes += 1
                    self.documents.queue(event.document_id, event.filename, event.path)
                    self.progress.queue(event.document_id, now)
                case DocumentStatusChanged():
                    self._on_status(event, now)
                case DocumentProgressed():
                    self.documents.set_progress(event)
                    self.progress.advance(event, now)
                case IngestProgressed() if self._runs:  # what comes after the end of a run is no longer true
                    self.progress.overall(event, now)
                case FolderSynced():
                    self._list_again.start()
                case PathRejected():
                    self.notice_given.emit(rejection_sentence(event))
                case NoticeGiven():
                    self.notice_given.emit(said(event.message))
                case RunFinished() if event.outcome == "failed":
                    self.notice_given.emit(said(f"{event.message} {event.hint}".strip()))
                case _:
                    pass
        self.progress_changed.emit()

    def _on_status(self, event: DocumentStatusChanged, now: float) -> None:
        self._changes += 1
        self.documents.set_status(
            event.document_id,
            event.filename,
            event.status,
            event.page_count,
            event.chunk_count,
            event.failure,
        )
        self.progress.status(event.document_id, event.status, now)
        if not self._list_again.isActive():
            self._list_again.start()

    def _work(self) -> None:
        if not self._pause_known:
            self._work_wanted = True
            self._paused_wanted.emit()
        elif not self._paused and not self.waits_for_power:
            self._runs += 1
            self._work_requested.emit(self._token)
