"""What is to be charted, the chart, and its numbers as a table. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from core.fields.schema import BucketSchema, FieldSpec, FieldType
from desktop.messages.words import counted
from desktop.shared.flow_layout import FlowLayout
from desktop.tables.chart_table import ChartTableModel
from desktop.tables.chart_view import ChartView
from desktop.tables.charts import Bar, Chart, ChartRequest


class ChartPanel(QWidget):
    """`request_changed(ChartRequest)`; `period_chosen(field, key)` and `group_chosen(field, key, label)`: a
    bar was chosen to look at its documents.
    """

    request_changed = Signal(object)
    period_chosen = Signal(str, str)
    group_chosen = Signal(str, str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._schema: BucketSchema | None = None
        self._chart: Chart | None = None
        self.model = ChartTableModel(self)
        self.measure = self._combo(self.tr("What is computed"))
        self.of = self._combo(self.tr("Of which field"))
        self.by = self._combo(self.tr("Over time or by group"))
        self.period = self._combo(self.tr("Length of the periods"))
        self.unit = self._combo(self.tr("Currency or unit"))
        for name, label in (
            ("year", self.tr("by year")),
            ("quarter", self.tr("by quarter")),
            ("month", self.tr("by month")),
        ):
            self.period.addItem(label, name)
        self.as_numbers = QPushButton(self.tr("As numbers"), self)
        self.as_numbers.setProperty("look", "toggle")
        self.as_numbers.setCheckable(True)
        self.as_numbers.toggled.connect(self.on_as_numbers)
        controls = QWidget(self)
        flow = FlowLayout(controls, spacing=8)
        for widget in (self.measure, self.of, self.by, self.period, self.unit, self.as_numbers):
            flow.addWidget(widget)

        self.view = ChartView()
        self._scroll = scroll = QScrollArea(self)
        scroll.setObjectName("chartArea")
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self.view)
        self.table = QTableView(self)
        self.table.setObjectName("chartNumbers")
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.tr("The numbers of the chart"))
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setHighlightSections(False)
        self.message = QLabel(self)
        self.message.setProperty("look", "muted")
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setWordWrap(True)
        self.message.setMargin(24)
        self.stack = QStackedWidget(self)
        for page in (scroll, self.table, self.message):
            self.stack.addWidget(page)
        self.told = QLabel(self)
        self.told.setProperty("look", "caption")
        self.left_out = QLabel(self)
        self.left_out.setProperty("look", "caption")
        self.left_out.setWordWrap(True)
        foot = QHBoxLayout()
        foot.addWidget(self.told, 1)
        foot.addWidget(self.left_out, 1)
        self.left_out.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 6)
        column.setSpacing(6)
        column.addWidget(controls)
        column.addWidget(self.stack, 1)
        column.addLayout(foot)
        self.measure.activated.connect(self.on_measure_chosen)
        for combo in (self.of, self.by, self.period, self.unit):
            combo.activated.connect(self.ask)
        self.view.told.connect(self.told.setText)
        self.view.bar_chosen.connect(self.on_bar_chosen)
        self.view.reached.connect(self.on_reached)

    def show_schema(self, schema: BucketSchema) -> None:
        """What can be charted in this bucket; at first an amount over time, as far as there are both."""
        self._schema, self._chart = schema, None
        dates = [spec for spec in schema.fields if spec.type is FieldType.DATE]
        groups = [spec for spec in schema.fields if not spec.type.is_ordered]
        self._show_measures()
        self.by.clear()
        for spec in dates:
            self.by.addItem(self.tr("over time: {field}").format(field=spec.shown), spec.name)
        for spec in groups:
            self.by.addItem(self.tr("by {field}").format(field=spec.shown), spec.name)
        money = [spec for spec in schema.fields if spec.type is FieldType.MONEY and self._of("sum", spec)]
        self.measure.setCurrentIndex(self.measure.findData("sum" if money else "count"))
        self._show_fields()
        first = ([spec for spec in money if spec.sum_of] or money)[:1]
        if first:
            self.of.setCurrentIndex(self.of.findData(first[0].name))
        self.unit.clear()
        self._show_controls()
        self._say("" if dates or groups else self.tr("This bucket has no field to chart by."))

    def _show_measures(self) -> None:
        """Those that mean something with any field of the bucket; it can always be counted."""
        self.measure.clear()
        labels = {"sum": self.tr("Sum"), "average": self.tr("Average"), "count": self.tr("Count")}
        for name, label in labels.items():
            if name == "count" or any(self._of(name, spec) for spec in self._fields()):
                self.measure.addItem(label, name)

    def _show_fields(self) -> None:
        """Those that the measure means something with; the chosen one stays if it is among them."""
        chosen, measure = self.of.currentData(), self.measure.currentData()
        self.of.clear()
        for spec in self._fields():
            if self._of(measure, spec):
                self.of.addItem(spec.shown, spec.name)
        self.of.setCurrentIndex(max(self.of.findData(chosen), 0))

    def _fields(self) -> tuple[FieldSpec, ...]:
        return self._schema.fields if self._schema is not None else ()

    def _of(self, measure: str, spec: FieldSpec) -> bool:
        """What adds up can be averaged, too; years and numbers that name something are neither."""
        wanted = ("sum",) if measure == "sum" else ("sum", "average")
        return spec.type.is_numeric and spec.totalled in wanted

    @Slot()
    def on_measure_chosen(self) -> None:
        self._show_fields()
        self.ask()

    @Slot()
    def ask(self) -> None:
        """The chart that the controls name."""
        self._show_controls()
        if self.by.count():
            self.request_changed.emit(self.request())

    def request(self) -> ChartRequest:
        counts = self.measure.currentData() == "count" or not self.of.count()
        return ChartRequest(
            by=self.by.currentData(),
            of="" if counts else self.of.currentData(),
            measure="count" if counts else self.measure.currentData(),
            period=self.period.currentData(),
            unit=self.unit.currentData() if not counts else None,
        )

    @Slot(object)
    def show_chart(self, chart: Chart) -> None:
        schema = self._schema
        if schema is None:
            return
        if self._chart is None or self._chart.request != chart.request:
            self._scroll.verticalScrollBar().setValue(0)
        self._chart = chart
        self.model.show(schema, chart)
        self._show_units(chart)
        self._show_controls()
        self.told.clear()
        if not any(bar.figure is not None for bar in chart.bars):
            self._say(self.tr("No document of these has a value to chart."))
        else:
            self.view.show_chart(chart, [self.model.words(bar) for bar in chart.bars], self._name(chart))
            self._size_numbers()
            self.stack.setCurrentIndex(1 if self.as_numbers.isChecked() else 0)
        self.left_out.setText(self._left_out(chart))

    @Slot(str)
    def show_failure(self, sentence: str) -> None:
        self._say(sentence)

    @Slot(QRectF)
    def on_reached(self, bar: QRectF) -> None:
        """The bar with its neighbours."""
        place = bar.center().toPoint()
        self._scroll.ensureVisible(0, place.y(), 0, round(bar.height()))

    @Slot(bool)
    def on_as_numbers(self, numbers: bool) -> None:
        if self.stack.currentWidget() is not self.message:
            self.stack.setCurrentIndex(1 if numbers else 0)

    @Slot(object)
    def on_bar_chosen(self, bar: Bar) -> None:
        chart = self._chart
        if chart is None:
            return
        if chart.over_time:
            self.period_chosen.emit(chart.request.by, bar.key)
        else:
            self.group_chosen.emit(chart.request.by, bar.key, bar.label)

    def _show_controls(self) -> None:
        """Only what makes a difference."""
        counts = self.measure.currentData() == "count"
        by = self._spec(self.by.currentData())
        self.of.setVisible(not counts and self.of.count() > 0)
        self.measure.setVisible(self.measure.count() > 1)
        self.period.setVisible(by is not None and by.type is FieldType.DATE)
        self.unit.setVisible(not counts and self.unit.count() > 1)

    def _show_units(self, chart: Chart) -> None:
        self.unit.clear()
        for unit in chart.units:
            self.unit.addItem(unit or self.tr("without unit"), unit)
        self.unit.setCurrentIndex(self.unit.findData(chart.unit))

    def _size_numbers(self) -> None:
        header = self.table.horizontalHeader()
        for section in range(self.model.columnCount()):
            mode = QHeaderView.ResizeMode.Stretch if section == 0 else QHeaderView.ResizeMode.ResizeToContents
            header.setSectionResizeMode(section, mode)

    def _name(self, chart: Chart) -> str:
        by = self._spec(chart.request.by)
        return self.tr("Chart: {what}, {by}").format(
            what=self.model.headerData(1, Qt.Orientation.Horizontal), by=by.shown if by is not None else ""
        )

    def _left_out(self, chart: Chart) -> str:
        parts = []
        if chart.left_out:
            parts.append(counted(chart.left_out, self.tr("1 smaller group"), self.tr("{n:,} smaller groups")))
        if chart.without:
            parts.append(
                counted(
                    chart.without,
                    self.tr("1 document has no value"),
                    self.tr("{n:,} documents have no value"),
                )
            )
        if chart.elsewhere:
            parts.append(
                counted(
                    chart.elsewhere,
                    self.tr("1 document in another unit"),
                    self.tr("{n:,} documents in other units"),
                )
            )
        return " · ".join(parts)

    def _say(self, sentence: str) -> None:
        self.message.setText(sentence)
        self.stack.setCurrentWidget(self.message)
        self.left_out.clear()

    def _spec(self, name: str | None) -> FieldSpec | None:
        return self._schema.field(name) if self._schema is not None and name else None

    def _combo(self, says: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(says)
        combo.setToolTip(says)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return combo
