"""The numbers of a chart as rows: for screen readers, and for whoever wants to read them. GUI thread."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.fields.results import Amount
from core.fields.schema import BucketSchema, FieldSpec
from desktop.messages.words import counted
from desktop.shared.numbers import grouped, localised
from desktop.tables.charts import Bar, Chart
from desktop.tables.field_words import NOTHING, amount

Index = QModelIndex | QPersistentModelIndex


class ChartTableModel(QAbstractTableModel):
    """A row for each bar: group, figure, documents."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._schema: BucketSchema | None = None
        self._chart: Chart | None = None

    def show(self, schema: BucketSchema, chart: Chart) -> None:
        self.beginResetModel()
        self._schema, self._chart = schema, chart
        self.endResetModel()

    @property
    def counts(self) -> bool:
        """Documents are counted, so that figure and documents are the same."""
        return self._of is None

    @property
    def _of(self) -> FieldSpec | None:
        chart = self._chart
        if chart is None or self._schema is None or chart.request.measure == "count":
            return None
        return self._schema.field(chart.request.of)

    def figure(self, bar: Bar) -> str:
        """As it is read, with its unit."""
        of = self._of
        if bar.figure is None or self._chart is None:
            return NOTHING
        return (
            amount(of, Amount(self._chart.unit, bar.figure, bar.documents))
            if of
            else localised(f"{bar.figure:,f}")
        )

    def words(self, bar: Bar) -> str:
        """`2023: 12,400.00 EUR, 31 documents`."""
        documents = counted(bar.documents, self.tr("1 document"), self.tr("{n:,} documents"))
        if self.counts:
            return f"{bar.label}: {documents}"
        return f"{bar.label}: {self.figure(bar)}, {documents}"

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() or self._chart is None else len(self._chart.bars)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else (2 if self.counts else 3)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or self._chart is None or self._schema is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        by = self._schema.field(self._chart.request.by)
        if section == 0:
            return by.shown if by is not None else ""
        of = self._of
        if of is None or section == 2:
            return self.tr("Documents")
        form = (
            self.tr("Average: {field}")
            if self._chart.request.measure == "average"
            else self.tr("Sum: {field}")
        )
        return form.format(field=of.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._chart is None:
            return None
        bar = self._chart.bars[index.row()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if index.column() else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if index.column() == 0:
            return bar.label
        if self.counts or index.column() == 2:
            return grouped(bar.documents)
        return self.figure(bar)
