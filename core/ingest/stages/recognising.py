"""The stage `ocr`: pages that are pictures get their text, one by one, behind everybody else's work.

Runs on the ingest thread; recognition happens in a process of its own (`core.ingest.ocr.recogniser`). Each
page is stored as soon as it is recognised. The document is cut again after 5, 10, 20, 40, … pages, so that
the first ones can be found early, and at the end.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError, KnownError, WorkerError
from core.events import Event, EventStamper
from core.ingest.ocr.recogniser import FONTS_MISSING, LETTERS_WRONG
from core.ingest.parsing.reading import DocumentReading
from core.ingest.parsing.version import Version, grouped_problems, joined, of_the_whole
from core.ingest.pdf.textquality import LETTERS_LOST
from core.ingest.queue.background_gate import Gate, Paused
from core.ingest.queue.faults import absence
from core.ingest.queue.progress import WorkMeter
from core.ingest.queue.stage_events import notice, progressed, status_changed
from core.ingest.readers.passwords import PasswordBook
from core.ingest.stages.parsing import OCR_IS_OFF
from core.ingest.stages.storing import DocumentStore, Superseded
from core.ingest.structure.annotations import annotations_of, with_annotations
from core.ingest.structure.lines import pack_lines, unpack_lines
from core.store.pages import OcrState, PageRecord
from core.store.places import pack_places
from core.store.queue import MOST_ATTEMPTS
from core.store.recognised import RecognisedText
from core.store.words import pack_words, unpack_words
from core.types import Document, DocumentFlag, DocumentStatus, PageProblem

log = logging.getLogger(__name__)

_FIRST_CUT = 5
_NOT_RECOGNISED = "The text on this page could not be recognised."
_REASONS = (FONTS_MISSING, LETTERS_WRONG)  # without the page's number: one problem for all such pages


class RecognisedPage(Protocol):
    """See `core.ingest.ocr.recogniser`."""

    @property
    def number(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def lines(self) -> bytes: ...
    @property
    def words(self) -> bytes: ...
    @property
    def confidence(self) -> float: ...
    @property
    def problem(self) -> str: ...


class Recogniser(Protocol):
    """What recognises text on pictures of pages, page by page. Owns its process."""

    def recognise(
        self,
        path: Path,
        member: str,
        format_name: str,
        password: str,
        content_hash: str,
        numbers: Sequence[int],
        language: str,
        cancel: CancelToken,
    ) -> Iterator[RecognisedPage]: ...

    def close(self) -> None: ...


class RecogniseStep:
    """Recognises the waiting pages of one document per `step`."""

    def __init__(
        self,
        store: DocumentStore,
        reading: DocumentReading,
        recogniser: Recogniser,
        passwords: PasswordBook,
        gate: Gate,
        meter: WorkMeter,
    ) -> None:
        self._store = store
        self._reading = reading
        self._recogniser = recogniser
        self._passwords = passwords
        self._gate = gate
        self._meter = meter

    def step(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """Afterwards the document is queued for its vectors. What cannot be recognised at present (the file
        is gone) is tried again at the next start.

        Raises:
            core.errors.KnownError, core.cancel.Cancelled, Paused: recognised pages are kept.
        """
        document = self._store.documents.get(document_id)
        if document is None:
            self._store.queue.remove(document_id)
            return
        try:
            yield from self._recognise(document, stamp, cancel)
            yield from self._finish(document, stamp, cancel)
            return
        except Superseded:
            return
        except (DocumentError, WorkerError) as error:
            if error.code == "worker_closed":
                raise
            reason = absence(Path(document.path)) or str(error)
            yield notice(
                stamp,
                "not_recognised",
                f"The text on the scanned pages of {document.filename} was not recognised. {reason}",
            )
        except (KnownError, Cancelled, Paused):
            raise
        except Exception:
            log.exception("%s could not be recognised", document.path)
            yield notice(
                stamp,
                "not_recognised",
                f"The text on the scanned pages of {document.filename} was not recognised because of a "
                "mistake in DocuChat. It is tried again at the next start; the details are in the log file.",
            )
        if self._store.documents.is_current(document):
            self._store.queue.put(document_id, "embed")

    def give_up(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """The program ended each time at the same page: that page is given up with its problem, the others
        go on."""
        cancel.check()
        document = self._store.documents.get(document_id)
        if document is None:
            self._store.queue.remove(document_id)
            return
        known = self._store.recognised.of_document(document_id)
        todo = [number for number in self._store.pages.awaiting_ocr(document_id) if number not in known]
        try:
            if todo:
                self._keep(document, RecognisedText(todo[0], "", b"", b"", 0.0))
                self._store.queue.forgive(document_id)
            elif self._store.documents.is_current(document):
                self._store.queue.put(document_id, "embed")
        except Superseded:
            return
        where = f"page {todo[0]}" if todo else "a page"
        yield notice(
            stamp,
            "not_recognised",
            f"The text on {where} of {document.filename} was not recognised: the program ended "
            f"{MOST_ATTEMPTS} times while it was at work there.",
        )

    def _recognise(self, document: Document, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        document_id = document.document_id
        known = self._store.recognised.of_document(document_id)
        waiting = self._store.pages.awaiting_ocr(document_id)
        todo = [number for number in waiting if number not in known]
        total = document.ocr_pages + len(waiting)
        began = time.monotonic()
        cut_at = _next_cut(total - len(todo))
        self._gate.give_way(cancel)
        pages = self._pages(document, todo, cancel) if todo else ()
        for units, page in enumerate(pages, 1):
            self._keep(document, _text(page))
            todo.remove(page.number)
            self._meter.did(1)
            done = total - len(todo)
            yield progressed(stamp, document, "recognising", done, total, units=units, since=began)
            if todo and done >= cut_at:
                self._cut(document, cancel, last=False)
                cut_at = _next_cut(done)
            self._gate.give_way(cancel)

    def _pages(
        self, document: Document, numbers: Sequence[int], cancel: CancelToken
    ) -> Iterator[RecognisedPage]:
        return self._recogniser.recognise(
            Path(document.path),
            document.member,
            document.format,
            self._passwords.password(document.document_id),
            document.content_hash,
            list(numbers),
            document.language,
            cancel,
        )

    def _keep(self, document: Document, page: RecognisedText) -> None:
        with self._store.database.transaction():
            self._store.check_current(document)
            self._store.recognised.add(document.document_id, page)
            self._store.queue.got_on(document.document_id)

    def _cut(self, document: Document, cancel: CancelToken, *, last: bool) -> None:
        """Put the recognised text on its pages and cut the document again."""
        document_id = document.document_id
        known = self._store.recognised.of_document(document_id)
        failed: list[tuple[int, str]] = []
        pages: list[PageRecord] = []
        for page in self._store.pages.records(document_id):
            found = known.get(page.number) if page.ocr is OcrState.WANTED else None
            if found is None:
                pages.append(page)
            elif found.confidence > 0:
                pages.append(_with_text(page, found))
            else:
                failed.append((page.number, found.text or _NOT_RECOGNISED))
                pages.append(_with_state(page, OcrState.NONE))
        outline = self._store.outline(document_id)
        pages, cut = self._reading.cut(document, document.title, joined(pages), outline, cancel)

        def store_findings() -> None:
            now = self._store.documents.get(document_id) or document
            done = {page.number for page in pages if page.ocr is OcrState.DONE}
            flags = now.flags | ({DocumentFlag.OCR} if done else set())
            problems = _still_true(now.problems, done, failed)
            self._store.documents.set_findings(document_id, flags, problems)
            if last:
                self._store.recognised.delete(document_id)

        self._store.update_text(document, pages, cut, store_findings)

    def _finish(self, document: Document, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        document_id = document.document_id
        if self._store.pages.awaiting_ocr(document_id):
            self._cut(document, cancel, last=True)
        now = self._store.documents.get(document_id)
        if now is None:
            return
        if now.chunk_count or self._holds_documents(document_id):
            with self._store.database.transaction():
                self._store.check_current(document)
                self._store.queue.put(document_id, "embed")
            yield status_changed(stamp, now, DocumentStatus.SEARCHABLE)
            return
        failure = f"No text could be recognised in {now.filename}. Check that its pages are readable."
        reasons = [problem.reason for problem in now.problems if problem.reason != _NOT_RECOGNISED]
        if reasons:
            failure = f"No text could be recognised in {now.filename}. {' '.join(dict.fromkeys(reasons))}"
        with self._store.database.transaction():
            self._store.check_current(document)
            self._store.chunks.delete(document_id)
            self._store.pages.delete(document_id)
            self._store.documents.set_status(document_id, DocumentStatus.FAILED, failure)
            self._store.queue.remove(document_id)
        yield status_changed(stamp, now, DocumentStatus.FAILED, failure)

    def _holds_documents(self, document_id: str) -> bool:
        row = self._store.database.query_one(
            "SELECT 1 FROM documents WHERE container_id = ? LIMIT 1", (document_id,)
        )
        return row is not None


def _next_cut(done: int) -> int:
    """5, 10, 20, 40, …: the next number of recognised pages after which the document is cut again."""
    place = _FIRST_CUT
    while place <= done:
        place *= 2
    return place


def _text(page: RecognisedPage) -> RecognisedText:
    if page.confidence <= 0:
        return RecognisedText(page.number, page.problem if page.problem in _REASONS else "", b"", b"", 0.0)
    return RecognisedText(page.number, page.text, page.lines, page.words, page.confidence)


def keep_recognised(version: Version, stored: Sequence[PageRecord]) -> None:
    """Pages of a file that was read anew, and are pictures as before, keep the text that was recognised."""
    before = {page.number: page for page in stored if page.ocr is OcrState.DONE}
    done = {page.number for page in version.pages if page.ocr is OcrState.WANTED} & before.keys()
    if done:
        pages = version.pages
        version.pages = joined(
            [_with_text(p, _recognised_on(before[p.number])) if p.number in done else p for p in pages]
        )
        version.flags.add(DocumentFlag.OCR)
        version.problems = _still_true(version.problems, done, [])


def _recognised_on(page: PageRecord) -> RecognisedText:
    """The recognised text of a page, without what was said about it."""
    lines = unpack_lines(page.lines)
    ends = next((line.start for line in lines if line.annotation), None)
    if ends is None:
        return RecognisedText(page.number, page.text, page.lines, page.words, 1.0)
    words = pack_words([word for word in unpack_words(page.words, 0) if word.span.start < ends], 0)
    own = pack_lines([line for line in lines if line.start < ends])
    return RecognisedText(page.number, page.text[:ends].rstrip(), own, words, 1.0)


def _still_true(
    problems: Sequence[PageProblem], done: set[int], more: Sequence[tuple[int, str]]
) -> list[PageProblem]:
    """The problems, and more of them, now that these pages are recognised."""
    kept = [
        (number, problem.reason)
        for problem in problems
        if problem.reason != OCR_IS_OFF
        for number in problem.pages
        if problem.reason != LETTERS_LOST or number not in done
    ]
    return [*of_the_whole(problems), *grouped_problems([*kept, *more])]


def _with_text(page: PageRecord, found: RecognisedText) -> PageRecord:
    """The page with its recognised text instead of its own; what was said about it stays."""
    said = annotations_of(page.text, page.words, page.places)
    text, lines, words, places = with_annotations(found.text, unpack_lines(found.lines), found.words, said)
    return replace(
        page,
        text=text,
        words=words,
        lines=pack_lines(lines),
        places=pack_places(places),
        checked=True,
        ocr=OcrState.DONE,
    )


def _with_state(page: PageRecord, state: OcrState) -> PageRecord:
    return replace(page, ocr=state)
