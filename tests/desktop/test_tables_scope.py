"""The table shows what is asked about: all documents, those of a workspace, or the checked ones."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from core.engine.buckets import LibraryBuckets
from core.engine.library_workspaces import LibraryWorkspaces
from core.engine.tables import LibraryTables
from core.errors import UsageError
from core.system.paths import AppPaths
from core.types.scope import Scope
from desktop.shared.languages import speak
from desktop.start.window_memory import WindowMemory
from tests.desktop.tables_kit import LibraryEngine, TablesKit
from tests.library_kit import Library


@pytest.fixture
def scoped(library: Library, open_window, qtbot) -> TablesKit:
    """The table of five invoices, with a workspace that has three of them and the notes."""
    workspaces = LibraryWorkspaces(library.database)
    seals = workspaces.create("Seals").workspace_id
    by_name = {document.filename: document.document_id for document in library.documents.all()}
    workspaces.add(seals, [by_name[name] for name in ("R-1.pdf", "R-2.pdf", "R-5.pdf", "notes.pdf")])
    engine = LibraryEngine(library)
    engine.workspaces = workspaces
    kit = TablesKit(open_window(lambda: engine), library, qtbot)
    qtbot.waitUntil(lambda: [one.name for one in kit.window.workspaces.all] == ["Seals"])
    kit.open()
    return kit


def choose(kit: TablesKit, name: str) -> None:
    """As the button of the page does."""
    found = [one.workspace_id for one in kit.window.workspaces.all if one.name == name]
    kit.after(lambda: kit.page.scope.workspace_chosen.emit(found[0] if found else ""))


def facet(kit: TablesKit, name: str) -> set[str]:
    """The values that the page offers to narrow a field down to."""
    tree = kit.page.facets.tree
    fields = [tree.topLevelItem(at) for at in range(tree.topLevelItemCount())]
    return {one.child(at).text(0) for one in fields if one.text(0) == name for at in range(one.childCount())}


@pytest.mark.slow
def test_a_workspace_narrows_rows_totals_facets_and_counts(scoped: TablesKit) -> None:
    kit = scoped
    assert not kit.page.scope.isVisible()
    assert kit.page.buckets.currentText() == "Invoices  (5)"
    choose(kit, "Seals")
    assert kit.page.scope.isVisible()
    assert kit.page.scope.text() == "Workspace Seals: 4 ▾"
    assert kit.page.scope.toolTip() == "Only documents in the workspace “Seals” are shown."
    assert kit.page.scope.accessibleName() == "What is shown: Workspace Seals: 4"
    assert kit.files() == ["R-1.pdf", "R-2.pdf", "R-5.pdf"]
    assert kit.page.line.text() == "3 documents"
    kit.qtbot.waitUntil(lambda: kit.page.buckets.currentText() == "Invoices  (3)")
    [amount] = kit.page.totals.total("total_amount").sums
    assert (str(amount.figure), amount.documents) == ("2261.00", 3)
    kit.qtbot.waitUntil(lambda: facet(kit, "Vendor") == {"Acme GmbH", "Crane & Sons Ltd"})
    kit.filter("vendor_name = 'Acme GmbH'")
    assert kit.files() == ["R-1.pdf", "R-2.pdf"]
    assert kit.page.line.text() == "2 of 3 documents"
    choose(kit, "")
    assert kit.files() == ["R-1.pdf", "R-2.pdf", "R-4.pdf"]  # the filter stays
    assert not kit.page.scope.isVisible()


def test_checked_documents_are_shown_and_nothing_else(scoped: TablesKit) -> None:
    kit, documents = scoped, scoped.window.library_state.documents
    ids = {one.filename: one.document_id for one in documents.documents()}
    kit.desk.leave()
    documents.check([ids["R-3.pdf"], ids["notes.pdf"]], on=True)
    kit.after(kit.desk.show_tables)
    assert kit.files() == ["R-3.pdf"]
    assert kit.page.scope.text() == "2 checked documents ▾"
    kit.after(lambda: documents.set_checked([ids["notes.pdf"]]))
    assert kit.files() == []
    assert kit.page.empty.isVisible()
    told = "5 documents are in this bucket, but not among those that are shown now."
    kit.qtbot.waitUntil(lambda: kit.page.empty.text() == told)
    kit.page.scope.check_requested.emit()
    assert not kit.desk.shown
    assert kit.window.library.list.isVisible()


def test_a_file_and_a_chart_have_what_is_shown(scoped: TablesKit, tmp_path: Path) -> None:
    kit = scoped
    choose(kit, "Seals")
    target = tmp_path / "seals.csv"
    kit.desk.write(str(target))
    kit.qtbot.waitUntil(lambda: kit.page.notice.text() == "3 rows saved as seals.csv")
    with target.open(encoding="utf-8-sig", newline="") as file:
        assert [row["file"] for row in csv.DictReader(file)] == ["R-1.pdf", "R-2.pdf", "R-5.pdf"]
    with kit.qtbot.waitSignal(kit.desk.figures.chart_changed) as drawn:
        kit.qtbot.mouseClick(kit.page.as_chart, Qt.MouseButton.LeftButton)
    assert sum(bar.documents for bar in drawn.args[0].bars) == 3


def test_the_button_fits_the_smallest_window(scoped: TablesKit) -> None:
    kit = scoped
    kit.window.resize(1024, 700)
    choose(kit, "Seals")
    found = kit.window.workspaces.open_one
    assert found is not None
    with kit.qtbot.waitSignal(kit.window.workspaces.scope_changed):
        kit.window.workspaces.rename(found.workspace_id, "Everything about seals of the northern plants, W")
    kit.qtbot.waitUntil(lambda: kit.page.scope.text().startswith("Workspace Every"))
    kit.qtbot.waitUntil(lambda: kit.page.scope.width() >= kit.page.scope.sizeHint().width())
    assert kit.page.close_button.geometry().right() <= kit.page.width()


def test_a_workspace_that_is_gone_is_refused(scoped: TablesKit) -> None:
    tables = LibraryTables(scoped.library.database)
    with pytest.raises(UsageError):
        tables.counts(Scope("gone"))
    assert tables.counts(Scope(document_ids=()))["invoices"] == 0


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
