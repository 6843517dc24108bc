"""Which part of the library is listed, all documents or a workspace, and the choice of it. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QMenu,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from desktop.workspaces.workspace_control import WorkspacesController

_NAME_WIDTH = 320  # pixels of a name in the menu


class WorkspaceButton(QToolButton):
    """Reports wishes that need a dialog; the controller fulfils the others."""

    new_requested = Signal()
    folder_requested = Signal()
    rename_requested = Signal(str)
    delete_requested = Signal(str)

    def __init__(self, workspaces: WorkspacesController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspaces = workspaces
        self.setObjectName("workspace")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self.fill_menu)
        self.setMenu(self._menu)
        workspaces.chosen_changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        found = self._workspaces.open_one
        name = found.name if found is not None else self.tr("All documents")
        self.setText(name)
        self.setToolTip(self.tr("{name} – choose another workspace, or make one").format(name=name))
        self.setAccessibleName(self.tr("Workspace: {name}").format(name=name))

    @Slot()
    def fill_menu(self) -> None:
        self._menu.clear()
        group = QActionGroup(self._menu)
        self._entry(group, self.tr("All documents"), "")
        workspaces = self._workspaces.all
        if workspaces:
            self._menu.addSeparator()
        for one in workspaces:
            name = self.fontMetrics().elidedText(one.name, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH)
            self._entry(group, f"{name.replace('&', '&&')}\t{len(one.document_ids)}", one.workspace_id)
        self._menu.addSeparator()
        self._menu.addAction(self.tr("New workspace…"), self.new_requested.emit)
        self._menu.addAction(self.tr("New workspace of a folder…"), self.folder_requested.emit)
        found = self._workspaces.open_one
        if found is not None:
            self._menu.addSeparator()
            if found.folders:
                folders = self._menu.addMenu(self.tr("Take a folder out"))
                for path in found.folders:
                    name = self.fontMetrics().elidedText(path, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH)
                    action = folders.addAction(name.replace("&", "&&"), self.on_folder)
                    action.setData(path)
            self._menu.addAction(self.tr("Rename this workspace…"), self.on_rename)
            self._menu.addAction(self.tr("Delete this workspace"), self.on_delete)

    def _entry(self, group: QActionGroup, name: str, workspace_id: str) -> None:
        action = QAction(name, self._menu)
        action.setCheckable(True)
        action.setChecked(workspace_id == self._workspaces.chosen)
        action.setData(workspace_id)
        action.triggered.connect(self.on_chosen)
        group.addAction(action)
        self._menu.addAction(action)

    @Slot()
    def on_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._workspaces.choose(str(action.data()))

    @Slot()
    def on_folder(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._workspaces.drop_folder(str(action.data()))

    @Slot()
    def on_rename(self) -> None:
        self.rename_requested.emit(self._workspaces.chosen)

    @Slot()
    def on_delete(self) -> None:
        self.delete_requested.emit(self._workspaces.chosen)

    # A long name gives way instead of widening the pane.

    def minimumSizeHint(self) -> QSize:
        return QSize(60, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(120, super().sizeHint().height())

    def paintEvent(self, event: object) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        text = f"{self.text()}  ▾"
        room = self.width() - 16
        if self.fontMetrics().horizontalAdvance(text) > room:
            short = room - self.fontMetrics().horizontalAdvance("  ▾")
            text = f"{self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, short)}  ▾"
        option.text = ""
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.drawText(
            self.rect().adjusted(8, 0, -8, 0),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            text,
        )
