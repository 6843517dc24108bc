"""A sheet as a table, with the cited words marked in their cells. GUI thread.

Plain text only. It is asked and told the same as `TextPage`, which shows what has no cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import QItemSelection, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from core.types import Span
from desktop.shared.theme import theme
from desktop.viewer.page_turning import PageTurning
from desktop.viewer.sheet import SheetModel
from desktop.viewer.sheet_delegate import PADDING, SheetDelegate
from desktop.viewer.sheet_grid import SheetGrid

Index = QModelIndex | QPersistentModelIndex
_NARROWEST, _WIDEST = 48, 320  # logical pixels of a column, at 100 %
_SLACK = 4  # pixels: the line between columns, and what laid out text takes beyond its letters
_MEASURED = 200  # rows that the width of a column is taken from, and characters of each cell
_HIGHEST = 12  # lines of a row that shows its cells in full
_MOST_FOUND = 500  # marked at a time


class SheetPage(QTableView):
    """`page_changed(number)` while scrolling; `turning` tells where the reader wants to go on, and how large.

    Rows have one line, but for those with something cited and the one that the keyboard is on.
    """

    page_changed = Signal(int)
    selection_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sheet")
        self.sheet = SheetModel(self)
        self.setModel(self.sheet)
        self.setItemDelegate(SheetDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.turning = PageTurning(self, lambda: self.sheet.grid.pages)
        self._scale = 1.0
        self._number = 0
        self._tall: set[int] = set()  # rows that stay so
        self._bringing = False  # scrolling that is not the reader's tells nobody
        self.verticalScrollBar().valueChanged.connect(self.on_scrolled)
        theme().changed.connect(self.apply_font)
        self.apply_font()

    def show_grid(
        self,
        grid: SheetGrid,
        number: int,
        spans: Sequence[Span],
        *,
        scroll: bool,
        around: Span | None = None,
    ) -> None:
        """`number`: the page of the reader; `spans` of the document's text are marked, and shown if `scroll`,
        or else `around`.
        """
        self._number, self._bringing = number, True
        self.sheet.show_grid(grid, spans)
        self._tall = {cell.row for cell in self.sheet.cited_cells()}
        self._fit_columns()
        self._fit_rows()
        cited = self.sheet.cited_cells()
        if scroll and cited:
            self._bring(cited[0].row, cited[0].column)
        elif around is None:
            self.show_page(number)
        self._bringing = False

    def show_page(self, number: int) -> None:
        row = self.sheet.grid.row_of_page(number)
        if row >= 0:
            self._number = number
            place = self.sheet.index(row, 0)
            self.setCurrentIndex(place)
            self.clearSelection()
            self.scrollTo(place, QAbstractItemView.ScrollHint.PositionAtTop)

    def has_page(self, number: int, span: Span | None = None) -> bool:
        grid = self.sheet.grid
        return grid.row_of_page(number) >= 0 and (span is None or bool(grid.cells_in(span)))

    def show_found(self, spans: Sequence[Span], here: Span | None, *, scroll: bool) -> None:
        self.sheet.show_found(spans[:_MOST_FOUND], here)
        touched = self.sheet.grid.cells_in(here) if scroll and here is not None else []
        if touched:
            self._bring(touched[0][0].row, touched[0][0].column)

    def set_scale(self, scale: float) -> None:
        if scale != self._scale:
            self._scale = scale
            self.apply_font()

    @property
    def selected_text(self) -> str:
        """Rows in lines, with tabs between the cells: a spreadsheet takes it as it was."""
        chosen = self.selectionModel().selection()
        areas = [chosen.at(number) for number in range(chosen.count())]
        areas.sort(key=lambda area: (area.top(), area.left()))
        return "\n".join(
            self._text(area.top(), area.bottom(), area.left(), area.right()) for area in areas
        ).strip("\n")

    def marked_texts(self) -> list[str]:
        return self.sheet.marked_texts()

    def found_texts(self) -> list[str]:
        return self.sheet.found_texts()

    def _text(self, top: int, bottom: int, left: int, right: int) -> str:
        cells = self.sheet.grid.cells
        return "\n".join(
            "\t".join(
                cell.text if (cell := cells.get((row, column + 1))) is not None else ""
                for column in range(left, right + 1)
            )
            for row in range(top, bottom + 1)
        )

    # --- sizes ----------------------------------------------------------------------------------

    @Slot()
    def apply_font(self) -> None:
        font = theme().font("answer")
        font.setPointSizeF(max(font.pointSizeF() * self._scale, 5.0))
        self.setFont(font)
        self.horizontalHeader().setFont(font)
        self.verticalHeader().setFont(font)
        self._fit_columns()
        self._fit_rows()

    def _fit_columns(self) -> None:
        grid, metrics = self.sheet.grid, QFontMetrics(self.font())
        widths = [round(_NARROWEST * self._scale)] * grid.columns
        measured = takewhile(lambda cell: cell.row < _MEASURED, grid.cells.values())
        for cell in (*measured, *self.sheet.cited_cells()):
            needed = metrics.horizontalAdvance(cell.text[:_MEASURED]) + 2 * PADDING + _SLACK
            place = cell.column - 1
            widths[place] = max(widths[place], min(needed, round(_WIDEST * self._scale)))
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)

    def _fit_rows(self) -> None:
        line = QFontMetrics(self.font()).lineSpacing()
        self.verticalHeader().setDefaultSectionSize(line + PADDING)
        for row in self._tall:
            self._open_row(row)

    def _open_row(self, row: int) -> None:
        """As high as its cells are in full."""
        metrics, grid = QFontMetrics(self.font()), self.sheet.grid
        height = metrics.lineSpacing()
        for column in range(grid.columns):
            cell = grid.cells.get((row, column + 1))
            if cell is not None:
                room = QRect(0, 0, max(self.columnWidth(column) - 2 * PADDING, 20), 100_000)
                wrapped = metrics.boundingRect(room, Qt.TextFlag.TextWrapAnywhere, cell.text)
                height = max(height, min(wrapped.height(), _HIGHEST * metrics.lineSpacing()))
        self.setRowHeight(row, height + PADDING)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.row() == previous.row():
            return
        if previous.isValid() and previous.row() not in self._tall:
            self.setRowHeight(previous.row(), self.verticalHeader().defaultSectionSize())
        if current.isValid():
            self._open_row(current.row())

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.selection_changed.emit()

    # --- where the reader is ----------------------------------------------------------------------

    def _bring(self, row: int, column: int) -> None:
        place = self.sheet.index(row, column - 1)
        self.setCurrentIndex(place)
        self.clearSelection()
        self.scrollTo(place, QAbstractItemView.ScrollHint.PositionAtCenter)

    @Slot()
    def on_scrolled(self) -> None:
        row = self.rowAt(0)
        if self._bringing or row < 0:
            return
        pages = self.sheet.grid.pages
        last = self.rowAt(self.viewport().height() - 1)
        if self._number not in pages[row : last + 1 if last >= 0 else None]:
            self._number = pages[row]
        self.page_changed.emit(self._number)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self.turning.takes_wheel(event):
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.selected_text)
            return
        if not self.turning.takes_key(event):
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.turning.menu_wanted.emit(event.globalPos())
