"""The library as its mode sees it: fields from SQLite, within the selection of one question. Any thread."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from core.corpus.base import LibraryRow
from core.engine.buckets import schemas_of
from core.fields.schema import BucketSchema, FieldType
from core.fields.values import FieldValue
from core.search.coverage import coverage_of
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.fields.queries import FieldQueries
from core.store.fields.repository import FieldRepository, SortingRepository
from core.store.pages import PageRepository
from core.store.snapshot import snapshot_of
from core.types import Citation, Coverage, Span

_MOST_NAMES = 20_000  # different values of a field that are looked for in questions


class StoredFieldLibrary:
    """See `core.corpus.base.FieldLibrary`.

    Args:
        document_ids: the selection of the question; None: the whole library.
    """

    def __init__(self, database: Database, document_ids: Sequence[str] | None) -> None:
        self._database = database
        self._document_ids = None if document_ids is None else frozenset(document_ids)
        self._selected = None if document_ids is None else json.dumps(list(document_ids))
        self._fields = FieldRepository(database)
        self._sortings = SortingRepository(database)
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._chunks = ChunkRepository(database, self._pages)
        self._schemas = schemas_of(database)

    def schemas(self) -> Mapping[str, BucketSchema]:
        return self._schemas

    def names(self, bucket: str) -> Mapping[str, Sequence[str]]:
        texts = [spec.name for spec in self._schemas[bucket].fields if spec.type is FieldType.TEXT]
        rows = self._database.query(
            "SELECT field, MIN(value) AS value FROM fields WHERE bucket = ?1 AND key IS NOT NULL "
            "AND field IN (SELECT value FROM json_each(?2)) "
            "AND (?3 IS NULL OR document_id IN (SELECT value FROM json_each(?3))) "
            "GROUP BY field, key LIMIT ?4",
            (bucket, json.dumps(texts), self._selected, _MOST_NAMES * max(1, len(texts))),
        )
        found: dict[str, list[str]] = {}
        for row in rows:
            found.setdefault(row["field"], []).append(row["value"])
        return found

    def questions(self, bucket: str) -> FieldQueries:
        return FieldQueries(self._database, self._schemas[bucket], self._chosen())

    def rows(self, bucket: str, document_ids: Sequence[str]) -> list[LibraryRow]:
        document_ids = [name for name in document_ids if self._holds(name)]
        values = self._fields.of_documents(document_ids, bucket)
        rows = self._database.query(
            "SELECT document_id, filename FROM documents "
            "WHERE document_id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(document_ids)),),
        )
        names = {row["document_id"]: row["filename"] for row in rows}
        return [
            LibraryRow(document_id, names[document_id], values.get(document_id, {}))
            for document_id in document_ids
            if document_id in names
        ]

    def filed(self, document_id: str) -> tuple[str, LibraryRow] | None:
        if not self._holds(document_id):
            return None
        sorting = self._sortings.get(document_id)
        if sorting is None:
            return None
        rows = self.rows(sorting.bucket, [document_id])
        return (sorting.bucket, rows[0]) if rows else None

    def citation(self, number: int, document_id: str, value: FieldValue) -> Citation | None:
        document = self._documents.get(document_id) if self._holds(document_id) else None
        page = self._pages.numbered(document_id, value.page) if value.page else None
        if document is None or page is None or value.span is None:
            return None
        chunk_id, index = self._chunk_at(document_id, value.page, value.span)
        return Citation(
            number=number,
            document_id=document_id,
            content_hash=document.content_hash,
            filename=document.filename,
            chunk_id=chunk_id,
            chunk_index=index,
            page=value.page,
            spans=(value.span,),
            quote=value.quote,
            snippet=value.quote,
            score=value.confidence,
            page_kind=page.kind,
            page_label=page.label,
        )

    def coverage(self) -> Coverage:
        return coverage_of(self._database, self._chosen())

    def _holds(self, document_id: str) -> bool:
        """Whether the question may look into the document."""
        return self._document_ids is None or document_id in self._document_ids

    def _chosen(self) -> list[str] | None:
        return None if self._document_ids is None else sorted(self._document_ids)

    @contextmanager
    def of_one_moment(self) -> Iterator[StoredFieldLibrary]:
        with snapshot_of(self._database) as database:
            yield StoredFieldLibrary(database, self._chosen())

    def _chunk_at(self, document_id: str, page: int, span: Span) -> tuple[str, int]:
        """The chunk that holds a span; none where it was cut between two."""
        rows = self._database.query(
            "SELECT chunk_id, idx, spans FROM chunks WHERE document_id = ? AND first_page <= ? "
            "AND last_page >= ? ORDER BY idx",
            (document_id, page, page),
        )
        chunks = self._chunks.get_many([row["chunk_id"] for row in rows])
        for row in rows:
            held = chunks[row["chunk_id"]].spans
            if any(part.start <= span.start and span.end <= part.end for part in held):
                return row["chunk_id"], row["idx"]
        return (rows[0]["chunk_id"], rows[0]["idx"]) if rows else ("", 0)
