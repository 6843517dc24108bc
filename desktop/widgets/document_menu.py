"""What can be done with the selected documents, or with a folder of them, as a menu. GUI thread."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QMenu

from core.types import Document, DocumentFlag, DocumentStatus

if TYPE_CHECKING:
    from desktop.widgets.library_panel import LibraryPanel


def _tr(text: str) -> str:
    return QCoreApplication.translate("DocumentMenu", text)


def document_menu(panel: LibraryPanel, ids: list[str]) -> QMenu:
    """For one document or several; entries that fit none of them are left out. It walks no rows."""
    menu = QMenu(panel)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    one = _only(panel, ids)
    if one is not None and one.status is DocumentStatus.LOCKED:
        menu.addAction(_tr("Enter password…"), panel.on_activated)
    elif one is not None:
        menu.addAction(_tr("Open"), panel.on_activated)
    if one is not None:
        menu.addAction(_tr("Open in the system's viewer"), panel.on_open_outside)
        menu.addAction(_tr("Show its folder"), panel.on_show_folder)
        menu.addSeparator()
    _scope_entries(panel, menu, ids)
    menu.addSeparator()
    _care_entries(panel, menu, ids)
    menu.addAction(_tr("Remove from library…") + "\tDel", panel.on_remove)
    return menu


def folder_menu(panel: LibraryPanel, heading: QModelIndex | QPersistentModelIndex, ids: list[str]) -> QMenu:
    """For a heading and the documents below it."""
    menu = QMenu(panel)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    shown, place, folded = panel.shown, QPersistentModelIndex(heading), panel.shown.is_folded(heading)
    menu.addAction(_tr("Expand") if folded else _tr("Collapse"), lambda: shown.set_folded(place, not folded))
    menu.addAction(_tr("Expand all"), lambda: shown.fold_all(False))
    menu.addAction(_tr("Collapse all"), lambda: shown.fold_all(True))
    menu.addSeparator()
    menu.addAction(_tr("Show this folder"), panel.on_show_folder)
    menu.addSeparator()
    _scope_entries(panel, menu, ids)
    menu.addSeparator()
    _care_entries(panel, menu, ids)
    menu.addAction(_tr("Remove from library…"), lambda: panel.remove_requested.emit(ids))
    return menu


def _only(panel: LibraryPanel, ids: list[str]) -> Document | None:
    return panel.documents.document(ids[0]) if len(ids) == 1 else None


def _scope_entries(panel: LibraryPanel, menu: QMenu, ids: list[str]) -> None:
    is_checked = panel.documents.are_checked(ids)
    words = _tr("Check, to ask about it only") if len(ids) == 1 else _tr("Check, to ask about these only")
    words = _tr("Uncheck") if is_checked else words
    menu.addAction(f"{words}\t{_tr('Space')}", lambda: panel.on_check_wanted(ids, not is_checked))
    into = menu.addMenu(_tr("Add to workspace"))
    for workspace in panel.workspaces.all:
        if workspace.document_ids.issuperset(ids):
            continue
        key = workspace.workspace_id
        into.addAction(workspace.name.replace("&", "&&"), partial(panel.workspaces.add, key, ids))
    into.addSeparator()
    into.addAction(_tr("New workspace…"), lambda: panel.new_workspace_requested.emit(ids))
    found = panel.workspaces.open_one
    if found is not None:
        name = found.name.replace("&", "&&")
        menu.addAction(_tr("Take out of “{name}”").format(name=name), lambda: panel.workspaces.take_out(ids))


def _care_entries(panel: LibraryPanel, menu: QMenu, ids: list[str]) -> None:
    one, again = _only(panel, ids), panel.documents.to_read_again(ids)
    if again:
        menu.addAction(_tr("Read again"), lambda: panel.retry_requested.emit(again))
    if one is not None and DocumentFlag.HIDDEN_TEXT in one.flags:
        menu.addAction(_tr("Show hidden text…"), panel.card.on_hidden)
