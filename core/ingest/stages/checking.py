"""The stage `check`: the hidden text of large PDFs, which were read by words first.

Runs on the ingest thread; the pages are read again in the parser process, a few at a time. What is clean is
marked as it goes, so that prompts may use it; when the rest is known, the document is cut again once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterator
from pathlib import Path

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError, KnownError, WorkerError
from core.events import Event, EventStamper
from core.ingest.parsing.parsed import ParsedPage
from core.ingest.parsing.reading import DocumentReading
from core.ingest.parsing.version import grouped_problems, joined, of_the_whole
from core.ingest.queue.background_gate import Gate, Paused
from core.ingest.queue.faults import absence
from core.ingest.queue.progress import WorkMeter
from core.ingest.queue.stage_events import notice, progressed
from core.ingest.readers.passwords import PasswordBook
from core.ingest.stages.storing import DocumentStore, Superseded
from core.store.pages import OcrState, PageRecord
from core.store.queue import MOST_ATTEMPTS
from core.text.hyphenation import hyphens_alike
from core.types import Document, DocumentFlag, HiddenText

log = logging.getLogger(__name__)

NOT_CHECKED = "The page could not be checked for hidden text and is kept out of prompts."


class CheckStep:
    """Checks the unchecked pages of one document per `step`."""

    def __init__(
        self,
        store: DocumentStore,
        reading: DocumentReading,
        passwords: PasswordBook,
        gate: Gate,
        meter: WorkMeter,
    ) -> None:
        self._store = store
        self._reading = reading
        self._passwords = passwords
        self._gate = gate
        self._meter = meter

    def step(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """Afterwards the document is in its next stage. Pages that could not be checked stay out of prompts;
        they are tried again at the next start.

        Raises:
            core.errors.KnownError, core.cancel.Cancelled, Paused: what was checked so far is kept.
        """
        document = self._store.documents.get(document_id)
        if document is None:
            self._store.queue.remove(document_id)
            return
        try:
            yield from self._check(document, stamp, cancel)
        except Superseded:
            return
        except (DocumentError, WorkerError) as error:
            if error.code == "worker_closed":
                raise
            log.info("%s could not be checked: %s", document.path, error)
            reason = absence(Path(document.path)) or str(error)
            yield notice(
                stamp,
                "not_checked",
                f"{document.filename} can be searched, but its pages are kept out of prompts until they have "
                f"been checked for hidden text. {reason}",
            )
        except (KnownError, Cancelled, Paused):
            raise
        except Exception:
            log.exception("%s could not be checked", document.path)
            yield notice(
                stamp,
                "not_checked",
                f"{document.filename} could not be checked for hidden text because of a mistake in "
                "DocuChat. It is tried again at the next start; the details are in the log file.",
            )
        if self._store.documents.is_current(document):
            self._store.queue.put(document_id, self._store.next_stage(document_id, checked=True))

    def give_up(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """The program ended each time it was checked: its unchecked pages stay out of prompts, and their
        problem says so."""
        cancel.check()
        document = self._store.documents.get(document_id)
        if document is None:
            self._store.queue.remove(document_id)
            return
        with self._store.database.transaction():
            if not self._store.documents.is_current(document):
                return
            known = [(number, problem.reason) for problem in document.problems for number in problem.pages]
            general = [problem for problem in document.problems if not problem.pages]
            news = [(number, NOT_CHECKED) for number in self._store.to_check(document_id)]
            self._store.documents.set_findings(
                document_id, document.flags, [*general, *grouped_problems(known + news)]
            )
            self._store.queue.put(document_id, self._store.next_stage(document_id, checked=True))
        yield notice(
            stamp,
            "not_checked",
            f"{document.filename} can be searched, but the pages that could not be checked for hidden text "
            "are kept out of prompts: the program ended "
            f"{MOST_ATTEMPTS} times while they were being checked.",
        )

    def _check(
        self, document: Document, stamp: EventStamper, cancel: CancelToken
    ) -> Generator[Event, None, None]:
        document_id = document.document_id
        unchecked = self._store.to_check(document_id)
        if not unchecked:
            return
        stored = {page.number: page for page in self._store.pages.records(document_id)}
        changed: dict[int, ParsedPage] = {}
        wanted = set(unchecked)
        done, began = 0, time.monotonic()
        password = self._passwords.password(document_id)
        first, last = unchecked[0], unchecked[-1]
        self._gate.give_way(cancel)
        for batch in self._reading.checked_pages(document, password, first, last, cancel):
            clean: list[int] = []
            for page in batch:
                number = page.record.number
                if number not in wanted:
                    continue
                done += 1
                if _is_clean(page, stored.get(number)):
                    clean.append(number)
                else:
                    changed[number] = page
            self._meter.did(len(batch))
            if clean:
                with self._store.database.transaction():
                    self._store.check_current(document)
                    self._store.pages.mark_checked(document_id, clean)
                    self._store.queue.got_on(document_id)
            yield progressed(stamp, document, "checking", done, len(unchecked), units=done, since=began)
            self._gate.give_way(cancel)
        if changed:
            self._store_changed(document, changed, cancel)

    def _store_changed(self, document: Document, changed: dict[int, ParsedPage], cancel: CancelToken) -> None:
        """The pages as a reader sees them, cut again; vectors of what stays the same are kept."""
        document_id = document.document_id
        found: list[HiddenText] = []
        problems: list[tuple[int, str]] = []
        flags: set[DocumentFlag] = set()
        pages: list[PageRecord] = []
        for page in self._store.pages.records(document_id):
            news = changed.get(page.number)
            if news is None or page.ocr is OcrState.DONE:
                pages.append(page)
                continue
            pages.append(news.record)
            found += news.hidden
            flags |= news.flags
            if news.hidden:
                flags.add(DocumentFlag.HIDDEN_TEXT)
            if news.problem:
                problems.append((page.number, news.problem))
        outline = self._store.outline(document_id)
        pages, cut = self._reading.cut(document, document.title, joined(pages), outline, cancel)

        def store_findings() -> None:
            now = self._store.documents.get(document_id) or document
            known = [
                (number, problem.reason)
                for problem in now.problems
                for number in problem.pages
                if number not in changed
            ]
            told = [*of_the_whole(now.problems), *grouped_problems(known + problems)]
            self._store.documents.set_findings(document_id, now.flags | flags, told)
            self._store.hidden.replace_pages(document_id, list(changed), found)

        self._store.update_text(document, pages, cut, store_findings)


def _is_clean(page: ParsedPage, stored: PageRecord | None) -> bool:
    """Nothing was set apart, and the text is the one that is stored (with its lines)."""
    return (
        stored is not None
        and not page.hidden
        and not page.flags
        and not page.problem
        and page.record.checked
        and hyphens_alike(page.record.text) == hyphens_alike(stored.text)
        and page.record.ocr == stored.ocr
        and bool(stored.lines or not stored.text)
    )
