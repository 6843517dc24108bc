"""The stage `embed`: vectors in the background, one window of chunks at a time, giving way to an answer.

Runs on the ingest thread. Vectors go into the index first; SQLite then records which chunks have them. Equal
texts (running headers, boilerplate, copies) are embedded once: their vector is copied.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from core.events import DocumentStatusChanged, Event, EventStamper, NoticeGiven
from core.ingest.queue.background_gate import Gate, Paused
from core.ingest.queue.progress import WorkMeter
from core.ingest.queue.stage_events import notice, progressed, status_changed
from core.ingest.stages.storing import DocumentStore
from core.ingest.structure.chunking import embedding_text
from core.search.base import Embedder, Vectors
from core.store.queue import MOST_ATTEMPTS
from core.types import Chunk, Document, DocumentStatus

log = logging.getLogger(__name__)

WINDOW = 64  # chunks sorted by length together: little padding, progress every second or two
BATCH = 4


@dataclass(slots=True)
class _Text:
    """One text to embed, and the chunks that have it."""

    text: str
    chunk_ids: list[str]


class EmbeddingStep:
    """Embeds one window of a document per `step`."""

    def __init__(self, store: DocumentStore, embedder: Embedder, gate: Gate, meter: WorkMeter) -> None:
        self._store = store
        self._embedder = embedder
        self._gate = gate
        self._meter = meter

    def step(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """Embed the next window; when none is left the document is INDEXED and leaves the queue.

        Raises:
            core.errors.ModelError: the embedder failed; the document stays searchable by keyword.
            core.cancel.Cancelled, Paused: what was embedded so far is kept.
        """
        document = self._store.documents.get(document_id)
        if document is None:
            self._store.queue.remove(document_id)
            return
        window = self._store.chunks.not_embedded(document_id, self._store.index_name, WINDOW)
        if window:
            began = time.monotonic()
            try:
                self._embed(document, window, cancel)
            except (KnownError, Cancelled, Paused):
                raise
            except Exception:
                log.exception("%s could not be embedded", document.path)
                yield from self._leave_out(document, stamp)
                return
            begun, document = document, self._store.documents.get(document_id)
            if document is None or document.added_at != begun.added_at:
                return  # removed meanwhile, and maybe added again: then it is queued to be read
            done, total = document.embedded_count, document.chunk_count
            yield progressed(stamp, document, "embedding", done, total, units=len(window), since=began)
            if done < total:
                return
        yield from self._finish(document, stamp)

    def _embed(self, document: Document, window: list[Chunk], cancel: CancelToken) -> None:
        self._gate.give_way(cancel)
        vectors: dict[str, Vectors] = {}
        try:
            todo = self._copy_twins(window, vectors)
            for start in range(0, len(todo), BATCH):
                self._gate.give_way(cancel)
                batch = todo[start : start + BATCH]
                began = time.monotonic()
                rows = np.asarray(self._embedder.embed([part.text for part in batch]), dtype=np.float32)
                units = sum(len(part.chunk_ids) for part in batch)
                self._meter.batch("embed", time.monotonic() - began, units)
                for part, row in zip(batch, rows, strict=True):
                    vectors.update(dict.fromkeys(part.chunk_ids, row))
        finally:
            if vectors:
                self._store.index.set_vectors(vectors)
                self._store.chunks.mark_embedded(document.document_id, list(vectors), self._store.index_name)
                self._store.wrote_vectors()
                self._meter.completed(document, len(vectors))

    def _copy_twins(self, window: list[Chunk], vectors: dict[str, Vectors]) -> list[_Text]:
        """Take the vectors of equal texts that the index has; what is left, shortest first."""
        hashes = self._store.chunks.text_hashes([chunk.chunk_id for chunk in window])
        twins = self._store.chunks.embedded_twins(hashes.values(), self._store.index_name)
        found = self._store.index.vectors(list(twins.values())) if twins else {}
        todo: dict[bytes, _Text] = {}
        for chunk in window:
            text_hash = hashes.get(chunk.chunk_id, chunk.chunk_id.encode())
            twin = twins.get(text_hash)
            if twin is not None and twin in found:
                vectors[chunk.chunk_id] = found[twin]
            elif text_hash in todo:
                todo[text_hash].chunk_ids.append(chunk.chunk_id)
            else:
                todo[text_hash] = _Text(embedding_text(chunk.context, chunk.text), [chunk.chunk_id])
        return sorted(todo.values(), key=lambda part: len(part.text))

    def give_up(self, document_id: str, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """The program ended each time it was embedded: it stays searchable by keyword, and is not tried again
        until it is read or cut anew."""
        cancel.check()
        document = self._store.documents.get(document_id)
        if document is None:
            self._store.queue.remove(document_id)
            return
        with self._store.database.transaction():
            if not self._store.documents.is_current(document):
                return
            self._store.queue.put(document_id, "left")
        yield notice(
            stamp,
            "not_embedded",
            f"{document.filename} can be found by its words only: the program ended {MOST_ATTEMPTS} times "
            "while it was being embedded. Remove it and add it again to try once more.",
        )

    def _leave_out(self, document: Document, stamp: EventStamper) -> Iterator[NoticeGiven]:
        """Searchable by keyword only; the check at the next start queues it again."""
        with self._store.database.transaction():
            if not self._store.documents.is_current(document):
                return  # removed, and maybe added again: then it is queued to be read
            self._store.queue.remove(document.document_id)
        yield notice(
            stamp,
            "not_embedded",
            f"{document.filename} can be found by its words only: a mistake in DocuChat kept it from "
            "being embedded. It is tried again at the next start; the details are in the log file.",
        )

    def _finish(self, document: Document, stamp: EventStamper) -> Iterator[DocumentStatusChanged]:
        with self._store.database.transaction():
            if not self._store.documents.is_current(document):
                return
            self._store.documents.set_status(document.document_id, DocumentStatus.INDEXED)
            self._store.queue.remove(document.document_id)
        yield status_changed(stamp, document, DocumentStatus.INDEXED)
