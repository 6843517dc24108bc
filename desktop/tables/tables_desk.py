"""What the user wants of tables: to see them beside the pages, to save them, to edit schemas. GUI thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from core.types import CitedPlace
from desktop.conversation.citations import Target
from desktop.shared.numbers import Grouped
from desktop.shared.saving import ask_where
from desktop.tables.field_words import ValuePlace
from desktop.tables.table_control import TablesController
from desktop.tables.table_page import TablePage
from desktop.tables.totals_control import FiguresController

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.tables.schema_dialog import SchemaDialog
    from desktop.window_parts import Controllers, Panes
    from desktop.workers.crew import Crew

_SIDE_PART = 0.32  # of the window, for the page beside the table


class TablesDesk(QObject):
    """Brings the table page into the window in place of library and conversation, and its wishes about."""

    _write_requested = Signal(object, str, str, object, str, bool, object)

    def __init__(
        self,
        crew: Crew,
        controllers: Controllers,
        panes: Panes,
        open_document: Callable[[str], None],
        open_target: Callable[[Target], None],
        window: QWidget,
    ) -> None:
        """The dialogs belong to `window`."""
        super().__init__(window)
        self._window = window
        self._panes = panes
        self._library = controllers.library
        self._workspaces = controllers.workspaces
        self._open_target = open_target
        self._files = crew.files
        self.tables = TablesController(crew, self)
        self.figures = FiguresController(crew, self.tables, self)
        self.page = TablePage(self.tables, self.figures, panes.middle)
        self._sizes: list[int] = []
        self._dialog: SchemaDialog | None = None
        panes.middle.addWidget(self.page)
        self.page.closed.connect(self.leave)
        self.page.document_opened.connect(open_document)
        self.page.export_requested.connect(self.choose_export)
        self.page.export_stopped.connect(self.on_export_stopped)
        self.page.schemas_requested.connect(self.edit_schemas)
        self.tables.place_found.connect(self.on_place_found)
        self.tables.reading_wanted.connect(self.on_reading_wanted)
        panes.library.tables_requested.connect(self.show_tables)
        self._library.notice_given.connect(self.on_notice_given)
        self._library.documents.rowsRemoved.connect(self.tables.on_library_changed)
        self._workspaces.scope_changed.connect(self.on_scope_changed)
        self._write_requested.connect(crew.files.write)
        crew.files.written.connect(self.on_written)
        crew.files.stopped.connect(self.on_stopped)
        crew.files.failed.connect(self.on_write_failed)

    @property
    def shown(self) -> bool:
        return self._panes.middle.currentWidget() is self.page

    @Slot()
    def toggle(self) -> None:
        if self.shown:
            self.leave()
        else:
            self.show_tables()

    @Slot()
    def show_tables(self) -> None:
        """In place of the library, which is a list of the same documents, and of the conversation."""
        if self.shown:
            return
        panes = self._panes
        self._sizes = panes.split.sizes()
        panes.left.hide()
        panes.middle.setCurrentWidget(self.page)
        panes.side.setCurrentWidget(panes.document)
        width = sum(self._sizes)
        side = max(round(width * _SIDE_PART), panes.side.minimumWidth())
        panes.split.setSizes([0, width - side, side])
        self.page.show_at_once(width - side)
        self.tables.activate(True)

    @Slot()
    def leave(self) -> None:
        """Back to the conversation; the table stays as it is for the next time."""
        if not self.shown:
            return
        panes = self._panes
        self.tables.activate(False)
        panes.middle.setCurrentIndex(0)
        panes.left.show()
        panes.split.setSizes(self._sizes)
        panes.composer.setFocus()

    # --- a value on its page --------------------------------------------------------------------

    @Slot(object)
    def on_place_found(self, place: ValuePlace) -> None:
        target = Target(
            0, place.document_id, place.filename, CitedPlace(place.page), place.spans, place.quote
        )
        self._open_target(target)

    @Slot()
    def on_reading_wanted(self) -> None:
        """Documents are to be read anew: at once, unless the user has paused reading."""
        if self._library.paused:
            self.page.tell(self.tr("Reading is paused: this is done when you resume it."))
        self._library.on_added()

    @Slot()
    def on_scope_changed(self) -> None:
        """What is asked about is what is shown."""
        self.tables.set_scope(self._workspaces.scope)

    @Slot(str)
    def on_notice_given(self, sentence: str) -> None:
        """What stands in the library panel cannot be seen from here."""
        if self.shown:
            self.page.tell(sentence)

    # --- files ----------------------------------------------------------------------------------

    @Slot(str)
    def choose_export(self, kind: str) -> None:
        schema = self.tables.schema
        if schema is None:
            return
        kinds = {"xlsx": self.tr("Spreadsheet (*.xlsx)"), "csv": self.tr("Text with commas (*.csv)")}
        proposed, only = f"{schema.shown}.{kind}", {kinds[kind]: f".{kind}"}
        path = ask_where(self._window, self.tr("Export this table"), proposed, only)
        if path:
            self.write(path)

    def write(self, path: str) -> None:
        """All rows that meet the filter, in the order shown; XLSX or CSV by the end of the name."""
        tables = self.tables
        self.page.tell_export(self.tr("Writing {name} …").format(name=Path(path).name), running=True)
        self._write_requested.emit(
            self._files.new_token(),
            path,
            tables.bucket,
            tables.where,
            tables.order_by or "",
            tables.descending,
            tables.scope,
        )

    @Slot()
    def on_export_stopped(self) -> None:
        self._files.interrupt_one()

    @Slot(str, int)
    def on_written(self, path: str, rows: int) -> None:
        name = Path(path).name
        told = self.tr("1 row saved as {name}") if rows == 1 else self.tr("{n:,} rows saved as {name}")
        self.page.tell_export(told.format(n=Grouped(rows), name=name), running=False)

    @Slot()
    def on_stopped(self) -> None:
        self.page.tell_export(self.tr("Stopped; nothing was saved."), running=False)

    @Slot(str, str)
    def on_write_failed(self, message: str, hint: str) -> None:
        self.page.tell_export(f"{message} {hint}".strip(), running=False)

    # --- schemas --------------------------------------------------------------------------------

    @Slot()
    def edit_schemas(self) -> None:
        """Not modal: the table can be looked at meanwhile."""
        from desktop.tables.schema_dialog import SchemaDialog  # not before the window stands

        if self._dialog is None:
            self._dialog = SchemaDialog(self.tables, self._window)
            self._dialog.reading_wanted.connect(self._library.on_added)
        self._dialog.open_on(self.tables.bucket)
        if self._dialog.isVisible():
            self._dialog.raise_()
            self._dialog.activateWindow()
        else:
            self._dialog.show()
