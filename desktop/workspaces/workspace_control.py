"""Which workspace is open, and what the next question is asked about. GUI thread.

What is listed is what is searched, unless some of it is checked: then only that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from core.types.scope import Scope
from desktop.library.library_control import LibraryController
from desktop.workers.crew import Crew
from desktop.workspaces.workspace_items import ListedWorkspace


class WorkspacesController(QObject):
    """`chosen_changed`: another workspace is open, or its documents changed; `scope_changed`: what will be
    searched did. `undoable(what, name, count)`: `undo` takes it back, `what` is `deleted` or `taken_out`;
    `undone`: nothing can be taken back any more. `told(message)`: an order failed. `lost(what)`: what a
    stored question was asked about is gone, `workspace` or `documents`.
    """

    listed = Signal()
    chosen_changed = Signal()
    scope_changed = Signal()
    undoable = Signal(str, str, int)
    undone = Signal()
    told = Signal(str)
    lost = Signal(str)
    _list_wanted = Signal()
    _create_wanted = Signal(str, list, list)
    _rename_wanted = Signal(str, str)
    _delete_wanted = Signal(str)
    _restore_wanted = Signal(str)
    _add_wanted = Signal(str, list)
    _take_out_wanted = Signal(str, list)
    _add_folder_wanted = Signal(str, str)
    _drop_folder_wanted = Signal(str, str)

    def __init__(self, crew: Crew, library: LibraryController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = library.documents
        self._all: list[ListedWorkspace] = []
        self._chosen = ""
        self._known = self._library_known = False
        self._wanted: Scope | None = None  # to be restored as soon as both lists are known
        self._reopened = ""  # to be opened when it is back
        self._undo: Callable[[], None] | None = None
        worker = crew.workspaces
        self._list_wanted.connect(worker.list_workspaces)
        self._create_wanted.connect(worker.create)
        self._rename_wanted.connect(worker.rename)
        self._delete_wanted.connect(worker.delete)
        self._restore_wanted.connect(worker.restore)
        self._add_wanted.connect(worker.add)
        self._take_out_wanted.connect(worker.take_out)
        self._add_folder_wanted.connect(worker.add_folder)
        self._drop_folder_wanted.connect(worker.drop_folder)
        worker.listed.connect(self.on_listed)
        worker.created.connect(self.choose)
        worker.failed.connect(self.on_failed)
        crew.ready.connect(self.refresh)
        crew.adding.added.connect(self.refresh)
        library.listed.connect(self.on_library_listed)
        self._documents.checked_changed.connect(self.scope_changed)
        self._documents.modelReset.connect(self.scope_changed)
        self._documents.rowsInserted.connect(self.scope_changed)
        self._documents.rowsRemoved.connect(self.scope_changed)

    # --- what is known --------------------------------------------------------------------------

    @property
    def all(self) -> list[ListedWorkspace]:
        """By name."""
        return list(self._all)

    @property
    def known(self) -> bool:
        """Both lists have come: what is open and checked is what the user chose."""
        return self._known and self._library_known

    @property
    def chosen(self) -> str:
        """The id of the workspace that is open; empty: all documents."""
        return self._chosen

    @property
    def open_one(self) -> ListedWorkspace | None:
        return self.get(self._chosen)

    def get(self, workspace_id: str) -> ListedWorkspace | None:
        return next((one for one in self._all if one.workspace_id == workspace_id), None)

    @property
    def scope(self) -> Scope:
        """What the next question is asked about."""
        if self._wanted is not None:
            return self._wanted
        checked = self._documents.checked_ids()
        return Scope(self._chosen, tuple(checked) if checked else None)

    @property
    def count(self) -> int:
        """How many documents the open workspace has, or the library."""
        found = self.open_one
        return self._documents.rowCount() if found is None else len(found.document_ids)

    # --- what the user does ---------------------------------------------------------------------

    @Slot(str)
    def choose(self, workspace_id: str) -> None:
        """Open a workspace, or all documents (empty); what was checked elsewhere is unchecked."""
        self._wanted = None
        self._reopened = ""
        if self.get(workspace_id) is None:
            workspace_id = ""
        self._documents.set_checked(())
        self._chosen = workspace_id
        self.chosen_changed.emit()
        self.scope_changed.emit()

    def restore(self, scope: Scope) -> None:
        """What a stored question was asked about is open again, as far as it is still there."""
        self._wanted = scope
        self._restore()

    def create(self, name: str, document_ids: Sequence[str] = (), folders: Sequence[str] = ()) -> None:
        """A new workspace, which is opened."""
        self._create_wanted.emit(name, list(document_ids), list(folders))

    def rename(self, workspace_id: str, name: str) -> None:
        self._rename_wanted.emit(workspace_id, name)

    def delete(self, workspace_id: str) -> None:
        """Its documents stay; `undo` brings it back while the program runs."""
        found = self.get(workspace_id)
        if found is None:
            return
        was_open = workspace_id == self._chosen
        if was_open:
            self.choose("")
        self._delete_wanted.emit(workspace_id)

        def undo() -> None:
            self._restore_wanted.emit(workspace_id)
            self._reopened = workspace_id if was_open else ""

        self._offer(undo, "deleted", found.name, len(found.document_ids))

    def add(self, workspace_id: str, document_ids: Sequence[str]) -> None:
        if document_ids:
            self._add_wanted.emit(workspace_id, list(document_ids))

    def take_out(self, document_ids: Sequence[str]) -> None:
        """Out of the open workspace; the documents stay in the library."""
        found = self.open_one
        chosen = [name for name in document_ids if found is not None and name in found.document_ids]
        if found is None or not chosen:
            return
        workspace_id = found.workspace_id
        self._take_out_wanted.emit(workspace_id, chosen)
        self._offer(lambda: self.add(workspace_id, chosen), "taken_out", found.name, len(chosen))

    def drop_folder(self, path: str) -> None:
        """What lies in it belongs to the open workspace no more; it stays in the library."""
        found = self.open_one
        if found is None or path not in found.folders:
            return
        workspace_id = found.workspace_id
        self._drop_folder_wanted.emit(workspace_id, path)
        self._offer(lambda: self._add_folder_wanted.emit(workspace_id, path), "taken_out", found.name, 1)

    @Slot()
    def undo(self) -> None:
        """Take back what was done last."""
        undo, self._undo = self._undo, None
        if undo is not None:
            undo()
        self.undone.emit()

    def _offer(self, undo: Callable[[], None], what: str, name: str, count: int) -> None:
        self._undo = undo
        self.undoable.emit(what, name, count)

    # --- what the workers say -------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        self._list_wanted.emit()

    @Slot(list)
    def on_listed(self, workspaces: list[ListedWorkspace]) -> None:
        self._known = True
        changed = workspaces != self._all
        self._all = list(workspaces)
        if self._chosen and self.open_one is None:  # deleted by someone else
            self.choose("")
        found = self.open_one
        if found is not None:
            checked = self._documents.checked_ids()
            self._documents.set_checked([name for name in checked if name in found.document_ids])
        if changed:
            self.listed.emit()
            self.chosen_changed.emit()
            self.scope_changed.emit()
        if self._reopened and self.get(self._reopened) is not None:
            reopened, self._reopened = self._reopened, ""
            self.choose(reopened)
        self._restore()

    @Slot()
    def on_library_listed(self) -> None:
        self._library_known = True
        if self._all:  # folders of a workspace may hold more by now
            self.refresh()
        self._restore()

    def _restore(self) -> None:
        scope = self._wanted
        if scope is None or not self.known:
            return
        lost = ""
        if scope.workspace_id and self.get(scope.workspace_id) is None:
            lost = "workspace"
        self.choose(scope.workspace_id)
        if scope.document_ids is not None and not lost:
            found = self.open_one
            there = [
                name
                for name in scope.document_ids
                if self._documents.row_of(name) >= 0 and (found is None or name in found.document_ids)
            ]
            self._documents.set_checked(there)
            lost = "" if there else "documents"
        if lost:
            self.lost.emit(lost)

    @Slot(str, str)
    def on_failed(self, message: str, hint: str) -> None:
        self.told.emit(f"{message} {hint}".strip())
