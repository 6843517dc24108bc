"""The table of a bucket with its totals row. GUI thread.

Self-contained: give it a `BucketTableModel` and a `TotalsModel`, and connect its signals.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from core.fields.schema import FieldType
from core.fields.values import FieldValue
from desktop.shared.theme import theme
from desktop.tables.bucket_rows import BucketTableModel
from desktop.tables.table_delegate import ValueDelegate
from desktop.tables.totals import TotalsModel

_ROW = 30
_LOOKED_AT = 60  # rows whose contents set the widths of columns
_WIDTHS = {  # least and greatest
    None: (150, 230),
    FieldType.TEXT: (96, 210),
    FieldType.NUMBER: (80, 150),
    FieldType.MONEY: (110, 180),
    FieldType.DATE: (100, 190),
    FieldType.BOOL: (72, 120),
    FieldType.ENUM: (90, 160),
}


class BucketTableView(QTableView):
    """`place_requested(document_id, field)`: a value was clicked, or Enter pressed on it;
    `document_requested(document_id)`; `sort_requested(column, descending)`, column -1 for none;
    `menu_requested(global position, index)`; `copied_partly(rows)`: so many are not copied.
    """

    place_requested = Signal(str, str)
    document_requested = Signal(str)
    sort_requested = Signal(int, bool)
    menu_requested = Signal(QPoint, QModelIndex)
    copied_partly = Signal(int)

    def __init__(self, model: BucketTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bucket_model = model
        self._hovered = (-1, -1)
        self._sized = False
        self.setModel(model)
        self.setObjectName("bucketTable")
        self.values = ValueDelegate(self, model, self.hovered_cell)
        self.setItemDelegate(self.values)
        self.setAccessibleName(self.tr("Documents with their values"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setShowGrid(False)
        self.setAlternatingRowColors(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self.on_menu)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(_ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSectionsMovable(False)
        header.setResizeContentsPrecision(0)  # only rows in sight: others would have to be fetched
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.sortIndicatorChanged.connect(self.on_sort_changed)
        header.setMinimumSectionSize(48)
        self.clicked.connect(self.on_clicked)
        self.doubleClicked.connect(self.on_double_clicked)
        self.frozen = FrozenDocuments(self)
        model.modelReset.connect(self.on_model_reset)
        model.dataChanged.connect(self.on_data_changed)

    def show_sort(self, column: int, *, descending: bool) -> None:
        """The arrow in the heading, without sorting."""
        header = self.horizontalHeader()
        header.blockSignals(True)
        header.setSortIndicator(
            column, Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        )
        header.blockSignals(False)
        header.viewport().update()
        self.frozen.show_sort(column == 0, descending=descending)

    def size_anew(self) -> None:
        """Another bucket: its columns take the widths of its first rows."""
        self._sized = False
        self._size_columns()

    def selected_rows(self) -> list[int]:
        """Rows with a selected cell, from top to bottom; by ranges, for all may be selected."""
        rows: set[int] = set()
        for chosen in self.selectionModel().selection().toList():
            rows.update(range(chosen.top(), chosen.bottom() + 1))
        return sorted(rows)

    def selected_documents(self) -> list[str]:
        """Ids of these rows."""
        return [self.bucket_model.document_id(row) for row in self.selected_rows()]

    def copied(self) -> tuple[str, int]:
        """The selected cells of the rows that have been in sight, as lines with tabs between them; and of how
        many rows nothing is known here."""
        cells: dict[int, set[int]] = {}
        unknown = 0
        for chosen in self.selectionModel().selection().toList():
            for row in range(chosen.top(), chosen.bottom() + 1):
                if self.bucket_model.held(row) is None:
                    unknown += 1
                else:
                    cells.setdefault(row, set()).update(range(chosen.left(), chosen.right() + 1))
        columns = sorted({column for row in cells.values() for column in row})
        lines = []
        for row in sorted(cells):
            texts = [self.bucket_model.index(row, at).data() if at in cells[row] else "" for at in columns]
            lines.append("\t".join(" ".join(str(text or "").split()) for text in texts))
        return "\n".join(lines), unknown

    @Slot()
    def copy(self) -> None:
        text, unknown = self.copied()
        QGuiApplication.clipboard().setText(text)
        if unknown:
            self.copied_partly.emit(unknown)

    # --- what the user does ---------------------------------------------------------------------

    @Slot(int, Qt.SortOrder)
    def on_sort_changed(self, column: int, order: Qt.SortOrder) -> None:
        self.scrollToTop()
        self.sort_requested.emit(column, order is Qt.SortOrder.DescendingOrder)

    @Slot(QModelIndex)
    def on_clicked(self, index: QModelIndex) -> None:
        found = self.bucket_model.value(index)
        spec = self.bucket_model.spec(index.column())
        plain = QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier
        if spec is not None and leads_to_page(found) and plain:
            self.place_requested.emit(self.bucket_model.document_id(index.row()), spec.name)

    @Slot(QModelIndex)
    def on_double_clicked(self, index: QModelIndex) -> None:
        if index.column() == 0:
            self.document_requested.emit(self.bucket_model.document_id(index.row()))

    @Slot(QPoint)
    def on_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        if not index.isValid():  # by the keyboard: at the current cell
            index = self.currentIndex()
            at = self.visualRect(index).center()
        if index.isValid():
            self.menu_requested.emit(self.viewport().mapToGlobal(at), index)

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Not below the documents, which stay where they are."""
        super().scrollTo(index, hint)
        if index.column() <= 0:
            return
        hidden = self.frozen.width() - self.visualRect(index).left()
        if hidden > 0:
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - hidden)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.frozen.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            document_id, spec = (
                self.bucket_model.document_id(index.row()),
                self.bucket_model.spec(index.column()),
            )
            if spec is None:
                self.document_requested.emit(document_id)
            elif leads_to_page(self.bucket_model.value(index)):
                self.place_requested.emit(document_id, spec.name)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        linked = index.isValid() and leads_to_page(self.bucket_model.value(index))
        self._hover((index.row(), index.column()) if linked else (-1, -1))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover((-1, -1))

    def hovered_cell(self) -> tuple[int, int]:
        """Row and column under the pointer, of a value that leads to its page."""
        return self._hovered

    def _hover(self, cell: tuple[int, int]) -> None:
        if cell == self._hovered:
            return
        self._hovered = cell
        shape = Qt.CursorShape.PointingHandCursor if cell[0] >= 0 else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        self.viewport().update()

    # --- widths ---------------------------------------------------------------------------------

    @Slot()
    def on_model_reset(self) -> None:
        self._hover((-1, -1))
        self._size_columns()

    @Slot()
    def on_data_changed(self) -> None:
        if not self._sized:
            self._size_columns()

    def _size_columns(self) -> None:
        """By the headings, and by the values of the rows that are here; once for each bucket."""
        model, metrics = self.bucket_model, self.fontMetrics()
        if self._sized or not model.columnCount():
            return
        rows = [row for row in range(min(_LOOKED_AT, model.rowCount())) if model.held(row) is not None]
        for column in range(model.columnCount()):
            spec = model.spec(column)
            least, greatest = _WIDTHS[spec.type if spec is not None else None]
            head = str(model.headerData(column, Qt.Orientation.Horizontal))
            width = metrics.horizontalAdvance(head) + 40
            for row in rows:
                index = model.index(row, column)
                text = str(index.data() or "")
                width = max(width, self.values.width_of(text, metrics, marked=spec is not None))
            self.setColumnWidth(column, min(max(width, least), greatest))
        self._sized = bool(rows)


class FrozenDocuments(QTableView):
    """The column of documents over the table, so that it stays when the others are scrolled.

    It shows and selects what the table does; the keyboard never leaves the table.
    """

    def __init__(self, table: BucketTableView) -> None:
        super().__init__(table)
        self._table = table
        self.setObjectName("frozen")
        self.setModel(table.model())
        self.setSelectionModel(table.selectionModel())
        # Its own: editors belong to one view.
        self.setItemDelegate(ValueDelegate(table, table.bucket_model, table.hovered_cell))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocusProxy(table)
        self.setSelectionMode(table.selectionMode())
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setAccessibleName(self.tr("Documents"))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(_ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setMinimumSectionSize(48)
        header.sortIndicatorChanged.connect(self.on_sort_changed)
        header.sectionResized.connect(self.on_own_section_resized)
        table.horizontalHeader().sectionResized.connect(self.on_section_resized)
        self.verticalScrollBar().valueChanged.connect(table.verticalScrollBar().setValue)
        table.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.doubleClicked.connect(table.on_double_clicked)
        self.customContextMenuRequested.connect(table.on_menu)
        table.model().modelReset.connect(self.on_model_reset)
        self.on_model_reset()

    def show_sort(self, sorted_by: bool, *, descending: bool) -> None:
        header = self.horizontalHeader()
        header.blockSignals(True)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(0 if sorted_by else -1, order)
        header.blockSignals(False)
        header.viewport().update()

    def fit(self) -> None:
        """Over the first column, as high as the table."""
        table = self._table
        high = table.viewport().height() + table.horizontalHeader().height()
        self.setGeometry(table.frameWidth(), table.frameWidth(), table.columnWidth(0), high)
        self.setVisible(table.model().columnCount() > 0)

    @Slot(int, Qt.SortOrder)
    def on_sort_changed(self, column: int, order: Qt.SortOrder) -> None:
        self._table.horizontalHeader().setSortIndicator(column, order)

    @Slot(int, int, int)
    def on_section_resized(self, section: int, _old: int, new: int) -> None:
        if section == 0:
            self.setColumnWidth(0, new)
            self.fit()

    @Slot(int, int, int)
    def on_own_section_resized(self, section: int, _old: int, new: int) -> None:
        if section == 0 and self._table.columnWidth(0) != new:
            self._table.setColumnWidth(0, new)

    @Slot()
    def on_model_reset(self) -> None:
        for column in range(1, self.model().columnCount()):
            self.setColumnHidden(column, True)
        self.fit()


class TotalsView(QTableView):
    """The row below; it has the horizontal scroll bar of both."""

    def __init__(self, model: TotalsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("totals")
        self.setModel(model)
        self.setAccessibleName(self.tr("Totals"))
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(48)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def set_right_margin(self, width: int) -> None:
        """The width of the scroll bar above."""
        self.setViewportMargins(0, 0, width, 0)


class BucketTable(QWidget):
    """Table above, totals below, columns in line."""

    def __init__(self, model: BucketTableModel, totals: TotalsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._totals_model = totals
        self.view = BucketTableView(model, self)
        self.totals = TotalsView(totals, self)
        self.count = QLabel(self.totals)
        self.count.setObjectName("totalsCount")
        self.count.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.totals)
        self.view.horizontalHeader().sectionResized.connect(self.on_section_resized)
        self.view.horizontalScrollBar().valueChanged.connect(self.totals.horizontalScrollBar().setValue)
        self.totals.horizontalScrollBar().valueChanged.connect(self.view.horizontalScrollBar().setValue)
        self.totals.horizontalScrollBar().rangeChanged.connect(self.on_room_changed)
        self.view.verticalScrollBar().rangeChanged.connect(self.on_room_changed)
        totals.dataChanged.connect(self.on_room_changed)
        totals.modelReset.connect(self.on_totals_reset)
        theme().changed.connect(self.on_room_changed)
        self.on_room_changed()

    @Slot(int, int, int)
    def on_section_resized(self, section: int, _old: int, new: int) -> None:
        if section < self._totals_model.columnCount():
            self.totals.setColumnWidth(section, new)
        if section == 0:
            self.count.setFixedWidth(new)

    @Slot()
    def on_totals_reset(self) -> None:
        header = self.view.horizontalHeader()
        for section in range(min(header.count(), self._totals_model.columnCount())):
            self.totals.setColumnWidth(section, header.sectionSize(section))
        self.on_room_changed()

    @Slot()
    def on_room_changed(self) -> None:
        """The row is as high as its fullest cell, and as wide as the rows above."""
        height = self.fontMetrics().lineSpacing() * self._totals_model.lines() + 12
        self.totals.verticalHeader().setDefaultSectionSize(height)
        if self._totals_model.rowCount():
            self.totals.setRowHeight(0, height)
        bar = self.totals.horizontalScrollBar()
        scroll = bar.sizeHint().height() if bar.maximum() > 0 else 0
        self.totals.setFixedHeight(height + scroll + 2)
        self.count.setGeometry(0, 1, self.view.columnWidth(0), height)
        self.count.setText(str(self._totals_model.index(0, 0).data() or ""))
        self.count.setVisible(self._totals_model.rowCount() > 0)
        shown = self.view.verticalScrollBar().maximum() > 0
        self.totals.set_right_margin(self.view.verticalScrollBar().sizeHint().width() if shown else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.on_room_changed()


def leads_to_page(found: FieldValue | None) -> bool:
    return found is not None and found.page > 0
