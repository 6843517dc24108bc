"""What the user wants of the library, with the dialogs it takes. GUI thread."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.library.document_words import file_filters, folder_name
from desktop.shared import dialogs
from desktop.shared.opening import open_with_system

if TYPE_CHECKING:
    from desktop.library.library_panel import LibraryPanel
    from desktop.window_parts import Controllers


class LibraryDesk(QObject):
    """Connects the library panel's wishes with the library controller."""

    def __init__(self, controllers: Controllers, panel: LibraryPanel, window: QWidget) -> None:
        """The dialogs belong to `window`."""
        super().__init__(window)
        self._window = window
        self._panel = panel
        self._library = controllers.library
        self._folders = controllers.folders
        self._workspaces = controllers.workspaces
        self._added: dict[str, None] = {}  # folders that were added as such, in order
        panel.files_requested.connect(self.choose_files)
        panel.folder_requested.connect(self.choose_folder)
        panel.folders_requested.connect(self.show_folders)
        panel.remove_requested.connect(self.on_remove_requested)
        panel.retry_requested.connect(self._library.retry)
        panel.outside_requested.connect(self.open_outside)
        panel.folder_shown.connect(self._folders.look_for)
        self._folders.looked_for.connect(self.show_folder)
        self._folders.told_apart.connect(self.on_told_apart)
        panel.card.password_requested.connect(self.ask_password)
        panel.card.retry_requested.connect(self.on_retry_requested)
        panel.offer.accepted.connect(self._folders.add)
        self._folders.notice_given.connect(panel.notice.add)
        self._folders.found_something.connect(self._library.on_added)
        self._folders.looked.connect(self._library.refresh)
        self._folders.model.modelReset.connect(self.on_folders_changed)
        self._workspaces.listed.connect(self.on_folders_changed)

    # --- adding ---------------------------------------------------------------------------------

    @Slot()
    def choose_files(self) -> None:
        paths, _kind = QFileDialog.getOpenFileNames(self._window, self.tr("Add files"), "", file_filters())
        self._library.add(paths, self._workspaces.chosen)

    @Slot()
    def choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self._window, self.tr("Add folder"))
        self.take([path] if path else [])

    def take(self, paths: list[str]) -> None:
        """Files and folders that were dropped or chosen; folders may then be kept in step."""
        if paths:
            self._library.add(paths, self._workspaces.chosen)
            self._folders.tell_apart(paths)

    @Slot(list)
    def on_told_apart(self, folders: list[str]) -> None:
        self.list_under(folders)
        for folder in folders:
            if not self._folders.model.holds(folder):
                self._panel.offer.offer(folder, folder_name(folder))

    def list_under(self, folders: Iterable[str]) -> None:
        """Whatever lies below one of these is listed under its name."""
        self._added |= dict.fromkeys(folders)
        self.on_folders_changed()

    def added_folders(self) -> list[str]:
        """To be remembered: of a folder without documents nothing is kept."""
        return self._with_documents(self._added)

    def folded_folders(self) -> list[str]:
        return self._with_documents(self._panel.shown.folded_folders())

    def _with_documents(self, folders: Iterable[str]) -> list[str]:
        """All of them while the library is not known."""
        listed = self._panel.shown.folders() if self._library.known else None
        return [folder for folder in folders if listed is None or folder in listed]

    @Slot()
    def on_folders_changed(self) -> None:
        in_step = self._folders.model.paths()
        of_workspaces = [folder for one in self._workspaces.all for folder in one.folders]
        self._panel.shown.set_folders([*self._added, *in_step, *of_workspaces], in_step)

    @Slot()
    def show_folders(self) -> None:
        from desktop.library.folders_dialog import FoldersDialog  # not before the window stands

        dialog = FoldersDialog(self._folders, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    # --- one document ---------------------------------------------------------------------------

    @Slot(list)
    def on_remove_requested(self, document_ids: list[str]) -> None:
        found = self._library.documents.those(document_ids)
        if dialogs.confirm_removal(self._window, [document.filename for document in found]):
            self._library.remove(document_ids)

    @Slot(str)
    def open_outside(self, document_id: str) -> None:
        document = self._library.documents.document(document_id)
        if document is not None and not open_with_system(document.path):
            told = self.tr("{file} cannot be opened: there is no program for it, or it is gone.")
            self._panel.notice.add(told.format(file=document.filename))

    @Slot(str, bool)
    def show_folder(self, folder: str, there: bool) -> None:
        """In the system's file manager."""
        if not there or not open_with_system(folder):
            told = self.tr("The folder {folder} cannot be shown. Check whether it is still there.")
            self._panel.notice.add(told.format(folder=folder))

    @Slot(str)
    def on_retry_requested(self, document_id: str) -> None:
        self._library.retry([document_id])

    @Slot(str)
    def ask_password(self, document_id: str) -> None:
        document = self._library.documents.document(document_id)
        if document is None:
            return
        password = dialogs.ask_password(self._window, document.filename)
        if password:
            self._library.unlock(document_id, password)
