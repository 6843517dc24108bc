"""Buckets as tables: which documents, their values page by page, corrections, moves, schemas. Its own thread.

A table that was overtaken by a newer one is not asked for any more: tickets rise with each request.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, SignalInstance, Slot

from core.errors import KnownError
from core.fields.schema import BucketSchema
from core.types.scope import WHOLE_LIBRARY, Scope
from desktop.tables.field_words import ValuePlace
from desktop.workers.base import Worker, failure_of

if TYPE_CHECKING:
    from core.engine.buckets import Refitted
    from core.engine.tables import LibraryTables
    from core.fields.filters import Filter


@dataclass(frozen=True, slots=True)
class BucketEntry:
    """A bucket with the number of its documents, and of those in the scope; `own`: its schema is the user's;
    `built_in`: there is one that the program comes with."""

    schema: BucketSchema
    documents: int
    in_scope: int
    own: bool
    built_in: bool


class TableWorker(Worker):
    """`buckets_listed(list[BucketEntry])`; `opened(ticket, document ids)`;
    `rows_found(ticket, first row, list[LibraryRow])`; `value_changed(document_id, bucket, field)`;
    `edit_refused(document_id, field, text, message, hint)`; `forgotten(document_id, bucket, field)`;
    `moved(how many, bucket)`; `place_found(ValuePlace)`; `schema_kept(bucket)`, `schema_dropped(bucket)`;
    before either `refitted(core.engine.buckets.Refitted)`; `schema_refused(message, hint)`.
    """

    buckets_listed = Signal(list)
    opened = Signal(int, object)
    open_failed = Signal(int, str, str)
    rows_found = Signal(int, int, list)
    value_changed = Signal(str, str, str)
    edit_refused = Signal(str, str, str, str, str)
    forgotten = Signal(str, str, str)
    moved = Signal(int, str)
    place_found = Signal(object)
    refitted = Signal(object)
    schema_kept = Signal(str)
    schema_dropped = Signal(str)
    schema_refused = Signal(str, str)
    failed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._newest = 0
        self._scope = WHOLE_LIBRARY  # of the last listing

    def next_ticket(self) -> int:
        """GUI thread: overtakes whatever was asked before."""
        self._newest += 1
        return self._newest

    # --- reading --------------------------------------------------------------------------------

    @Slot(object)
    def list_buckets(self, scope: Scope) -> None:
        from core.fields.schema import built_in_schemas

        self._scope = scope

        def listing() -> None:
            buckets = self.engine.buckets
            own, built_in = buckets.changed_by_user(), built_in_schemas()
            counts, in_scope = buckets.counts(), self._tables().counts(scope)
            entries = [
                BucketEntry(schema, counts.get(name, 0), in_scope.get(name, 0), name in own, name in built_in)
                for name, schema in buckets.schemas().items()
            ]
            self.buckets_listed.emit(entries)

        self._do(listing)

    @Slot(int, str, object, str, bool, object)
    def open(
        self, ticket: int, bucket: str, where: Filter, order_by: str, descending: bool, scope: Scope
    ) -> None:
        """`order_by`: a field, `BY_NAME`, or empty for the order of adding."""
        if ticket != self._newest:
            return
        try:
            from core.engine.tables import TableQuery

            query = TableQuery(bucket, where, order_by or None, descending, scope)
            document_ids = self._tables().document_ids(query)
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.open_failed.emit(ticket, message, hint)
        else:
            self.opened.emit(ticket, document_ids)

    @Slot(int, str, int, object)
    def find_rows(self, ticket: int, bucket: str, first: int, document_ids: tuple[str, ...]) -> None:
        if ticket == self._newest:
            self._do(lambda: self.rows_found.emit(ticket, first, self._tables().rows(bucket, document_ids)))

    @Slot(str, str)
    def find_place(self, document_id: str, field: str) -> None:
        """Where a value stands; nothing where it stands nowhere."""

        def finding() -> None:
            buckets = self.engine.buckets
            filed, document = buckets.filed(document_id), self.engine.document(document_id)
            found = [value for value in filed.values if value.field == field] if filed is not None else []
            if not found or document is None or not found[0].page:
                return
            value = found[0]
            self.place_found.emit(
                ValuePlace(
                    document_id,
                    document.filename,
                    field,
                    value.page,
                    tuple(buckets.boxes(document_id, value)),
                    (value.span,) if value.span is not None else (),
                    value.quote,
                )
            )

        self._do(finding)

    # --- changing -------------------------------------------------------------------------------

    @Slot(str, str, str, str)
    def correct(self, document_id: str, bucket: str, field: str, text: str) -> None:
        """An empty text says that the document has none. Figures are read as they are shown: 1,234.56."""
        try:
            self.engine.buckets.correct(document_id, field, text, bucket=bucket)
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.edit_refused.emit(document_id, field, text, message, hint)
        else:
            self.value_changed.emit(document_id, bucket, field)

    @Slot(str, str, str)
    def forget(self, document_id: str, bucket: str, field: str) -> None:
        """The user's word for a field; the document is read anew by the next `ingest`."""

        def forgetting() -> None:
            if self.engine.buckets.drop_correction(document_id, field):
                self.forgotten.emit(document_id, bucket, field)

        self._do(forgetting)

    @Slot(list, str)
    def move(self, document_ids: list[str], bucket: str) -> None:
        self._do(lambda: self.moved.emit(self.engine.buckets.move(document_ids, bucket), bucket))

    @Slot(object)
    def keep_schema(self, schema: BucketSchema) -> None:
        """`refitted` tells before `schema_kept` what became of the user's values."""
        self._change(lambda: self.engine.buckets.keep_schema(schema), self.schema_kept, schema.bucket)

    @Slot(str)
    def drop_schema(self, bucket: str) -> None:
        """Back to what the program comes with; a bucket of the user's own goes."""
        self._change(lambda: self.engine.buckets.forget_schema(bucket), self.schema_dropped, bucket)

    # --- inside ---------------------------------------------------------------------------------

    def _change(self, order: Callable[[], Refitted], done: SignalInstance, bucket: str) -> None:
        try:
            refitted = order()
        except KnownError as error:
            self.schema_refused.emit(error.message, error.hint)
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.schema_refused.emit(message, hint)
        else:
            self.refitted.emit(refitted)
            done.emit(bucket)
            self.list_buckets(self._scope)

    def _do(self, order: Callable[[], object]) -> None:
        try:
            order()
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.failed.emit(message, hint)

    def _tables(self) -> LibraryTables:
        from core.engine.tables import LibraryTables

        return LibraryTables(self.engine.database)
