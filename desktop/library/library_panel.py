"""The left pane: workspaces, the documents by folder with live status and check boxes, a filter, the reading
line with Pause. GUI thread.
"""

from __future__ import annotations

import os

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.types import DocumentStatus
from desktop.library.document_card import DocumentCard
from desktop.library.document_filter import DocumentFilter
from desktop.library.document_items import DocumentsModel
from desktop.library.document_list import DocumentList
from desktop.library.document_menu import DocumentMenus, MenuSlots
from desktop.library.drop_target import DropTarget
from desktop.library.library_control import LibraryController
from desktop.messages.words import reading_sentence
from desktop.shared.check_bar import CheckBar
from desktop.shared.icons import icon
from desktop.shared.item_roles import Role
from desktop.shared.notice_bar import NoticeBar
from desktop.shared.offer_bar import OfferBar
from desktop.shared.theme import theme
from desktop.shared.undo_bar import UndoBar
from desktop.workspaces.workspace_button import WorkspaceButton
from desktop.workspaces.workspace_control import WorkspacesController
from desktop.workspaces.workspace_shelf import WorkspaceShelf

_FILTER_FROM = 7  # documents; fewer are seen at once


class LibraryPanel(QWidget):
    """Reports wishes; the controllers fulfil them."""

    files_requested = Signal()
    folder_requested = Signal()
    folders_requested = Signal()
    tables_requested = Signal()
    samples_requested = Signal()
    document_opened = Signal(str)
    remove_requested = Signal(list)
    retry_requested = Signal(list)
    outside_requested = Signal(str)
    folder_shown = Signal(str)
    new_workspace_requested = Signal(list)

    def __init__(
        self,
        library: LibraryController,
        workspaces: WorkspacesController,
        *,
        offer_samples: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self.workspaces = workspaces
        self.setObjectName("library")
        self._add = self._tool_button(self.tr("Add files or a folder"))
        menu = QMenu(self._add)
        menu.addAction(self.tr("Add files…"), self.files_requested.emit)
        menu.addAction(self.tr("Add folder…"), self.folder_requested.emit)
        menu.addSeparator()
        menu.addAction(self.tr("Folders kept in step…"), self.folders_requested.emit)
        self._add.setMenu(menu)
        self._add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

        self.tables = self._tool_button(self.tr("Tables: what was read of the documents (Ctrl+T)"))
        self.tables.clicked.connect(self.tables_requested)
        self.workspace = WorkspaceButton(workspaces, self)
        top = QHBoxLayout()
        top.setSpacing(2)
        top.addWidget(self.workspace, 1)
        top.addWidget(self.tables)
        top.addWidget(self._add)

        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setAccessibleName(self.tr("Filter the documents by name"))
        self.filter.setClearButtonEnabled(True)

        self.checks = CheckBar(self)
        self.checks.all_wanted.connect(self.on_all_wanted)

        self.shown = DocumentFilter(library.documents, self)
        self.filter.textChanged.connect(self.on_filter_changed)

        self.list = DocumentList(self.shown, self)
        self.list.setAccessibleName(self.tr("Documents; Space checks those that are to be asked about"))
        self.list.check_wanted.connect(self.on_check_wanted)
        self.list.customContextMenuRequested.connect(self.on_context_menu)
        self.list.activated.connect(self.on_activated)
        self.list.selectionModel().selectionChanged.connect(self.on_selection_changed)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.list)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.on_remove)

        self.drop_target = DropTarget(offer_samples=offer_samples, parent=self)
        self.drop_target.choose_requested.connect(self.files_requested)
        self.drop_target.samples_requested.connect(self.samples_requested)
        loading = QLabel(self.tr("Opening your library …"), self)
        loading.setProperty("look", "caption")
        loading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing = QLabel(self)
        self._nothing.setProperty("look", "caption")
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._pages = QStackedWidget(self)
        for page in (loading, self.drop_target, self.list, self._nothing):
            self._pages.addWidget(page)
        self.shelf = WorkspaceShelf(workspaces, self)
        self.list.dragging.connect(self.shelf.offer)
        self.shelf.new_requested.connect(self.new_workspace_requested)

        self.card = DocumentCard(library.documents, self)
        slots = MenuSlots(
            open=self.on_activated,
            open_outside=self.on_open_outside,
            show_folder=self.on_show_folder,
            show_report=self.card.on_report,
            remove_selected=self.on_remove,
            remove=self.remove_requested.emit,
            read_again=self.retry_requested.emit,
            check=self.on_check_wanted,
            put_into_new_workspace=self.new_workspace_requested.emit,
        )
        self._menus = DocumentMenus(library.documents, workspaces, self.shown, slots, self)
        self.offer = OfferBar(self)
        self.notice = NoticeBar(self)
        self.undo = UndoBar(self)
        self.undo.undo_requested.connect(workspaces.undo)
        self._line = QLabel(self)
        self._line.setProperty("look", "caption")
        self._line.setWordWrap(True)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 1000)
        self._bar.setAccessibleName(self.tr("Reading progress"))
        self.pause = QToolButton(self)
        self.pause.setProperty("look", "link")
        self.pause.clicked.connect(self.on_pause_clicked)
        line = QHBoxLayout()
        line.addWidget(self._line, 1)
        line.addWidget(self.pause)
        self._footer = QWidget(self)
        footer = QVBoxLayout(self._footer)
        footer.setContentsMargins(4, 0, 4, 0)
        footer.setSpacing(4)
        footer.addWidget(self._bar)
        footer.addLayout(line)

        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 8, 12)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.filter)
        column.addWidget(self.checks)
        column.addWidget(self.shelf)
        column.addWidget(self._pages, 1)
        column.addWidget(self.card)
        column.addWidget(self.offer)
        column.addWidget(self.notice)
        column.addWidget(self.undo)
        column.addWidget(self._footer)

        library.progress_changed.connect(self.on_progress_changed)
        library.notice_given.connect(self.notice.add)
        library.loaded.connect(self.on_documents_changed)
        library.documents.rowsInserted.connect(self.on_documents_changed)
        library.documents.rowsRemoved.connect(self.on_documents_changed)
        library.documents.modelReset.connect(self.on_documents_changed)
        library.documents.checked_changed.connect(self.on_checked_changed)
        workspaces.chosen_changed.connect(self.on_workspace_changed)
        theme().changed.connect(self.on_theme_changed)
        self.filter.hide()
        self.checks.hide()
        self._footer.hide()
        self.on_theme_changed()

    def selected_ids(self) -> list[str]:
        return self.list.chosen_ids()

    @property
    def documents(self) -> DocumentsModel:
        return self._library.documents

    @Slot()
    def on_documents_changed(self) -> None:
        """What is listed, or the sentence that says why nothing is."""
        count = self._library.documents.rowCount()
        self.filter.setVisible(count >= _FILTER_FROM)
        self.checks.setVisible(self.shown.count > 0 or self.shown.has_words)
        page: QWidget = self.list
        if not count:
            page = self.drop_target
        elif not self.shown.count:
            page = self._nothing
            self._nothing.setText(
                self.tr("No document here has these words in its name.")
                if self.shown.has_words
                else self.tr(
                    "Nothing is in this workspace yet.\n\nAdd files while it is open, or drag documents "
                    "onto it from another one."
                )
            )
        self._pages.setCurrentWidget(page)
        self.on_checked_changed()

    @Slot()
    def on_workspace_changed(self) -> None:
        found = self.workspaces.open_one
        self.shown.set_members(found.document_ids if found is not None else None)
        self.on_documents_changed()

    @Slot(str)
    def on_filter_changed(self, text: str) -> None:
        self.shown.set_words(text)
        self.on_documents_changed()

    # --- check boxes ----------------------------------------------------------------------------

    @Slot(object, bool)
    def on_check_wanted(self, document_ids: list[str], on: bool) -> None:
        self._library.documents.check(document_ids, on=on)

    @Slot(bool)
    def on_all_wanted(self, on: bool) -> None:
        """Check what is listed; uncheck everything."""
        if on:
            self._library.documents.check(self.shown.ids(), on=True)
        else:
            self._library.documents.set_checked(())

    @Slot()
    def on_checked_changed(self) -> None:
        documents = self._library.documents
        here = checked = documents.checked_count
        if checked and self.shown.has_words:
            here = documents.count_checked(self.shown.ids())
        self.checks.show_counts(self.shown.count, checked, here)

    def show_checks(self) -> None:
        """The keyboard goes to the list, where Space checks."""
        if not self.list.currentIndex().isValid() and self.shown.count:
            self.list.setCurrentIndex(self.shown.index(0, 0))
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def on_progress_changed(self) -> None:
        progress, paused = self._library.progress, self._library.paused
        self._footer.setVisible(self._library.at_work)
        anew = self.tr("An earlier version read these documents. They can be searched meanwhile.")
        self._line.setToolTip("" if self._library.reading else anew)
        self._bar.setValue(round(progress.fraction * 1000))
        waits = self._library.waits_for_power
        self._line.setText(reading_sentence(progress, paused=paused, on_battery=waits))
        if waits and not paused:
            self.pause.setText(self.tr("Read anyway"))
        else:
            self.pause.setText(self.tr("Resume") if paused else self.tr("Pause"))

    @Slot()
    def on_pause_clicked(self) -> None:
        if self._library.paused or self._library.waits_for_power:
            self._library.resume()
        else:
            self._library.pause()

    @Slot()
    def on_selection_changed(self) -> None:
        self.card.show_document(self.list.only_chosen())

    @Slot()
    def on_activated(self) -> None:
        index = self.list.currentIndex()
        document = self._library.documents.document(index.data(Role.KEY)) if index.isValid() else None
        if document is None:
            return
        if document.status is DocumentStatus.LOCKED:
            self.card.password_requested.emit(document.document_id)
        else:
            self.document_opened.emit(document.document_id)

    @Slot()
    def on_remove(self) -> None:
        chosen = self.selected_ids()
        if chosen:
            self.remove_requested.emit(chosen)

    @Slot()
    def on_open_outside(self) -> None:
        self.outside_requested.emit(self.list.currentIndex().data(Role.KEY))

    @Slot()
    def on_show_folder(self) -> None:
        """In the system's file manager: that of a document, or of a heading."""
        index = self.list.currentIndex()
        if self.shown.is_heading(index):
            self.folder_shown.emit(self.shown.folder_at(index))
            return
        document = self._library.documents.document(index.data(Role.KEY)) if index.isValid() else None
        if document is not None:
            self.folder_shown.emit(os.path.dirname(document.path))

    @Slot(QPoint)
    def on_context_menu(self, position: QPoint) -> None:
        menu = self.menu()
        if menu is not None:
            menu.popup(self.list.viewport().mapToGlobal(position))

    def menu(self) -> QMenu | None:
        """For the selected documents, or for the heading that the keyboard is on; None where neither is."""
        ids, index = self.selected_ids(), self.list.currentIndex()
        if ids:
            return self._menus.of_documents(ids)
        if self.shown.is_heading(index):
            return self._menus.of_folder(index, self.shown.ids_at(index))
        return None

    @Slot()
    def on_theme_changed(self) -> None:
        self._add.setIcon(icon("plus"))
        self.tables.setIcon(icon("table"))
        self.list.viewport().update()

    def _tool_button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setAutoRaise(True)
        return button
