"""The stage `renew`: what earlier readers read is read anew, and what another chunker cut is cut anew.

Runs on the ingest thread, behind all that the user added. A document can be searched all the while: its old
text stays until the new one is complete and takes its place, in one transaction. What cannot be read anew
(its file is gone or changed, or today's readers refuse it) keeps its pages, and is only cut anew.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError, KnownError, WorkerError
from core.events import Event, EventStamper
from core.ingest.parsing.reading import DocumentReading
from core.ingest.parsing.version import CutText, Version
from core.ingest.queue.background_gate import Gate, Paused
from core.ingest.queue.contained_files import AttachmentQueue
from core.ingest.queue.faults import absence
from core.ingest.queue.file_origins import state_of
from core.ingest.queue.progress import WorkMeter
from core.ingest.queue.stage_events import status_changed
from core.ingest.readers import READER_VERSION
from core.ingest.readers.passwords import PasswordBook
from core.ingest.stages.parsing import add_findings
from core.ingest.stages.recognising import keep_recognised
from core.ingest.stages.storing import DocumentStore, Superseded
from core.store.pages import PageRecord
from core.store.queue import MOST_ATTEMPTS
from core.types import Document, DocumentStatus

log = logging.getLogger(__name__)

# Before, nobody noted which files inside a file the user had removed; of PDFs none were read.
_NOTES_REMOVALS = 1


class _OthersFirst(Exception):
    """The user has added something."""


class RenewStep:
    """Brings one document up to date per `step`."""

    def __init__(
        self,
        store: DocumentStore,
        reading: DocumentReading,
        passwords: PasswordBook,
        gate: Gate,
        attachments: AttachmentQueue,
        meter: WorkMeter,
    ) -> None:
        self._store = store
        self._documents = store.documents
        self._reading = reading
        self._passwords = passwords
        self._gate = gate
        self._attachments = attachments
        self._meter = meter

    def step(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """Afterwards the document is in its next stage, or out of the queue. What is wrong with its file is
        not told: its text is there as before.

        Raises:
            core.errors.KnownError, core.cancel.Cancelled, Paused: it is as it was, or renewed.
        """
        document = self._documents.get(document_id)
        if document is None:
            self._store.queue.remove(document_id)
            return
        yield from self._meter.report(stamp)
        changed = False
        try:
            changed = yield from self._renew(document, stamp, cancel)
        except (Superseded, _OthersFirst):
            return
        except (DocumentError, WorkerError) as error:
            if error.code == "worker_closed":
                raise
            self._let_stand(document, str(error))
        except (KnownError, Cancelled, Paused):
            raise
        except Exception:
            log.exception("%s could not be renewed", document.path)
            self._let_stand(document, "a mistake in DocuChat")
        yield from self._go_on(document, stamp, changed=changed)

    def give_up(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """The program ended each time it was renewed: it stays as it is."""
        cancel.check()
        document = self._documents.get(document_id)
        if document is None:
            self._store.queue.remove(document_id)
            return
        self._let_stand(document, f"begun {MOST_ATTEMPTS} times")
        yield from self._go_on(document, stamp, changed=False)

    def _renew(
        self, document: Document, stamp: EventStamper, cancel: CancelToken
    ) -> Generator[Event, None, bool]:
        """True when it has another text, or other chunks, now."""
        chunker, reader = self._documents.made_with(document.document_id)
        if reader < READER_VERSION:
            if absence(Path(document.path)):
                self._note_absence(document)
            else:
                changed = yield from self._read_anew(document, reader, stamp, cancel)
                if changed is not None:
                    return changed
        return chunker != self._store.chunker and self._cut_anew(document, cancel)

    # --- from the file ---------------------------------------------------------------------------

    def _read_anew(
        self, document: Document, reader: int, stamp: EventStamper, cancel: CancelToken
    ) -> Generator[Event, None, bool | None]:
        """Whether anything came out otherwise; None when its file cannot be read anew, now or ever."""
        password = self._passwords.password(document.document_id)
        try:
            version = self._version(document, password, cancel)
            if version.changed:
                raise DocumentError(f"{document.filename} has changed.")
            adds = reader >= _NOTES_REMOVALS or document.format == "pdf"
            yield from self._attachments.queue_all(document, version, password, stamp, cancel, adds=adds)
            stored = self._store.pages.records(document.document_id)
            keep_recognised(version, stored)
            add_findings(document, version, recognises=self._store.recognises)
            if any(page.text for page in stored) and not any(page.text for page in version.pages):
                raise DocumentError(f"{document.filename} would have no text any more.")
        except (DocumentError, WorkerError) as error:
            if error.code == "worker_closed":
                raise
            log.info("%s keeps the text that was read before: %s", document.path, error)
            self._documents.set_reader(document.document_id, READER_VERSION)
            return None
        pages, cut = self._reading.cut(document, version.title, version.pages, version.outline, cancel)
        version.pages = pages

        def store_findings() -> None:
            self._store.store_findings(document.document_id, version)

        return self._store_text(document, pages, cut, store_findings, cancel)

    def _version(self, document: Document, password: str, cancel: CancelToken) -> Version:
        """
        Raises:
            _OthersFirst: the user has added something.
        """
        reading = self._reading.read(document, password, cancel, at_once=True)
        try:
            while True:
                self._gate.give_way(cancel)
                if self._store.queue.next("parse") is not None:
                    raise _OthersFirst
                try:
                    next(reading)
                except StopIteration as stop:
                    version: Version = stop.value
                    return version
        finally:
            reading.close()

    def _note_absence(self, document: Document) -> None:
        """It is read anew once its file is seen again."""
        places = self._store.locations.at_path(document.path)
        self._store.locations.set_states((place.path, state_of(place)) for place in places[:1])

    # --- from the library ------------------------------------------------------------------------

    def _cut_anew(self, document: Document, cancel: CancelToken) -> bool:
        pages = self._store.pages.records(document.document_id)
        if not all(page.lines or not page.text for page in pages):
            self._documents.set_chunker(document.document_id, self._store.chunker)
            return False
        outline = self._store.outline(document.document_id)
        pages, cut = self._reading.cut(document, document.title, pages, outline, cancel)
        return self._store_text(document, pages, cut, lambda: None, cancel)

    def _store_text(
        self,
        document: Document,
        pages: Sequence[PageRecord],
        cut: CutText,
        store_findings: Callable[[], None],
        cancel: CancelToken,
    ) -> bool:
        self._gate.give_way(cancel)
        if self._store.holds(document, pages, cut):
            with self._store.database.transaction():
                self._store.check_current(document)
                store_findings()
            return False
        self._store.update_text(document, pages, cut, store_findings)
        return True

    def _let_stand(self, document: Document, reason: str) -> None:
        log.info("%s stays as it is: %s", document.path, reason)
        document_id = document.document_id
        with self._store.database.transaction():
            self._documents.set_reader(document_id, READER_VERSION)
            if self._documents.made_with(document_id)[0]:  # else the index may hold half of it: see `storing`
                self._documents.set_chunker(document_id, self._store.chunker)

    def _go_on(self, document: Document, stamp: EventStamper, *, changed: bool) -> Iterator[Event]:
        document_id = document.document_id
        with self._store.database.transaction():
            if not self._documents.is_current(document):
                return
            stage = self._store.next_stage(document_id)
            now = self._documents.get(document_id) or document
            done = stage == "embed" and now.embedded_count == now.chunk_count
            if done:
                self._documents.set_status(document_id, DocumentStatus.INDEXED)
                self._store.queue.remove(document_id)
            else:
                self._documents.set_status(document_id, DocumentStatus.SEARCHABLE)
                self._store.queue.put(document_id, stage)
        self._meter.renewed(now)
        if done and (changed or now.status is not DocumentStatus.INDEXED):
            yield status_changed(stamp, now, DocumentStatus.INDEXED)
