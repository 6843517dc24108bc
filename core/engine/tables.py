"""A bucket as a table: which documents stand in it in which order, and their values page by page. Any thread.

The order is fetched once, as ids; values only for the rows that are looked at. So a table of 100,000
documents opens with one query, its scroll bar tells the truth from the start, and a row that is edited stays
where it is until the table is sorted again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.corpus.base import LibraryRow
from core.engine.buckets import LibraryBuckets
from core.engine.field_library import StoredFieldLibrary
from core.engine.library_scopes import LibraryScopes
from core.engine.library_workspaces import LibraryWorkspaces
from core.fields.filters import EVERYTHING, Filter
from core.fields.schema import BucketSchema
from core.store.database import Database
from core.store.fields.queries import FieldQueries
from core.store.snapshot import snapshot_of
from core.types.scope import WHOLE_LIBRARY, Scope

_ALL = 10**9  # SQLite wants a number
_PAGE = 500


@dataclass(frozen=True, slots=True)
class TableQuery:
    """What a table shows: documents of the scope only. `order_by`: a field, `BY_NAME`, or None for the order
    of adding."""

    bucket: str
    where: Filter = EVERYTHING
    order_by: str | None = None
    descending: bool = False
    scope: Scope = WHOLE_LIBRARY


def documents_in(database: Database, scope: Scope) -> tuple[str, ...] | None:
    """What the choice means now; None: all documents.

    Raises:
        UsageError: its workspace does not exist (any more).
    """
    return LibraryScopes(database, LibraryWorkspaces(database)).reach(scope).document_ids


class LibraryTables:
    """The buckets of one library as tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._buckets = LibraryBuckets(database)

    def schema(self, bucket: str) -> BucketSchema:
        """The schema of a bucket as it is now.

        Raises:
            UsageError: there is no such bucket.
        """
        return self._buckets.schema(bucket)

    def questions(self, bucket: str, scope: Scope = WHOLE_LIBRARY) -> FieldQueries:
        """Sums, groups and counts over its documents; see `schema`."""
        return FieldQueries(self._database, self.schema(bucket), documents_in(self._database, scope))

    def counts(self, scope: Scope = WHOLE_LIBRARY) -> dict[str, int]:
        """bucket → number of its documents, empty ones too."""
        return self._buckets.counts(documents_in(self._database, scope))

    def document_ids(self, query: TableQuery) -> tuple[str, ...]:
        """All documents that match, in order.

        Raises:
            UsageError: there is no such bucket, field or workspace.
        """
        with snapshot_of(self._database) as database:
            page = (
                LibraryTables(database)
                .questions(query.bucket, query.scope)
                .documents(query.where, order_by=query.order_by, descending=query.descending, limit=_ALL)
            )
        return page.document_ids

    def rows(self, bucket: str, document_ids: Sequence[str]) -> list[LibraryRow]:
        """Their values, in the order of the ids; documents that went meanwhile are left out."""
        with snapshot_of(self._database) as database:
            return StoredFieldLibrary(database, None).rows(bucket, document_ids)

    def all_rows(self, query: TableQuery) -> Iterator[LibraryRow]:
        """Each document that matches, as all of them are at the moment of the first, a page at a time."""
        with snapshot_of(self._database) as database:
            still = LibraryTables(database)
            document_ids = still.document_ids(query)
            for start in range(0, len(document_ids), _PAGE):
                yield from still.rows(query.bucket, document_ids[start : start + _PAGE])
