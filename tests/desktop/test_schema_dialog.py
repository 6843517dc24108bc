"""Schemas edited in the window: what is wrong is told at its place, and nothing that was typed is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QListWidget, QPlainTextEdit

from core.engine.buckets import LibraryBuckets
from core.fields.schema import FieldType, built_in_schemas, read_schema
from core.system.paths import AppPaths
from desktop.shared import dialogs
from desktop.shared.languages import speak
from desktop.start.window_memory import WindowMemory
from desktop.tables.schema_dialog import SchemaDialog
from desktop.tables.schema_drafts import (
    SchemaDraft,
    SchemaDrafts,
    bucket_name,
    signs_of,
    signs_text,
    values_of,
    values_text,
)
from tests.desktop.tables_kit import TablesKit


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    WindowMemory(AppPaths.from_environment().data).keep_language("de")
    yield
    speak(qapp, "en")


@pytest.fixture
def dialog(kit: TablesKit) -> SchemaDialog:
    kit.page.schemas.click()
    found = kit.desk._dialog
    assert found is not None
    kit.qtbot.waitUntil(lambda: found.draft is not None and found.draft.bucket == "invoices")
    return found


def _choose(dialog: SchemaDialog, field: str) -> None:
    assert dialog.draft is not None
    names = [entry["name"] for entry in dialog.draft.fields]
    dialog.fields.names.setCurrentRow(names.index(field))


def _listed(names: QListWidget) -> list[str]:
    return [names.item(row).text() for row in range(names.count())]


def _type(dialog: SchemaDialog, key: str, text: str) -> None:
    editor = dialog.field_form.rows[key].editor
    if isinstance(editor, QLineEdit):
        editor.setText(text)
        editor.textEdited.emit(text)
    elif isinstance(editor, QComboBox):
        editor.setCurrentIndex(editor.findData(text))
        editor.activated.emit(editor.currentIndex())
    elif isinstance(editor, QPlainTextEdit):
        editor.setPlainText(text)


def _stored(kit: TablesKit, bucket: str = "invoices"):
    return LibraryBuckets(kit.library.database).schema(bucket)


def test_buckets_and_fields_are_listed(dialog: SchemaDialog) -> None:
    names = _listed(dialog.buckets.names)
    assert names == [schema.shown for schema in built_in_schemas().values()]
    assert dialog.buckets.names.currentItem().text() == "Invoices"
    assert dialog.fields.names.item(0).text() == "Invoice number · Text"
    assert "Tax rate · Number (%)" in _listed(dialog.fields.names)
    assert not dialog.foot.save.isEnabled()
    assert not dialog.foot.reset.isEnabled()


@pytest.mark.slow
def test_every_built_in_schema_is_unchanged_by_looking_at_it(dialog: SchemaDialog) -> None:
    for row in range(dialog.buckets.names.count()):
        dialog.buckets.names.setCurrentRow(row)
        for place in range(dialog.fields.names.count()):
            dialog.fields.names.setCurrentRow(place)
            assert dialog.check() == []
        assert dialog.draft is not None
        assert not dialog.draft.is_changed


def test_a_new_field_is_saved_read_and_shown(kit: TablesKit, dialog: SchemaDialog) -> None:
    kit.qtbot.mouseClick(dialog.fields.tools["plus"], Qt.MouseButton.LeftButton)
    _type(dialog, "title", "To pay")
    _type(dialog, "name", "to_pay")
    _type(dialog, "type", FieldType.MONEY.value)
    _type(dialog, "labels", "total amount due\namount due")
    dialog.check()
    assert dialog.buckets.names.currentItem().text() == "Invoices – not saved"
    assert "read anew with the next indexing" in dialog.foot.note.text()
    with kit.qtbot.waitSignal(kit.tables.schema_kept):
        kit.qtbot.mouseClick(dialog.foot.save, Qt.MouseButton.LeftButton)
    spec = _stored(kit).field("to_pay")
    assert (spec.type, spec.title, spec.labels) == (
        FieldType.MONEY,
        "To pay",
        ("total amount due", "amount due"),
    )
    kit.qtbot.waitUntil(lambda: dialog.buckets.names.currentItem().text() == "Invoices – yours")
    kit.qtbot.waitUntil(lambda: kit.model.column_of("to_pay") > 0)
    kit.qtbot.waitUntil(lambda: kit.column("to_pay") == ["–"] * 5)
    kit.qtbot.mouseClick(dialog.foot.read_now, Qt.MouseButton.LeftButton)
    kit.qtbot.waitUntil(lambda: kit.column("to_pay")[0] == "1,190.00 EUR", timeout=20_000)


def test_what_was_entered_for_another_type_stays_and_is_marked(kit: TablesKit, dialog: SchemaDialog) -> None:
    kit.after(lambda: kit.type(kit.cell("R-2.pdf", "due_date"), "2024-06-05"))
    _choose(dialog, "due_date")
    _type(dialog, "type", FieldType.MONEY.value)
    dialog.check()
    kit.qtbot.mouseClick(dialog.foot.save, Qt.MouseButton.LeftButton)
    kit.qtbot.waitUntil(lambda: "“2024-06-05”" in dialog.foot.note.text())

    def is_marked() -> bool:
        if "2024-06-05" not in kit.column("due_date"):  # the rows are on their way
            return False
        cell = kit.cell("R-2.pdf", "due_date")
        return kit.model.cell(cell.row(), cell.column()).glyph == "!"

    kit.qtbot.waitUntil(is_marked)
    cell = kit.cell("R-2.pdf", "due_date")
    assert "another kind of field" in cell.data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.slow
def test_a_wrong_schema_is_refused_at_its_place_and_stays_typed(kit: TablesKit, dialog: SchemaDialog) -> None:
    _choose(dialog, "tax_rate")
    _type(dialog, "unit", "zorks")
    _choose(dialog, "invoice_number")
    kit.qtbot.mouseClick(dialog.foot.save, Qt.MouseButton.LeftButton)
    assert dialog.error.text() == "Tax rate, Unit: the unit 'zorks' is not known."
    assert dialog.fields.names.currentItem().text().startswith("! Tax rate")  # taken there
    row = dialog.field_form.rows["unit"]
    assert row.told.isVisible()
    assert row.told.text() == "the unit 'zorks' is not known"
    assert row.editor.text() == "zorks"
    assert _stored(kit) == built_in_schemas()["invoices"]
    dialog.buckets.names.setCurrentRow(0)
    dialog.close()
    kit.page.schemas.click()
    kit.qtbot.waitUntil(lambda: dialog.draft is not None and dialog.draft.bucket == "invoices")
    _choose(dialog, "tax_rate")
    assert row.editor.text() == "zorks"
    _type(dialog, "unit", "%")
    dialog.check()
    assert not row.told.isVisible()
    assert not dialog.error.isVisible()
    assert not dialog.draft.is_changed


@pytest.mark.slow
def test_fields_are_moved_and_removed(kit: TablesKit, dialog: SchemaDialog) -> None:
    before = [spec.name for spec in _stored(kit).fields]
    dialog.fields.names.setCurrentRow(0)
    kit.qtbot.mouseClick(dialog.fields.tools["down"], Qt.MouseButton.LeftButton)
    assert dialog.fields.names.currentRow() == 1
    dialog.fields.names.setCurrentRow(len(before) - 1)
    kit.qtbot.mouseClick(dialog.fields.tools["trash"], Qt.MouseButton.LeftButton)
    with kit.qtbot.waitSignal(kit.tables.schema_kept):
        dialog.on_save()
    assert [spec.name for spec in _stored(kit).fields] == [before[1], before[0], *before[2:-1]]


def test_a_bucket_of_ones_own_is_made_and_deleted(kit: TablesKit, dialog: SchemaDialog, monkeypatch) -> None:
    dialog.start_bucket("Delivery notes")
    assert dialog.buckets.names.currentItem().text() == "Delivery notes – not saved"
    signs = dialog.bucket_form.rows["signs"].editor
    signs.setPlainText("delivery note = 5\nlieferschein = 5")
    kit.qtbot.mouseClick(dialog.fields.tools["plus"], Qt.MouseButton.LeftButton)
    with kit.qtbot.waitSignal(kit.tables.schema_kept):
        dialog.on_save()
    own = _stored(kit, "delivery_notes")
    assert (own.title, own.signs) == ("Delivery notes", {"delivery note": 5.0, "lieferschein": 5.0})
    kit.qtbot.waitUntil(lambda: kit.page.buckets.findData("delivery_notes") >= 0)
    kit.qtbot.waitUntil(lambda: dialog.foot.reset.text() == "Delete this bucket")
    monkeypatch.setattr(dialogs, "confirm_schema_reset", lambda *_, **__: True)
    with kit.qtbot.waitSignal(kit.tables.schema_dropped):
        dialog.on_reset()
    kit.qtbot.waitUntil(lambda: kit.page.buckets.findData("delivery_notes") < 0)


@pytest.mark.slow
def test_a_schema_is_exported_edited_and_imported(dialog: SchemaDialog, tmp_path: Path) -> None:
    for kind in ("toml", "json"):
        path = tmp_path / f"mine.{kind}"
        dialog.write_file(str(path))
        assert read_schema(path) == built_in_schemas()["invoices"]
        path.write_text(path.read_text(encoding="utf-8").replace("Invoice number", f"Number in {kind}"))
        dialog.take_file(str(path))
        assert dialog.fields.names.item(0).text() == f"Number in {kind} · Text"
        assert "not saved yet" in dialog.foot.note.text()
        dialog.on_discard()
    broken = tmp_path / "broken.toml"
    broken.write_text("bucket = ")
    dialog.take_file(str(broken))
    assert "neither valid TOML nor valid JSON" in dialog.error.text()
    assert dialog.fields.names.item(0).text() == "Invoice number · Text"


@pytest.mark.slow
def test_documents_are_read_anew_only_where_it_matters(kit: TablesKit, dialog: SchemaDialog) -> None:
    _choose(dialog, "tax_rate")
    _type(dialog, "total", "range")
    assert dialog.foot.note.text() == "Not saved yet."
    dialog.check()
    with kit.qtbot.waitSignal(kit.tables.schema_kept):
        dialog.on_save()
    kit.qtbot.waitUntil(lambda: dialog.foot.note.text() == "Saved.")
    assert not dialog.foot.read_now.isVisible()
    assert _stored(kit).field("tax_rate").totalled == "range"
    _type(dialog, "labels", "vat")
    assert "read anew" in dialog.foot.note.text()


def test_names_of_new_buckets() -> None:
    assert bucket_name("Delivery notes") == "delivery_notes"
    assert bucket_name("Prüfberichte / 2024") == "pruefberichte_2024"
    assert bucket_name("2024") == "bucket_2024"


def test_lists_are_written_as_lines() -> None:
    values = {"credit_note": ["credit note", "gutschrift"], "invoice": []}
    assert values_of(values_text(values)) == values
    signs = {"invoice no": 4.0, "certificate": -2.5}
    assert signs_of(signs_text(signs)) == signs
    assert signs_of("plain word") == {"plain word": 1.0}
    draft = SchemaDraft.of(built_in_schemas()["invoices"])
    draft.set("signs", signs_of("invoice = many"))
    assert [problem.place for problem in draft.problems()] == ["signs, invoice"]


def test_news_of_the_library_leave_alone_what_is_not_saved() -> None:
    ours = built_in_schemas()
    drafts = SchemaDrafts()
    drafts.take_library([ours["invoices"], ours["contracts"], ours["manuals"]])
    edited = drafts.of("invoices")
    edited.set("title", "Bills")
    drafts.begin("delivery_notes", "Delivery notes")
    drafts.take_library([ours["invoices"], ours["contracts"].model_copy(update={"title": "Deals"})])
    assert [draft.shown for draft in drafts] == ["Bills", "Deals", "Delivery notes"]
    assert drafts.of("invoices") is edited
    drafts.undo("invoices")
    drafts.undo("delivery_notes")
    assert [draft.shown for draft in drafts] == ["Invoices", "Deals"]


@pytest.mark.slow
def test_lists_titles_and_faults_are_german_and_the_schema_stays_as_it_is(
    german: None, dialog: SchemaDialog
) -> None:
    assert "Rechnungen" in _listed(dialog.buckets.names)
    assert "Steuersatz · Zahl (%)" in _listed(dialog.fields.names)
    _choose(dialog, "tax_rate")
    assert dialog.field_form.rows["title"].editor.text() == "Steuersatz"
    assert dialog.check() == []
    assert not dialog.draft.is_changed
    _type(dialog, "unit", "zorks")
    dialog.check()
    assert dialog.error.text() == "Steuersatz, Einheit: die Einheit 'zorks' ist nicht bekannt."
    assert dialog.field_form.rows["unit"].told.text() == "die Einheit 'zorks' ist nicht bekannt"
    assert dialog.buckets.names.currentItem().text() == "Rechnungen – nicht gespeichert"
    _type(dialog, "unit", "%")
    _type(dialog, "name", "iban")
    dialog.check()
    assert dialog.error.text() == "Felder: doppelt vergebener Name: iban."
    _type(dialog, "title", "Mein Satz")
    assert dialog.draft.fields[dialog.fields.place]["title"] == "Mein Satz"


@pytest.mark.slow
def test_back_to_the_built_in_schema(kit: TablesKit, dialog: SchemaDialog, monkeypatch) -> None:
    _choose(dialog, "total_amount")
    _type(dialog, "title", "Grand total")
    with kit.qtbot.waitSignal(kit.tables.schema_kept):
        dialog.on_save()
    kit.qtbot.waitUntil(dialog.foot.reset.isEnabled)
    assert dialog.foot.reset.text() == "Back to the built-in schema"
    monkeypatch.setattr(dialogs, "confirm_schema_reset", lambda *_, **__: True)
    with kit.qtbot.waitSignal(kit.tables.schema_dropped):
        kit.qtbot.mouseClick(dialog.foot.reset, Qt.MouseButton.LeftButton)
    assert _stored(kit) == built_in_schemas()["invoices"]
    kit.qtbot.waitUntil(lambda: dialog.buckets.names.currentItem().text() == "Invoices")
    assert "Total · Money" in _listed(dialog.fields.names)


@pytest.mark.slow
def test_what_a_type_does_not_have_comes_back_with_the_type(dialog: SchemaDialog) -> None:
    _choose(dialog, "tax_rate")
    _type(dialog, "type", "money")
    assert dialog.check() == []
    assert not dialog.field_form.rows["unit"].editor.isVisible()
    _type(dialog, "type", "number")
    assert dialog.field_form.rows["unit"].editor.text() == "%"
    dialog.check()
    assert not dialog.draft.is_changed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "key", "text", "told"),
    [
        ("total_amount", "name", "Total Amount", "a name has small letters, digits and underscores"),
        ("invoice_number", "pattern", "[A-Z", "the pattern is no regular expression"),
        ("vendor_name", "type", "enum", "an enum needs its values"),
        ("vendor_name", "name", "iban", "named twice: iban"),
    ],
)
def test_the_core_says_what_is_wrong(
    dialog: SchemaDialog, field: str, key: str, text: str, told: str
) -> None:
    _choose(dialog, field)
    _type(dialog, key, text)
    dialog.on_save()
    assert told in dialog.error.text()


@pytest.mark.slow
def test_typing_goes_on_while_the_library_has_news(kit: TablesKit, dialog: SchemaDialog) -> None:
    editor = dialog.field_form.rows["labels"].editor
    editor.setPlainText("first label\n")
    with kit.qtbot.waitSignal(kit.tables.buckets_changed):
        kit.tables.list_buckets()
    assert editor.toPlainText() == "first label\n"


@pytest.mark.slow
def test_the_form_fits_the_smallest_dialog(german: None, dialog: SchemaDialog, qtbot) -> None:
    dialog.resize(dialog.minimumSize())
    dialog.field_form.more.setChecked(True)
    form = dialog.field_form
    for kind in FieldType:
        _type(dialog, "type", kind.value)
        qtbot.waitUntil(lambda: form.widget().width() <= form.viewport().width())


@pytest.mark.slow
def test_what_was_undone_is_not_to_be_saved(dialog: SchemaDialog) -> None:
    dialog.on_field_edited("labels", ["mine"])
    assert "Once saved" in dialog.foot.note.text()
    dialog.on_discard()
    assert dialog.foot.note.text() == ""
