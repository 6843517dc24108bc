"""Totals, facets and charts of the table that is shown: asked when it changes, told as they come.

GUI thread; the worker `figures` computes them.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from desktop.tables.charts import Chart, ChartRequest
from desktop.tables.facets import Facet
from desktop.tables.table_control import TablesController
from desktop.workers.crew import Crew
from desktop.workers.figures import ColumnTotal


class FiguresController(QObject):
    """`total_changed(ColumnTotal)`, `facet_changed(Facet)`; `restarted`: all of them will come anew;
    `chart_changed(Chart)`, `chart_failed(sentence)`.
    """

    restarted = Signal()
    total_changed = Signal(object)
    facet_changed = Signal(object)
    chart_changed = Signal(object)
    chart_failed = Signal(str)
    _totals_requested = Signal(int, object, object, object)
    _facets_requested = Signal(int, object, object, object)
    _chart_requested = Signal(int, object, object, object, object)

    def __init__(self, crew: Crew, tables: TablesController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = crew.figures
        self._tables = tables
        self._tickets = {"totals": 0, "facets": 0, "chart": 0}
        self.chart_request: ChartRequest | None = None
        self._totals_requested.connect(crew.figures.find_totals)
        self._facets_requested.connect(crew.figures.find_facets)
        self._chart_requested.connect(crew.figures.find_chart)
        crew.figures.total_found.connect(self.on_total_found)
        crew.figures.facet_found.connect(self.on_facet_found)
        crew.figures.chart_found.connect(self.on_chart_found)
        crew.figures.chart_failed.connect(self.on_chart_failed)
        crew.figures.failed.connect(tables.on_failed)
        tables.opened.connect(self.ask)
        tables.table_changed.connect(self.on_table_changed)

    @Slot()
    def ask(self) -> None:
        """All of it for the filter in force; after the rows, which are looked at first."""
        schema = self._tables.schema
        if schema is None:
            return
        self.restarted.emit()
        self._ask_chart()
        scope = self._tables.scope
        self._totals_requested.emit(self._ticket("totals"), schema, self._tables.where, scope)
        filters = {spec.name: self._tables.where_without(spec.name) for spec in schema.fields}
        self._facets_requested.emit(self._ticket("facets"), schema, filters, scope)

    def show_chart(self, request: ChartRequest | None) -> None:
        """None: no chart is looked at."""
        self.chart_request = request
        self._ask_chart()

    @Slot()
    def on_table_changed(self) -> None:
        self.chart_request = None

    @Slot(int, object)
    def on_total_found(self, ticket: int, total: ColumnTotal) -> None:
        if ticket == self._tickets["totals"]:
            self.total_changed.emit(total)

    @Slot(int, object)
    def on_facet_found(self, ticket: int, facet: Facet) -> None:
        if ticket == self._tickets["facets"]:
            self.facet_changed.emit(facet)

    @Slot(int, object)
    def on_chart_found(self, ticket: int, chart: Chart) -> None:
        if ticket == self._tickets["chart"]:
            self.chart_changed.emit(chart)

    @Slot(int, str, str)
    def on_chart_failed(self, ticket: int, message: str, hint: str) -> None:
        if ticket == self._tickets["chart"]:
            self.chart_failed.emit(f"{message} {hint}".strip())

    def _ask_chart(self) -> None:
        schema = self._tables.schema
        if schema is not None and self.chart_request is not None:
            ticket = self._ticket("chart")
            self._chart_requested.emit(
                ticket, schema, self.chart_request, self._tables.where, self._tables.scope
            )

    def _ticket(self, kind: str) -> int:
        self._tickets[kind] = self._worker.next_ticket(kind)
        return self._tickets[kind]
