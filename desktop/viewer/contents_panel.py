"""Beside a document: its outline, and its pages as thumbnails. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QListView,
    QTabWidget,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop.viewer.outline_items import OutlineModel
from desktop.viewer.thumbnails import ThumbnailDelegate, ThumbnailsModel
from desktop.viewer.viewer_control import ViewerController

if TYPE_CHECKING:
    from core.ingest.readers.base import OutlineEntry

_SETTLE_MS = 60
WIDTH = 168


class _Thumbnails(QListView):
    """Tells when other rows may have come into view."""

    moved = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.moved.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.moved.emit()


class _Outline(QTreeView):
    """Enter goes to an entry, as a click does, also where the platform activates on double click only."""

    chosen = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self.currentIndex())
            return
        super().keyPressEvent(event)


class ContentsPanel(QTabWidget):
    """Goes to a page of the viewer controller."""

    def __init__(self, viewer: ViewerController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._viewer = viewer
        self.setObjectName("contents")
        self.setDocumentMode(True)
        self.setFixedWidth(WIDTH)
        self.tabBar().setDrawBase(False)
        self.tabBar().setAccessibleName(self.tr("Outline or pages"))
        self.outline_model = OutlineModel(self)
        self.outline = _Outline(self)
        self.outline.setModel(self.outline_model)
        self.outline.setHeaderHidden(True)
        self.outline.setUniformRowHeights(True)
        self.outline.setIndentation(14)
        self.outline.setAccessibleName(self.tr("Outline"))
        self.outline.clicked.connect(self.on_entry_chosen)
        self.outline.chosen.connect(self.on_entry_chosen)
        self.without = QLabel(self.tr("This document has no outline."), self)
        self.without.setProperty("look", "caption")
        self.without.setWordWrap(True)
        self.without.setContentsMargins(12, 12, 12, 12)
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(4, 4, 0, 4)
        column.addWidget(self.without)
        column.addWidget(self.outline, 1)
        self.addTab(page, self.tr("Outline"))

        self.thumbnails_model = ThumbnailsModel(viewer, self)
        self.thumbnails = _Thumbnails(self)
        self.thumbnails.setModel(self.thumbnails_model)
        self.thumbnails.setItemDelegate(ThumbnailDelegate(viewer, self.thumbnails))
        self.thumbnails.setUniformItemSizes(True)
        self.thumbnails.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.thumbnails.setAccessibleName(self.tr("Pages"))
        self.thumbnails.selectionModel().currentChanged.connect(self.on_page_chosen)
        self.addTab(self.thumbnails, self.tr("Pages"))

        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self.on_settled)
        self.thumbnails.moved.connect(self._settle.start)
        viewer.outline_changed.connect(self.on_outline_read)
        viewer.document_changed.connect(self.on_document_changed)
        viewer.layout_changed.connect(self.on_layout_changed)
        viewer.changed.connect(self.on_changed)
        viewer.pictures.small_drawn.connect(self.on_small_drawn)
        self._following = False
        self.hide()
        self.on_outline_changed([])

    @Slot()
    def on_document_changed(self) -> None:
        self.on_outline_changed([])

    @Slot(list)
    def on_outline_changed(self, entries: list[OutlineEntry]) -> None:
        self.outline_model.show_entries(entries)
        self.without.setVisible(not entries)
        self.outline.setVisible(bool(entries))
        if len(entries) <= 60:
            self.outline.expandAll()
        self.on_changed()

    @Slot(list)
    def on_outline_read(self, entries: list[OutlineEntry]) -> None:
        """A document without an outline shows its pages, if it has pictures of them."""
        self.on_outline_changed(entries)
        if not entries and self.isTabVisible(1):
            self.setCurrentIndex(1)

    @Slot()
    def on_layout_changed(self) -> None:
        self.thumbnails_model.set_count(len(self._viewer.layout))
        self._settle.start()

    @Slot()
    def on_changed(self) -> None:
        """The page the reader is on is the chosen one here."""
        viewer = self._viewer
        self.setTabVisible(1, viewer.is_open and not viewer.shows_text)
        if not self.isVisible():
            return
        self._following = True
        entry = self.outline_model.index_of(viewer.number)
        if entry.isValid() and self.outline_model.page(self.outline.currentIndex()) != viewer.number:
            self.outline.setCurrentIndex(entry)
        row = self.thumbnails_model.index(viewer.number - 1)
        if row.isValid() and row != self.thumbnails.currentIndex():
            self.thumbnails.setCurrentIndex(row)
        self._following = False
        self._settle.start()

    @Slot(QModelIndex)
    def on_entry_chosen(self, index: QModelIndex) -> None:
        number = self.outline_model.page(index)
        if number:
            self._viewer.go_to(number)

    @Slot(QModelIndex, QModelIndex)
    def on_page_chosen(self, index: QModelIndex | QPersistentModelIndex) -> None:
        if not self._following and index.isValid():
            self._viewer.go_to(index.row() + 1)

    @Slot()
    def on_settled(self) -> None:
        """Ask for the thumbnails in view, and no others."""
        if not self.thumbnails.isVisible() or self._viewer.shows_text:
            self._viewer.pictures.want_small([], self._viewer.zooming.turn)
            return
        area = self.thumbnails.viewport().rect()
        first = self.thumbnails.indexAt(area.topLeft())
        height = max(self.thumbnails.sizeHintForRow(0), 1)
        start = first.row() if first.isValid() else 0
        rows = range(start, min(start + area.height() // height + 2, self.thumbnails_model.rowCount()))
        model = self.thumbnails_model
        wanted = [(row + 1, model.zoom(row + 1)) for row in rows if model.zoom(row + 1) > 0]
        self._viewer.pictures.want_small(wanted, self._viewer.zooming.turn)

    @Slot(int)
    def on_small_drawn(self, number: int) -> None:
        self.thumbnails.update(self.thumbnails_model.index(number - 1))

    def show_panel(self, shown: bool) -> None:
        self.setVisible(shown)
        if shown:
            has_outline = self.outline_model.rowCount() > 0
            self.setCurrentIndex(0 if has_outline or self._viewer.shows_text else 1)
            self.on_changed()
