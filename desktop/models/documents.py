"""The library as a list model: one row per document, kept current by events. GUI thread."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.events import DocumentProgressed
from core.types import Document, DocumentStatus
from desktop.models.roles import Role

Index = QModelIndex | QPersistentModelIndex

_GLYPHS = {
    DocumentStatus.QUEUED: ("○", "muted"),
    DocumentStatus.PARSING: ("◔", "accent"),
    DocumentStatus.SEARCHABLE: ("◑", "accent"),
    DocumentStatus.INDEXED: ("✓", "good"),
    DocumentStatus.LOCKED: ("!", "muted"),
    DocumentStatus.FAILED: ("!", "bad"),
}


class DocumentsModel(QAbstractListModel):
    """Rows in the order they were added. Rows are found by document id in constant time."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents: list[Document] = []
        self._rows: dict[str, int] = {}
        self._progress: dict[str, DocumentProgressed] = {}

    # --- what the library says ------------------------------------------------------------------

    def replace_all(self, documents: Iterable[Document]) -> None:
        self.beginResetModel()
        self._documents = list(documents)
        self._rows = {document.document_id: row for row, document in enumerate(self._documents)}
        self._progress = {key: value for key, value in self._progress.items() if key in self._rows}
        self.endResetModel()

    def queue(self, document_id: str, filename: str, path: str) -> None:
        """A new document, or one that is read again."""
        if document_id in self._rows:
            self.set_status(document_id, filename, DocumentStatus.QUEUED)
            return
        row = len(self._documents)
        self.beginInsertRows(QModelIndex(), row, row)
        self._rows[document_id] = row
        self._documents.append(Document(document_id, "", path, filename, "", 0, 0, DocumentStatus.QUEUED))
        self.endInsertRows()

    def set_status(
        self,
        document_id: str,
        filename: str,
        status: DocumentStatus,
        page_count: int = 0,
        chunk_count: int = 0,
        failure: str = "",
    ) -> None:
        if document_id not in self._rows:
            self.queue(document_id, filename, "")
        row = self._rows[document_id]
        old = self._documents[row]
        self._documents[row] = replace(
            old,
            status=status,
            page_count=page_count or old.page_count,
            chunk_count=chunk_count or old.chunk_count,
            failure=failure,
        )
        self._progress.pop(document_id, None)
        self._row_changed(row)
        if status is DocumentStatus.SEARCHABLE and old.path:
            # A new version of a file takes the place of the old one.
            for document in self.documents():
                if document.path == old.path and document.document_id != document_id:
                    self.remove(document.document_id)

    def set_progress(self, event: DocumentProgressed) -> None:
        row = self._rows.get(event.document_id)
        if row is not None:
            self._progress[event.document_id] = event
            self._row_changed(row)

    def remove(self, document_id: str) -> None:
        row = self._rows.get(document_id)
        if row is None:
            return
        self.beginRemoveRows(QModelIndex(), row, row)
        del self._documents[row]
        self._rows = {document.document_id: at for at, document in enumerate(self._documents)}
        self._progress.pop(document_id, None)
        self.endRemoveRows()

    # --- reading --------------------------------------------------------------------------------

    def document(self, document_id: str) -> Document | None:
        row = self._rows.get(document_id)
        return self._documents[row] if row is not None else None

    def documents(self) -> list[Document]:
        return list(self._documents)

    def fraction(self, document_id: str) -> float | None:
        """0–1 of the stage that runs, None when none does."""
        event = self._progress.get(document_id)
        if event is None or event.total <= 0:
            return None
        return min(event.done / event.total, 1.0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._documents)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        document = self._documents[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Role.TITLE):
            return document.filename
        if role == Role.BODY:
            return self._line(document)
        if role == Role.GLYPH:
            return _GLYPHS[document.status][0]
        if role == Role.TONE:
            return _GLYPHS[document.status][1]
        if role == Role.FRACTION:
            return self.fraction(document.document_id)
        if role == Role.KEY:
            return document.document_id
        if role == Qt.ItemDataRole.ToolTipRole:
            lines = [document.filename, self._line(document, short=False), document.path]
            return "\n".join(line for line in lines if line)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{document.filename}, {self._line(document, short=False)}"
        return None

    def _row_changed(self, row: int) -> None:
        index = self.index(row)
        self.dataChanged.emit(index, index)

    def _line(self, document: Document, *, short: bool = True) -> str:
        word = self._word(document, short=short)
        if not document.page_count or document.status is DocumentStatus.FAILED:
            return word
        pages = (
            self.tr("1 page")
            if document.page_count == 1
            else self.tr("{n} pages").format(n=document.page_count)
        )
        return f"{word} · {pages}"

    def _word(self, document: Document, *, short: bool) -> str:
        """The status in plain words."""
        fraction = self.fraction(document.document_id)
        percent = "" if fraction is None else f" {round(fraction * 100)} %"
        match document.status:
            case DocumentStatus.QUEUED:
                return self.tr("waiting")
            case DocumentStatus.PARSING:
                return self.tr("reading") + percent
            case DocumentStatus.SEARCHABLE if short:
                return self.tr("searchable") + (f" ·{percent}" if percent else "")
            case DocumentStatus.SEARCHABLE:
                if not percent:
                    return self.tr("searchable: keyword search works already")
                return self.tr("Keyword search works already; understanding is at{percent}").format(
                    percent=percent
                )
            case DocumentStatus.INDEXED:
                return self.tr("ready")
            case DocumentStatus.LOCKED:
                return self.tr("needs a password")
            case DocumentStatus.FAILED if short:
                return self.tr("failed") + (f": {document.failure}" if document.failure else "")
            case _:
                return self.tr("failed: {reason}").format(reason=document.failure)
