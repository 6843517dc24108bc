"""What can be done with the selected documents, or with a folder of them, as a menu. GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QMenu, QWidget

from core.types import Document, DocumentStatus
from desktop.library.document_filter import DocumentFilter
from desktop.library.document_items import DocumentsModel
from desktop.workspaces.workspace_control import WorkspacesController


def _tr(text: str) -> str:
    return QCoreApplication.translate("DocumentMenu", text)


@dataclass(frozen=True, slots=True)
class MenuSlots:
    """What the entries call, for the current or selected documents, or for those whose ids are given."""

    open: Callable[[], None]
    open_outside: Callable[[], None]
    show_folder: Callable[[], None]
    show_report: Callable[[], None]
    remove_selected: Callable[[], None]
    remove: Callable[[list[str]], None]
    read_again: Callable[[list[str]], None]
    check: Callable[[list[str], bool], None]
    put_into_new_workspace: Callable[[list[str]], None]


class DocumentMenus:
    """Builds a menu each time one is wanted; `parent` owns it while it is open."""

    def __init__(
        self,
        documents: DocumentsModel,
        workspaces: WorkspacesController,
        shown: DocumentFilter,
        slots: MenuSlots,
        parent: QWidget,
    ) -> None:
        self._documents = documents
        self._workspaces = workspaces
        self._shown = shown
        self._slots = slots
        self._parent = parent

    def of_documents(self, ids: list[str]) -> QMenu:
        """For one document or several; entries that fit none of them are left out. It walks no rows."""
        menu = self._empty()
        one = self._only(ids)
        if one is not None and one.status is DocumentStatus.LOCKED:
            menu.addAction(_tr("Enter password…"), self._slots.open)
        elif one is not None:
            menu.addAction(_tr("Open"), self._slots.open)
        if one is not None:
            menu.addAction(_tr("Open in the system's viewer"), self._slots.open_outside)
            menu.addAction(_tr("Show its folder"), self._slots.show_folder)
            menu.addSeparator()
        self._scope_entries(menu, ids)
        menu.addSeparator()
        self._care_entries(menu, ids)
        menu.addAction(_tr("Remove from library…") + "\tDel", self._slots.remove_selected)
        return menu

    def of_folder(self, heading: QModelIndex | QPersistentModelIndex, ids: list[str]) -> QMenu:
        """For a heading and the documents below it."""
        menu = self._empty()
        shown, place = self._shown, QPersistentModelIndex(heading)
        folded = shown.is_folded(heading)
        menu.addAction(
            _tr("Expand") if folded else _tr("Collapse"), lambda: shown.set_folded(place, not folded)
        )
        menu.addAction(_tr("Expand all"), lambda: shown.fold_all(False))
        menu.addAction(_tr("Collapse all"), lambda: shown.fold_all(True))
        menu.addSeparator()
        menu.addAction(_tr("Show this folder"), self._slots.show_folder)
        menu.addSeparator()
        self._scope_entries(menu, ids)
        menu.addSeparator()
        self._care_entries(menu, ids)
        menu.addAction(_tr("Remove from library…"), lambda: self._slots.remove(ids))
        return menu

    def _empty(self) -> QMenu:
        menu = QMenu(self._parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _only(self, ids: list[str]) -> Document | None:
        return self._documents.document(ids[0]) if len(ids) == 1 else None

    def _scope_entries(self, menu: QMenu, ids: list[str]) -> None:
        is_checked = self._documents.are_checked(ids)
        words = _tr("Check, to ask about it only") if len(ids) == 1 else _tr("Check, to ask about these only")
        words = _tr("Uncheck") if is_checked else words
        menu.addAction(f"{words}\t{_tr('Space')}", lambda: self._slots.check(ids, not is_checked))
        into = menu.addMenu(_tr("Add to workspace"))
        for workspace in self._workspaces.all:
            if workspace.document_ids.issuperset(ids):
                continue
            key = workspace.workspace_id
            into.addAction(workspace.name.replace("&", "&&"), partial(self._workspaces.add, key, ids))
        into.addSeparator()
        into.addAction(_tr("New workspace…"), lambda: self._slots.put_into_new_workspace(ids))
        found = self._workspaces.open_one
        if found is not None:
            name = found.name.replace("&", "&&")
            menu.addAction(
                _tr("Take out of “{name}”").format(name=name), lambda: self._workspaces.take_out(ids)
            )

    def _care_entries(self, menu: QMenu, ids: list[str]) -> None:
        one, again = self._only(ids), self._documents.to_read_again(ids)
        if again:
            menu.addAction(_tr("Read again"), lambda: self._slots.read_again(again))
        if one is not None:
            menu.addAction(_tr("How it was read"), self._slots.show_report)
