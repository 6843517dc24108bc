"""The stage `parse`: one queued document is read in a child process, stored and made searchable.

Runs on the ingest thread. A document whose pages are stored with their lines is cut again from SQLite; only
otherwise its file is read.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError, KnownError, PasswordError, WorkerError
from core.events import Event, EventStamper
from core.ingest.parsing.reading import DocumentReading
from core.ingest.parsing.version import Version, grouped_problems
from core.ingest.queue.background_gate import Gate, Paused
from core.ingest.queue.contained_files import AttachmentQueue
from core.ingest.queue.faults import absence
from core.ingest.queue.progress import WorkMeter
from core.ingest.queue.stage_events import notice, progressed, status_changed
from core.ingest.readers.passwords import PasswordBook
from core.ingest.stages.storing import DocumentStore, Superseded
from core.store.pages import OcrState, PageRecord
from core.store.queue import MOST_ATTEMPTS, QueueEntry
from core.types import Document, DocumentStatus

log = logging.getLogger(__name__)

OCR_IS_OFF = "The page has no text and looks scanned; text recognition is switched off."

# Why a reader does not see words that stand in a text; comments and properties are none of it.
_UNSEEN = ("white", "tiny", "invisible", "transparent", "covered", "off_page", "hidden_layer", "markup")

AddFile = Callable[[Path, EventStamper, CancelToken], Iterator[Event]]


class ParseStep:
    """Reads one document per `step`.

    Args:
        add_file: queues a file that turned out to have changed (see `core.ingest.queue.additions`).
    """

    def __init__(
        self,
        store: DocumentStore,
        reading: DocumentReading,
        passwords: PasswordBook,
        gate: Gate,
        attachments: AttachmentQueue,
        *,
        add_file: AddFile,
        meter: WorkMeter,
    ) -> None:
        self._store = store
        self._documents = store.documents
        self._queue = store.queue
        self._reading = reading
        self._passwords = passwords
        self._gate = gate
        self._attachments = attachments
        self._add_file = add_file
        self._meter = meter

    def step(self, entry: QueueEntry, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """Read the document; it ends SEARCHABLE, LOCKED or FAILED, or back in the queue.

        Raises:
            core.errors.KnownError: nothing can be read at present (disk full, reader closed).
            core.cancel.Cancelled, Paused: Stop, or a pause.
        """
        document = self._documents.get(entry.document_id)
        if document is None:
            self._queue.remove(entry.document_id)
            return
        try:
            if entry.attempts >= MOST_ATTEMPTS:
                yield from self._give_up(document, stamp, _thrice(document))
                return
            self._queue.begin(document.document_id)
            self._documents.set_status(document.document_id, DocumentStatus.PARSING)
            yield status_changed(stamp, document, DocumentStatus.PARSING)
            yield from self._work(document, stamp, cancel)
        except Superseded:
            self._store.index.delete_document(document.document_id)
        except BaseException:
            self._back_to_queue(document)
            raise

    def _work(self, document: Document, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """One attempt. What is wrong with this document alone ends it; all else is raised."""
        try:
            pages = self._store.pages.records(document.document_id)
            if pages and all(page.lines or not page.text for page in pages):
                self._cut_again(document, pages, cancel)
                changed = False
            else:
                changed = yield from self._read_file(document, stamp, cancel)
        except (DocumentError, WorkerError) as error:
            if error.code == "worker_closed":
                raise
            yield from self._refused(document, stamp, error)
            return
        except (KnownError, Cancelled, Paused, Superseded):
            raise
        except Exception:
            log.exception("%s could not be stored", document.path)
            yield from self._give_up(document, stamp, _unexpected(document))
            return
        if not changed:
            yield from self._tell_searchable(document, stamp)
            return
        yield from self._add_file(Path(document.path), stamp, cancel)
        if self._documents.is_current(document):  # it has text worth keeping, or the new content is refused
            yield from self._give_up(document, stamp, _changed(document))

    def _cut_again(self, document: Document, pages: list[PageRecord], cancel: CancelToken) -> None:
        outline = self._store.outline(document.document_id)
        pages, cut = self._reading.cut(document, document.title, pages, outline, cancel)
        self._store.store_cut(document, pages, cut, cancel)

    def _read_file(
        self, document: Document, stamp: EventStamper, cancel: CancelToken
    ) -> Generator[Event, None, bool]:
        """True when the file holds something else than what was queued."""
        password = self._passwords.password(document.document_id)
        began = time.monotonic()
        reading = self._reading.read(document, password, cancel)
        try:
            while True:
                try:
                    done, total = next(reading)
                except StopIteration as stop:
                    version: Version = stop.value
                    break
                self._gate.check(cancel)
                yield progressed(stamp, document, "parsing", done, total, units=done, since=began)
        finally:
            reading.close()
        if version.changed:
            return True
        yield from self._attachments.queue_all(document, version, password, stamp, cancel)
        add_findings(document, version, recognises=self._store.recognises)
        version.pages, cut = self._reading.cut(
            document, version.title, version.pages, version.outline, cancel
        )
        self._store.store_version(document, version, cut, cancel)
        return False

    def _tell_searchable(self, document: Document, stamp: EventStamper) -> Iterator[Event]:
        now = self._documents.get(document.document_id)
        if now is None:
            return
        self._meter.did(now.page_count)
        self._meter.read(now)
        yield status_changed(stamp, now, DocumentStatus.SEARCHABLE)
        for problem in now.problems:
            count = max(now.page_count, *problem.pages, 0)  # pages beyond the limit are not counted
            where = f", {len(problem.pages)} of {count} pages" if problem.pages else ""
            yield notice(stamp, "page_problems", f"{now.filename}{where}: {problem.reason}")

    # --- what went wrong -----------------------------------------------------------------------

    def _refused(self, document: Document, stamp: EventStamper, error: KnownError) -> Iterator[Event]:
        if isinstance(error, PasswordError) and not self._store.pages.has_any(document.document_id):
            yield from self._lock(document, stamp)
            return
        reason = absence(Path(document.path))
        if not reason and error.code == "unreadable":
            reason = f"{error.message} It is tried again at the next start."
        yield from self._give_up(document, stamp, reason or str(error), waits=bool(reason))

    def _lock(self, document: Document, stamp: EventStamper) -> Iterator[Event]:
        """A password is needed, or the one that was given is wrong (and is forgotten)."""
        failure = f"{document.filename} is protected with a password. Enter it to read the document."
        if self._passwords.password(document.document_id):
            self._passwords.forget(document.document_id)
            failure = f"This is not the password of {document.filename}. Enter another one to read it."
        with self._store.database.transaction():
            self._store.check_current(document)
            self._documents.set_status(document.document_id, DocumentStatus.LOCKED, failure)
            self._queue.remove(document.document_id)
        yield status_changed(stamp, document, DocumentStatus.LOCKED, failure)

    def _give_up(
        self, document: Document, stamp: EventStamper, failure: str, *, waits: bool = False
    ) -> Iterator[Event]:
        """FAILED, unless an earlier version of the text is there: that stays, and stays searchable.

        With `waits` it is tried again when its file can be seen.
        """
        log.info("%s failed: %s", document.path, failure)
        document_id = document.document_id
        if self._store.pages.has_any(document_id):
            yield from self._keep_old_text(document, stamp, failure)
            return
        with self._store.database.transaction():
            self._store.check_current(document)
            self._documents.set_status(document_id, DocumentStatus.FAILED, failure)
            if waits:
                self._queue.put(document_id, "wait")
            else:
                self._queue.remove(document_id)
        yield status_changed(stamp, document, DocumentStatus.FAILED, failure)

    def _keep_old_text(self, document: Document, stamp: EventStamper, failure: str) -> Iterator[Event]:
        document_id = document.document_id
        self._store.fill_index(document_id, document.language, {}, None)
        with self._store.database.transaction():
            self._store.check_current(document)
            self._store.chunks.forget_vectors(document_id, self._store.index_name)
            self._store.set_searchable(document_id)  # its chunks as they are, from now on
        now = self._documents.get(document_id) or document
        yield status_changed(stamp, now, DocumentStatus.SEARCHABLE)
        yield notice(
            stamp,
            "old_text_kept",
            f"{document.filename} could not be read again; its text from before is kept. {failure}",
        )

    def _back_to_queue(self, document: Document) -> None:
        # With a full disk this fails as well; the check at the next start does it then.
        with contextlib.suppress(KnownError), self._store.database.transaction():
            now = self._documents.get(document.document_id)
            # A consumer may walk away at the last event, when the work is done and the status set.
            if now and now.added_at == document.added_at and now.status is DocumentStatus.PARSING:
                self._documents.set_status(document.document_id, DocumentStatus.QUEUED)
                self._queue.give_back(document.document_id)


def add_findings(document: Document, version: Version, *, recognises: bool) -> None:
    """Say what cannot be searched.

    Raises:
        DocumentError: that is all of it.
    """
    waiting = [page.number for page in version.pages if page.ocr is OcrState.WANTED]
    if any(page.text for page in version.pages) or version.attachments or (waiting and recognises):
        if waiting and not recognises:
            told = {number for problem in version.problems for number in problem.pages}
            version.problems += grouped_problems([(page, OCR_IS_OFF) for page in waiting if page not in told])
        return
    if waiting:
        raise DocumentError(
            f"{document.filename} has no text layer; it looks scanned.",
            "Switch text recognition on in the settings and try again.",
        )
    if version.problems:
        raise DocumentError(f"No page of {document.filename} can be read: {version.problems[0].reason}")
    unseen = [found.reason for found in version.hidden if found.page and found.reason in _UNSEEN]
    if unseen:
        kinds = ", ".join(dict.fromkeys(reason.replace("_", " ") for reason in unseen))
        raise DocumentError(
            f"The text of {document.filename} cannot be seen ({kinds}), so none of it was taken in.",
            "Make it visible in the program it comes from, save it and add it again.",
        )
    raise DocumentError(
        f"{document.filename} has no text in it.", "Open it in the program it comes from to check it."
    )


def _changed(document: Document) -> str:
    return f"{document.filename} has changed while it was waiting to be read. Add it again."


def _thrice(document: Document) -> str:
    return (
        f"{document.filename} was begun {MOST_ATTEMPTS} times and the program ended each time before it was "
        "read. Add it again to try once more."
    )


def _unexpected(document: Document) -> str:
    return (
        f"{document.filename} could not be stored because of a mistake in DocuChat. Add it again to try once "
        "more; the details are in the log file."
    )
