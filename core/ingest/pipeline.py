"""The ingest pipeline: works the SQLite queue off, document by document, as a stream of events.

Runs on the caller's thread (one at a time); parsing happens in a child process. Order of writes, so that a
kill at any moment loses and duplicates nothing: SQLite first, then the index, then the flag in SQLite that
says so. Keyword search first: every document becomes searchable before the first one is embedded.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError, KnownError, WorkerError
from core.events import (
    DocumentProgressed,
    DocumentStatusChanged,
    Event,
    EventStamper,
    EventStream,
    NoticeGiven,
    RunFinished,
)
from core.ingest.additions import add_paths
from core.ingest.chunking import chunker_fingerprint, embedding_text
from core.ingest.embedding import EmbeddingStep
from core.ingest.parsed import chunks_from, pages_from
from core.procs.worker import Reply, WorkerProcess
from core.search.base import ChunkIndex, Embedder, IndexPoint
from core.settings import ChunkingSettings
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRepository
from core.store.queue import IngestQueue
from core.types import Chunk, Document, DocumentStatus

log = logging.getLogger(__name__)

PARSE_TIMEOUT_S = 1800.0
PARSE_IDLE_S = 120.0  # no page for so long: the file hangs the reader
PARSE_MEMORY_BYTES = 2 * 1024**3
_POINTS_AT_ONCE = 400
_NO_PAUSE: Callable[[], bool] = lambda: False  # noqa: E731


def parser_process() -> WorkerProcess:
    """The child that reads documents; a little below normal priority, so that the window stays smooth."""
    return WorkerProcess(
        "core.ingest.pdf_worker:main", name="PDF reader", memory_limit_bytes=PARSE_MEMORY_BYTES, nice=5
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


class IngestPipeline:
    """Adds, works off and removes documents.

    Args:
        tokenizer_folder: folder with the embedder's tokenizer.json, by which chunks are measured.
        index_name: names the index in SQLite's record of vectors; changes with embedder and chunker.
        pause: while it is true (an answer is running) embedding waits between two batches.
        parser: the child process; made here and closed by `close()` when not given.
    """

    def __init__(
        self,
        database: Database,
        index: ChunkIndex,
        embedder: Embedder,
        *,
        index_name: str,
        chunking: ChunkingSettings,
        tokenizer_folder: Path,
        pause: Callable[[], bool] = _NO_PAUSE,
        parser: WorkerProcess | None = None,
    ) -> None:
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._chunks = ChunkRepository(database, self._pages)
        self._queue = IngestQueue(database)
        self._database = database
        self._index = index
        self._index_name = index_name
        self._chunking = chunking
        self._tokenizer_folder = tokenizer_folder
        self._owns_parser = parser is None
        self._parser = parser or parser_process()
        self._chunker = chunker_fingerprint(chunking, tokenizer_folder)
        self._embedding = EmbeddingStep(database, index, embedder, index_name, pause)

    def add_paths(self, paths: Sequence[Path], cancel: CancelToken) -> EventStream:
        """Queue files and folders; see `core.ingest.additions`."""
        return add_paths(self._database, paths, cancel, self.remove)

    def run(self, cancel: CancelToken) -> EventStream:
        """Work until the queue is empty; ends with RunFinished `done`, `cancelled` or `failed`.

        After `cancel` everything is resumable: what was finished is kept, the rest is still queued.
        """
        stamp = EventStamper()
        try:
            while True:
                cancel.check()
                if (entry := self._queue.next("parse")) is not None:
                    yield from self._parse(entry.document_id, stamp, cancel)
                elif (entry := self._queue.next("embed")) is not None:
                    yield from self._embedding.step(entry.document_id, stamp, cancel)
                else:
                    break
        except Cancelled:
            yield stamp(RunFinished, outcome="cancelled")
        except KnownError as error:
            yield stamp(
                RunFinished, outcome="failed", error_code=error.code, message=error.message, hint=error.hint
            )
        else:
            yield stamp(RunFinished, outcome="done")

    def remove(self, document_id: str) -> bool:
        """Delete a document, its text and its points. False when there is none.

        Safe while `run` works on it: the work ends without a trace.
        """
        removed = self._documents.delete(document_id)
        self._index.delete_document(document_id)
        self._index.flush()
        return removed

    def close(self) -> None:
        """End the parser process, if it is ours."""
        if self._owns_parser:
            self._parser.close()

    # --- parsing -------------------------------------------------------------------------------

    def _parse(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        document = self._documents.get(document_id)
        if document is None:
            self._queue.remove(document_id)
            return
        self._queue.begin(document_id)
        self._documents.set_status(document_id, DocumentStatus.PARSING)
        yield _status(stamp, document, DocumentStatus.PARSING)
        try:
            yield from self._parse_and_store(document, stamp, cancel)
        except (DocumentError, WorkerError) as error:
            if error.code == "worker_closed":
                self._back_to_queue(document)
                raise
            failure = f"{error.message} {error.hint}".strip()
            log.info("%s failed: %s", document.path, failure)
            self._discard(document_id)
            with self._database.transaction():
                self._documents.set_status(document_id, DocumentStatus.FAILED, failure)
                self._queue.remove(document_id)
            yield _status(stamp, document, DocumentStatus.FAILED, failure=failure)
        except sqlite3.IntegrityError:
            if self._documents.get(document_id) is not None:
                raise
            self._index.delete_document(document_id)  # it was removed while we worked on it
        except BaseException:
            self._back_to_queue(document)
            raise

    def _parse_and_store(
        self, document: Document, stamp: EventStamper, cancel: CancelToken
    ) -> Iterator[Event]:
        document_id = document.document_id
        self._discard(document_id)
        began = time.monotonic()
        pages = total = chunk_count = without_text = 0
        title = name = Path(document.filename).stem.replace("_", " ")
        for reply in self._read(document, name, cancel):
            if reply.kind == "opened":
                total = int(reply.payload["page_count"])
                title = str(reply.payload["title"]) or name
            elif reply.kind == "pages":
                batch = pages_from(reply.payload, reply.blob)
                self._pages.add_many(document_id, batch)
                pages += len(batch)
                rate = pages / max(time.monotonic() - began, 1e-3)
                yield stamp(
                    DocumentProgressed,
                    document_id=document_id,
                    filename=document.filename,
                    stage="parsing",
                    done=pages,
                    total=total,
                    per_second=round(rate, 1),
                    eta_seconds=round((total - pages) / rate, 1),
                )
            elif reply.kind == "chunks":
                chunks = chunks_from(reply.payload)
                self._chunks.add_many(document_id, chunks)
                chunk_count += len(chunks)
            elif reply.kind == "done":
                without_text = int(reply.payload["pages_without_text"])
        self._documents.set_parsed(
            document_id, title=title, page_count=pages, chunk_count=chunk_count, chunker=self._chunker
        )
        for first in range(0, chunk_count, _POINTS_AT_ONCE):
            cancel.check()
            self._index.upsert(index_points(self._chunks.of_document(document_id, first, _POINTS_AT_ONCE)))
        self._index.flush()
        with self._database.transaction():
            self._documents.set_status(document_id, DocumentStatus.SEARCHABLE)
            self._queue.put(document_id, "embed")
        yield _status(stamp, document, DocumentStatus.SEARCHABLE, pages=pages, chunks=chunk_count)
        if without_text:
            yield stamp(
                NoticeGiven,
                code="pages_without_text",
                message=f"{document.filename}: {without_text} of {pages} pages have no text and look scanned "
                "or empty; they cannot be searched.",
            )

    def _read(self, document: Document, name: str, cancel: CancelToken) -> Iterator[Reply]:
        order: dict[str, Any] = {
            "path": document.path,
            "content_hash": document.content_hash,
            "name": name,
            "tokenizer": str(self._tokenizer_folder),
            "tokens": self._chunking.tokens,
            "overlap_tokens": self._chunking.overlap_tokens,
        }
        return self._parser.call(
            "parse", order, timeout_s=PARSE_TIMEOUT_S, idle_timeout_s=PARSE_IDLE_S, cancel=cancel
        )

    def _discard(self, document_id: str) -> None:
        """Forget what an earlier, unfinished or outdated parse left behind."""
        with self._database.transaction():
            self._pages.delete(document_id)
            self._chunks.delete(document_id)
        self._index.delete_document(document_id)

    def _back_to_queue(self, document: Document) -> None:
        # With a full disk this fails as well; the check at the next start does it then.
        with contextlib.suppress(KnownError):
            self._documents.set_status(document.document_id, DocumentStatus.QUEUED)


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
