"""The left pane: the documents with live status, a filter, the reading line with Pause. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSortFilterProxyModel, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QProgressBar,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.types import DocumentFlag, DocumentStatus
from desktop.controllers.library import LibraryController
from desktop.icons import icon
from desktop.models.roles import Role
from desktop.theme import theme
from desktop.widgets.card_delegate import CardDelegate
from desktop.widgets.document_card import DocumentCard
from desktop.widgets.drop_target import DropTarget
from desktop.widgets.notice_bar import NoticeBar
from desktop.widgets.offer_bar import OfferBar
from desktop.words import reading_sentence


class LibraryPanel(QWidget):
    """Reports wishes; the library controller fulfils them."""

    files_requested = Signal()
    folder_requested = Signal()
    folders_requested = Signal()
    samples_requested = Signal()
    document_opened = Signal(str)
    remove_requested = Signal(list)
    selection_changed = Signal(list)

    def __init__(
        self, library: LibraryController, *, offer_samples: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._library = library
        self.setObjectName("library")
        self._add = self._tool_button(self.tr("Add files or a folder"))
        menu = QMenu(self._add)
        menu.addAction(self.tr("Add files…"), self.files_requested)
        menu.addAction(self.tr("Add folder…"), self.folder_requested)
        menu.addSeparator()
        menu.addAction(self.tr("Folders kept in step…"), self.folders_requested)
        self._add.setMenu(menu)
        self._add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

        heading = QLabel(self.tr("Library"), self)
        heading.setProperty("look", "heading")
        top = QHBoxLayout()
        top.addWidget(heading)
        top.addStretch()
        top.addWidget(self._add)

        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setAccessibleName(self.tr("Filter the documents by name"))
        self.filter.setClearButtonEnabled(True)

        self._proxy = QSortFilterProxyModel(self)
        self._proxy.setSourceModel(library.documents)
        self._proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._proxy.setFilterRole(Role.TITLE)
        self.filter.textChanged.connect(self._proxy.setFilterFixedString)

        self.list = QListView(self)
        self.list.setModel(self._proxy)
        self.list.setItemDelegate(CardDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(self.tr("Documents"))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
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
        self._pages = QStackedWidget(self)
        for page in (loading, self.drop_target, self.list):
            self._pages.addWidget(page)

        self.card = DocumentCard(library.documents, self)
        self.offer = OfferBar(self)
        self.notice = NoticeBar(self)
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
        column.addWidget(self._pages, 1)
        column.addWidget(self.card)
        column.addWidget(self.offer)
        column.addWidget(self.notice)
        column.addWidget(self._footer)

        library.progress_changed.connect(self.on_progress_changed)
        library.notice_given.connect(self.notice.add)
        library.loaded.connect(self.on_documents_changed)
        library.documents.rowsInserted.connect(self.on_documents_changed)
        library.documents.rowsRemoved.connect(self.on_documents_changed)
        theme().changed.connect(self.on_theme_changed)
        self.filter.hide()
        self._footer.hide()
        self.on_theme_changed()

    def selected_ids(self) -> list[str]:
        return [index.data(Role.KEY) for index in self.list.selectionModel().selectedIndexes()]

    @Slot()
    def on_documents_changed(self) -> None:
        count = self._library.documents.rowCount()
        self._pages.setCurrentWidget(self.list if count else self.drop_target)
        self.filter.setVisible(count > 6)

    @Slot()
    def on_progress_changed(self) -> None:
        progress, paused = self._library.progress, self._library.paused
        self._footer.setVisible(self._library.reading)
        self._bar.setValue(round(progress.fraction * 1000))
        self._line.setText(reading_sentence(progress, paused=paused))
        self.pause.setText(self.tr("Resume") if paused else self.tr("Pause"))

    @Slot()
    def on_pause_clicked(self) -> None:
        if self._library.paused:
            self._library.resume()
        else:
            self._library.pause()

    @Slot()
    def on_selection_changed(self) -> None:
        chosen = self.selected_ids()
        self.card.show_document(chosen[0] if len(chosen) == 1 else "")
        self.selection_changed.emit(chosen)

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

    @Slot(QPoint)
    def on_context_menu(self, position: QPoint) -> None:
        chosen = [self._library.documents.document(document_id) for document_id in self.selected_ids()]
        documents = [document for document in chosen if document is not None]
        if not documents:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        open_action = QAction(self.tr("Open"), menu)
        open_action.triggered.connect(self.on_activated)
        menu.addAction(open_action)
        one = documents[0] if len(documents) == 1 else None
        if one is not None and one.status is DocumentStatus.LOCKED:
            open_action.setText(self.tr("Enter password…"))
        if one is not None and one.status is DocumentStatus.FAILED:
            menu.addAction(self.tr("Try again"), self.card.on_retry)
        if one is not None and DocumentFlag.HIDDEN_TEXT in one.flags:
            menu.addAction(self.tr("Show hidden text…"), self.card.on_hidden)
        remove_action = QAction(self.tr("Remove from library"), menu)
        remove_action.triggered.connect(self.on_remove)
        menu.addAction(remove_action)
        menu.popup(self.list.viewport().mapToGlobal(position))

    @Slot()
    def on_theme_changed(self) -> None:
        self._add.setIcon(icon("plus"))
        self.list.viewport().update()

    def _tool_button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setAutoRaise(True)
        return button
