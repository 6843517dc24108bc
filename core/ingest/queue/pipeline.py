"""The ingest pipeline: works the SQLite queue off, document by document, as a stream of events.

Runs on the caller's thread (one at a time); reading and recognising happen in child processes. Order of
writes, so that a kill at any moment loses and duplicates nothing: SQLite first, then the index, then the flag
in SQLite that says so. Stages in order: every document is read, and so found by its words, before the first
one is checked, embedded or recognised.
"""

from __future__ import annotations

import contextlib
import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from core.events import Event, EventStamper, EventStream, RunFinished, failed
from core.fields.schema import BucketSchema
from core.ingest.parsing.reading import DocumentReading
from core.ingest.queue.additions import add_file, add_paths
from core.ingest.queue.background_gate import Gate, Paused
from core.ingest.queue.contained_files import AttachmentQueue
from core.ingest.queue.faults import is_back
from core.ingest.queue.progress import WorkMeter
from core.ingest.queue.removal import Remover
from core.ingest.queue.search_graph import Arranger, arrange
from core.ingest.readers.passwords import PasswordBook
from core.ingest.stages.checking import CheckStep
from core.ingest.stages.embedding import EmbeddingStep
from core.ingest.stages.filing import FilingStep
from core.ingest.stages.parsing import ParseStep
from core.ingest.stages.recognising import Recogniser, RecogniseStep
from core.ingest.stages.renewing import RenewStep
from core.ingest.stages.storing import DocumentStore
from core.ingest.stages.summarising import SummaryStep
from core.procs.worker import WorkerProcess
from core.search.base import ChunkIndex, Embedder
from core.settings import ChunkingSettings
from core.store.database import Database
from core.store.queue import MOST_ATTEMPTS, QueueEntry
from core.system.replaced import refuse_if_replaced
from core.types import DocumentStatus

log = logging.getLogger(__name__)

_COSTS = "ingest_costs"  # seconds a page or chunk of each stage took lately, on this computer
_NEVER: Callable[[], bool] = lambda: False  # noqa: E731


class _Step(Protocol):
    """A stage that works on searchable documents."""

    def step(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]: ...
    def give_up(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]: ...


class IngestPipeline:
    """Adds, works off and removes documents.

    Args:
        tokenizer_folder: folder with the embedder's tokenizer.json, by which chunks are measured.
        concepts: the user's file of concepts, if there is one.
        index_name: names the index in SQLite's record of vectors; changes with the embedder.
        chunker: the fingerprint of how `chunking`, tokenizer and concepts cut.
        answering: while it is true (a question is being answered) background work waits between two batches.
        recogniser: recognises text on scanned pages, and is closed with the pipeline; None: it is off.
        passwords: shared with whoever else opens files.
        schemas: bucket → schema, asked anew now and then; None: documents are not filed.
        arranger: builds the search graph of a large index when nothing else is to be done.
    """

    def __init__(
        self,
        database: Database,
        index: ChunkIndex,
        embedder: Embedder,
        *,
        index_name: str,
        chunker: str,
        chunking: ChunkingSettings,
        tokenizer_folder: Path,
        concepts: Path | None = None,
        answering: Callable[[], bool] = _NEVER,
        recogniser: Recogniser | None = None,
        passwords: PasswordBook | None = None,
        arranger: Arranger | None = None,
        schemas: Callable[[], Mapping[str, BucketSchema]] | None = None,
    ) -> None:
        self._database = database
        self._arranger = arranger
        self._index = index
        self._store = DocumentStore(
            database,
            index,
            index_name=index_name,
            chunker=chunker,
            recognises=recogniser is not None,
        )
        self._remover = Remover(database, index)
        self._documents = self._store.documents
        self._queue = self._store.queue
        self._passwords = passwords or PasswordBook()
        self._gate = Gate(database, answering)
        self._meter = WorkMeter(self._queue, self._stored_costs())
        self._reading = DocumentReading(chunking, tokenizer_folder, concepts)
        self._recogniser = recogniser
        attachments = AttachmentQueue(database, self._reading, self._gate)
        self._parsing = ParseStep(
            self._store,
            self._reading,
            self._passwords,
            self._gate,
            attachments,
            add_file=self._add_file,
            meter=self._meter,
        )
        self._checking = CheckStep(self._store, self._reading, self._passwords, self._gate, self._meter)
        self._embedding = EmbeddingStep(self._store, embedder, self._gate, self._meter)
        self._filing = FilingStep(database, self._store, embedder, schemas) if schemas else None
        self._summarising = SummaryStep(database, self._store, embedder, self._gate, index_name)
        self._recognising = None
        if recogniser is not None:
            self._recognising = RecogniseStep(
                self._store, self._reading, recogniser, self._passwords, self._gate, self._meter
            )
        self._renewing = RenewStep(
            self._store, self._reading, self._passwords, self._gate, attachments, self._meter
        )
        self._renews = True

    # --- adding and working --------------------------------------------------------------------

    def add_paths(
        self, paths: Sequence[Path], cancel: CancelToken, stamp: EventStamper | None = None
    ) -> EventStream:
        """Queue files and folders; see `core.ingest.queue.additions`."""
        return add_paths(self._database, paths, cancel, self.remove, stamp or EventStamper())

    def run(
        self, cancel: CancelToken, stamp: EventStamper | None = None, *, renews: bool = True
    ) -> EventStream:
        """Work until the queue is empty; ends with RunFinished `done`, `cancelled` or `failed`. Without
        `renews` what earlier readers read is left as it is.

        After `cancel` everything is resumable: what was finished is kept, the rest is still queued. The same
        holds for a pause, which ends the run `done`, with a message.
        """
        stamp = stamp or EventStamper()
        self._renews = renews
        try:
            self._meter.begin_run(renews=renews)
            self._gate.check(cancel)
            self._queue_what_is_back()
            while (step := self._next_step(stamp, cancel)) is not None:
                yield from self._timed(*step, stamp)
                self._store.flush_now_and_then()
                cancel.check()
            self._store.flush_now_and_then(now=True)
            self._remover.settle()
            self._store_costs()
            yield from self._meter.report(stamp, now=True)
            if self._arranger is not None:
                work = partial(self._next_work, stamp, cancel)
                yield from arrange(self._arranger, work, self._gate, stamp, cancel)
        except Cancelled:
            yield stamp(RunFinished, outcome="cancelled")
        except Paused:
            yield from self._meter.report(stamp, paused=True, now=True)
            yield stamp(RunFinished, outcome="done", message="Reading documents is paused.")
        except KnownError as error:
            yield failed(stamp, error)
        else:
            yield stamp(RunFinished, outcome="done")

    def _next_step(self, stamp: EventStamper, cancel: CancelToken) -> tuple[str, Iterator[Event]] | None:
        """The stage whose turn it is, and its work on one document; decided anew after each step."""
        self._gate.check(cancel)
        refuse_if_replaced()
        entry: QueueEntry | None
        if (entry := self._queue.next("parse")) is not None:
            return "parse", self._parsing.step(entry, stamp, cancel)
        if (entry := self._queue.next("check")) is not None:
            return "check", self._attempt(self._checking, entry, stamp, cancel)
        if self._filing is not None and (unfiled := self._filing.next()) is not None:
            return "file", self._filing.step(unfiled, stamp)
        if (entry := self._queue.next("embed")) is not None:
            return "embed", self._attempt(self._embedding, entry, stamp, cancel)
        if (entry := self._queue.next("ocr")) is not None:
            if self._recognising is not None:
                return "ocr", self._attempt(self._recognising, entry, stamp, cancel)
            self._queue.put(entry.document_id, "embed")  # switched off since
            return "embed", self._embedding.step(entry.document_id, stamp, cancel)
        if self._renews and (entry := self._queue.next("renew")) is not None:
            return "renew", self._attempt(self._renewing, entry, stamp, cancel)
        if self._filing is not None and (unfiled := self._filing.next(idle=True)) is not None:
            return "file", self._filing.step(unfiled, stamp)
        if (document_id := self._summarising.next()) is not None:
            return "summarise", self._summarising.step(document_id, cancel)
        return None

    def _attempt(
        self, step: _Step, entry: QueueEntry, stamp: EventStamper, cancel: CancelToken
    ) -> Iterator[Event]:
        """One step, counted before it begins: a document that ends the program goes behind the others at the
        next start, and after three times its stage ends without it. Any end in order is no attempt."""
        document_id = entry.document_id
        if entry.attempts >= MOST_ATTEMPTS:
            yield from step.give_up(document_id, stamp, cancel)
            return
        self._queue.begin(document_id)
        try:
            yield from step.step(document_id, stamp, cancel)
        except BaseException:
            with contextlib.suppress(KnownError):  # a full disk
                self._queue.give_back(document_id)
            raise
        self._queue.forgive(document_id)

    def _next_work(self, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event] | None:
        step = self._next_step(stamp, cancel)
        return None if step is None else self._timed(*step, stamp)

    def _timed(self, stage: str, events: Iterator[Event], stamp: EventStamper) -> Iterator[Event]:
        """The step's events, with the state of the queue now and then. Time counts while the step works."""
        while True:
            began, idle = time.monotonic(), self._gate.idle_seconds
            event = next(events, None)
            idle = self._gate.idle_seconds - idle
            self._meter.worked(stage, max(0.0, time.monotonic() - began - idle))
            if event is None:
                return
            yield event
            yield from self._meter.report(stamp)

    def _stored_costs(self) -> dict[str, float]:
        row = self._database.query_one("SELECT value FROM meta WHERE name = ?", (_COSTS,))
        return {} if row is None else {str(stage): float(cost) for stage, cost in json.loads(row[0]).items()}

    def _store_costs(self) -> None:
        costs = {stage: round(cost, 6) for stage, cost in self._meter.costs().items()}
        self._database.execute(
            "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET "
            "value = excluded.value",
            (_COSTS, json.dumps(costs)),
        )

    def _queue_what_is_back(self) -> None:
        for document_id, path in self._queue.waiting():
            if is_back(Path(path)):
                self._queue_again(document_id)

    def _queue_again(self, document_id: str) -> None:
        with self._database.transaction():
            self._documents.set_status(document_id, DocumentStatus.QUEUED)
            self._queue.put(document_id, "parse")
            self._queue.forgive(document_id)

    # --- what a user may ask for ---------------------------------------------------------------

    @property
    def paused(self) -> bool:
        return self._gate.paused

    def pause(self, paused: bool) -> None:
        """Stop the run after its batch, and let none begin until it is called with False. From any thread;
        kept over restarts."""
        self._gate.pause(paused)

    def unlock(self, document_id: str, password: str) -> bool:
        """Try a password; it is kept in memory only. False when there is no such document.

        The next `run` reads the document; with a wrong password it is LOCKED again and says so.
        """
        document = self._documents.get(document_id)
        if document is None:
            return False
        self._passwords.remember(document_id, password)
        if document.status in (DocumentStatus.LOCKED, DocumentStatus.FAILED):
            self._queue_again(document_id)
        elif document.status.can_be_searched and document.unchecked_pages:
            self._queue.put(document_id, "check")
        return True

    def retry(self, document_ids: Sequence[str] | None = None) -> int:
        """Queue failed documents again: these, or all. Returns how many."""
        failed_ids = self._documents.with_status(DocumentStatus.FAILED)
        again = failed_ids if document_ids is None else [name for name in failed_ids if name in document_ids]
        for document_id in again:
            self._queue_again(document_id)
        return len(again)

    def touch(self, document_id: str) -> None:
        """The user has opened this document: what is left to do for it goes first."""
        self._documents.touch(document_id)

    def remove(self, document_id: str) -> bool:
        """Delete a document, its text and its points. False when there is none.

        Safe while `run` works on it: the work ends without a trace.
        """
        return document_id in self._remover.remove([document_id])

    def remove_many(self, document_ids: Sequence[str]) -> list[str]:
        """Delete several documents at the cost of one; the ids of all that went, with what was inside."""
        return self._remover.remove(document_ids)

    def settle_removals(self, *, at_start: bool = False) -> bool:
        """Finish what earlier removals still owe (see `core.ingest.queue.removal`); True when nothing is
        left.

        At the start a large index is left for the end of the next run.
        """
        return self._remover.settle(quiet=not at_start, at_start=at_start)

    # --- processes -----------------------------------------------------------------------------

    def warm(self, cancel: CancelToken) -> None:
        """Start the parser processes, so that the first file does not wait for them."""
        self._reading.warm(cancel)
        self._reading.warm_second(cancel)

    def processes(self) -> tuple[WorkerProcess, ...]:
        """The parser processes, for whoever measures them."""
        return self._reading.processes()

    def close(self) -> None:
        """End the child processes."""
        self._reading.close()
        if self._filing is not None:
            self._filing.close()
        if self._recogniser is not None:
            self._recogniser.close()

    def _add_file(self, path: Path, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        return add_file(self._database, path, cancel, self.remove, stamp)
