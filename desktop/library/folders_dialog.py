"""Which folders are kept in step: see, add, pause and stop. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.library.card_delegate import CardDelegate
from desktop.library.folder_control import FoldersController
from desktop.shared.dialog_sizes import keep_size
from desktop.shared.item_roles import Role


def _tr(text: str) -> str:
    return QCoreApplication.translate("Folders", text)


class FoldersDialog(QDialog):
    """Not modal: what it shows goes on while it is open."""

    def __init__(self, folders: FoldersController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders = folders
        self._chosen = -1
        self.setWindowTitle(_tr("Folders kept in step"))
        self.resize(560, 380)
        keep_size(self, "folders")
        says = QLabel(
            _tr(
                "New and changed files of these folders are taken in by themselves. The files stay where "
                "they are, and nothing in the folders is changed."
            ),
            self,
        )
        says.setProperty("look", "muted")
        says.setWordWrap(True)
        self.list = QListView(self)
        self.list.setModel(folders.model)
        self.list.setItemDelegate(CardDelegate(self.list, body_lines=3))
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setAccessibleName(self.windowTitle())
        self.list.selectionModel().selectionChanged.connect(self.on_selection_changed)
        empty = QLabel(_tr("No folder is kept in step yet."), self)
        empty.setProperty("look", "muted")
        empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(empty)
        self.stack.addWidget(self.list)
        self.add = self._button(_tr("Add folder…"), self.on_add)
        self.pause = self._button(_tr("Pause"), self.on_pause)
        self.stop = self._button(_tr("Stop keeping in step"), self.on_stop)
        close = self._button(_tr("Close"), self.accept)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.add, self.pause, self.stop):
            buttons.addWidget(button)
        buttons.addStretch()
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(says)
        column.addWidget(self.stack, 1)
        column.addLayout(buttons)
        folders.model.modelReset.connect(self.on_model_reset)
        self.on_model_reset()

    @Slot()
    def on_model_reset(self) -> None:
        count = self._folders.model.rowCount()
        self.stack.setCurrentIndex(self.stack.indexOf(self.list) if count else 0)
        row = self._folders.model.row_of(self._chosen)
        if count:
            self.list.setCurrentIndex(self._folders.model.index(max(row, 0)))
        self.on_selection_changed()

    @Slot()
    def on_selection_changed(self) -> None:
        folder = self._folders.model.folder(self.list.currentIndex().row())
        self.pause.setEnabled(folder is not None)
        self.stop.setEnabled(folder is not None)
        self._chosen = folder.folder_id if folder is not None else -1
        paused = folder is not None and folder.paused
        self.pause.setText(_tr("Resume") if paused else _tr("Pause"))

    @Slot()
    def on_add(self) -> None:
        path = QFileDialog.getExistingDirectory(self, _tr("Keep a folder in step"))
        if path:
            self._folders.add(path)

    @Slot()
    def on_pause(self) -> None:
        folder = self._folders.model.folder(self.list.currentIndex().row())
        if folder is not None:
            self._folders.set_paused(folder.folder_id, not folder.paused)

    @Slot()
    def on_stop(self) -> None:
        index = self.list.currentIndex()
        if index.isValid():
            self._folders.remove(index.data(Role.KEY))

    def _button(self, name: str, slot: object) -> QPushButton:
        button = QPushButton(name, self)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button
