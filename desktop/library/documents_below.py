"""What a folded heading tells of the documents below it: what failed, what waits, what goes on. No widgets.

Kept up document by document: a folder may have a hundred thousand, and each changes several times while it is
read. Only those of which there is something to tell are remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum

from PySide6.QtCore import QCoreApplication

from core.types import Document, DocumentStatus, SourceState
from desktop.messages.words import counted


def _tr(text: str) -> str:
    return QCoreApplication.translate("DocumentFolders", text)


class Told(IntEnum):
    """The most urgent first. `REMARK`: read, but not whole, or no longer as its file is."""

    FAILED = 1
    LOCKED = 2
    REMARK = 3
    WORKING = 4
    WAITING = 5


_STATES = {
    DocumentStatus.FAILED: Told.FAILED,
    DocumentStatus.LOCKED: Told.LOCKED,
    DocumentStatus.PARSING: Told.WORKING,
    DocumentStatus.SEARCHABLE: Told.WORKING,
    DocumentStatus.QUEUED: Told.WAITING,
}
# As beside the documents themselves.
_SIGNS = {
    Told.FAILED: ("!", "bad"),
    Told.LOCKED: ("!", "weak"),
    Told.REMARK: ("◐", "weak"),
    Told.WORKING: ("◔", "accent"),
    Told.WAITING: ("○", "muted"),
}


def _told_of(document: Document) -> Told | None:
    """None: it is ready, and there is nothing to say."""
    if document.status is not DocumentStatus.INDEXED:
        return _STATES[document.status]
    is_whole = not document.problems and document.source_state is SourceState.PRESENT
    return None if is_whole else Told.REMARK


class DocumentsBelow:
    """Of one folder."""

    def __init__(self, documents: Iterable[Document] = ()) -> None:
        self._of: dict[str, Told] = {}
        self._counts: Counter[Told] = Counter()
        for document in documents:
            self.see(document)

    def see(self, document: Document) -> bool:
        """As it is now; whether there is something else to tell."""
        told, before = _told_of(document), self._of.get(document.document_id)
        if told is before:
            return False
        self.forget(document.document_id)
        if told is not None:
            self._of[document.document_id] = told
            self._counts[told] += 1
        return True

    def forget(self, document_id: str) -> None:
        before = self._of.pop(document_id, None)
        if before is not None:
            self._counts[before] -= 1

    @property
    def sign(self) -> tuple[str, str]:
        """Glyph and colour of the most urgent; empty where all is well."""
        return next((sign for told, sign in _SIGNS.items() if self._counts[told]), ("", ""))

    @property
    def words(self) -> str:
        """`1 failed · 3 waiting`."""
        said = {
            Told.FAILED: (_tr("1 failed"), _tr("{n} failed")),
            Told.LOCKED: (_tr("1 needs a password"), _tr("{n} need a password")),
            Told.REMARK: (_tr("1 with a remark"), _tr("{n} with a remark")),
            Told.WORKING: (_tr("1 being read"), _tr("{n} being read")),
            Told.WAITING: (_tr("1 waiting"), _tr("{n} waiting")),
        }
        return " · ".join(counted(self._counts[told], *said[told]) for told in Told if self._counts[told])
