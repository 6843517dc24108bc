"""Embedding in the background: one window of chunks at a time, giving way to a running answer.

Runs on the ingest thread. Vectors go into the index first; SQLite then records which chunks have them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator

import numpy as np

from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from core.events import DocumentProgressed, DocumentStatusChanged, Event, EventStamper, NoticeGiven
from core.ingest.chunking import embedding_text
from core.search.base import ChunkIndex, Embedder, Vectors
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.queue import IngestQueue
from core.types import Chunk, Document, DocumentStatus

log = logging.getLogger(__name__)

WINDOW = 64  # chunks sorted by length together: little padding, progress every second or two
BATCH = 4
_PAUSE_POLL_S = 0.05


class EmbeddingStep:
    """Embeds one window of a document per `step`."""

    def __init__(
        self,
        database: Database,
        index: ChunkIndex,
        embedder: Embedder,
        index_name: str,
        pause: Callable[[], bool],
    ) -> None:
        self._documents = DocumentRepository(database)
        self._chunks = ChunkRepository(database)
        self._queue = IngestQueue(database)
        self._database = database
        self._index = index
        self._embedder = embedder
        self._index_name = index_name
        self._pause = pause

    def step(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """Embed the next window; when none is left the document is INDEXED and leaves the queue.

        Raises:
            core.errors.ModelError: the embedder failed; the document stays searchable by keyword.
            core.cancel.Cancelled: what was embedded so far is kept.
        """
        document = self._documents.get(document_id)
        if document is None:
            self._queue.remove(document_id)
            return
        window = self._chunks.not_embedded(document_id, self._index_name, WINDOW)
        if window:
            began = time.monotonic()
            try:
                self._embed(document_id, window, cancel)
            except (KnownError, Cancelled):
                raise
            except Exception:
                log.exception("%s could not be embedded", document.path)
                yield self._leave_out(document, stamp)
                return
            begun, document = document, self._documents.get(document_id)
            if document is None or document.added_at != begun.added_at:
                return  # removed meanwhile, and maybe added again: then it is queued to be read
            rate = len(window) / max(time.monotonic() - began, 1e-3)
            left = document.chunk_count - document.embedded_count
            yield stamp(
                DocumentProgressed,
                document_id=document_id,
                filename=document.filename,
                stage="embedding",
                done=document.embedded_count,
                total=document.chunk_count,
                per_second=round(rate, 1),
                eta_seconds=round(left / rate, 1),
            )
            if left > 0:
                return
        yield from self._finish(document, stamp)

    def _embed(self, document_id: str, window: list[Chunk], cancel: CancelToken) -> None:
        ordered = sorted(window, key=lambda chunk: len(chunk.context) + len(chunk.text))
        vectors: dict[str, Vectors] = {}
        try:
            for start in range(0, len(ordered), BATCH):
                self._give_way(cancel)
                batch = ordered[start : start + BATCH]
                texts = [embedding_text(chunk.context, chunk.text) for chunk in batch]
                rows = np.asarray(self._embedder.embed(texts), dtype=np.float32)
                vectors.update({chunk.chunk_id: row for chunk, row in zip(batch, rows, strict=True)})
        finally:
            if vectors:
                self._index.set_vectors(vectors)
                self._chunks.mark_embedded(document_id, list(vectors), self._index_name)

    def _give_way(self, cancel: CancelToken) -> None:
        cancel.check()
        while self._pause():
            cancel.wait(_PAUSE_POLL_S)
            cancel.check()

    def _leave_out(self, document: Document, stamp: EventStamper) -> NoticeGiven:
        """Searchable by keyword only; the check at the next start queues it again."""
        self._queue.remove(document.document_id)
        return stamp(
            NoticeGiven,
            code="not_embedded",
            message=f"{document.filename} can be found by its words only: a mistake in DocuChat kept it from "
            "being embedded. It is tried again at the next start; the details are in the log file.",
        )

    def _finish(self, document: Document, stamp: EventStamper) -> Iterator[DocumentStatusChanged]:
        self._index.flush()
        with self._database.transaction():
            if not self._documents.is_current(document):
                return
            self._documents.set_status(document.document_id, DocumentStatus.INDEXED)
            self._queue.remove(document.document_id)
        yield stamp(
            DocumentStatusChanged,
            document_id=document.document_id,
            filename=document.filename,
            status=DocumentStatus.INDEXED,
            page_count=document.page_count,
            chunk_count=document.chunk_count,
        )
