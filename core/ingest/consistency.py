"""At start: does the index hold what SQLite says it holds? SQLite is right; the index is repaired.

Damage to an embedded index is often silent, so points are counted per document. Runs once, on the thread
that opens the library, before ingestion.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from core.ingest.parsing import index_points
from core.search.base import ChunkIndex
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.queue import IngestQueue
from core.types import Document, DocumentStatus

log = logging.getLogger(__name__)
_POINTS_AT_ONCE = 400


@dataclass(frozen=True, slots=True)
class Repairs:
    """How many documents each repair touched; all zero when nothing was wrong."""

    requeued: int = 0
    refilled: int = 0
    to_embed: int = 0
    orphans: int = 0

    def __bool__(self) -> bool:
        return bool(self.requeued or self.refilled or self.to_embed or self.orphans)


def repair(database: Database, index: ChunkIndex, index_name: str, chunker: str) -> Repairs:
    """Bring queue and index in line with the documents; nothing is parsed or embedded here.

    - a document caught in the middle of parsing, or cut by another chunker, is queued again;
    - one whose points are missing gets its keyword points back and is queued for its vectors;
    - one that lacks only vectors is queued for them;
    - points of documents that are gone are deleted.
    """
    check = _Check(database, index, index_name)
    repairs = check.run(chunker)
    if repairs:
        index.flush()
        log.warning("the index did not match the library and was repaired: %s", repairs)
    return repairs


class _Check:
    def __init__(self, database: Database, index: ChunkIndex, index_name: str) -> None:
        self._database = database
        self._documents = DocumentRepository(database)
        self._chunks = ChunkRepository(database)
        self._queue = IngestQueue(database)
        self._index = index
        self._index_name = index_name

    def run(self, chunker: str) -> Repairs:
        outdated = set(self._documents.cut_by_others(chunker))
        queued = self._queue.stages()
        actual = self._index.points_per_document()
        manifest = self._chunks.manifest(self._index_name)
        requeued = refilled = to_embed = 0
        known: set[str] = set()
        for document in self._documents.all():
            document_id = document.document_id
            if document.status.can_be_searched and document_id not in outdated:
                known.add(document_id)
                expected, embedded = manifest.get(document_id, (0, 0))
                points, vectors = actual.get(document_id, (0, 0))
                if points != expected:
                    self._refill(document_id)
                    refilled += 1
                elif vectors != embedded:
                    self._chunks.forget_vectors(document_id, self._index_name)
                    self._queue_embedding(document_id)
                    to_embed += 1
                elif self._lacks_work(document, expected - embedded, queued.get(document_id, "")):
                    self._queue_embedding(document_id)
                    to_embed += 1
            elif document.status is not DocumentStatus.FAILED:
                if document.status is not DocumentStatus.QUEUED or queued.get(document_id) != "parse":
                    requeued += 1
                self._requeue(document_id)
        orphans = sorted(actual.keys() - known)
        for document_id in orphans:
            self._index.delete_document(document_id)
        return Repairs(requeued, refilled, to_embed, len(orphans))

    def _lacks_work(self, document: Document, missing: int, stage: str) -> bool:
        return missing > 0 and (stage != "embed" or document.status is DocumentStatus.INDEXED)

    def _refill(self, document_id: str) -> None:
        self._index.delete_document(document_id)
        self._chunks.forget_vectors(document_id, self._index_name)
        first = 0
        while chunks := self._chunks.of_document(document_id, first, _POINTS_AT_ONCE):
            self._index.upsert(index_points(chunks))
            first += len(chunks)
        self._queue_embedding(document_id)

    def _queue_embedding(self, document_id: str) -> None:
        with self._database.transaction():
            self._chunks.recount(document_id, self._index_name)
            self._documents.set_status(document_id, DocumentStatus.SEARCHABLE)
            self._queue.put(document_id, "embed")

    def _requeue(self, document_id: str) -> None:
        with self._database.transaction():
            self._documents.set_status(document_id, DocumentStatus.QUEUED)
            self._queue.put(document_id, "parse")
