"""A sheet as a table model, with what is marked in its cells. GUI thread."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.ingest.readers.tables import column_name
from core.types import Span
from desktop.viewer.sheet_grid import SheetCell, SheetGrid

Index = QModelIndex | QPersistentModelIndex


class CellMark(NamedTuple):
    """A part of a cell's text. `look`: `cited`, `found`, or `here` for the match that the reader is at."""

    start: int
    end: int
    look: str


class SheetModel(QAbstractTableModel):
    """Headed as in the program the sheet comes from: letters above, numbers of rows at the left."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.grid = SheetGrid()
        self._cited: dict[tuple[int, int], list[CellMark]] = {}
        self._found: dict[tuple[int, int], list[CellMark]] = {}

    def show_grid(self, grid: SheetGrid, cited: Iterable[Span]) -> None:
        self.beginResetModel()
        self.grid = grid
        self._found = {}
        self._cited = {}
        self._add(self._cited, cited, "cited")
        self.endResetModel()

    def show_found(self, spans: Iterable[Span], here: Span | None) -> None:
        """Of a search; those of the one before are taken away."""
        self._found = {}
        self._add(self._found, (span for span in spans if span != here), "found")
        self._add(self._found, () if here is None else (here,), "here")
        if self.grid.rows:
            last = self.index(self.grid.rows - 1, self.grid.columns - 1)
            self.dataChanged.emit(self.index(0, 0), last, [Qt.ItemDataRole.BackgroundRole])

    def _add(self, marks: dict[tuple[int, int], list[CellMark]], spans: Iterable[Span], look: str) -> None:
        for span in spans:
            for cell, start, end in self.grid.cells_in(span):
                marks.setdefault((cell.row, cell.column), []).append(CellMark(start, end, look))

    def marks(self, index: Index) -> list[CellMark]:
        """Those painted last come last."""
        key = index.row(), index.column() + 1
        return self._cited.get(key, []) + self._found.get(key, [])

    def cited_cells(self) -> list[SheetCell]:
        return [self.grid.cells[key] for key in self._cited]

    def marked_texts(self) -> list[str]:
        return self._texts(self._cited)

    def found_texts(self) -> list[str]:
        return self._texts(self._found)

    def _texts(self, marks: dict[tuple[int, int], list[CellMark]]) -> list[str]:
        return [self.grid.cells[key].text[one.start : one.end] for key in marks for one in marks[key]]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else self.grid.rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else self.grid.columns

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        cell = self.grid.cells.get((index.row(), index.column() + 1))
        if cell is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return cell.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            cited = any(mark.look == "cited" for mark in self.marks(index))
            told = self.tr("{address}: {text}").format(address=cell.address, text=cell.text)
            return self.tr("{cell}, cited").format(cell=told) if cited else told
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation is Qt.Orientation.Horizontal:
            return column_name(section + 1)
        return str(self.grid.numbers[section] or "")
