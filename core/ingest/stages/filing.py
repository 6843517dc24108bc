"""The stage `file`: which bucket a document belongs to, and the values of its bucket's fields.

Runs on the ingest thread when documents have been read and checked; a document costs some tens of
milliseconds. Nothing is queued: what is filed with an old schema, or not at all, is found by asking the
library, so a kill or a pause costs nothing, and only what changed is read again. What the user entered or
moved stays.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from core.errors import KnownError
from core.events import DocumentFiled, Event, EventStamper, NoticeGiven
from core.fields.extraction.extract import EXTRACTOR_VERSION, Known, pages_to_read
from core.fields.extraction.layout import sheet_of
from core.fields.schema import BucketSchema
from core.fields.sorting import Head, Likeness, Sorter
from core.fields.values import FieldValue
from core.ingest.stages.own_patterns import FieldReader, SlowPattern
from core.ingest.stages.storing import DocumentStore
from core.ingest.structure.annotations import own_page
from core.search.base import Embedder, Vectors
from core.store.database import Database
from core.store.fields.repository import FieldRepository, SortingRepository, Unfiled
from core.types import Document, Page

log = logging.getLogger(__name__)

_BATCH = 100  # documents that are asked for at once
_HEAD_PAGES = 2
_MOST_EXAMPLES = 300
_MOST_TRIES = 3  # of a document, while nothing changes in the library
_NOT_FILED = (
    "{name} could not be put into a bucket: it was tried three times and is asked for again. Its text can be "
    "searched. Move it to a bucket by hand, or send the diagnostics file with a report."
)
_LOOK_S = 3.0  # between two looks for what is to be filed, while there is other work


class FilingStep:
    """Sorts documents and reads their fields. One that is asked for again and again although nothing changes
    is left alone until the next start, so that a mistake of ours ends with a sentence and not with a loop.

    Args:
        schemas: bucket → schema as they are now; asked at each look, so an edit counts at once.
    """

    def __init__(
        self,
        database: Database,
        store: DocumentStore,
        embedder: Embedder,
        schemas: Callable[[], Mapping[str, BucketSchema]],
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._schemas = schemas
        self._sortings = SortingRepository(database)
        self._fields = FieldRepository(database)
        self._waiting: list[Unfiled] = []
        self._looked = 0.0
        self._seen: tuple[int, ...] = ()
        self._tries: Counter[str] = Counter()
        self._tried_at: tuple[int, ...] = ()
        self._stuck: set[str] = set()
        self._current: dict[str, BucketSchema] = {}
        self._stamps: dict[str, str] = {}
        self._sorter: Sorter | None = None
        self._reader = FieldReader()
        self._descriptions: dict[str, Vectors] = {}

    def next(self, *, idle: bool = False) -> Unfiled | None:
        """The next document to be filed; asked for only when something has changed.

        Args:
            idle: there is nothing else to do, so look now.
        """
        if not self._waiting and (idle or time.monotonic() - self._looked > _LOOK_S):
            changed = self._sortings.changes()
            if changed != self._seen:
                self._looked = time.monotonic()
                self._renew()
                if changed != self._tried_at:
                    self._tried_at = changed
                    self._tries.clear()
                found = self._sortings.unfiled(self._stamps, _BATCH + len(self._stuck))
                self._waiting = [entry for entry in found if entry.document_id not in self._stuck]
                if not self._waiting:
                    self._seen = changed
        return self._waiting.pop(0) if self._waiting else None

    def step(self, unfiled: Unfiled, stamp: EventStamper) -> Iterator[Event]:
        """File one document. What cannot be read is filed without values, and not tried again.

        Raises:
            core.errors.KnownError: the library cannot be written.
        """
        document = self._store.documents.get(unfiled.document_id)
        self._tries[unfiled.document_id] += 1
        if self._tries[unfiled.document_id] > _MOST_TRIES:
            self._stuck.add(unfiled.document_id)
            name = document.filename if document is not None else unfiled.document_id
            yield stamp(NoticeGiven, code="not_filed", message=_NOT_FILED.format(name=name))
            return
        if document is None or not document.status.can_be_searched:
            return
        vector = self._vector(document)
        pages = self._pages(document)
        if unfiled.by_user and unfiled.bucket not in self._current:
            self._sortings.release(document.document_id)
        bucket, confidence = self._sorted(document, unfiled, pages, vector)
        slow: list[SlowPattern] = []
        try:
            values, slow = self._read(document, bucket, pages)
        except Exception as error:
            if isinstance(error, KnownError) and error.code != "worker_failed":
                raise
            log.exception("the fields of %s could not be read", document.path)
            values = []
        for pattern in slow:
            yield stamp(NoticeGiven, code="slow_pattern", message=pattern.message)
        mark = read_mark(self._stamps[bucket], document.chunk_count, with_vector=vector is not None)
        if self._fields.keep_read(document.document_id, bucket, confidence, values, mark):
            yield stamp(
                DocumentFiled,
                document_id=document.document_id,
                filename=document.filename,
                bucket=bucket,
                confidence=round(confidence, 3),
                values=len(values),
            )

    def close(self) -> None:
        """End the child process, where there is one."""
        self._reader.close()

    def _renew(self) -> None:
        """Take over edited schemas and what the user moved since."""
        schemas = dict(self._schemas())
        if schemas != self._current:
            self._current = schemas
            self._stamps = {
                bucket: f"{EXTRACTOR_VERSION}.{schema.fingerprint()}" for bucket, schema in schemas.items()
            }
            self._descriptions = {}
        self._sorter = None

    def _pages(self, document: Document) -> list[Page]:
        numbers = pages_to_read(document.page_count)
        pages = (self._store.pages.get(document.document_id, number) for number in numbers)
        return [own_page(page) for page in pages if page is not None and page.checked]

    def _sorted(
        self, document: Document, unfiled: Unfiled, pages: list[Page], vector: Vectors | None
    ) -> tuple[str, float]:
        known = unfiled.bucket in self._current
        if known and (unfiled.by_user or self._fields.is_corrected(document.document_id, unfiled.bucket)):
            return unfiled.bucket, 1.0  # whoever corrects a value has looked where it stands
        if self._sorter is None:
            likeness = (
                Likeness(self._described(), self._examples(), self._embedder.unrelated)
                if vector is not None
                else None
            )
            self._sorter = Sorter(self._current, likeness)
        sheets = [sheet_of(page) for page in pages[:_HEAD_PAGES]]
        return self._sorter.sort(Head(document.filename, document.title, sheets, vector))[0]

    def _read(
        self, document: Document, bucket: str, pages: list[Page]
    ) -> tuple[list[FieldValue], list[SlowPattern]]:
        facts = self._store.documents.facts(document.document_id)
        known = Known(document.language, facts.names, facts.years)
        return self._reader.read(self._current[bucket], pages, known)

    def _vector(self, document: Document) -> Vectors | None:
        """Of the document's first passage, once it is embedded."""
        if not document.embedded_count:
            return None
        return self._first_vector(document.document_id)

    def _first_vector(self, document_id: str) -> Vectors | None:
        ids = self._store.chunks.ids(document_id)[:1]
        return self._store.index.vectors(ids).get(ids[0]) if ids else None

    def _described(self) -> Mapping[str, Vectors]:
        if not self._descriptions:
            told = {bucket: schema.description for bucket, schema in self._current.items()}
            told = {bucket: text for bucket, text in told.items() if text}
            vectors: Sequence[Vectors] = list(self._embedder.embed(list(told.values()))) if told else []
            self._descriptions = {
                bucket: np.asarray(vector, dtype=np.float32)
                for bucket, vector in zip(told, vectors, strict=True)
            }
        return self._descriptions

    def _examples(self) -> list[tuple[str, Vectors]]:
        found = []
        for moved in self._sortings.by_user()[:_MOST_EXAMPLES]:
            vector = self._first_vector(moved.document_id)
            if vector is not None:
                found.append((moved.bucket, vector))
        return found


def read_mark(stamp: str, chunk_count: int, *, with_vector: bool) -> str:
    """What fields were read with: extractor, schema, the text as it was cut, and whether likeness counted."""
    return f"{stamp}/{chunk_count}" + ("+" if with_vector else "")
