"""The table of a bucket in the window, on a real library: rows, order, filter, corrections, places."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from core.engine.buckets import LibraryBuckets
from core.fields.schema import BucketSchema
from core.fields.values import FieldValue, Method
from core.store.fields.queries import BY_NAME
from core.store.fields.repository import SortingRepository
from desktop.shared.item_roles import Role
from desktop.tables.field_words import ENTERED, UNSURE
from tests.desktop.tables_kit import LibraryEngine, TablesKit, fill, invoice
from tests.desktop.test_accessibility import by_tab, nameless
from tests.library_kit import Library


def test_a_bucket_is_shown_with_the_values_of_its_documents(kit: TablesKit) -> None:
    assert kit.files() == ["R-1.pdf", "R-2.pdf", "R-3.pdf", "R-4.pdf", "R-5.pdf"]
    totals = ["1,190.00 EUR", "238.00 EUR", "5,000.00 USD", "59.50 EUR", "833.00 EUR"]
    assert kit.column("total_amount") == totals
    assert kit.column("invoice_date")[0] == "2022-05-03"
    assert kit.column("document_type")[0] == "invoice"
    assert kit.column("iban") == ["–"] * 5
    assert kit.page.buckets.currentText() == "Invoices  (5)"
    figure = kit.cell("R-1.pdf", "total_amount")
    assert figure.data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
    told = figure.data(Qt.ItemDataRole.ToolTipRole)
    assert "Total: 1,190.00 EUR" in told
    assert "“EUR 1,190.00”" in told
    assert "Page 1, found " in told
    assert " % sure" in told
    assert figure.data(Qt.ItemDataRole.AccessibleTextRole) == "Total: 1,190.00 EUR"


def test_a_value_that_is_hardly_certain_is_marked_in_words_too(kit: TablesKit, library: Library) -> None:
    library.database.execute("UPDATE fields SET confidence = 0.4 WHERE field = 'vendor_name'")
    kit.after(kit.tables.refresh)
    cell = kit.cell("R-2.pdf", "vendor_name")
    kit.qtbot.waitUntil(lambda: cell.data(Role.GLYPH) == UNSURE)
    assert cell.data(Qt.ItemDataRole.AccessibleTextRole) == "Vendor: Acme GmbH, read with little certainty"
    assert "40 % sure: look at the page" in cell.data(Qt.ItemDataRole.ToolTipRole)
    assert kit.cell("R-2.pdf", "total_amount").data(Role.GLYPH) == ""


def test_a_heading_sorts_as_the_library_does(kit: TablesKit) -> None:
    for field, descending in (("total_amount", True), ("vendor_name", False), ("iban", False), ("", True)):
        column = kit.model.column_of(field) if field else 0
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        header = kit.view.horizontalHeader()
        kit.after(lambda column=column, order=order, header=header: header.setSortIndicator(column, order))
        assert kit.files() == kit.selected("", order_by=field or BY_NAME, descending=descending)
    assert kit.files() == sorted(kit.files(), reverse=True)


def test_a_line_filters_as_the_library_does(kit: TablesKit) -> None:
    for line in (
        "total_amount > 200 EUR AND vendor_name LIKE '%acme%'",
        "invoice_date = 2024",
        "NOT vendor_name = 'Acme GmbH' OR Total < 100",
        "iban IS NOT NULL",
    ):
        kit.filter(line)
        wanted = kit.selected(line)
        assert kit.files() == wanted
        assert kit.page.line.text() == f"{len(wanted)} of 5 documents"
    kit.after(kit.page.filter.edit.clear)
    assert len(kit.files()) == 5
    # Text of a filter never becomes SQL.
    kit.filter("vendor_name = 'x'' OR 1=1; DROP TABLE fields --'")
    assert kit.model.rowCount() == 0
    assert kit.page.body.currentWidget() is kit.page.empty
    assert kit.library.database.query("SELECT COUNT(*) FROM fields")[0][0] > 0


def test_a_mistake_in_the_line_is_told_below_it_and_changes_nothing(kit: TablesKit) -> None:
    bar = kit.page.filter
    bar.edit.setText("totl > 5")
    bar.edit.returnPressed.emit()
    assert bar.error.isVisible()
    assert "At character 1 of the filter" in bar.error.text()
    assert "total_amount" in bar.error.text()
    assert bar.edit.text() == "totl > 5"
    assert kit.model.rowCount() == 5
    kit.filter("total_amount > 200")
    assert not bar.error.isVisible()


def stored(kit: TablesKit, document_id: str, field: str) -> FieldValue:
    """What the library has of it."""
    filed = LibraryBuckets(kit.library.database).filed(document_id)
    assert filed is not None
    [value] = [one for one in filed.values if one.field == field]
    return value


# --- corrections ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_correction_is_kept_marked_and_survives_another_reading(kit: TablesKit) -> None:
    document_id = kit.model.document_id(1)
    with kit.qtbot.waitSignal(kit.tables.notice_given) as told:
        kit.type(kit.cell("R-2.pdf", "total_amount"), "240.50")
    assert told.args[1:] == [document_id, "total_amount"]
    cell = kit.cell("R-2.pdf", "total_amount")
    kit.qtbot.waitUntil(lambda: cell.data(Role.GLYPH) == ENTERED)
    assert cell.data() == "240.50"
    assert cell.data(Qt.ItemDataRole.AccessibleTextRole) == "Total: 240.50, entered by you"
    assert kit.page.undo.isVisible()
    # Another schema: all invoices are read anew.
    buckets = LibraryBuckets(kit.library.database)
    packed = buckets.schema("invoices").model_dump(mode="json", exclude_defaults=True)
    packed["signs"]["kassenbon"] = 1.0
    buckets.keep_schema(BucketSchema.model_validate(packed))
    sorting = SortingRepository(kit.library.database)
    before = {one.document_id: one.read_with for one in sorting.all() if one.bucket == "invoices"}
    kit.after(kit.window.library_state.on_added)  # what is read anew is shown anew
    kit.qtbot.waitUntil(lambda: all(one.read_with != before.get(one.document_id) for one in sorting.all()))
    kit.after(kit.tables.refresh)
    assert kit.cell("R-2.pdf", "total_amount").data() == "240.50"
    assert kit.cell("R-1.pdf", "total_amount").data() == "1,190.00 EUR"


def test_a_forgotten_correction_lets_the_document_be_read_again(kit: TablesKit) -> None:
    with kit.qtbot.waitSignal(kit.tables.notice_given):
        kit.type(kit.cell("R-1.pdf", "vendor_name"), "Somebody else")
    cell = kit.cell("R-1.pdf", "vendor_name")
    kit.qtbot.waitUntil(lambda: cell.data(Role.GLYPH) == ENTERED)
    kit.qtbot.mouseClick(kit.page.undo, Qt.MouseButton.LeftButton)
    kit.qtbot.waitUntil(lambda: kit.cell("R-1.pdf", "vendor_name").data() == "Acme GmbH", timeout=15_000)
    assert kit.cell("R-1.pdf", "vendor_name").data(Role.GLYPH) == ""


def test_a_value_that_is_none_is_told_beside_the_editor_which_keeps_it(kit: TablesKit) -> None:
    cell = kit.cell("R-1.pdf", "invoice_date")
    editor = kit.type(cell, "the day after")
    told = kit.view.values.told
    assert told.isVisible()
    assert told.text() == "“the day after” is no value of Date. Write a date, for example 2023-04-01."
    assert editor.text() == "the day after"
    editor.setText("2022-05-04")
    kit.qtbot.keyClick(editor, Qt.Key.Key_Return)
    kit.qtbot.waitUntil(lambda: cell.data(Role.GLYPH) == ENTERED)
    assert cell.data() == "2022-05-04"
    assert not told.isVisible()


def test_a_wrong_value_that_is_left_behind_stays_in_its_cell(kit: TablesKit) -> None:
    cell = kit.cell("R-1.pdf", "total_amount")
    with kit.qtbot.waitSignal(kit.tables.notice_given) as told:
        kit.model.setData(cell, "twelve apples")  # as when the focus goes elsewhere
    assert "“twelve apples” is no value of Total. Write an amount" in told.args[0]
    assert (cell.data(), cell.data(Role.GLYPH)) == ("twelve apples", "!")
    assert kit.editor(cell).text() == "twelve apples"
    assert stored(kit, kit.model.document_id(0), "total_amount").method is not Method.USER


def test_a_list_is_chosen_from_and_a_cell_may_be_emptied(kit: TablesKit) -> None:
    cell = kit.cell("R-1.pdf", "document_type")
    kit.view.setCurrentIndex(cell)
    kit.view.edit(cell)
    [combo] = kit.view.viewport().findChildren(QComboBox)
    offered = [combo.itemText(place) for place in range(combo.count())]
    assert offered == ["none", "credit note", "reminder", "invoice"]
    combo.setCurrentIndex(2)
    kit.qtbot.keyClick(combo, Qt.Key.Key_Return)
    kit.qtbot.waitUntil(lambda: (cell.data(Role.GLYPH), cell.data()) == (ENTERED, "reminder"))
    empty = kit.cell("R-1.pdf", "vendor_name")
    kit.type(empty, "")
    kit.qtbot.waitUntil(lambda: (empty.data(Role.GLYPH), empty.data()) == (ENTERED, "–"))
    assert empty.data(Qt.ItemDataRole.ToolTipRole) == "Vendor: none, as you said."
    looked = kit.cell("R-1.pdf", "total_amount")
    editor = kit.editor(looked)
    assert editor.text() == "1190.00 EUR"
    with kit.qtbot.assertNotEmitted(kit.model.edited):
        kit.qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert looked.data(Role.GLYPH) == ""


# --- places, moves, copies ------------------------------------------------------------------------


def test_a_click_on_a_value_shows_it_on_its_page(kit: TablesKit) -> None:
    cell = kit.cell("R-3.pdf", "total_amount")
    document_id = kit.model.document_id(cell.row())
    with (
        kit.qtbot.waitSignal(kit.window.viewer.page_shown) as shown,
        kit.qtbot.waitSignal(kit.tables.place_found) as found,
    ):
        kit.qtbot.mouseClick(kit.view.viewport(), Qt.MouseButton.LeftButton, pos=_seen(kit, cell))
    [place] = found.args
    value = stored(kit, document_id, "total_amount")
    assert (place.document_id, place.page, place.quote) == (document_id, 1, value.quote)
    assert list(place.boxes) == LibraryBuckets(kit.library.database).boxes(document_id, value)
    assert place.boxes
    assert kit.window.viewer.document_id == document_id
    assert kit.window.side.currentWidget() is kit.window.document
    assert len(shown.args[1]) == 1


def _seen(kit: TablesKit, cell):
    kit.view.scrollTo(cell)
    return kit.view.visualRect(cell).center()


def test_enter_shows_the_place_and_nothing_where_there_is_none(kit: TablesKit) -> None:
    kit.view.setCurrentIndex(kit.cell("R-1.pdf", "total_amount"))
    with kit.qtbot.waitSignal(kit.tables.place_found):
        kit.qtbot.keyClick(kit.view, Qt.Key.Key_Return)
    kit.view.setCurrentIndex(kit.cell("R-1.pdf", "iban"))
    with kit.qtbot.assertNotEmitted(kit.view.place_requested):
        kit.qtbot.keyClick(kit.view, Qt.Key.Key_Return)
    kit.view.setCurrentIndex(kit.model.index(1, 0))
    kit.qtbot.keyClick(kit.view, Qt.Key.Key_Return)
    assert kit.window.viewer.filename == "R-2.pdf"


def test_documents_are_moved_to_another_bucket(kit: TablesKit) -> None:
    document_id = kit.model.document_id(4)
    kit.view.setCurrentIndex(kit.model.index(4, 0))
    menu = kit.page.menu_for(kit.model.index(4, 0))
    [moving] = [action.menu() for action in menu.actions() if action.menu() is not None]
    [wanted] = [action for action in moving.actions() if action.text() == "Contracts"]
    kit.after(wanted.trigger)
    assert "R-5.pdf" not in kit.files()
    filed = LibraryBuckets(kit.library.database).filed(document_id)
    assert filed is not None
    assert (filed.sorting.bucket, filed.sorting.sorted_by) == ("contracts", "user")
    assert "moved to Contracts" in kit.page.notice.text()


def test_cells_are_copied_as_a_spreadsheet_takes_them(kit: TablesKit) -> None:
    kit.view.selectionModel().clear()
    for row in (0, 1):
        for field in ("vendor_name", "total_amount"):
            index = kit.model.index(row, kit.model.column_of(field))
            kit.view.selectionModel().select(index, kit.view.selectionModel().SelectionFlag.Select)
    assert kit.view.copied() == ("Acme GmbH\t1,190.00 EUR\nAcme GmbH\t238.00 EUR", 0)


def test_new_documents_appear_by_themselves(kit: TablesKit, tmp_path: Path) -> None:
    path = invoice(tmp_path, "R-9", "Acme GmbH", "1 June 2024", "EUR 10.00", "EUR 1.90", "EUR 11.90")
    kit.window.library_state.add([str(path)])
    kit.qtbot.waitUntil(lambda: kit.model.rowCount() == 6, timeout=20_000)
    kit.settle()
    assert "11.90 EUR" in kit.column("total_amount")


@pytest.mark.slow
def test_what_is_edited_and_selected_stays_when_the_library_has_news(kit: TablesKit) -> None:
    cell = kit.cell("R-4.pdf", "vendor_name")
    editor = kit.editor(cell)
    editor.setText("half typed")
    gone = kit.model.document_id(0)
    fill(kit.library.database, 3)
    kit.library.database.execute(
        "UPDATE sorted_documents SET bucket = 'manuals' WHERE document_id = ?", (gone,)
    )
    kit.after(kit.tables.refresh)
    new = ["000000.pdf", "000001.pdf", "000002.pdf"]
    assert kit.files() == ["R-2.pdf", "R-3.pdf", "R-4.pdf", "R-5.pdf", *new]
    assert editor.isVisible()
    assert editor.text() == "half typed"
    kit.qtbot.keyClick(editor, Qt.Key.Key_Return)
    kit.qtbot.waitUntil(lambda: kit.cell("R-4.pdf", "vendor_name").data(Role.GLYPH) == ENTERED)
    assert kit.cell("R-4.pdf", "vendor_name").data() == "half typed"
    assert kit.cell("R-5.pdf", "vendor_name").data(Role.GLYPH) == ""
    kit.after(lambda: kit.tables.sort(0, True))
    assert kit.view.currentIndex().row() == kit.files().index("R-4.pdf")


# --- size, looks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_only_rows_in_sight_are_fetched(library: Library, open_window, qtbot, count: int) -> None:
    fill(library.database, count)
    kit = TablesKit(open_window(lambda: LibraryEngine(library)), library, qtbot)
    kit.open()
    assert kit.model.rowCount() == count + 5
    assert kit.model.fetched <= 200
    for part in (0.1, 0.5, 0.73, 1.0):
        bar = kit.view.verticalScrollBar()
        bar.setValue(round(bar.maximum() * part))
        row = kit.view.rowAt(5)
        qtbot.waitUntil(lambda row=row: kit.model.held(row) is not None)
    last = kit.model.index(count + 4, kit.model.column_of("total_amount"))
    assert kit.model.held(last.row()).filename == f"{count - 1:06}.pdf"
    assert last.data() == f"{(count - 1) * 7919 % 100_003:,}.00 EUR"
    kit.after(lambda: kit.tables.sort(kit.model.column_of("total_amount"), True))
    assert kit.model.fetched <= 1_600
    kit.view.selectAll()
    assert len(kit.view.selected_documents()) == count + 5
    kit.view.copy()
    assert "have not been copied" in kit.page.notice.text()
    assert kit.model.held(0).values["total_amount"].value.number == max(
        n * 7919 % 100_003 for n in range(count)
    )


def test_back_to_the_conversation_as_it_was(kit: TablesKit) -> None:
    window = kit.window
    kit.view.setFocus()
    kit.qtbot.keyClick(kit.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert kit.page.filter.edit.hasFocus()
    kit.qtbot.keyClick(kit.page.filter.edit, Qt.Key.Key_F6)
    assert kit.view.hasFocus()
    window.library_state.notice_given.emit("The model is not installed.")
    assert kit.page.notice.text() == "The model is not installed."
    assert (window.library.isVisible(), kit.page.isVisible()) == (False, True)
    kit.desk.toggle()
    assert window.library.isVisible()
    assert window.composer.isVisible()
    window.library_state.notice_given.emit("Another sentence.")
    assert kit.page.notice.text() == "The model is not installed."
    kit.desk.toggle()
    assert (kit.page.isVisible(), kit.model.rowCount()) == (True, 5)
    kit.model.show(kit.tables.schema, ("unknown-1", "unknown-2"))  # rows that are not here yet
    assert kit.model.index(0, 1).data() == "…"
    assert kit.model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole) == "being read"


def test_every_control_has_a_name_and_is_reached_by_tab(kit: TablesKit) -> None:
    kit.page.filter.facets.setChecked(True)
    assert nameless(kit.page) == []
    reached = by_tab(kit.page.filter.edit, most=80)
    assert {kit.page.buckets, kit.view, kit.page.export, kit.page.facets.tree} <= reached


def test_a_value_for_a_document_that_moved_meanwhile_is_refused_and_stays_typed(kit: TablesKit) -> None:
    """The table is older than the library: the value is not put into another bucket's field of that name."""
    buckets = LibraryBuckets(kit.library.database)
    cell = kit.cell("R-4.pdf", "vendor_name")
    document_id = kit.model.document_id(cell.row())
    buckets.move([document_id], "contracts")
    told: list[str] = []
    kit.tables.notice_given.connect(lambda sentence, *_: told.append(sentence))
    kit.type(cell, "Somebody Else Ltd")
    kit.qtbot.waitUntil(lambda: any("by now" in sentence for sentence in told))
    assert cell.data() == "Somebody Else Ltd"
    filed = buckets.filed(document_id)
    assert filed is not None
    assert all(value.value is None or "Somebody" not in value.value.shown for value in filed.values)
