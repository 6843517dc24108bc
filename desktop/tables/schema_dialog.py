"""Buckets and their fields, to be looked at and edited. GUI thread.

What is typed is kept for as long as the program runs, saved or not; only “Save” changes a schema in use.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QInputDialog,
    QLabel,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.errors import KnownError
from core.fields.schema import BucketSchema, FieldType, SchemaProblem, read_schema
from core.fields.schema_files import write_schema
from desktop.messages.core_words import said
from desktop.messages.words import counted
from desktop.shared import dialogs
from desktop.shared.dialog_sizes import keep_size
from desktop.shared.saving import with_end
from desktop.tables.schema_drafts import SchemaDraft, SchemaDrafts, bucket_name
from desktop.tables.schema_footer import SchemaFooter
from desktop.tables.schema_form import BucketForm, FieldForm, split_problems
from desktop.tables.schema_lists import BucketLine, SchemaBuckets, SchemaFields
from desktop.tables.table_control import TablesController
from desktop.workers.tables import BucketEntry

_CHECK_MS = 250  # after the last key


def _tr(text: str) -> str:
    return QCoreApplication.translate("Schemas", text)


class SchemaDialog(QDialog):
    """Not modal. `reading_wanted`: the user wants documents to be read with the new schema now."""

    reading_wanted = Signal()

    def __init__(self, tables: TablesController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tables = tables
        self._drafts = SchemaDrafts()
        self._shown = ""
        self._wanted = ""
        self._saving: BucketSchema | None = None
        self._refitted = ""
        self._filled: object = None  # the plain values that the inputs show
        self.setWindowTitle(_tr("Buckets and fields"))
        self.resize(940, 640)
        self.setMinimumSize(860, 480)
        keep_size(self, "schema")
        self._check = QTimer(self, singleShot=True, interval=_CHECK_MS)
        self._check.timeout.connect(self.check)
        self._build()
        self._wire()

    def _build(self) -> None:
        self.buckets = SchemaBuckets(self)
        self.fields = SchemaFields(self)
        self.field_form = FieldForm(self)
        self.bucket_form = BucketForm(self)
        self.foot = SchemaFooter(self)
        halves = self._split(self.fields, self.field_form, [230, 450])
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.tabBar().setAccessibleName(_tr("Fields, or which documents"))
        self.tabs.addTab(halves, _tr("Fields"))
        self.tabs.addTab(self.bucket_form, _tr("Which documents"))
        self.error = QLabel(self)
        self.error.setProperty("look", "bad")
        self.error.setWordWrap(True)
        self.error.setTextFormat(Qt.TextFormat.PlainText)
        self.error.hide()
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(12, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.error)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self._split(self.buckets, right, [210, 700]), 1)
        column.addWidget(self.foot)

    def _split(self, left: QWidget, right: QWidget, widths: list[int]) -> QSplitter:
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes(widths)
        return split

    def _wire(self) -> None:
        self.buckets.chosen.connect(self.on_bucket_chosen)
        self.buckets.new_wanted.connect(self.on_new_bucket)
        self.buckets.import_wanted.connect(self.on_import)
        self.fields.chosen.connect(self.on_field_chosen)
        self.fields.add_wanted.connect(self.on_add_field)
        self.fields.remove_wanted.connect(self.on_remove_field)
        self.fields.move_wanted.connect(self.on_move_field)
        self.field_form.edited.connect(self.on_field_edited)
        self.bucket_form.edited.connect(self.on_bucket_edited)
        foot = self.foot
        foot.reading_wanted.connect(self.on_read_now)
        foot.reset_wanted.connect(self.on_reset)
        foot.export_wanted.connect(self.on_export)
        foot.discard_wanted.connect(self.on_discard)
        foot.save_wanted.connect(self.on_save)
        foot.close_wanted.connect(self.close)
        tables = self._tables
        tables.buckets_changed.connect(self.on_buckets_changed)
        tables.refitted.connect(self.on_refitted)
        tables.schema_kept.connect(self.on_kept)
        tables.schema_dropped.connect(self.on_dropped)
        tables.schema_refused.connect(self.on_refused)

    @property
    def draft(self) -> SchemaDraft | None:
        """That of the bucket that is shown."""
        return self._drafts.of(self._shown)

    def open_on(self, bucket: str) -> None:
        """Show a bucket; the list comes from the library anew."""
        self._wanted = bucket or self._shown
        self._tables.list_buckets()

    # --- showing --------------------------------------------------------------------------------

    @Slot()
    def on_buckets_changed(self) -> None:
        self._drafts.take_library(entry.schema for entry in self._tables.buckets)
        self._list_buckets()

    def _list_buckets(self) -> None:
        wanted = self._wanted if self._wanted in self._drafts else self._shown
        current = self.buckets.show_buckets(map(self._line, self._drafts), wanted)
        self._wanted = ""
        if current:
            self._show(current)

    def _line(self, draft: SchemaDraft) -> BucketLine:
        entry = self._entry(draft)
        told = counted(entry.documents if entry is not None else 0, _tr("1 document"), _tr("{n:,} documents"))
        return BucketLine(draft.bucket, _bucket_words(draft, entry), f"{draft.bucket}, {told}")

    def _entry(self, draft: SchemaDraft) -> BucketEntry | None:
        """The bucket as the library has it."""
        return next((one for one in self._tables.buckets if one.schema.bucket == draft.bucket), None)

    def _show(self, bucket: str) -> None:
        draft = self._drafts.of(bucket)
        if draft is None:
            return
        other = bucket != self._shown
        place = 0 if other else max(self.fields.place, 0)
        self._shown = bucket
        if other:
            self.foot.tell("")
        if draft.packed is not self._filled:  # else somebody is typing there
            self._filled = draft.packed
            self.bucket_form.show_bucket(draft.packed, draft.title)
            self.fields.show_fields(draft, place)
        self.check()

    @Slot(str)
    def on_bucket_chosen(self, bucket: str) -> None:
        if bucket != self._shown:
            self._show(bucket)

    @Slot(int)
    def on_field_chosen(self, place: int) -> None:
        draft = self.draft
        if draft is None:
            return
        held = 0 <= place < len(draft.fields)
        self.field_form.setEnabled(held)
        if held:
            self.field_form.show_field(draft.fields[place], draft.field_title(place))
        else:
            self.field_form.show_field({"type": FieldType.TEXT.value}, "")
        self.check()

    # --- editing --------------------------------------------------------------------------------

    @Slot(str, object)
    def on_field_edited(self, key: str, value: object) -> None:
        draft, place = self.draft, self.fields.place
        if draft is not None and 0 <= place < len(draft.fields):
            draft.set_field(place, key, value)
            self.fields.reword(place)
            self._edited()

    @Slot(str, object)
    def on_bucket_edited(self, key: str, value: object) -> None:
        if self.draft is not None:
            self.draft.set(key, value)
            self._edited()

    @Slot()
    def on_add_field(self) -> None:
        if self.draft is not None:
            self.fields.show_fields(self.draft, self.draft.add_field())
            self.field_form.focus_on("title")
            self._edited()

    @Slot()
    def on_remove_field(self) -> None:
        place = self.fields.place
        if self.draft is not None and place >= 0:
            self.draft.remove_field(place)
            self.fields.show_fields(self.draft, place)
            self._edited()

    @Slot(int)
    def on_move_field(self, step: int) -> None:
        place = self.fields.place
        if self.draft is not None and place >= 0:
            self.fields.show_fields(self.draft, self.draft.move_field(place, step))
            self._edited()

    def _edited(self) -> None:
        anew = self.draft is not None and self.draft.is_read_anew
        told = _tr("Once saved, documents are read anew with the next indexing.")
        self.foot.tell(told if anew else _tr("Not saved yet."))
        self._check.start()

    @Slot()
    def check(self) -> list[SchemaProblem]:
        """Tell what is wrong at its place; the sentence on the whole below."""
        self._check.stop()
        draft = self.draft
        if draft is None:
            return []
        problems = draft.problems()
        of_bucket, of_fields = split_problems(problems)
        rest = self.bucket_form.tell(of_bucket)
        rest += self.field_form.tell(of_fields.get(self.fields.place, []))
        self.fields.mark(of_fields)
        self.tabs.setTabText(0, _tr("Fields") + (" !" if of_fields else ""))
        self.tabs.setTabText(1, _tr("Which documents") + (" !" if of_bucket and not rest else ""))
        self._tell_error(self._sentence(draft, problems[0]) if problems else "")
        self._show_state(draft)
        return problems

    def _sentence(self, draft: SchemaDraft, problem: SchemaProblem) -> str:
        """`Tax rate, Unit: the unit 'zorks' is not known.`"""
        of_bucket, of_fields = split_problems([problem])
        if of_fields:
            [(place, [(key, told)])] = of_fields.items()
            return f"{draft.field_shown(place)}, {self.field_form.called(key)}: {told}."
        [(key, told)] = of_bucket
        called = _tr("Fields") if key == "fields" else self.bucket_form.called(key) or key
        return f"{called}: {told}."

    def _show_state(self, draft: SchemaDraft) -> None:
        entry = self._entry(draft)
        self.foot.show_state(
            changed=draft.is_changed,
            saving=self._saving is not None,
            built_in=entry is not None and entry.built_in,
            own=entry is None or entry.own,
        )
        if self.buckets.current() == draft.bucket:
            self.buckets.reword(_bucket_words(draft, entry))

    # --- buckets --------------------------------------------------------------------------------

    @Slot()
    def on_new_bucket(self) -> None:
        title, given = QInputDialog.getText(
            self, _tr("New bucket"), _tr("What do you call these documents? For example: Delivery notes")
        )
        if given and title.strip():
            self.start_bucket(title.strip())

    def start_bucket(self, title: str) -> None:
        """A bucket of that title, to be saved; one that is there is shown instead."""
        bucket = bucket_name(title)
        self._drafts.begin(bucket, title)
        self._wanted = bucket
        self._list_buckets()
        self.tabs.setCurrentIndex(1)
        self.bucket_form.focus_on("description")

    @Slot()
    def on_import(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self, _tr("Import a schema"), "", _tr("Schemas (*.toml *.json)")
        )
        if path:
            self.take_file(path)

    def take_file(self, path: str) -> None:
        """What the file says is shown as a change of its bucket, to be saved."""
        try:
            schema = read_schema(Path(path))
        except KnownError as error:
            self._tell_error(said(f"{error.message} {error.hint}"))
            return
        self._drafts.begin(schema.bucket, schema.title).take(schema)
        self._wanted = schema.bucket
        self._list_buckets()
        self.foot.note.setText(_tr("Read from {name}; not saved yet.").format(name=Path(path).name))

    @Slot(str)
    def on_export(self, kind: str) -> None:
        schema = self._whole()
        if schema is None:
            return
        path, _kind = QFileDialog.getSaveFileName(
            self, _tr("Export the schema"), f"{schema.bucket}.{kind}", f"{kind.upper()} (*.{kind})"
        )
        if path and (whole := with_end(self, path, f".{kind}")):
            self.write_file(whole)

    def write_file(self, path: str) -> None:
        schema = self._whole()
        if schema is None:
            return
        try:
            write_schema(Path(path), schema)
        except KnownError as error:
            self._tell_error(said(f"{error.message} {error.hint}"))
        else:
            self.foot.note.setText(_tr("Saved as {name}.").format(name=Path(path).name))

    @Slot()
    def on_save(self) -> None:
        schema = self._whole()
        if schema is not None:
            self._saving = schema
            self.foot.save.setEnabled(False)
            self._tables.keep_schema(schema)

    @Slot()
    def on_discard(self) -> None:
        draft = self.draft
        if draft is None:
            return
        self._drafts.undo(draft.bucket)
        if draft.kept is None:
            self._shown = ""
        self.foot.tell("")
        self._list_buckets()

    @Slot()
    def on_reset(self) -> None:
        draft = self.draft
        if draft is None:
            return
        if draft.kept is None:
            self.on_discard()
            return
        entry = self._entry(draft)
        if dialogs.confirm_schema_reset(self, draft.shown, built_in=entry is not None and entry.built_in):
            self._drafts.undo(draft.bucket)  # nothing typed outlives it
            self._tables.drop_schema(draft.bucket)

    @Slot()
    def on_read_now(self) -> None:
        self.foot.tell(_tr("The documents are being read anew; the table fills as they are."))
        self.reading_wanted.emit()

    def _whole(self) -> BucketSchema | None:
        """The schema as typed; None where something is wrong with it, which is shown then."""
        problems = self.check()
        draft = self.draft
        if draft is None:
            return None
        if not problems:
            return draft.schema()
        self._go_to(problems[0])
        return None

    def _go_to(self, problem: SchemaProblem) -> None:
        of_bucket, of_fields = split_problems([problem])
        for place, found in of_fields.items():
            self.tabs.setCurrentIndex(0)
            self.fields.go_to(place)
            self.field_form.focus_on(found[0][0])
        for key, _sentence in of_bucket:
            if key in self.bucket_form.rows:
                self.tabs.setCurrentIndex(1)
                self.bucket_form.focus_on(key)

    # --- what the library says ------------------------------------------------------------------

    @Slot(str)
    def on_kept(self, bucket: str) -> None:
        draft, saved, anew = self._drafts.of(bucket), self._saving, True
        if draft is not None and saved is not None:
            anew = draft.kept is None or draft.kept.fingerprint() != saved.fingerprint()
            draft.kept = saved
        self._saving = None
        told = _tr("Saved. Documents are read anew with the next indexing.")
        self._after(told if anew else _tr("Saved."), offer_reading=anew)

    @Slot(str)
    def on_refitted(self, sentence: str) -> None:
        """Told behind what is told when it is saved."""
        self._refitted = sentence

    @Slot(str)
    def on_dropped(self, bucket: str) -> None:
        self._drafts.drop(bucket)
        self._after(_tr("Done. Documents are sorted and read anew with the next indexing."))

    @Slot(str, str)
    def on_refused(self, message: str, hint: str) -> None:
        self._saving = None
        self._tell_error(f"{message} {hint}")
        if self.draft is not None:
            self._show_state(self.draft)

    def _after(self, sentence: str, *, offer_reading: bool = True) -> None:
        if self.draft is not None:
            self.check()
        self.foot.tell(f"{sentence} {self._refitted}".rstrip(), offer_reading=offer_reading)

    def _tell_error(self, sentence: str) -> None:
        self.error.setText(sentence.strip())
        self.error.setVisible(bool(sentence))


def _bucket_words(draft: SchemaDraft, entry: BucketEntry | None) -> str:
    """`Invoices`, with what sets it apart from the one the program comes with."""
    if draft.is_changed:
        return _tr("{name} – not saved").format(name=draft.shown)
    own = entry is None or entry.own
    return _tr("{name} – yours").format(name=draft.shown) if own else draft.shown
