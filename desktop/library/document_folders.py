"""Under which folder a document is listed, and how that folder is named. No widgets; GUI thread.

A folder that was added or is kept in step holds whatever lies below it; a file that came by itself stands
under the folder it lies in.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt

from core.system.paths import resources
from desktop.library.document_words import folder_name
from desktop.library.documents_below import DocumentsBelow
from desktop.messages.words import counted
from desktop.shared.item_roles import Role
from desktop.shared.numbers import grouped

_SAMPLES = str(resources() / "samples")


def _tr(text: str) -> str:
    return QCoreApplication.translate("DocumentFolders", text)


class Folders:
    """`roots`: folders that were added; of several that hold a file, the innermost counts."""

    def __init__(self, roots: Iterable[str] = ()) -> None:
        self.roots = frozenset(roots)
        self._of_beginning: dict[str, str] = {}

    def of(self, path: str) -> str:
        """The folder of a file; empty while its path is not known."""
        beginning = path.rpartition(os.sep)[0]  # the folder, but for files of the root; sooner than `dirname`
        found = self._of_beginning.get(beginning)
        if found is None:
            found = self._root_of(os.path.dirname(path))
            if beginning:
                self._of_beginning[beginning] = found
        return found

    def _root_of(self, directory: str) -> str:
        here = directory
        while here not in self.roots:
            above = os.path.dirname(here)
            if above == here:
                return directory
            here = above
        return here


def title_of(folder: str) -> str:
    """Its name without the way to it."""
    if folder == _SAMPLES:
        return _tr("Sample documents")
    return folder_name(folder) if folder else _tr("Other documents")


def place_of(folder: str) -> str:
    """`~/Documents`: where it lies, as short as can be."""
    if folder == _SAMPLES:
        return _tr("they come with DocuChat")
    path, home = PurePath(os.path.dirname(folder)), Path.home()
    if not folder:
        return ""
    return str(PurePath("~") / path.relative_to(home)) if path.is_relative_to(home) else str(path)


def order_of(folder: str) -> tuple[str, str]:
    """Folders are listed by name, those of one name by their place."""
    return title_of(folder).casefold(), folder


def heading_data(
    folder: str, role: int, *, documents: int, checked: int, in_step: bool, below: DocumentsBelow | None
) -> Any:
    """What a view asks of a folder's heading; `documents` are listed below it, of which some are checked.

    Args:
        below: of a folded heading; None where the documents can be seen.
    """
    if role in (Qt.ItemDataRole.DisplayRole, Role.TITLE):
        return title_of(folder)
    if role == Role.META:
        return grouped(documents)
    if role == Role.FOLDED:
        return below is not None
    if role == Qt.ItemDataRole.CheckStateRole:
        if 0 < checked < documents:
            return Qt.CheckState.PartiallyChecked
        return Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked
    if role in (Role.GLYPH, Role.TONE):
        return (below.sign if below is not None else ("", ""))[role == Role.TONE]
    told_below = below.words if below is not None else ""
    if role == Role.BODY:
        place = place_of(folder)
        line = _tr("in step · {folder}").format(folder=place) if in_step else place
        return " · ".join(part for part in (told_below, line) if part)
    count = counted(documents, _tr("1 document"), _tr("{n} documents"))
    if role == Qt.ItemDataRole.ToolTipRole:
        told = [folder, count, told_below, _tr("kept in step") if in_step else ""]
        return "\n".join(line for line in told if line)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        told = [_tr("folder {name}").format(name=title_of(folder))]
        told += [_tr("expanded") if below is None else _tr("collapsed"), count, told_below]
        told.append(_tr("{n} checked").format(n=grouped(checked)) if checked else "")
        told.append(_tr("kept in step") if in_step else "")
        return ", ".join(part for part in told if part)
    return None
