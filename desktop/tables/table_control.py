"""The table of one bucket: what stands in it, what it is narrowed down to, and the user's corrections.

GUI thread; everything is asked of the workers `tables`, `figures` and `files`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from core.corpus.base import LibraryRow
from core.corpus.currencies import as_compared
from core.errors import UsageError
from core.events import DocumentFiled, Event
from core.fields.filters import EVERYTHING, Filter, described, parse_filter, parse_where
from core.fields.filters.tree import Comparison, IsNull, Operator, all_of, any_of, checked
from core.fields.schema import BucketSchema
from core.fields.values import FieldValue, Value
from core.store.fields.queries import BY_NAME
from core.types.scope import WHOLE_LIBRARY, Scope
from desktop.messages.core_words import said
from desktop.shared.numbers import is_german
from desktop.tables.bucket_rows import BucketTableModel
from desktop.tables.charts import period_days
from desktop.tables.facets import FacetEntry
from desktop.tables.field_words import refitted_words, titled
from desktop.workers.crew import Crew
from desktop.workers.tables import BucketEntry

if TYPE_CHECKING:
    from core.engine.buckets import Refitted

_REFRESH_MS = 800  # after news of the library
_REFRESH_PARTS = 20  # a large table is asked for anew at most for one part in so many of the time
_LONGEST_REFRESH_MS = 30_000


@dataclass(frozen=True, slots=True)
class Chip:
    """A condition that was clicked together: those of one field are alternatives."""

    field: str
    key: str
    label: str
    where: Filter


class TablesController(QObject):
    """`table_changed`: another bucket or schema; `narrowed`: another filter, whose table is under way;
    `opened`: the rows are known; `filter_refused(sentence)`: what is wrong with the filter, empty when it is
    right; `notice_given(sentence, document_id, field)`: the two name a correction that can be undone.
    """

    buckets_changed = Signal()
    table_changed = Signal()
    narrowed = Signal()
    opened = Signal()
    filter_refused = Signal(str)
    notice_given = Signal(str, str, str)
    place_found = Signal(object)
    reading_wanted = Signal()
    refitted = Signal(str)
    schema_kept = Signal(str)
    schema_dropped = Signal(str)
    schema_refused = Signal(str, str)
    _list_requested = Signal(object)
    _open_requested = Signal(int, str, object, str, bool, object)
    _rows_requested = Signal(int, str, int, object)
    _place_requested = Signal(str, str)
    _correct_requested = Signal(str, str, str, str)
    _forget_requested = Signal(str, str, str)
    _move_requested = Signal(list, str)
    _keep_requested = Signal(object)
    _drop_requested = Signal(str)

    def __init__(self, crew: Crew, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = crew.tables
        self.model = BucketTableModel(self)
        self.buckets: list[BucketEntry] = []
        self.schema: BucketSchema | None = None
        self.line = ""
        self.chips: list[Chip] = []
        self.order_by: str | None = None
        self.descending = False
        self.loading = False
        self.scope = WHOLE_LIBRARY
        self._said = EVERYTHING  # what the line means
        self._active = False
        self._stale = False  # the library or the scope changed while nobody looked
        self._ticket = 0
        self._since = QElapsedTimer()
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refresh.timeout.connect(self.refresh)
        worker = crew.tables
        self._list_requested.connect(worker.list_buckets)
        self._open_requested.connect(worker.open)
        self._rows_requested.connect(worker.find_rows)
        self._place_requested.connect(worker.find_place)
        self._correct_requested.connect(worker.correct)
        self._forget_requested.connect(worker.forget)
        self._move_requested.connect(worker.move)
        self._keep_requested.connect(worker.keep_schema)
        self._drop_requested.connect(worker.drop_schema)
        worker.buckets_listed.connect(self.on_buckets_listed)
        worker.opened.connect(self.on_opened)
        worker.open_failed.connect(self.on_open_failed)
        worker.rows_found.connect(self.on_rows_found)
        worker.value_changed.connect(self.on_value_changed)
        worker.edit_refused.connect(self.on_edit_refused)
        worker.forgotten.connect(self.on_forgotten)
        worker.moved.connect(self.on_moved)
        worker.place_found.connect(self.place_found)
        worker.refitted.connect(self.on_refitted)
        worker.schema_kept.connect(self.on_schema_kept)
        worker.schema_dropped.connect(self.on_schema_dropped)
        worker.schema_refused.connect(self.schema_refused)
        worker.failed.connect(self.on_failed)
        self.model.rows_wanted.connect(self.on_rows_wanted)
        self.model.edited.connect(self.on_edited)
        crew.reading.events_arrived.connect(self.on_events)

    # --- what is shown --------------------------------------------------------------------------

    @property
    def bucket(self) -> str:
        return self.schema.bucket if self.schema is not None else ""

    @property
    def where(self) -> Filter:
        """The filter in force."""
        return self.where_without("")

    def where_without(self, field: str) -> Filter:
        """The filter but for what was clicked together for one field: what its facets are counted in."""
        by_field: dict[str, list[Filter]] = {}
        for chip in self.chips:
            if chip.field != field:
                by_field.setdefault(chip.field, []).append(chip.where)
        parts = [any_of(conditions) for conditions in by_field.values()]
        if self._said != EVERYTHING:
            parts.insert(0, self._said)
        return all_of(parts)

    @property
    def count(self) -> int:
        return len(self.model.document_ids)

    @property
    def of(self) -> int:
        """Documents of the bucket in the scope, whatever the filter."""
        return next((entry.in_scope for entry in self.buckets if entry.schema.bucket == self.bucket), 0)

    @property
    def elsewhere(self) -> int:
        """Documents of the bucket that are not in the scope."""
        return next(
            (one.documents - one.in_scope for one in self.buckets if one.schema.bucket == self.bucket), 0
        )

    @property
    def is_narrowed(self) -> bool:
        return bool(self.chips) or self._said != EVERYTHING

    def activate(self, active: bool) -> None:
        """Whether somebody looks: only then is the library asked."""
        self._active = active
        if active and self._stale:
            self.refresh()
        elif active:
            self.list_buckets()

    def set_scope(self, scope: Scope) -> None:
        """Only documents of it are shown from now on; sort and filter stay."""
        if scope != self.scope:
            self.scope = scope
            self._stale = True
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Ask the library again; sort, filter and place stay."""
        if self._active:
            self._stale = False
            self.list_buckets()
            self._open()

    def choose(self, bucket: str) -> None:
        """Show another bucket, in the order of adding and unfiltered."""
        found = next((entry.schema for entry in self.buckets if entry.schema.bucket == bucket), None)
        schema = titled(found) if found is not None else None
        if schema is None or schema == self.schema:
            return
        self.schema = schema
        self.line, self.chips, self._said = "", [], EVERYTHING
        self.order_by, self.descending = None, False
        self.model.show(schema, ())
        self.filter_refused.emit("")
        self.table_changed.emit()
        self._open()

    def sort(self, column: int, descending: bool) -> None:
        """By a column; -1: in the order of adding."""
        spec = self.model.spec(column)
        self.order_by = spec.name if spec is not None else (BY_NAME if column == 0 else None)
        self.descending = descending and self.order_by is not None
        self._open()

    # --- narrowing down -------------------------------------------------------------------------

    def set_line(self, line: str) -> bool:
        """Filter by a line of the filter language; False and a sentence when it is none."""
        if self.schema is None:
            return False
        try:
            wanted = parse_where(line, self.schema)
        except UsageError as error:
            self.filter_refused.emit(said(f"{error.message} {error.hint}".strip()))
            return False
        self.filter_refused.emit("")
        self.line = line
        if wanted != self._said:
            self._said = wanted
            self._narrowed()
        return True

    def add_chip(self, field: str, entry: FacetEntry) -> None:
        if all((chip.field, chip.key) != (field, entry.key) for chip in self.chips):
            chip = Chip(field, entry.key, self._label(field, entry), entry.where)
            try:
                checked(all_of([self.where, entry.where]))
            except UsageError as error:
                self.notice_given.emit(said(f"{error.message} {error.hint}".strip()), "", "")
                return
            self.chips.append(chip)
            self._narrowed()

    def remove_chip(self, field: str, key: str) -> None:
        kept = [chip for chip in self.chips if (chip.field, chip.key) != (field, key)]
        if kept != self.chips:
            self.chips = kept
            self._narrowed()

    def clear_filter(self) -> None:
        """Show all documents of the bucket."""
        if self.chips or self.line or self._said != EVERYTHING:
            self.chips, self.line, self._said = [], "", EVERYTHING
            self.filter_refused.emit("")
            self._narrowed()

    def narrow_to(self, field: str, found: FieldValue | None) -> None:
        """Only documents that have the same value of a field, or have none either."""
        schema = self.schema
        if schema is None:
            return
        where: Filter = IsNull(field)
        key = "?"  # as the facets name it
        if found is not None and found.value is not None:
            where = Comparison(field, Operator.EQUAL, (as_compared(schema.field(field), found.value),))
            key = found.value.key or f"={found.value.shown} {found.value.unit}"
        self.add_chip(
            field, FacetEntry(key, described(where, schema, german=is_german()), where, 0, whole=True)
        )

    def narrow_to_period(self, field: str, key: str) -> None:
        """Only documents of a year, quarter or month, as `FieldQueries.groups` names them."""
        if self.schema is not None:
            where = parse_filter({field: {"BETWEEN": list(period_days(key))}}, self.schema)
            self.add_chip(field, FacetEntry(key, key, where, 0))

    def narrow_to_key(self, field: str, key: str, label: str) -> None:
        """Only documents of a group."""
        where = Comparison(field, Operator.EQUAL, (Value(label, key=key),))
        self.add_chip(field, FacetEntry(key, label, where, 0))

    def _label(self, field: str, entry: FacetEntry) -> str:
        spec = self.schema.field(field) if self.schema is not None else None
        return entry.label if entry.whole or spec is None else f"{spec.shown}: {entry.label}"

    def _narrowed(self) -> None:
        self._open()
        self.narrowed.emit()

    # --- what the user does ---------------------------------------------------------------------

    def show_place(self, document_id: str, field: str) -> None:
        """`place_found` follows where the value stands on a page."""
        self._place_requested.emit(document_id, field)

    def forget(self, document_id: str, field: str) -> None:
        """Forget a correction; the document is read anew."""
        self._forget_requested.emit(document_id, self.bucket, field)

    def move(self, document_ids: Sequence[str], bucket: str) -> None:
        self._move_requested.emit(list(document_ids), bucket)

    def list_buckets(self) -> None:
        """`buckets_changed` follows."""
        self._list_requested.emit(self.scope)

    def keep_schema(self, schema: BucketSchema) -> None:
        """`schema_kept` or `schema_refused` follows."""
        self._keep_requested.emit(schema)

    def drop_schema(self, bucket: str) -> None:
        """`schema_dropped` or `schema_refused` follows."""
        self._drop_requested.emit(bucket)

    @Slot(str, str, str)
    def on_edited(self, document_id: str, field: str, text: str) -> None:
        self._correct_requested.emit(document_id, self.bucket, field, text)

    # --- what the workers say -------------------------------------------------------------------

    @Slot(list)
    def on_buckets_listed(self, entries: list[BucketEntry]) -> None:
        self.buckets = entries
        known = {entry.schema.bucket: titled(entry.schema) for entry in entries}
        self.buckets_changed.emit()
        if self.bucket in known:
            if known[self.bucket] != self.schema:
                self._renew_schema(known[self.bucket])
        elif entries:  # nothing is shown yet, or its bucket has gone
            self.choose(max(entries, key=lambda entry: (entry.in_scope, entry.documents)).schema.bucket)

    @Slot(int, object)
    def on_opened(self, ticket: int, document_ids: tuple[str, ...]) -> None:
        if ticket == self._ticket and self.schema is not None:
            self.loading = False
            took = self._since.elapsed() * _REFRESH_PARTS
            self._refresh.setInterval(min(max(took, _REFRESH_MS), _LONGEST_REFRESH_MS))
            self.model.show(self.schema, document_ids)
            self.opened.emit()

    @Slot(int, str, str)
    def on_open_failed(self, ticket: int, message: str, hint: str) -> None:
        if ticket == self._ticket:
            self.loading = False
            self.on_failed(message, hint)

    @Slot(int, object)
    def on_rows_wanted(self, first: int, document_ids: tuple[str, ...]) -> None:
        self._rows_requested.emit(self._ticket, self.bucket, first, document_ids)

    @Slot(int, int, list)
    def on_rows_found(self, ticket: int, first: int, rows: list[LibraryRow]) -> None:
        if ticket == self._ticket and not self.loading:
            self.model.take_rows(first, rows)

    @Slot(str, str, str)
    def on_value_changed(self, document_id: str, bucket: str, field: str) -> None:
        if bucket == self.bucket:
            self.model.settle(document_id, field)
            spec = self.schema.field(field) if self.schema is not None else None
            sentence = self.tr("Kept. {field} will not be overwritten.").format(
                field=spec.shown if spec is not None else field
            )
            self.notice_given.emit(sentence, document_id, field)
            self.on_library_changed()

    @Slot(str, str, str, str, str)
    def on_edit_refused(self, document_id: str, field: str, text: str, message: str, hint: str) -> None:
        self.model.refuse(document_id, field, text)
        self.notice_given.emit(f"{message} {hint}".strip(), "", "")

    @Slot(str, str, str)
    def on_forgotten(self, document_id: str, bucket: str, field: str) -> None:
        if bucket == self.bucket:
            self.model.settle(document_id, field)
        self.notice_given.emit(self.tr("Your correction is forgotten; the document is read anew."), "", "")
        self.reading_wanted.emit()

    @Slot(int, str)
    def on_moved(self, count: int, bucket: str) -> None:
        schema = next((entry.schema for entry in self.buckets if entry.schema.bucket == bucket), None)
        name = titled(schema).shown if schema is not None else bucket
        form = self.tr("1 document moved to {bucket}.") if count == 1 else self.tr("{n} moved to {bucket}.")
        more = self.tr("Its fields are read now, and documents like it will follow.")
        self.notice_given.emit(f"{form.format(n=count, bucket=name)} {more}", "", "")
        self.reading_wanted.emit()
        self.refresh()

    @Slot(object)
    def on_refitted(self, now: Refitted) -> None:
        """What the user entered was converted to what its fields are now, or is kept and marked."""
        self.refitted.emit(refitted_words(now))

    @Slot(str)
    def on_schema_kept(self, bucket: str) -> None:
        self.schema_kept.emit(bucket)

    @Slot(str)
    def on_schema_dropped(self, bucket: str) -> None:
        self.schema_dropped.emit(bucket)

    @Slot(str, str)
    def on_failed(self, message: str, hint: str) -> None:
        self.notice_given.emit(f"{message} {hint}".strip(), "", "")

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        if any(isinstance(event, DocumentFiled) for event in events):
            self.on_library_changed()

    @Slot()
    def on_library_changed(self) -> None:
        """Documents came or went, or were read anew."""
        self._stale = True
        if self._active and not self._refresh.isActive():
            self._refresh.start()

    # --- inside ---------------------------------------------------------------------------------

    def _open(self) -> None:
        if self.schema is None:
            return
        self._ticket = self._worker.next_ticket()
        self.loading = True
        self._since.start()
        self._open_requested.emit(
            self._ticket, self.schema.bucket, self.where, self.order_by or "", self.descending, self.scope
        )

    def _renew_schema(self, schema: BucketSchema) -> None:
        """The bucket that is shown has another schema: what names fields that went is dropped."""
        self.schema = schema
        names = {spec.name for spec in schema.fields}
        kinds = {spec.name: spec.type for spec in schema.fields}
        old = self.model.schema
        before = {spec.name: spec.type for spec in old.fields} if old is not None else {}
        self.chips = [
            chip for chip in self.chips if chip.field in names and kinds[chip.field] == before.get(chip.field)
        ]
        if self.order_by not in names and self.order_by != BY_NAME:
            self.order_by, self.descending = None, False
        self._said = EVERYTHING
        line, self.line = self.line, ""
        self.model.show(schema, ())
        self.table_changed.emit()
        if not line or not self.set_line(line):
            self._open()
