"""Lists and changes workspaces, on a thread of its own: what lies in their folders takes a query each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal, Slot

from desktop.workers.base import Worker, failure_of
from desktop.workspaces.workspace_items import ListedWorkspace


class WorkspaceWorker(Worker):
    """`listed(list[ListedWorkspace])` after each order, too; `created(workspace_id)`;
    `failed(message, hint)`."""

    listed = Signal(list)
    created = Signal(str)
    failed = Signal(str, str)

    @Slot()
    def list_workspaces(self) -> None:
        try:
            kept = self.engine.workspaces
            found = [
                ListedWorkspace(
                    one.workspace_id, one.name, frozenset(kept.document_ids(one.workspace_id)), one.folders
                )
                for one in kept.all()
            ]
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.listed.emit(found)

    @Slot(str, list, list)
    def create(self, name: str, document_ids: list[str], folders: list[str]) -> None:
        """A new one with these documents, and what lies in these folders."""
        try:
            kept = self.engine.workspaces
            made = kept.create(name).workspace_id
            kept.add(made, document_ids)
            kept.add_paths(made, [Path(folder) for folder in folders])
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.list_workspaces()
            self.created.emit(made)

    @Slot(str, str)
    def rename(self, workspace_id: str, name: str) -> None:
        self._do(lambda: self.engine.workspaces.rename(workspace_id, name))

    @Slot(str)
    def delete(self, workspace_id: str) -> None:
        self._do(lambda: self.engine.workspaces.delete(workspace_id))

    @Slot(str)
    def restore(self, workspace_id: str) -> None:
        self._do(lambda: self.engine.workspaces.restore(workspace_id))

    @Slot(str, list)
    def add(self, workspace_id: str, document_ids: list[str]) -> None:
        self._do(lambda: self.engine.workspaces.add(workspace_id, document_ids))

    @Slot(str, list)
    def take_out(self, workspace_id: str, document_ids: list[str]) -> None:
        self._do(lambda: self.engine.workspaces.take_out(workspace_id, document_ids))

    @Slot(str, str)
    def add_folder(self, workspace_id: str, path: str) -> None:
        self._do(lambda: self.engine.workspaces.add_paths(workspace_id, [Path(path)]))

    @Slot(str, str)
    def drop_folder(self, workspace_id: str, path: str) -> None:
        self._do(lambda: self.engine.workspaces.drop_folder(workspace_id, Path(path)))

    def _do(self, order: Callable[[], object]) -> None:
        """The list is told after a failure as well: it shows how things are."""
        try:
            order()
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        self.list_workspaces()

    def _tell(self, error: Exception) -> None:
        _code, message, hint = failure_of(error)
        self.failed.emit(message, hint)
