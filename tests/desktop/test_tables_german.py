"""The table in a German window: what comes with the program has German names, the user's own stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from core.engine.buckets import LibraryBuckets
from core.system.paths import AppPaths
from desktop.shared.languages import speak
from desktop.start.window_memory import WindowMemory
from tests.desktop.library_engine import LibraryEngine
from tests.desktop.tables_kit import TablesKit
from tests.library_kit import Library


@pytest.fixture
def german(library: Library, open_window, qapp: QApplication, qtbot) -> Iterator[TablesKit]:
    schema = LibraryBuckets(library.database).schema("invoices")
    own = [
        spec.model_copy(update={"title": "Who wrote it"}) if spec.name == "vendor_name" else spec
        for spec in schema.fields
    ]
    LibraryBuckets(library.database).keep_schema(schema.model_copy(update={"fields": tuple(own)}))
    WindowMemory(AppPaths.from_environment().data).keep_language("de")
    kit = TablesKit(open_window(lambda: LibraryEngine(library)), library, qtbot)
    kit.open()
    yield kit
    speak(qapp, "en")


def test_buckets_fields_and_values_are_german(german: TablesKit) -> None:
    kit = german
    heads = {
        kit.model.headerData(column, Qt.Orientation.Horizontal) for column in range(kit.model.columnCount())
    }
    assert {"Dokument", "Rechnungsnummer", "Gesamtbetrag", "Who wrote it"} <= heads
    assert kit.page.buckets.currentText() == "Rechnungen  (5)"
    assert kit.column("document_type")[0] == "Rechnung"
    assert kit.cell("R-1.pdf", "total_amount").data() == "1.190,00 EUR"
    stored = LibraryBuckets(kit.library.database).schema("invoices")
    assert stored.shown == "Invoices"  # nothing of this is kept


@pytest.mark.slow
def test_a_filter_takes_names_and_german_titles(german: TablesKit) -> None:
    kit = german
    kit.filter("Gesamtbetrag > 1000 EUR")
    assert kit.files() == ["R-1.pdf"]
    kit.filter("total_amount > 1000 USD")
    assert kit.files() == ["R-3.pdf"]
    kit.after(kit.tables.clear_filter)
    index = kit.cell("R-1.pdf", "document_type")
    kit.after(lambda: kit.tables.narrow_to("document_type", kit.model.value(index)))
    assert kit.tables.chips[0].label == "Art ist Rechnung"
    assert len(kit.files()) == 5
