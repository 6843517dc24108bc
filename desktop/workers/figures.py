"""What columns add up to, facets and charts, beside the table itself. Its own thread.

Each is computed field by field and told as soon as it is known; a request that was overtaken ends after the
field it is at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from core.fields.filters import Filter
from core.fields.results import Amount, Extreme
from core.fields.schema import BucketSchema, FieldSpec
from core.types.scope import Scope
from desktop.tables.charts import ChartRequest, chart_of
from desktop.tables.facets import facet_of
from desktop.workers.base import Worker, failure_of

if TYPE_CHECKING:
    from core.store.fields.queries import FieldQueries


@dataclass(frozen=True, slots=True)
class ColumnTotal:
    """A column below the table: sums and averages per unit of what can be added up, extremes of what has an
    order, `different` values of all else; `without`: documents that have no value."""

    field: str
    sums: tuple[Amount, ...] = ()
    averages: tuple[Amount, ...] = ()
    extremes: tuple[Extreme, ...] = ()
    different: int = 0
    without: int = 0


class FiguresWorker(Worker):
    """`total_found(ticket, ColumnTotal)`, `facet_found(ticket, Facet)`, `chart_found(ticket, Chart)`."""

    total_found = Signal(int, object)
    facet_found = Signal(int, object)
    chart_found = Signal(int, object)
    chart_failed = Signal(int, str, str)
    failed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._newest = {"totals": 0, "facets": 0, "chart": 0}
        self._closing = False

    def next_ticket(self, kind: str) -> int:
        """GUI thread: overtakes what was asked before of that kind."""
        self._newest[kind] += 1
        return self._newest[kind]

    @Slot(int, object, object, object)
    def find_totals(self, ticket: int, schema: BucketSchema, where: Filter, scope: Scope) -> None:
        def total(questions: FieldQueries, spec: FieldSpec) -> None:
            self.total_found.emit(ticket, _total(questions, spec, where))

        self._each(ticket, "totals", schema, scope, total)

    @Slot(int, object, object, object)
    def find_facets(
        self, ticket: int, schema: BucketSchema, filters: Mapping[str, Filter], scope: Scope
    ) -> None:
        """`filters`: field → what its facet is counted in."""

        def facet(questions: FieldQueries, spec: FieldSpec) -> None:
            if spec.name in filters:
                self.facet_found.emit(ticket, facet_of(questions, schema, spec, filters[spec.name]))

        self._each(ticket, "facets", schema, scope, facet)

    @Slot(int, object, object, object, object)
    def find_chart(
        self, ticket: int, schema: BucketSchema, request: ChartRequest, where: Filter, scope: Scope
    ) -> None:
        if ticket != self._newest["chart"]:
            return
        try:
            with self._questions(schema, scope) as questions:
                chart = chart_of(questions, schema, request, where)
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.chart_failed.emit(ticket, message, hint)
        else:
            self.chart_found.emit(ticket, chart)

    def interrupt(self) -> None:
        self._closing = True

    def _each(
        self,
        ticket: int,
        kind: str,
        schema: BucketSchema,
        scope: Scope,
        find: Callable[[FieldQueries, FieldSpec], None],
    ) -> None:
        try:
            with self._questions(schema, scope) as questions:
                for spec in schema.fields:
                    if self._closing or ticket != self._newest[kind]:
                        return
                    find(questions, spec)
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.failed.emit(message, hint)

    @contextmanager
    def _questions(self, schema: BucketSchema, scope: Scope) -> Iterator[FieldQueries]:
        """To the library of one moment, so that all columns are about the same documents."""
        from core.engine.tables import documents_in
        from core.store.fields.queries import FieldQueries
        from core.store.snapshot import snapshot_of

        with snapshot_of(self.engine.database) as database:
            yield FieldQueries(database, schema, documents_in(database, scope))


def _total(questions: FieldQueries, spec: FieldSpec, where: Filter) -> ColumnTotal:
    if not spec.type.is_ordered:
        found = questions.frequent(spec.name, where, limit=0)
        return ColumnTotal(spec.name, different=found.count, without=found.without)
    extremes = questions.extremes(spec.name, where)
    if not spec.type.is_numeric:
        return ColumnTotal(spec.name, extremes=extremes.per_unit, without=extremes.without)
    sums = questions.total(spec.name, where)
    averages = tuple(
        Amount(entry.unit, entry.figure / entry.documents, entry.documents) for entry in sums.per_unit
    )
    return ColumnTotal(spec.name, sums.per_unit, averages, extremes.per_unit, without=extremes.without)
