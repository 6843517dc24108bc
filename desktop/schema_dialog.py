"""Buckets and their fields, to be looked at and edited. GUI thread.

What is typed is kept for as long as the program runs, saved or not; only “Save” changes a schema in use.
"""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QSplitter,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.errors import KnownError
from core.fields.schema import BucketSchema, FieldType, SchemaProblem, read_schema
from core.fields.schema_files import write_schema
from desktop import dialogs
from desktop.controllers.tables import TablesController
from desktop.field_words import titled, type_word
from desktop.icons import icon
from desktop.schema_drafts import SchemaDraft
from desktop.theme import theme
from desktop.widgets.schema_form import BucketForm, FieldForm, split_problems
from desktop.words import counted

_CHECK_MS = 250  # after the last key
_BUCKET = Qt.ItemDataRole.UserRole + 1


def _tr(text: str) -> str:
    return QCoreApplication.translate("Schemas", text)


class SchemaDialog(QDialog):
    """Not modal. `reading_wanted`: the user wants documents to be read with the new schema now."""

    reading_wanted = Signal()

    def __init__(self, tables: TablesController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tables = tables
        self._drafts: dict[str, SchemaDraft] = {}
        self._shown = ""
        self._wanted = ""
        self._saving: BucketSchema | None = None
        self._refitted = ""
        self._filled: object = None  # the plain values that the inputs show
        self._filling = False
        self.setWindowTitle(_tr("Buckets and fields"))
        self.resize(940, 640)
        self.setMinimumSize(760, 480)
        self._check = QTimer(self, singleShot=True, interval=_CHECK_MS)
        self._check.timeout.connect(self.check)
        self._build()
        self._wire()
        self.on_theme_changed()

    def _build(self) -> None:
        self.buckets = QListWidget(self)
        self.buckets.setAccessibleName(_tr("Buckets"))
        self.add_bucket = self._button(_tr("New bucket…"), self.on_new_bucket)
        self.bring = self._button(_tr("Import…"), self.on_import)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(8)
        column.addWidget(self.buckets, 1)
        column.addWidget(self.add_bucket)
        column.addWidget(self.bring)

        self.fields = QListWidget(self)
        self.fields.setAccessibleName(_tr("Fields"))
        for names in (self.buckets, self.fields):
            names.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            names.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._tools: dict[str, QToolButton] = {}
        tools = QHBoxLayout()
        tools.setSpacing(4)
        for name, says, slot in (
            ("plus", _tr("Add a field"), self.on_add_field),
            ("trash", _tr("Remove the field"), self.on_remove_field),
            ("up", _tr("Further up (Alt+Up)"), self.on_field_up),
            ("down", _tr("Further down (Alt+Down)"), self.on_field_down),
        ):
            tools.addWidget(self._tool(name, says, slot))
        tools.addStretch()
        self._tools["up"].setShortcut("Alt+Up")
        self._tools["down"].setShortcut("Alt+Down")
        listing = QWidget(self)
        column = QVBoxLayout(listing)
        column.setContentsMargins(0, 12, 8, 0)
        column.setSpacing(4)
        column.addWidget(self.fields, 1)
        column.addLayout(tools)
        self.field_form = FieldForm(self)
        halves = QSplitter(Qt.Orientation.Horizontal, self)
        halves.setHandleWidth(1)
        halves.setChildrenCollapsible(False)
        halves.addWidget(listing)
        halves.addWidget(self.field_form)
        halves.setStretchFactor(1, 1)
        halves.setSizes([230, 450])
        self.bucket_form = BucketForm(self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(halves, _tr("Fields"))
        self.tabs.addTab(self.bucket_form, _tr("Which documents"))

        self.error = QLabel(self)
        self.error.setProperty("look", "bad")
        self.error.setWordWrap(True)
        self.error.setTextFormat(Qt.TextFormat.PlainText)
        self.error.hide()
        self.note = QLabel(self)
        self.note.setProperty("look", "caption")
        self.note.setWordWrap(True)
        self.read_now = self._button(_tr("Read now"), self.on_read_now)
        self.read_now.hide()
        told = QHBoxLayout()
        told.addWidget(self.note, 1)
        told.addWidget(self.read_now)

        self.reset = self._button(_tr("Back to the built-in schema"), self.on_reset)
        self.give = QPushButton(_tr("Export"), self)
        self.give.setAutoDefault(False)
        menu = QMenu(self.give)
        menu.addAction(_tr("As TOML…"), lambda: self.on_export("toml"))
        menu.addAction(_tr("As JSON…"), lambda: self.on_export("json"))
        self.give.setMenu(menu)
        self.discard = self._button(_tr("Undo changes"), self.on_discard)
        self.save = self._button(_tr("Save"), self.on_save)
        self.save.setProperty("look", "primary")
        close = self._button(_tr("Close"), self.close)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.reset, self.give):
            buttons.addWidget(button)
        buttons.addStretch()
        for button in (self.discard, self.save, close):
            buttons.addWidget(button)

        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(12, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.error)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([210, 700])
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(split, 1)
        column.addLayout(told)
        column.addLayout(buttons)

    def _wire(self) -> None:
        self.buckets.currentItemChanged.connect(self.on_bucket_chosen)
        self.fields.currentRowChanged.connect(self.on_field_chosen)
        self.field_form.edited.connect(self.on_field_edited)
        self.bucket_form.edited.connect(self.on_bucket_edited)
        tables = self._tables
        tables.buckets_changed.connect(self.on_buckets_changed)
        tables.refitted.connect(self.on_refitted)
        tables.schema_kept.connect(self.on_kept)
        tables.schema_dropped.connect(self.on_dropped)
        tables.schema_refused.connect(self.on_refused)
        theme().changed.connect(self.on_theme_changed)

    @property
    def draft(self) -> SchemaDraft | None:
        """That of the bucket that is shown."""
        return self._drafts.get(self._shown)

    def open_on(self, bucket: str) -> None:
        """Show a bucket; the list comes from the library anew."""
        self._wanted = bucket or self._shown
        self._tables.list_buckets()

    # --- showing --------------------------------------------------------------------------------

    @Slot()
    def on_buckets_changed(self) -> None:
        """What is edited and not saved stays; all else is as the library has it."""
        known = {entry.schema.bucket: entry.schema for entry in self._tables.buckets}
        for bucket, schema in known.items():
            draft = self._drafts.get(bucket)
            if draft is None or (draft.kept != schema and not draft.is_changed):
                self._drafts[bucket] = SchemaDraft.of(schema)
            else:
                draft.kept = schema
        for bucket in [name for name in self._drafts if name not in known]:
            if self._drafts[bucket].kept is not None:
                del self._drafts[bucket]
        self._list_buckets()

    def _list_buckets(self) -> None:
        entries = {entry.schema.bucket: entry for entry in self._tables.buckets}
        wanted = self._wanted if self._wanted in self._drafts else self._shown
        self._filling = True
        self.buckets.clear()
        for bucket, draft in self._drafts.items():
            entry = entries.get(bucket)
            item = QListWidgetItem(self._bucket_words(draft, entry.own if entry is not None else True))
            item.setData(_BUCKET, bucket)
            count = entry.documents if entry is not None else 0
            told = counted(count, _tr("1 document"), _tr("{n:,} documents"))
            item.setToolTip(f"{bucket}, {told}")
            self.buckets.addItem(item)
        self._filling = False
        rows = [row for row in range(self.buckets.count()) if self._bucket_at(row) == wanted]
        if self.buckets.count():
            self.buckets.setCurrentRow(rows[0] if rows else 0)
            self._show(self._bucket_at(self.buckets.currentRow()))
        self._wanted = ""

    def _bucket_words(self, draft: SchemaDraft, own: bool) -> str:
        if draft.is_changed:
            return _tr("{name} – not saved").format(name=draft.shown)
        name = titled(draft.kept).shown if draft.kept is not None else draft.shown
        return _tr("{name} – yours").format(name=name) if own else name

    def _bucket_at(self, row: int) -> str:
        item = self.buckets.item(row)
        return str(item.data(_BUCKET)) if item is not None else ""

    def _show(self, bucket: str) -> None:
        draft = self._drafts.get(bucket)
        if draft is None:
            return
        other = bucket != self._shown
        place = 0 if other else max(self.fields.currentRow(), 0)
        self._shown = bucket
        if other:
            self.note.clear()
            self.read_now.hide()
        if draft.packed is not self._filled:  # else somebody is typing there
            self._filled = draft.packed
            self.bucket_form.show_bucket(draft.packed)
            self._list_fields(place)
        self.check()

    def _list_fields(self, place: int) -> None:
        draft = self.draft
        if draft is None:
            return
        self._filling = True
        self.fields.clear()
        for field in draft.fields:
            self.fields.addItem(_field_words(field))
        self._filling = False
        place = min(place, len(draft.fields) - 1)
        self.fields.setCurrentRow(place)
        self.on_field_chosen(place)

    @Slot(object)
    def on_bucket_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None and not self._filling and item.data(_BUCKET) != self._shown:
            self._show(str(item.data(_BUCKET)))

    @Slot(int)
    def on_field_chosen(self, place: int) -> None:
        draft = self.draft
        if self._filling or draft is None:
            return
        held = 0 <= place < len(draft.fields)
        self.field_form.setEnabled(held)
        self.field_form.show_field(draft.fields[place] if held else {"type": FieldType.TEXT.value})
        self._tools["trash"].setEnabled(held)
        self._tools["up"].setEnabled(held and place > 0)
        self._tools["down"].setEnabled(held and place < len(draft.fields) - 1)
        self.check()

    # --- editing --------------------------------------------------------------------------------

    @Slot(str, object)
    def on_field_edited(self, key: str, value: object) -> None:
        draft, place = self.draft, self.fields.currentRow()
        if draft is not None and 0 <= place < len(draft.fields):
            draft.set_field(place, key, value)
            if key in ("title", "name", "type", "unit"):
                self.fields.item(place).setText(_field_words(draft.fields[place]))
            self._edited()

    @Slot(str, object)
    def on_bucket_edited(self, key: str, value: object) -> None:
        if self.draft is not None:
            self.draft.set(key, value)
            self._edited()

    @Slot()
    def on_add_field(self) -> None:
        if self.draft is not None:
            self._list_fields(self.draft.add_field())
            self.field_form.focus_on("title")
            self._edited()

    @Slot()
    def on_remove_field(self) -> None:
        place = self.fields.currentRow()
        if self.draft is not None and place >= 0:
            self.draft.remove_field(place)
            self._list_fields(place)
            self._edited()

    @Slot()
    def on_field_up(self) -> None:
        self._move(-1)

    @Slot()
    def on_field_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        place = self.fields.currentRow()
        if self.draft is not None and place >= 0:
            self._list_fields(self.draft.move_field(place, step))
            self._edited()

    def _edited(self) -> None:
        self.read_now.hide()
        self.note.setText(_tr("Once saved, documents are read anew with the next indexing."))
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
        rest += self.field_form.tell(of_fields.get(self.fields.currentRow(), []))
        for place in range(self.fields.count()):
            self._mark(self.fields.item(place), draft, place, wrong=place in of_fields)
        self.tabs.setTabText(0, _tr("Fields") + (" !" if of_fields else ""))
        self.tabs.setTabText(1, _tr("Which documents") + (" !" if of_bucket and not rest else ""))
        sentence = f"{problems[0].place}: {problems[0].reason}." if problems else ""
        self.error.setText(sentence[:1].upper() + sentence[1:])
        self.error.setVisible(bool(sentence))
        self._show_buttons(draft)
        return problems

    def _mark(self, item: QListWidgetItem, draft: SchemaDraft, place: int, *, wrong: bool) -> None:
        words = _field_words(draft.fields[place])
        item.setText(f"! {words}" if wrong else words)
        item.setForeground(theme().color("bad" if wrong else "text"))

    def _show_buttons(self, draft: SchemaDraft) -> None:
        entry = next((one for one in self._tables.buckets if one.schema.bucket == draft.bucket), None)
        changed = draft.is_changed
        self.save.setEnabled(changed and self._saving is None)
        self.discard.setEnabled(changed)
        built_in = entry is not None and entry.built_in
        self.reset.setText(_tr("Back to the built-in schema") if built_in else _tr("Delete this bucket"))
        self.reset.setEnabled(entry is None or entry.own)
        item = self.buckets.currentItem()
        if item is not None and item.data(_BUCKET) == draft.bucket:
            item.setText(self._bucket_words(draft, entry is None or entry.own))

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
        if bucket not in self._drafts:
            self._drafts[bucket] = SchemaDraft.new(bucket, title)
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
            self._tell_error(f"{error.message} {error.hint}")
            return
        draft = self._drafts.get(schema.bucket)
        if draft is None:
            draft = self._drafts[schema.bucket] = SchemaDraft.new(schema.bucket, schema.title)
        draft.take(schema)
        self._wanted = schema.bucket
        self._list_buckets()
        self.note.setText(_tr("Read from {name}; not saved yet.").format(name=Path(path).name))

    def on_export(self, kind: str) -> None:
        schema = self._whole()
        if schema is None:
            return
        path, _kind = QFileDialog.getSaveFileName(
            self, _tr("Export the schema"), f"{schema.bucket}.{kind}", f"{kind.upper()} (*.{kind})"
        )
        if path:
            self.write_file(path if Path(path).suffix else f"{path}.{kind}")

    def write_file(self, path: str) -> None:
        schema = self._whole()
        if schema is None:
            return
        try:
            write_schema(Path(path), schema)
        except KnownError as error:
            self._tell_error(f"{error.message} {error.hint}")
        else:
            self.note.setText(_tr("Saved as {name}.").format(name=Path(path).name))

    @Slot()
    def on_save(self) -> None:
        schema = self._whole()
        if schema is not None:
            self._saving = schema
            self.save.setEnabled(False)
            self._tables.keep_schema(schema)

    @Slot()
    def on_discard(self) -> None:
        draft = self.draft
        if draft is None:
            return
        if draft.kept is None:
            del self._drafts[draft.bucket]
            self._shown = ""
        else:
            self._drafts[draft.bucket] = SchemaDraft.of(draft.kept)
        self._list_buckets()

    @Slot()
    def on_reset(self) -> None:
        draft = self.draft
        if draft is None:
            return
        if draft.kept is None:
            self.on_discard()
            return
        entry = next((one for one in self._tables.buckets if one.schema.bucket == draft.bucket), None)
        if dialogs.confirm_schema_reset(self, draft.shown, built_in=entry is not None and entry.built_in):
            self._drafts[draft.bucket] = SchemaDraft.of(draft.kept)  # nothing typed outlives it
            self._tables.drop_schema(draft.bucket)

    @Slot()
    def on_read_now(self) -> None:
        self.read_now.hide()
        self.note.setText(_tr("The documents are being read anew; the table fills as they are."))
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
            self.fields.setCurrentRow(place)
            self.field_form.focus_on(found[0][0])
        for key, _sentence in of_bucket:
            if key in self.bucket_form.rows:
                self.tabs.setCurrentIndex(1)
                self.bucket_form.focus_on(key)

    # --- what the library says ------------------------------------------------------------------

    @Slot(str)
    def on_kept(self, bucket: str) -> None:
        draft = self._drafts.get(bucket)
        if draft is not None and self._saving is not None:
            draft.kept = self._saving
        self._saving = None
        self._after(_tr("Saved. Documents are read anew with the next indexing."))

    @Slot(str)
    def on_refitted(self, sentence: str) -> None:
        """Told behind what is told when it is saved."""
        self._refitted = sentence

    @Slot(str)
    def on_dropped(self, bucket: str) -> None:
        self._drafts.pop(bucket, None)
        self._after(_tr("Done. Documents are sorted and read anew with the next indexing."))

    @Slot(str, str)
    def on_refused(self, message: str, hint: str) -> None:
        self._saving = None
        self._tell_error(f"{message} {hint}")
        if self.draft is not None:
            self._show_buttons(self.draft)

    def _after(self, sentence: str) -> None:
        if self.draft is not None:
            self.check()
        self.note.setText(f"{sentence} {self._refitted}".rstrip())
        self.read_now.setVisible(True)

    def _tell_error(self, sentence: str) -> None:
        self.error.setText(sentence.strip())
        self.error.show()

    # --- inside ---------------------------------------------------------------------------------

    @Slot()
    def on_theme_changed(self) -> None:
        for name, button in self._tools.items():
            button.setIcon(icon(name))

    def _button(self, name: str, slot: object) -> QPushButton:
        button = QPushButton(name, self)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button

    def _tool(self, name: str, says: str, slot: object) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setToolTip(says)
        button.setAccessibleName(says)
        button.clicked.connect(slot)
        self._tools[name] = button
        return button


def _field_words(field: dict[str, object]) -> str:
    """`Total · Money`."""
    name = str(field.get("title") or str(field.get("name", "")).replace("_", " "))
    kinds = {kind.value: type_word(kind) for kind in FieldType}
    kind = kinds.get(str(field.get("type")), "?")
    unit = f" ({field['unit']})" if field.get("unit") and field.get("type") == "number" else ""
    return f"{name} · {kind}{unit}"


def bucket_name(title: str) -> str:
    """The name that a bucket of this title gets: `Delivery notes` is `delivery_notes`."""
    folded = title.casefold().translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"})
    name = re.sub(r"[^a-z0-9]+", "_", folded).strip("_")[:40].strip("_")
    return name if name[:1].isalpha() else f"bucket_{name}"[:40].strip("_")
