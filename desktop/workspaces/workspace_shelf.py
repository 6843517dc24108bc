"""The workspaces as places to drop documents on: there while documents are being dragged. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop.library.document_items import DOCUMENTS_MIME
from desktop.shared.icons import icon
from desktop.workspaces.workspace_control import WorkspacesController

_MOST_ROWS = 6
_KEY = Qt.ItemDataRole.UserRole


class WorkspaceShelf(QWidget):
    """`new_requested(ids)` when they are dropped on the row for a new one."""

    new_requested = Signal(list)

    def __init__(self, workspaces: WorkspacesController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspaces = workspaces
        caption = QLabel(self.tr("Drop on a workspace"), self)
        caption.setProperty("look", "caption")
        self.places = _Places(self)
        self.places.dropped.connect(self.on_dropped)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(caption)
        column.addWidget(self.places)
        self.hide()

    @Slot(bool)
    def offer(self, wanted: bool) -> None:
        """Show the workspaces that documents can be dropped on, or go away."""
        if wanted:
            self.places.clear()
            for one in self._workspaces.all:
                if one.workspace_id != self._workspaces.chosen:
                    self._row("workspace", one.name, one.workspace_id)
            self._row("plus", self.tr("New workspace…"), "")
            rows = min(self.places.count(), _MOST_ROWS)
            self.places.setFixedHeight(rows * self.places.sizeHintForRow(0) + 12)
        self.setVisible(wanted)

    def _row(self, picture: str, name: str, workspace_id: str) -> None:
        row = QListWidgetItem(icon(picture, "muted"), name)
        row.setData(_KEY, workspace_id)
        self.places.addItem(row)

    @Slot(str, list)
    def on_dropped(self, workspace_id: str, document_ids: list[str]) -> None:
        if workspace_id:
            self._workspaces.add(workspace_id, document_ids)
        else:
            self.new_requested.emit(document_ids)


class _Places(QListWidget):
    dropped = Signal(str, list)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Workspaces to drop documents on"))
        self.setIconSize(QSize(16, 16))
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(DOCUMENTS_MIME):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        self.setCurrentIndex(index if index.isValid() else QModelIndex())
        if index.isValid() and event.mimeData().hasFormat(DOCUMENTS_MIME):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        row = self.itemAt(event.position().toPoint())
        if row is None:
            return
        event.acceptProposedAction()
        packed = bytes(event.mimeData().data(DOCUMENTS_MIME).data()).decode()
        self.dropped.emit(str(row.data(_KEY)), packed.split())
