"""Below and beside the table: totals, facets, chips, files, charts; all as `FieldQueries` says."""

from __future__ import annotations

import csv
import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog

from core.fields.filters import parse_where
from core.fields.results import Amount, Extreme
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import parse_value
from desktop.shared.theme import theme
from desktop.tables.chart_panel import ChartPanel
from desktop.tables.chart_view import scale_of, short_figure
from desktop.tables.charts import Bar, ChartRequest, next_period, period_days
from desktop.tables.facets import facet_of, nice_bounds
from desktop.tables.totals import TotalsModel
from desktop.workers.figures import ColumnTotal
from tests.desktop.tables_kit import TablesKit

# --- totals ---------------------------------------------------------------------------------------


def test_totals_are_those_of_the_library(kit: TablesKit) -> None:
    for line in ("", "invoice_date = 2024"):
        if line:
            kit.filter(line)
        where = parse_where(line, kit.tables.schema)
        for spec in kit.model.specs:
            total = kit.page.totals.total(spec.name)
            if spec.type.is_numeric:
                added = kit.queries().total(spec.name, where)
                mean = kit.queries().average(spec.name, where)
                assert (total.sums, total.without) == (added.per_unit, added.without)
                assert total.averages == mean.per_unit
            elif spec.type.is_ordered:
                assert total.extremes == kit.queries().extremes(spec.name, where).per_unit
            else:
                assert total.different == kit.queries().values(spec.name, where).count


def test_the_totals_row_says_them_under_their_columns(kit: TablesKit) -> None:
    def below(field: str) -> str:
        return kit.page.totals.index(0, kit.model.column_of(field)).data()

    assert kit.page.table.count.text() == "5 documents"
    assert below("total_amount") == "Σ 2,320.50 EUR\nΣ 5,000.00 USD"
    assert below("invoice_date") == "2022-05-03 –\n2024-03-02"
    assert below("vendor_name") == "3 different"
    told = kit.page.totals.index(0, kit.model.column_of("total_amount")).data(Qt.ItemDataRole.ToolTipRole)
    assert "Σ 2,320.50 EUR   ⌀ 580.125 EUR   59.50 EUR – 1,190.00 EUR   (4)" in told
    header, totals = kit.view.horizontalHeader(), kit.page.table.totals.horizontalHeader()
    for column in range(kit.model.columnCount()):
        assert header.sectionSize(column) == totals.sectionSize(column)
    kit.view.horizontalScrollBar().setValue(90)
    assert kit.page.table.totals.horizontalScrollBar().value() == 90


# --- facets and chips -----------------------------------------------------------------------------


def _labels(kit: TablesKit, field: str) -> dict[str, str]:
    group = kit.page.facets._group(field)
    children = [group.child(place) for place in range(group.childCount())] if group is not None else []
    return {item.text(0): item.text(1) for item in children}


def _tick(kit: TablesKit, field: str, label: str) -> None:
    """Click an entry as soon as it is there: facets come one after another."""
    find = kit.page.facets.entry_item
    kit.qtbot.waitUntil(lambda: find(field, label) is not None)
    kit.after(lambda: find(field, label).setCheckState(0, Qt.CheckState.Checked))


def test_facets_count_as_the_library_does(kit: TablesKit) -> None:
    kit.qtbot.waitUntil(lambda: len(kit.page.facets._facets) == len(kit.model.specs))
    groups = kit.queries().groups("vendor_name").groups
    assert _labels(kit, "vendor_name") == {group.shown: str(group.documents) for group in groups}
    assert _labels(kit, "invoice_date") == {"2024": "3", "2023": "1", "2022": "1"}
    assert _labels(kit, "invoice_number") == {}  # each document has another one
    schema = kit.tables.schema
    for spec in schema.fields:
        for entry in facet_of(kit.queries(), schema, spec, parse_where("", schema)).entries:
            assert kit.queries().count(entry.where).count == entry.documents


@pytest.mark.slow
def test_a_click_on_a_facet_adds_a_chip_that_can_be_removed(kit: TablesKit) -> None:
    kit.page.filter.facets.setChecked(True)
    _tick(kit, "invoice_date", "2024")
    assert kit.files() == kit.selected("invoice_date = 2024")
    _tick(kit, "invoice_date", "2022")
    assert kit.files() == kit.selected("invoice_date = 2024 OR invoice_date = 2022")
    _tick(kit, "vendor_name", "Acme GmbH")
    line = "(invoice_date = 2024 OR invoice_date = 2022) AND vendor_name = 'Acme GmbH'"
    assert kit.files() == kit.selected(line)
    chips = [button.text() for button in kit.page.filter.chip_buttons()]
    assert chips == ["Date: 2024", "Date: 2022", "Vendor: Acme GmbH"]
    # Years are counted among those of Acme, so that another one can be added.
    kit.qtbot.waitUntil(lambda: _labels(kit, "invoice_date").get("2023") == "1")
    kit.after(kit.page.filter.chip_buttons()[0].click)
    assert kit.files() == kit.selected("invoice_date = 2022 AND vendor_name = 'Acme GmbH'")
    assert kit.page.facets.entry_item("invoice_date", "2024").checkState(0) is Qt.CheckState.Unchecked
    kit.after(kit.page.filter.cleared.emit)
    assert len(kit.files()) == 5
    assert not kit.page.filter.chips.isVisible()


@pytest.mark.slow
def test_amounts_are_narrowed_by_currency(kit: TablesKit) -> None:
    """An amount without a currency is none of those in euros, and the other way round."""
    kit.after(lambda: kit.type(kit.cell("R-2.pdf", "total_amount"), "5000"))
    schema, spec = kit.tables.schema, kit.tables.schema.field("total_amount")
    facet = facet_of(kit.queries(), schema, spec, parse_where("", schema))
    counted = {entry.label: entry.documents for entry in facet.entries[:3]}
    assert counted == {"EUR": 3, "USD": 1, "no currency": 1}
    for entry in facet.entries:
        assert kit.queries().count(entry.where).count == entry.documents, entry.label
    cell = kit.cell("R-2.pdf", "total_amount")
    kit.after(lambda: kit.tables.narrow_to("total_amount", kit.model.value(cell)))
    assert kit.files() == ["R-2.pdf"]
    assert [chip.label for chip in kit.tables.chips] == ["Total = 5000 without a currency"]
    kit.after(kit.tables.clear_filter)
    cell = kit.cell("R-3.pdf", "total_amount")
    kit.after(lambda: kit.tables.narrow_to("total_amount", kit.model.value(cell)))
    assert kit.files() == ["R-3.pdf"]


def test_line_and_chips_hold_together(kit: TablesKit) -> None:
    kit.filter("total_amount > 100")
    for file, field, line in (
        ("R-1.pdf", "vendor_name", "total_amount > 100 AND vendor_name = 'acme gmbh'"),
        ("R-1.pdf", "iban", "total_amount > 100 AND vendor_name = 'acme gmbh' AND iban IS NULL"),
    ):
        value = kit.model.value(kit.cell(file, field))
        kit.after(lambda field=field, value=value: kit.tables.narrow_to(field, value))
        assert kit.files() == kit.selected(line)
    assert kit.tables.chips[0].label == "Vendor is “Acme GmbH”"


@pytest.mark.parametrize(
    ("figures", "bounds"),
    [
        ([], []),
        ([5.0, 5.0], []),
        ([float(n) for n in range(1, 101)], ["20", "50", "100"]),
        ([10.0, 20.0, 300.0, 4000.0, 50_000.0], ["20", "500", "5000", "50000"]),
        ([-500.0, -20.0, 0.0, 7.0, 1000.0], ["-20", "0", "5", "1000"]),
    ],
)
def test_ranges_are_cut_at_round_figures(figures: list[float], bounds: list[str]) -> None:
    found = nice_bounds(figures)
    assert found == sorted(set(found))
    assert all(figures[0] < float(bound) <= figures[-1] for bound in found)
    assert {str(bound) for bound in map(int, found)} <= {*bounds, "200"}


# --- files ----------------------------------------------------------------------------------------


def test_what_is_shown_is_exported_in_its_order(kit: TablesKit, tmp_path: Path, monkeypatch) -> None:
    kit.filter("vendor_name LIKE '%acme%'")
    kit.after(lambda: kit.tables.sort(kit.model.column_of("total_amount"), True))
    target = tmp_path / "out"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    kit.page.export_requested.emit("xlsx")
    kit.qtbot.waitUntil(lambda: "3 rows saved as out.xlsx" in kit.page.notice.text())
    sheet = load_workbook(tmp_path / "out.xlsx").active
    head, *rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert [row[0] for row in rows] == kit.files()
    total, day = head.index("Total"), head.index("Date")
    assert [row[total] for row in rows] == [1190.0, 238.0, 59.5]
    assert [row[total + 1] for row in rows] == ["EUR"] * 3
    assert rows[0][day] == datetime.datetime(2022, 5, 3)  # noqa: DTZ001 - a day
    kit.page.export_requested.emit("csv")
    kit.qtbot.waitUntil(lambda: "3 rows saved as out.csv" in kit.page.notice.text())
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        written = list(csv.DictReader(file))
    assert [row["file"] for row in written] == kit.files()
    assert [row["total_amount"] for row in written] == ["1190.00 EUR", "238.00 EUR", "59.50 EUR"]


def test_a_file_that_cannot_be_written_is_told(kit: TablesKit, tmp_path: Path) -> None:
    kit.desk.write(str(tmp_path / "no such folder" / "out.xlsx"))
    kit.qtbot.waitUntil(lambda: "could not be written" in kit.page.notice.text())
    assert kit.page.export.isEnabled()
    assert not kit.page.stop.isVisible()


# --- charts ---------------------------------------------------------------------------------------


def _chart(kit: TablesKit, **chosen: str) -> tuple[Bar, ...]:
    """Set the controls as a user does, and wait for the chart."""
    panel = kit.page.chart
    if not kit.page.as_chart.isChecked():
        with kit.qtbot.waitSignal(kit.desk.figures.chart_changed):
            kit.page.as_chart.click()
    for name, value in chosen.items():
        combo = getattr(panel, name)
        combo.setCurrentIndex(combo.findData(value))
    with kit.qtbot.waitSignal(kit.desk.figures.chart_changed) as changed:
        panel.ask()
    return changed.args[0].bars


@pytest.mark.parametrize(("period", "unit"), [("year", "USD"), ("quarter", "EUR")])
def test_sums_over_time_are_those_of_the_library(kit: TablesKit, period, unit: str) -> None:
    _chart(kit, measure="sum", of="total_amount", by="invoice_date", period=period)
    bars = _chart(kit, unit=unit)
    groups = kit.queries().groups("invoice_date", period=period, of="total_amount").groups
    wanted = {
        group.key: next((entry.figure for entry in group.amounts if entry.unit == unit), None)
        for group in groups
    }
    assert {bar.key: bar.figure for bar in bars if bar.key in wanted} == wanted
    keys = [bar.key for bar in bars]
    assert keys == sorted(keys)
    assert [next_period(key, period) for key in keys[:-1]] == keys[1:]  # time has no holes
    assert all(bar.figure is None for bar in bars if bar.key not in wanted)


def test_averages_and_counts_by_group(kit: TablesKit) -> None:
    bars = _chart(kit, measure="average", of="total_amount", by="vendor_name")
    groups = kit.queries().groups("vendor_name", of="total_amount").groups
    means = {
        group.key: entry.figure / entry.documents
        for group in groups
        for entry in group.amounts
        if entry.unit == "EUR"
    }
    assert {bar.key: bar.figure for bar in bars if bar.figure is not None} == means
    assert kit.page.chart.left_out.text() == "1 document in another unit"
    bars = _chart(kit, measure="count", by="vendor_name")
    assert {bar.key: bar.figure for bar in bars} == {
        group.key: Decimal(group.documents) for group in kit.queries().groups("vendor_name").groups
    }
    with kit.qtbot.waitSignal(kit.desk.figures.chart_changed) as changed:  # it follows the filter
        kit.tables.set_line("vendor_name LIKE '%acme%'")
    assert [bar.documents for bar in changed.args[0].bars] == [3]


def test_a_chart_is_read_by_mouse_keyboard_and_screen_reader(kit: TablesKit) -> None:
    _chart(kit, measure="sum", of="total_amount", by="invoice_date", period="year")
    panel = kit.page.chart
    view = panel.view
    view.setFocus()
    view.grab()
    assert "Sum: Total" in view.accessibleName()
    with kit.qtbot.waitSignal(view.reached) as reached:
        QTest.keyClick(view, Qt.Key.Key_Home)
    assert panel.told.text() == "2022: 1,190.00 EUR, 1 document"
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert panel.told.text() == "2023: 238.00 EUR, 1 document"
    assert view.accessibleDescription() == panel.told.text()
    QTest.keyClick(view, Qt.Key.Key_End)
    assert panel.told.text() == "2024: 892.50 EUR, 2 documents"
    first = QRectF(reached.args[0]).center()
    QTest.mouseMove(view, first.toPoint())
    assert view.place_at(first) == 0
    panel.as_numbers.setChecked(True)
    assert panel.table.isVisible()
    model = panel.model
    rows = [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]
    assert rows == [
        ["2022", "1,190.00 EUR", "1"],
        ["2023", "238.00 EUR", "1"],
        ["2024", "892.50 EUR", "2"],
    ]
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(3)]
    assert heads == ["Date", "Sum: Total", "Documents"]


def test_a_bar_leads_to_its_documents(kit: TablesKit) -> None:
    _chart(kit, measure="count", by="invoice_date", period="quarter")
    view = kit.page.chart.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_End)
    with kit.qtbot.waitSignal(kit.tables.opened):
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert [chip.label for chip in kit.tables.chips] == ["Date: 2024-Q1"]
    kit.page.as_table.click()
    kit.settle()
    assert kit.files() == kit.selected("invoice_date BETWEEN 2024-01-01 AND 2024-03-31")


@pytest.mark.parametrize(
    ("figures", "ticks"),
    [
        ([], [0, 1]),
        ([3.0], [0, 1, 2, 3]),
        ([12_400.0, 950.0], [0, 2500, 5000, 7500, 10_000, 12_500]),
        ([-40.0, 60.0], [-40, -20, 0, 20, 40, 60]),
    ],
)
def test_axes_have_round_ticks_and_zero(figures: list[float], ticks: list[float]) -> None:
    assert scale_of(figures).ticks() == ticks


def test_figures_at_an_axis_are_short() -> None:
    shown = [short_figure(figure) for figure in (0.0, 0.25, 999.0, 2500.0, 1.2e6, 3e9)]
    assert shown == ["0", "0.25", "999", "2.5k", "1.2M", "3bn"]


def test_periods_have_a_next_one_and_days() -> None:
    assert next_period("2023", "year") == "2024"
    assert next_period("2023-Q4", "quarter") == "2024-Q1"
    assert next_period("2023-12", "month") == "2024-01"
    assert period_days("2023") == ("2023-01-01", "2023-12-31")
    assert period_days("2023-Q3") == ("2023-07-01", "2023-09-30")
    assert period_days("2024-02") == ("2024-02-01", "2024-02-29")
    assert ChartRequest("a") == ChartRequest("a", "", "count", "year", None)


YEAR = FieldSpec(name="year", type=FieldType.NUMBER)
HEAT = FieldSpec(name="heat", type=FieldType.NUMBER, unit="°C")
LOAD = FieldSpec(name="load", type=FieldType.NUMBER, unit="kg")
DAY = FieldSpec(name="day", type=FieldType.DATE)
PRICE = FieldSpec(name="price", type=FieldType.MONEY)


def schema(*fields: FieldSpec) -> BucketSchema:
    return BucketSchema(bucket="things", fields=fields)


def below(spec: FieldSpec, least: str, greatest: str) -> tuple[str, str]:
    """The cell below the column of two documents with these values, and its tooltip."""
    first, last = (parse_value(spec, text) for text in (least, greatest))
    added = Amount(spec.unit, Decimal(least) + Decimal(greatest), 2)
    mean = Amount(spec.unit, added.figure / 2, 2)
    totals = TotalsModel()
    totals.show_schema(schema(spec))
    totals.take(
        ColumnTotal(spec.name, (added,), (mean,), (Extreme(spec.unit, first, ("a",), last, ("b",), 2),))
    )
    cell = totals.index(0, 1)
    return cell.data(), cell.data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize(
    ("spec", "cell", "tooltip"),
    [
        (YEAR, "2023 –\n2025", "year\n2023 – 2025   (2)"),
        (HEAT, "⌀ 2024 °C", "heat\n⌀ 2024 °C   2023 °C – 2025 °C   (2)"),
        (LOAD, "Σ 4048 kg", "load\nΣ 4048 kg   ⌀ 2024 kg   2023 kg – 2025 kg   (2)"),
        (YEAR.model_copy(update={"total": "sum"}), "Σ 4048", "year\nΣ 4048   ⌀ 2024   2023 – 2025   (2)"),
    ],
)
def test_only_what_adds_up_is_added_up(spec: FieldSpec, cell: str, tooltip: str) -> None:
    assert below(spec, "2023", "2025") == (cell, tooltip)


def offered(combo: QComboBox) -> list[str]:
    return [combo.itemData(place) for place in range(combo.count())]


def choose(combo: QComboBox, name: str) -> None:
    combo.setCurrentIndex(combo.findData(name))
    combo.activated.emit(combo.currentIndex())


def test_a_chart_offers_what_its_measure_means_something_with(qtbot) -> None:
    panel = ChartPanel()
    qtbot.addWidget(panel)
    panel.show_schema(schema(YEAR, HEAT, LOAD, DAY, PRICE))
    assert panel.request().of == "price"
    assert offered(panel.of) == ["load", "price"]
    choose(panel.measure, "average")
    assert offered(panel.of) == ["heat", "load", "price"]
    assert panel.request().of == "price"  # what was chosen stays
    choose(panel.of, "heat")
    choose(panel.measure, "sum")
    assert panel.request().of == "load"


def test_a_bucket_of_years_and_temperatures_has_no_sum_to_chart(qtbot) -> None:
    panel = ChartPanel()
    qtbot.addWidget(panel)
    panel.show_schema(schema(YEAR, HEAT, DAY))
    assert offered(panel.measure) == ["average", "count"]
    assert panel.request().measure == "count"
    panel.show_schema(schema(YEAR, DAY))
    assert offered(panel.measure) == ["count"]
    assert panel.request().of == ""


@pytest.mark.slow
@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_chart_is_drawn_in_the_colours_of_the_theme(kit: TablesKit, look) -> None:
    theme().set_appearance(look)
    _chart(kit, measure="sum", of="total_amount", by="invoice_date", period="year")
    view = kit.page.chart.view
    image = view.grab().toImage()
    with kit.qtbot.waitSignal(view.reached) as reached:
        QTest.keyClick(view, Qt.Key.Key_Home)
    rect = QRectF(reached.args[0])
    found = {
        image.pixelColor(int(rect.center().x()), y).name()
        for y in range(int(rect.top()), int(rect.bottom()) - 2)
    }
    assert theme().color("accent").name() in found
