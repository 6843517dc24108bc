"""The page “Tables”: a bucket as table or chart, its filter, facets and totals. GUI thread.

Shows what its controllers say and reports wishes; knows nothing of the main window.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.library.filter_bar import FilterBar
from desktop.messages.words import counted
from desktop.shared.icons import icon
from desktop.shared.numbers import Grouped, grouped
from desktop.shared.theme import theme
from desktop.tables.bucket_view import BucketTable, leads_to_page
from desktop.tables.chart_panel import ChartPanel
from desktop.tables.facet_panel import FacetPanel
from desktop.tables.facets import FacetEntry
from desktop.tables.field_words import shown, titled
from desktop.tables.table_control import TablesController
from desktop.tables.totals import TotalsModel
from desktop.tables.totals_control import FiguresController
from desktop.workers.figures import ColumnTotal

_NARROW = 860  # below it, facets would leave no room for the table


class TablePage(QWidget):
    """`document_opened(document_id)`; `export_requested(kind)`, `csv` or `xlsx`; `schemas_requested`;
    `closed`: back to where the user came from.
    """

    document_opened = Signal(str)
    export_requested = Signal(str)
    export_stopped = Signal()
    schemas_requested = Signal()
    closed = Signal()

    def __init__(
        self, tables: TablesController, figures: FiguresController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("tables")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._tables = tables
        self._figures = figures
        self._undo: tuple[str, str] = ("", "")
        self.totals = TotalsModel(self)
        self.table = BucketTable(tables.model, self.totals, self)
        self.filter = FilterBar(self)
        self.scope = self.filter.scope
        self.facets = FacetPanel(self)
        self.chart = ChartPanel(self)
        self._build()
        self._wire()
        self.on_theme_changed()

    def _build(self) -> None:
        self.buckets = QComboBox(self)
        self.buckets.setAccessibleName(self.tr("Bucket"))
        self.buckets.setToolTip(self.tr("Which kind of documents is shown"))
        self.buckets.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.as_table, self.as_chart, views = self._segment()
        self.schemas = QPushButton(self.tr("Edit fields…"), self)
        self.schemas.setToolTip(self.tr("Buckets and what is read of their documents"))
        self.export = QPushButton(self.tr("Export"), self)
        menu = QMenu(self.export)
        menu.addAction(self.tr("Spreadsheet (XLSX)…"), lambda: self.export_requested.emit("xlsx"))
        menu.addAction(self.tr("Text with commas (CSV)…"), lambda: self.export_requested.emit("csv"))
        self.export.setMenu(menu)
        self.close_button = QToolButton(self)
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip(self.tr("Back to the conversation (Ctrl+T)"))
        self.close_button.setAccessibleName(self.close_button.toolTip())
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.buckets)
        top.addWidget(views)
        top.addStretch()
        for widget in (self.schemas, self.export, self.close_button):
            top.addWidget(widget)

        self.empty = QLabel(self)
        self.empty.setProperty("look", "muted")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setMargin(24)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        self.split.setHandleWidth(1)
        self.facet_side = QFrame(self.split)
        self.body = QStackedWidget(self.split)
        for page in (self.table, self.chart, self.empty):
            self.body.addWidget(page)
        self.facet_side.setObjectName("facets")
        side = QVBoxLayout(self.facet_side)
        side.setContentsMargins(8, 8, 4, 4)
        side.addWidget(self.facets)
        self.split.setChildrenCollapsible(False)
        self.facet_side.setMinimumWidth(150)
        self.body.setMinimumWidth(260)
        self.split.setStretchFactor(0, 0)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([232, 600])

        self.line = QLabel(self)
        self.line.setProperty("look", "caption")
        self.notice = QLabel(self)
        self.notice.setProperty("look", "caption")
        self.notice.setTextFormat(Qt.TextFormat.PlainText)
        self.notice.setWordWrap(True)
        self.undo = QPushButton(self.tr("Forget my correction"), self)
        self.undo.setProperty("look", "link")
        self.undo.setProperty("fit", "chip")
        self.stop = QPushButton(self.tr("Stop"), self)
        self.stop.setProperty("look", "link")
        self.stop.setProperty("fit", "chip")
        self.undo.hide()
        self.stop.hide()
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.line)
        foot.addWidget(self.notice, 1)
        foot.addWidget(self.undo)
        foot.addWidget(self.stop)

        head = QVBoxLayout()
        head.setContentsMargins(12, 10, 12, 8)
        head.setSpacing(8)
        head.addLayout(top)
        head.addWidget(self.filter)
        tail = QVBoxLayout()
        tail.setContentsMargins(12, 6, 12, 8)
        tail.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        rule = QFrame(self)
        rule.setObjectName("rule")
        rule.setFixedHeight(1)
        column.addWidget(rule)
        column.addWidget(self.split, 1)
        column.addLayout(tail)

    def _segment(self) -> tuple[QPushButton, QPushButton, QFrame]:
        frame = QFrame(self)
        frame.setProperty("look", "segment")
        row = QHBoxLayout(frame)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        group = QButtonGroup(frame)
        made = []
        for name in (self.tr("Table"), self.tr("Chart")):
            button = QPushButton(name, frame)
            button.setProperty("look", "segment")
            button.setCheckable(True)
            group.addButton(button)
            row.addWidget(button)
            made.append(button)
        made[0].setChecked(True)
        return made[0], made[1], frame

    def _wire(self) -> None:
        tables, figures, view = self._tables, self._figures, self.table.view
        tables.buckets_changed.connect(self.on_buckets_changed)
        tables.table_changed.connect(self.on_table_changed)
        tables.narrowed.connect(self.on_narrowed)
        tables.opened.connect(self.on_opened)
        tables.filter_refused.connect(self.filter.show_error)
        tables.notice_given.connect(self.tell)
        figures.restarted.connect(self.totals.forget)
        figures.total_changed.connect(self.on_total_changed)
        figures.facet_changed.connect(self.facets.show_facet)
        figures.chart_changed.connect(self.chart.show_chart)
        figures.chart_failed.connect(self.chart.show_failure)
        self.chart.request_changed.connect(figures.show_chart)
        self.chart.period_chosen.connect(self.on_period_chosen)
        self.chart.group_chosen.connect(self.on_group_chosen)
        self.buckets.activated.connect(self.on_bucket_chosen)
        self.as_chart.toggled.connect(self.on_view_toggled)
        self.filter.line_entered.connect(tables.set_line)
        self.filter.chip_removed.connect(tables.remove_chip)
        self.filter.cleared.connect(tables.clear_filter)
        self.filter.facets_toggled.connect(self.facet_side.setVisible)
        self.facets.chosen.connect(self.on_facet_chosen)
        self.facets.dropped.connect(tables.remove_chip)
        view.place_requested.connect(tables.show_place)
        view.document_requested.connect(self.document_opened)
        view.sort_requested.connect(tables.sort)
        view.menu_requested.connect(self.on_menu)
        view.copied_partly.connect(self.on_copied_partly)
        self.schemas.clicked.connect(self.schemas_requested)
        self.close_button.clicked.connect(self.closed)
        self.undo.clicked.connect(self.on_undo)
        self.stop.clicked.connect(self.export_stopped)
        theme().changed.connect(self.on_theme_changed)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.filter.edit.setFocus)
        self.facet_side.hide()

    def show_at_once(self, width: int) -> None:
        """The page has been brought to the front: with facets where so wide a page has room for them."""
        self.filter.facets.setChecked(width >= _NARROW)
        self.table.view.setFocus()

    # --- what is shown --------------------------------------------------------------------------

    @Slot()
    def on_buckets_changed(self) -> None:
        self.buckets.blockSignals(True)
        self.buckets.clear()
        for entry in self._tables.buckets:
            text = f"{titled(entry.schema).shown}  ({grouped(entry.in_scope)})"
            self.buckets.addItem(text, entry.schema.bucket)
        self.buckets.setCurrentIndex(self.buckets.findData(self._tables.bucket))
        self.buckets.blockSignals(False)
        self._show_line()

    @Slot()
    def on_table_changed(self) -> None:
        schema = self._tables.schema
        if schema is None:
            return
        self.buckets.setCurrentIndex(self.buckets.findData(schema.bucket))
        self.filter.show_schema(schema)
        self.filter.show_line(self._tables.line)
        self.filter.show_chips(self._tables.chips)
        self.facets.show_schema(schema)
        self.totals.show_schema(schema)
        self.chart.show_schema(schema)
        self.table.view.size_anew()
        self._show_sort()
        self._clear_notice()
        if self.as_chart.isChecked():
            self.chart.ask()

    @Slot()
    def on_narrowed(self) -> None:
        self.filter.show_line(self._tables.line)
        self.filter.show_chips(self._tables.chips)
        self.facets.show_chips(self._tables.chips)
        self._clear_notice()

    @Slot()
    def on_opened(self) -> None:
        self.totals.show_count(self._tables.count)
        self._show_sort()
        self._show_line()
        self._show_body()

    @Slot(object)
    def on_total_changed(self, total: ColumnTotal) -> None:
        self.totals.take(total)

    def _show_sort(self) -> None:
        order = self._tables.order_by
        column = -1 if order is None else max(self._tables.model.column_of(order), 0)
        self.table.view.show_sort(column, descending=self._tables.descending)

    def _show_line(self) -> None:
        count, of = self._tables.count, max(self._tables.of, self._tables.count)
        if self._tables.is_narrowed:
            self.line.setText(self.tr("{n:,} of {of:,} documents").format(n=Grouped(count), of=Grouped(of)))
        else:
            self.line.setText(counted(count, self.tr("1 document"), self.tr("{n:,} documents")))

    def _show_body(self) -> None:
        if self._tables.count:
            self.body.setCurrentWidget(self.chart if self.as_chart.isChecked() else self.table)
            return
        if self._tables.is_narrowed:
            self.empty.setText(self.tr("No document meets all conditions."))
        elif self._tables.elsewhere:
            self.empty.setText(
                counted(
                    self._tables.elsewhere,
                    self.tr("1 document is in this bucket, but not among those that are shown now."),
                    self.tr("{n} documents are in this bucket, but not among those that are shown now."),
                )
            )
        else:
            self.empty.setText(
                self.tr(
                    "No document is in this bucket yet. Documents are sorted into buckets when they have "
                    "been read; you can also move them here from another bucket."
                )
            )
        self.body.setCurrentWidget(self.empty)

    @Slot(str, str, str)
    def tell(self, sentence: str, document_id: str = "", field: str = "") -> None:
        """A sentence at the foot; with a correction that can be forgotten."""
        self._undo = (document_id, field)
        self.notice.setText(sentence)
        self.undo.setVisible(bool(document_id))

    def tell_export(self, sentence: str, *, running: bool) -> None:
        self.tell(sentence)
        self.stop.setVisible(running)
        self.export.setEnabled(not running)

    def _clear_notice(self) -> None:
        if not self.stop.isVisible():
            self.tell("")

    # --- what the user does ---------------------------------------------------------------------

    @Slot(int)
    def on_bucket_chosen(self, place: int) -> None:
        self._tables.choose(self.buckets.itemData(place))

    @Slot(bool)
    def on_view_toggled(self, chart: bool) -> None:
        self._show_body()
        if chart:
            self.chart.ask()
        else:
            self._figures.show_chart(None)

    @Slot(str, object)
    def on_facet_chosen(self, field: str, entry: FacetEntry) -> None:
        self._tables.add_chip(field, entry)
        self.facets.show_chips(self._tables.chips)

    @Slot(str, str)
    def on_period_chosen(self, field: str, key: str) -> None:
        """A bar over time: only its documents."""
        self._tables.narrow_to_period(field, key)

    @Slot(str, str, str)
    def on_group_chosen(self, field: str, key: str, label: str) -> None:
        self._tables.narrow_to_key(field, key, label)

    @Slot(int)
    def on_copied_partly(self, missing: int) -> None:
        self.tell(
            self.tr("{n:,} rows were never in sight and have not been copied; an export has all.").format(
                n=Grouped(missing)
            )
        )

    @Slot()
    def on_undo(self) -> None:
        document_id, field = self._undo
        if document_id:
            self._tables.forget(document_id, field)
        self.undo.hide()

    @Slot(QPoint, QModelIndex)
    def on_menu(self, at: QPoint, index: QModelIndex) -> None:
        menu = self.menu_for(index)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def menu_for(self, index: QModelIndex) -> QMenu:
        """What can be done with a cell and the selected rows."""
        view, model, tables = self.table.view, self._tables.model, self._tables
        document_id = model.document_id(index.row())
        spec, found = model.spec(index.column()), model.value(index)
        chosen = view.selected_documents()
        if document_id not in chosen:
            chosen = [document_id]
        menu = QMenu(view)
        menu.addAction(self.tr("Open document"), lambda: self.document_opened.emit(document_id))
        if spec is not None:
            name = spec.name
            place = menu.addAction(
                self.tr("Show on page\tEnter"), lambda: tables.show_place(document_id, name)
            )
            place.setEnabled(leads_to_page(found))
            menu.addSeparator()
            menu.addAction(self.tr("Correct…\tF2"), lambda: view.edit(index))
            forget = menu.addAction(self.tr("Forget my correction"), lambda: tables.forget(document_id, name))
            forget.setEnabled(found is not None and found.method == "user")
            menu.addSeparator()
            words = (
                self.tr("Only documents with {value}").format(value=_short(shown(spec, found.value)))
                if found is not None and found.value is not None
                else self.tr("Only documents without {field}").format(field=spec.shown)
            )
            menu.addAction(words.replace("&", "&&"), lambda: tables.narrow_to(name, found))
        column = index.column()
        for words, order in (
            (self.tr("Sort upwards"), Qt.SortOrder.AscendingOrder),
            (self.tr("Sort downwards"), Qt.SortOrder.DescendingOrder),
        ):
            menu.addAction(words, partial(view.horizontalHeader().setSortIndicator, column, order))
        menu.addSeparator()
        moving = menu.addMenu(
            counted(len(chosen), self.tr("Move to bucket"), self.tr("Move {n} documents to bucket"))
        )
        for entry in tables.buckets:
            if entry.schema.bucket != tables.bucket:
                bucket = entry.schema.bucket
                moving.addAction(
                    titled(entry.schema).shown.replace("&", "&&"),
                    partial(tables.move, chosen, bucket),
                )
        menu.addSeparator()
        menu.addAction(self.tr("Copy\tCtrl+C"), view.copy)
        return menu

    @Slot()
    def on_theme_changed(self) -> None:
        self.close_button.setIcon(icon("close", "muted"))
        self.as_table.setIcon(icon("table", "muted"))
        self.as_chart.setIcon(icon("chart", "muted"))
        self.schemas.setIcon(icon("fields"))
        self.export.setIcon(icon("export"))
        self.table.view.viewport().update()


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
