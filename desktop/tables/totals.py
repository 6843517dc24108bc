"""One row below a table: what its columns add up to. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.fields.schema import BucketSchema, FieldSpec, FieldType
from desktop.messages.words import counted
from desktop.shared.numbers import grouped
from desktop.tables.field_words import amount, extent
from desktop.workers.figures import ColumnTotal

Index = QModelIndex | QPersistentModelIndex
_MOST_LINES = 3  # units in one cell


class TotalsModel(QAbstractTableModel):
    """Column 0 tells how many documents there are, the others what `ColumnTotal` says of a field.

    What can be added up is; of other figures the average or the range is told, as `FieldSpec.totalled` says.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._specs: tuple[FieldSpec, ...] = ()
        self._count = 0
        self._totals: dict[str, ColumnTotal] = {}

    def show_schema(self, schema: BucketSchema) -> None:
        self.beginResetModel()
        self._specs = schema.fields
        self._totals.clear()
        self._count = 0
        self.endResetModel()

    def show_count(self, count: int) -> None:
        self._count = count
        self.dataChanged.emit(self.index(0, 0), self.index(0, 0))

    def forget(self) -> None:
        """Other figures are under way."""
        self._totals.clear()
        if self._specs:
            self.dataChanged.emit(self.index(0, 1), self.index(0, len(self._specs)))

    def take(self, total: ColumnTotal) -> None:
        self._totals[total.field] = total
        for place, spec in enumerate(self._specs, 1):
            if spec.name == total.field:
                self.dataChanged.emit(self.index(0, place), self.index(0, place))

    def total(self, field: str) -> ColumnTotal | None:
        return self._totals.get(field)

    def lines(self) -> int:
        """How many lines the fullest cell has."""
        return max((len(self._lines(spec)) for spec in self._specs), default=1) or 1

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() or not self._specs else 1

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else 1 + len(self._specs)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        spec = self._specs[index.column() - 1] if index.column() else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return "\n".join(self._lines(spec)) if spec is not None else self._documents()
            case Qt.ItemDataRole.TextAlignmentRole:
                figure = spec is not None and spec.type.is_numeric
                side = Qt.AlignmentFlag.AlignRight if figure else Qt.AlignmentFlag.AlignLeft
                return side | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._told(spec) if spec is not None else self._documents()
            case _:
                return None

    def _documents(self) -> str:
        return counted(self._count, self.tr("1 document"), self.tr("{n:,} documents"))

    def _lines(self, spec: FieldSpec) -> list[str]:
        total = self._totals.get(spec.name)
        if total is None:
            return []
        if spec.type.is_numeric:
            if spec.totalled == "range":
                return [line for entry in total.extremes[:1] for line in _in_two(extent(spec, entry))]
            averaged = spec.totalled == "average"
            entries = total.averages if averaged else total.sums
            shown = [f"{'⌀' if averaged else 'Σ'} {amount(spec, entry)}" for entry in entries[:_MOST_LINES]]
            more = len(entries) - _MOST_LINES
            return [*shown[:-1], self.tr("{n} more").format(n=more + 1)] if more > 0 else shown
        if spec.type is FieldType.DATE:
            return [line for entry in total.extremes for line in _in_two(extent(spec, entry))]
        if not total.different:
            return []
        return [counted(total.different, self.tr("1 value"), self.tr("{n:,} different"))]

    def _told(self, spec: FieldSpec) -> str:
        """All there is to say of a column."""
        total = self._totals.get(spec.name)
        if total is None:
            return ""
        lines = [spec.shown, *_sums(spec, total)]
        if not spec.type.is_numeric:
            lines.append(" ".join(self._lines(spec)))
        if total.without:
            lines.append(
                counted(
                    total.without, self.tr("1 document has no value"), self.tr("{n} documents have no value")
                )
            )
        return "\n".join(lines)


def _sums(spec: FieldSpec, total: ColumnTotal) -> Sequence[str]:
    """Sum, average, least and greatest as far as they mean something, a unit at a time."""
    ranges = {entry.unit: extent(spec, entry) for entry in total.extremes}
    lines = []
    for added, mean in zip(total.sums, total.averages, strict=True):
        parts = [f"Σ {amount(spec, added)}"] if spec.totalled == "sum" else []
        parts += [f"⌀ {amount(spec, mean)}"] if spec.totalled != "range" else []
        lines.append("   ".join([*parts, ranges.get(added.unit, ""), f"({grouped(added.documents)})"]))
    return lines


def _in_two(extent: str) -> list[str]:
    """First and last below each other: a column of dates is not wide enough for both."""
    first, dash, last = extent.partition(" – ")
    return [f"{first} –", last] if dash else [extent]
