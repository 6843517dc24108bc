"""Reading one queued document: child process → memory → one transaction → keyword points → searchable.

Runs on the ingest thread. Until the new version is complete nothing of the old one is touched, so a library
always holds a whole version of a document or none. Every transaction first makes sure that the row is still
the one the work began with: it may have been removed, and even added again, meanwhile.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError, KnownError, WorkerError
from core.events import DocumentProgressed, DocumentStatusChanged, Event, EventStamper, NoticeGiven
from core.ingest.chunking import embedding_text
from core.ingest.parsed import chunks_from, pages_from
from core.procs.worker import WorkerProcess
from core.search.base import ChunkIndex, IndexPoint
from core.settings import ChunkingSettings
from core.store.chunks import ChunkRecord, ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRecord, PageRepository
from core.store.queue import IngestQueue, QueueEntry
from core.types import Chunk, Document, DocumentStatus

log = logging.getLogger(__name__)

PARSE_TIMEOUT_S = 1800.0
PARSE_IDLE_S = 120.0  # no page for so long: the file hangs the reader
PARSE_MEMORY_BYTES = 2 * 1024**3
MOST_ATTEMPTS = 3  # begun and never ended: the program was killed each time
_MOST_BYTES = 512 * 1024**2  # of one document's text and boxes, held until all of it is there
_POINTS_AT_ONCE = 400

AddFile = Callable[[Path, EventStamper, CancelToken], Iterator[Event]]


def parser_process() -> WorkerProcess:
    """The child that reads documents; a little below normal priority, so that the window stays smooth."""
    return WorkerProcess(
        "core.ingest.document_worker:main", name="PDF reader", memory_limit_bytes=PARSE_MEMORY_BYTES, nice=5
    )


def index_points(chunks: Sequence[Chunk]) -> list[IndexPoint]:
    """Chunks as the index wants them, without vectors."""
    return [
        IndexPoint(
            chunk_id=chunk.chunk_id,
            document_id=chunk.document_id,
            keyword_text=embedding_text(chunk.context, chunk.text),
            page=chunk.first_page,
        )
        for chunk in chunks
    ]


class _Superseded(Exception):
    """The document was removed while we worked on it; it may have been added again."""


@dataclass(slots=True)
class _Version:
    """All that was read of one file."""

    title: str
    pages: list[PageRecord] = field(default_factory=list)
    chunks: list[ChunkRecord] = field(default_factory=list)
    total_pages: int = 0
    size: int = 0
    without_text: int = 0
    changed: bool = False


class ParseStep:
    """Reads one document per `step`.

    Args:
        index_name, chunker: what the vectors and the chunks are recorded under in SQLite.
        add_file: queues a file that turned out to have changed (see `core.ingest.additions`).
    """

    def __init__(
        self,
        database: Database,
        index: ChunkIndex,
        parser: WorkerProcess,
        *,
        index_name: str,
        chunker: str,
        chunking: ChunkingSettings,
        tokenizer_folder: Path,
        add_file: AddFile,
    ) -> None:
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._chunks = ChunkRepository(database, self._pages)
        self._queue = IngestQueue(database)
        self._database = database
        self._index = index
        self._parser = parser
        self._index_name = index_name
        self._chunker = chunker
        self._chunking = chunking
        self._tokenizer_folder = tokenizer_folder
        self._add_file = add_file

    def step(self, entry: QueueEntry, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """Read the document; it ends SEARCHABLE or FAILED, or back in the queue with the error raised.

        Raises:
            core.errors.KnownError: nothing can be read at present (disk full, reader closed).
            core.cancel.Cancelled: Stop.
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
            yield _status(stamp, document, DocumentStatus.PARSING)
            yield from self._work(document, stamp, cancel)
        except _Superseded:
            self._index.delete_document(document.document_id)
        except BaseException:
            self._back_to_queue(document)
            raise

    def _work(self, document: Document, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """One attempt. What is wrong with this document alone ends it; all else is raised."""
        try:
            version = yield from self._read(document, stamp, cancel)
            if not version.changed:
                yield from self._store(document, version, stamp, cancel)
                return
        except (DocumentError, WorkerError) as error:
            if error.code == "worker_closed":
                raise
            yield from self._give_up(document, stamp, f"{error.message} {error.hint}".strip())
            return
        except (KnownError, Cancelled, _Superseded):
            raise
        except Exception:
            log.exception("%s could not be stored", document.path)
            yield from self._give_up(document, stamp, _unexpected(document))
            return
        yield from self._add_file(Path(document.path), stamp, cancel)
        if self._documents.is_current(document):  # it has text worth keeping, or the new content is refused
            yield from self._give_up(document, stamp, _changed(document))

    # --- reading -------------------------------------------------------------------------------

    def _read(
        self, document: Document, stamp: EventStamper, cancel: CancelToken
    ) -> Generator[Event, None, _Version]:
        name = Path(document.filename).stem.replace("_", " ")
        version = _Version(title=name)
        order: dict[str, Any] = {
            "path": document.path,
            "content_hash": document.content_hash,
            "name": name,
            "tokenizer": str(self._tokenizer_folder),
            "tokens": self._chunking.tokens,
            "overlap_tokens": self._chunking.overlap_tokens,
        }
        began = time.monotonic()
        for reply in self._parser.call(
            "parse", order, timeout_s=PARSE_TIMEOUT_S, idle_timeout_s=PARSE_IDLE_S, cancel=cancel
        ):
            if reply.kind == "changed":
                version.changed = True
            elif reply.kind == "opened":
                version.total_pages = int(reply.payload["page_count"])
                version.title = str(reply.payload["title"]) or name
            elif reply.kind == "pages":
                version.size += len(reply.blob)
                if version.size > _MOST_BYTES:
                    raise DocumentError(
                        f"{document.filename} has more text than can be held in memory.",
                        "Split it into several files and add those.",
                    )
                version.pages += pages_from(reply.payload, reply.blob)
                yield _progress(stamp, document, len(version.pages), version.total_pages, began)
            elif reply.kind == "chunks":
                version.chunks += chunks_from(reply.payload)
            elif reply.kind == "done" and not version.changed:
                version.without_text = int(reply.payload["pages_without_text"])
        return version

    # --- storing -------------------------------------------------------------------------------

    def _store(
        self, document: Document, version: _Version, stamp: EventStamper, cancel: CancelToken
    ) -> Iterator[Event]:
        document_id = document.document_id
        pages, chunks = len(version.pages), len(version.chunks)
        with self._database.transaction():
            self._check_current(document)
            self._pages.delete(document_id)
            self._chunks.delete(document_id)
            self._pages.add_many(document_id, version.pages)
            self._chunks.add_many(document_id, version.chunks)
            self._documents.set_parsed(
                document_id, title=version.title, page_count=pages, chunk_count=chunks, chunker=self._chunker
            )
        self._fill_index(document_id, cancel)
        with self._database.transaction():
            self._check_current(document)
            # The file was just read with this content, so what else came from its path is out of date.
            replaced = self._documents.drop_others_at(document.path, document_id)
            self._documents.set_status(document_id, DocumentStatus.SEARCHABLE)
            self._queue.put(document_id, "embed")
        if replaced:
            for outdated in replaced:
                self._index.delete_document(outdated)
            self._index.flush()
            self._database.checkpoint()
        yield _status(stamp, document, DocumentStatus.SEARCHABLE, pages=pages, chunks=chunks)
        if version.without_text:
            yield stamp(
                NoticeGiven,
                code="pages_without_text",
                message=f"{document.filename}: {version.without_text} of {pages} pages have no text and look "
                "scanned or empty; they cannot be searched.",
            )

    def _give_up(self, document: Document, stamp: EventStamper, failure: str) -> Iterator[Event]:
        """FAILED, unless an earlier version of the text is there: that stays, and stays searchable."""
        log.info("%s failed: %s", document.path, failure)
        document_id = document.document_id
        keeps_text = self._pages.has_any(document_id)
        if keeps_text:
            self._fill_index(document_id, None)
        with self._database.transaction():
            self._check_current(document)
            if keeps_text:
                self._documents.set_chunker(document_id, self._chunker)  # as it is, from now on
                self._chunks.forget_vectors(document_id, self._index_name)
                self._documents.set_status(document_id, DocumentStatus.SEARCHABLE)
                self._queue.put(document_id, "embed")
            else:
                self._documents.set_status(document_id, DocumentStatus.FAILED, failure)
                self._queue.remove(document_id)
        if not keeps_text:
            yield _status(stamp, document, DocumentStatus.FAILED, failure=failure)
            return
        pages, chunks = document.page_count, document.chunk_count
        yield _status(stamp, document, DocumentStatus.SEARCHABLE, pages=pages, chunks=chunks)
        yield stamp(
            NoticeGiven,
            code="old_text_kept",
            message=f"{document.filename} could not be read again; its text from before is kept. {failure}",
        )

    def _fill_index(self, document_id: str, cancel: CancelToken | None) -> None:
        """Exactly the keyword points of the stored chunks, whatever the index held of the document."""
        self._index.delete_document(document_id)
        first = 0
        while chunks := self._chunks.of_document(document_id, first, _POINTS_AT_ONCE):
            if cancel is not None:
                cancel.check()
            self._index.upsert(index_points(chunks))
            first += len(chunks)
        self._index.flush()

    def _check_current(self, document: Document) -> None:
        if not self._documents.is_current(document):
            raise _Superseded

    def _back_to_queue(self, document: Document) -> None:
        # With a full disk this fails as well; the check at the next start does it then.
        with contextlib.suppress(KnownError), self._database.transaction():
            now = self._documents.get(document.document_id)
            # A consumer may walk away at the last event, when the work is done and the status set.
            if now and now.added_at == document.added_at and now.status is DocumentStatus.PARSING:
                self._documents.set_status(document.document_id, DocumentStatus.QUEUED)
                self._queue.give_back(document.document_id)


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


def _progress(
    stamp: EventStamper, document: Document, done: int, total: int, began: float
) -> DocumentProgressed:
    rate = done / max(time.monotonic() - began, 1e-3)
    return stamp(
        DocumentProgressed,
        document_id=document.document_id,
        filename=document.filename,
        stage="parsing",
        done=done,
        total=total,
        per_second=round(rate, 1),
        eta_seconds=round((total - done) / rate, 1),
    )


def _status(
    stamp: EventStamper,
    document: Document,
    status: DocumentStatus,
    *,
    pages: int = 0,
    chunks: int = 0,
    failure: str = "",
) -> DocumentStatusChanged:
    return stamp(
        DocumentStatusChanged,
        document_id=document.document_id,
        filename=document.filename,
        status=status,
        page_count=pages,
        chunk_count=chunks,
        failure=failure,
    )
