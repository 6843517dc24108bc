"""At start: does the index hold what SQLite says it holds? SQLite is right; the index is repaired.

Damage to an embedded index is often silent, so points are counted per document. Runs once, on the thread
that opens the library, before ingestion.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from core.ingest.readers import READER_VERSION
from core.ingest.stages.storing import POINTS_AT_ONCE, index_points
from core.search.base import ChunkIndex
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import OcrState, PageRepository
from core.store.queue import BEHIND_ALL, IngestQueue, Stage
from core.types import Document, DocumentStatus

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Repairs:
    """How many documents each repair touched; all zero when nothing was wrong.

    `to_check` were never looked at for hidden text, or not to the end; `to_recognise` have pages whose text
    is still to be recognised; `to_renew` were read by earlier readers or cut by another chunker. None of it
    is damage.
    """

    requeued: int = 0
    refilled: int = 0
    to_embed: int = 0
    orphans: int = 0
    to_check: int = 0
    to_recognise: int = 0
    to_renew: int = 0

    def __bool__(self) -> bool:
        return bool(self.requeued or self.refilled or self.to_embed or self.orphans)


def repair(
    database: Database, index: ChunkIndex, index_name: str, chunker: str, *, recognises: bool = False
) -> Repairs:
    """Bring queue and index in line with the documents; nothing is parsed or embedded here.

    - a document caught in the middle of parsing, or of storing its chunks, is queued again;
    - one whose points are missing gets its keyword points back and is queued for its vectors;
    - one that lacks only vectors, or a check of its pages, is queued for them;
    - with `recognises` so is one that lacks the text of scanned pages;
    - one that earlier readers read, or another chunker cut, is queued to be renewed, behind all others;
    - points of documents that are gone are deleted.
    """
    check = _Check(database, index, index_name, recognises)
    repairs = check.run(chunker)
    if repairs:
        index.flush()
        log.warning("the index did not match the library and was repaired: %s", repairs)
    return repairs


class _Check:
    def __init__(self, database: Database, index: ChunkIndex, index_name: str, recognises: bool) -> None:
        self._database = database
        self._documents = DocumentRepository(database)
        self._chunks = ChunkRepository(database)
        self._pages = PageRepository(database)
        self._queue = IngestQueue(database)
        self._index = index
        self._index_name = index_name
        self._awaiting_ocr = self._documents_awaiting_ocr() if recognises else set()

    def run(self, chunker: str) -> Repairs:
        half_cut = set(self._documents.half_cut())
        outdated = set(self._documents.outdated(chunker, READER_VERSION))
        queued = self._queue.stages()
        actual = self._index.points_per_document()
        manifest = self._chunks.manifest(self._index_name)
        kinds = ("requeued", "refilled", "to_embed", "to_check", "to_recognise", "to_renew")
        count = dict.fromkeys(kinds, 0)
        known: set[str] = set()
        to_renew: list[str] = []
        for document in self._documents.all():
            document_id = document.document_id
            if document.status.can_be_searched and document_id not in half_cut:
                known.add(document_id)
                expected, embedded = manifest.get(document_id, (0, 0))
                found = actual.get(document_id, (0, 0))
                stage = queued.get(document_id, "")
                done = self._mend(document, expected, embedded, found, stage)
                if done:
                    count[done] += 1
                if document_id in outdated and (done or stage not in ("renew", "left")):
                    to_renew.append(document_id)
            elif document.status not in (DocumentStatus.FAILED, DocumentStatus.LOCKED):
                if document.status is not DocumentStatus.QUEUED or queued.get(document_id) != "parse":
                    count["requeued"] += 1
                self._requeue(document_id)
        with self._database.transaction():
            for document_id in to_renew:
                self._queue.put(document_id, "renew", BEHIND_ALL)
        count["to_renew"] = len(to_renew)
        orphans = sorted(actual.keys() - known)
        for document_id in orphans:
            self._index.delete_document(document_id)
        return Repairs(orphans=len(orphans), **count)

    def _mend(
        self, document: Document, expected: int, embedded: int, found: tuple[int, int], stage: str
    ) -> str:
        """What was done to a document whose chunks are whole; empty when nothing was."""
        document_id = document.document_id
        points, vectors = found
        wanted = self._next_stage(document)
        if points != expected:
            self._refill(document)
            self._queue_for(document_id, wanted)
            return "refilled"
        if vectors != embedded:
            self._chunks.forget_vectors(document_id, self._index_name)
            self._queue_for(document_id, wanted)
            return "to_embed"
        if (
            stage in ("renew", "check", "ocr", "embed", "left")
            and document.status is DocumentStatus.SEARCHABLE
        ):
            return ""
        if wanted == "embed" and embedded == expected and document.status is DocumentStatus.INDEXED:
            return ""
        self._queue_for(document_id, wanted)
        return {"check": "to_check", "ocr": "to_recognise"}.get(wanted, "to_embed")

    def _next_stage(self, document: Document) -> Stage:
        if document.unchecked_pages:
            hopeless = {number for problem in document.problems for number in problem.pages}
            if not hopeless.issuperset(self._pages.unchecked(document.document_id)):
                return "check"
        return "ocr" if document.document_id in self._awaiting_ocr else "embed"

    def _documents_awaiting_ocr(self) -> set[str]:
        rows = self._database.query(
            "SELECT DISTINCT document_id FROM pages WHERE ocr != 0 AND ocr = ?", (int(OcrState.WANTED),)
        )
        return {row["document_id"] for row in rows}

    def _refill(self, document: Document) -> None:
        document_id = document.document_id
        self._index.delete_document(document_id)
        self._chunks.forget_vectors(document_id, self._index_name)
        first = 0
        while chunks := self._chunks.of_document(document_id, first, POINTS_AT_ONCE):
            self._index.upsert(index_points(chunks, document.language))
            first += len(chunks)

    def _queue_for(self, document_id: str, stage: Stage) -> None:
        with self._database.transaction():
            self._chunks.recount(document_id, self._index_name)
            self._documents.set_status(document_id, DocumentStatus.SEARCHABLE)
            self._queue.put(document_id, stage)

    def _requeue(self, document_id: str) -> None:
        with self._database.transaction():
            self._documents.set_status(document_id, DocumentStatus.QUEUED)
            self._queue.put(document_id, "parse")
