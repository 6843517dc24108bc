"""The list of past conversations with its search, and the way back after a deletion. GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.store.history import HistoryEntry
from desktop.history.history_control import HistoryController
from desktop.library.card_delegate import CardDelegate
from desktop.shared.elided_label import ElidedLabel
from desktop.shared.icons import icon
from desktop.shared.theme import theme


class HistoryPanel(QWidget):
    """Reports wishes that need a dialog; the controller fulfils the others."""

    new_requested = Signal()
    rename_requested = Signal(str, str)
    export_requested = Signal(str, str)

    def __init__(self, history: HistoryController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._at, self._at_row = "", 0  # the conversation that was selected last, and where it stood
        self.setObjectName("library")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.new = QToolButton(self)
        self.new.setAutoRaise(True)
        self.new.setToolTip(self.tr("New conversation (Ctrl+N)"))
        self.new.setAccessibleName(self.tr("New conversation"))
        self.new.clicked.connect(self.new_requested)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search conversations"))
        self.search.setAccessibleName(self.tr("Search the conversations"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(history.search)

        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self.search, 1)
        top.addWidget(self.new)

        self.list = QListView(self)
        self.list.setModel(history.model)
        self.list.setItemDelegate(CardDelegate(self.list, elide=Qt.TextElideMode.ElideRight))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(self.tr("Conversations"))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self.on_context_menu)
        self.list.clicked.connect(self.on_chosen)
        self.list.activated.connect(self.on_chosen)
        self.list.selectionModel().currentChanged.connect(self.on_current_changed)
        self._key(QKeySequence(QKeySequence.StandardKey.Delete), self.on_delete)
        self._key(QKeySequence("F2"), self.on_rename)
        # Also when nothing is left in the list; a field that is written in undoes its own.
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        undo.activated.connect(history.undo)

        self._nothing = QLabel(self)
        self._nothing.setProperty("look", "caption")
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.list)
        self._pages.addWidget(self._nothing)

        self.undo_bar = QFrame(self)
        self.undo_bar.setObjectName("undo")
        self._deleted = ElidedLabel(self.undo_bar)
        self.undo = QPushButton(self.tr("Undo"), self.undo_bar)
        self.undo.setProperty("look", "link")
        self.undo.setAccessibleName(self.tr("Bring the deleted conversation back"))
        self.undo.setToolTip(self.tr("Bring the deleted conversation back (Ctrl+Z)"))
        self.undo.clicked.connect(history.undo)
        row = QHBoxLayout(self.undo_bar)
        row.setContentsMargins(12, 2, 4, 2)
        row.addWidget(self._deleted, 1)
        row.addWidget(self.undo)
        self.undo_bar.hide()

        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 8, 12)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self._pages, 1)
        column.addWidget(self.undo_bar)
        history.listed.connect(self.on_listed)
        history.deleted.connect(self.on_deleted)
        history.restored.connect(self.undo_bar.hide)
        theme().changed.connect(self.on_theme_changed)
        self.on_theme_changed()
        self.on_listed()

    @property
    def chosen(self) -> HistoryEntry | None:
        index = self.list.currentIndex()
        return self._history.model.entry(index.row()) if index.isValid() else None

    @Slot()
    def on_listed(self) -> None:
        empty = self._history.model.rowCount() == 0
        if empty and self.list.hasFocus() and self.undo_bar.isVisible():
            self.undo.setFocus(Qt.FocusReason.OtherFocusReason)
        self._nothing.setText(
            self.tr("No conversation has these words.")
            if self._history.text
            else self.tr("What you ask is kept here, on this computer only.")
        )
        self._pages.setCurrentIndex(1 if empty else 0)

    def mark(self, conversation_id: str) -> None:
        """The conversation that is open is the selected one."""
        row = self._history.model.row_of(conversation_id)
        if row < 0:
            self.list.selectionModel().clear()  # or Delete would mean one that does not look selected
        elif self.list.currentIndex().row() != row or not self.list.selectionModel().hasSelection():
            self.list.setCurrentIndex(self._history.model.index(row))

    def keep(self, conversation_id: str) -> None:
        """After the list was read again: who is in it stays at the conversation they are at, or at its place
        when it has gone; otherwise the open one is the selected one.
        """
        rows = self._history.model.rowCount()
        if not self.list.hasFocus() or not self._at or not rows:
            self.mark(conversation_id)
            return
        row = self._history.model.row_of(self._at)
        self.list.setCurrentIndex(self._history.model.index(row if row >= 0 else min(self._at_row, rows - 1)))

    @Slot(QModelIndex)
    def on_current_changed(self, index: QModelIndex) -> None:
        entry = self._history.model.entry(index.row())
        if entry is not None:
            self._at, self._at_row = entry.conversation_id, index.row()

    @Slot()
    def on_chosen(self) -> None:
        entry = self.chosen
        if entry is not None:
            self._history.open(entry.conversation_id)

    @Slot()
    def on_rename(self) -> None:
        entry = self.chosen
        if entry is not None:
            self.rename_requested.emit(entry.conversation_id, entry.title)

    @Slot()
    def on_delete(self) -> None:
        entry = self.chosen
        if entry is not None:
            self._history.delete(entry.conversation_id)

    @Slot(str)
    def on_deleted(self, title: str) -> None:
        self._deleted.setText(self.tr("Deleted: {name}").format(name=title))
        self.undo_bar.show()

    @Slot(QPoint)
    def on_context_menu(self, position: QPoint) -> None:
        index = self.list.indexAt(position)
        if index.isValid():
            self.list.setCurrentIndex(index)
            self.menu().popup(self.list.viewport().mapToGlobal(position))

    def menu(self) -> QMenu:
        """For the chosen conversation, whatever is listed anew while the menu is open."""
        entry = self.chosen
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if entry is None:
            return menu
        name, title = entry.conversation_id, entry.title
        menu.addAction(self.tr("Open"), partial(self._history.open, name))
        menu.addAction(self.tr("Rename…") + "\tF2", partial(self.rename_requested.emit, name, title))
        pin = self.tr("Do not pin any more") if entry.pinned else self.tr("Pin to the top")
        menu.addAction(pin, partial(self._history.pin, name, not entry.pinned))
        menu.addAction(self.tr("Export…"), partial(self.export_requested.emit, name, title))
        menu.addSeparator()
        menu.addAction(self.tr("Delete") + "\tDel", partial(self._history.delete, name))
        return menu

    @Slot()
    def on_theme_changed(self) -> None:
        self.new.setIcon(icon("new-conversation"))
        self.list.viewport().update()

    def _key(self, keys: QKeySequence, slot: Callable[[], object]) -> None:
        shortcut = QShortcut(keys, self.list)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(slot)
