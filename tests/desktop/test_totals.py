"""What stands below the columns of a table, and what a chart offers, where figures cannot be added up."""

from __future__ import annotations

from decimal import Decimal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from core.fields.results import Amount, Extreme
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import parse_value
from desktop.tables.chart_panel import ChartPanel
from desktop.tables.totals import TotalsModel
from desktop.workers.figures import ColumnTotal

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
