"""Where a file is to be saved, and as what: the system's own dialog, and what it leaves open. GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.shared import dialogs


def ask_where(parent: QWidget, title: str, proposed: str, kinds: Mapping[str, str]) -> str:
    """A path whose end says the kind; empty when none was given.

    The dialog asks before a file is replaced, but it does not know the end that a name gets here.

    Args:
        proposed: name of the file, with an end.
        kinds: the end of a name (`.pdf`) by the words that the dialog lists for it.
    """
    path, kind = QFileDialog.getSaveFileName(parent, title, proposed, ";;".join(kinds))
    if not path:
        return ""
    wanted = kinds.get(kind, Path(proposed).suffix)
    end = Path(path).suffix.casefold()
    whole = path
    if end not in kinds.values():
        whole = path + wanted
    elif end != wanted and Path(path).name == proposed:  # only the kind was changed
        whole = str(Path(path).with_suffix(wanted))
    return _asked_for(parent, path, whole)


def with_end(parent: QWidget, path: str, end: str) -> str:
    """A path that the system's dialog gave, with `end` where it has none; empty when a file of the name that
    it gets is not to be replaced."""
    return _asked_for(parent, path, path if Path(path).suffix else path + end)


def _asked_for(parent: QWidget, path: str, whole: str) -> str:
    """The dialog has asked about the name that it gave, and about no other."""
    if whole != path and Path(whole).exists() and not dialogs.confirm_replace(parent, whole):
        return ""
    return whole
