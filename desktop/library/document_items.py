"""The library as a list model: one row per document, kept current by events, and which are checked. GUI
thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from core.events import DocumentProgressed
from core.types import Document, DocumentStatus, Location, SourceState
from desktop.library.document_index import DocumentIndex
from desktop.library.document_kinds import kind_icon, kind_word
from desktop.library.document_words import badges, page_count_word, remarks
from desktop.messages.core_words import said
from desktop.shared.item_roles import Role

Index = QModelIndex | QPersistentModelIndex
DOCUMENTS_MIME = "application/x-docuchat-documents"  # ids, one a line: dragged onto a workspace
STEP = 256  # rows that one step of filling or of an update looks at
_MOST_RUNS = 8  # of rows that are removed one after the other
_ADDED = 64  # rows that one step adds, each perhaps under a heading of its own
_LOOKED_UP = 512  # as many rows are found one by one; more by walking all

_GLYPHS = {
    DocumentStatus.QUEUED: ("○", "muted"),
    DocumentStatus.PARSING: ("◔", "accent"),
    DocumentStatus.SEARCHABLE: ("◑", "accent"),
    DocumentStatus.INDEXED: ("✓", "good"),
    DocumentStatus.LOCKED: ("!", "weak"),
    DocumentStatus.FAILED: ("!", "bad"),
}


class DocumentsModel(QAbstractListModel):
    """Rows in the order they were added. Rows are found by document id in constant time."""

    checked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents: list[Document] = []
        self._rows: dict[str, int] = {}
        self._progress: dict[str, DocumentProgressed] = {}
        self._places: dict[str, tuple[Location, ...]] = {}
        self._checked: set[str] = set()
        self._checked_order: list[str] | None = None  # as far as it is known
        self._index = DocumentIndex()

    # --- what the library says ------------------------------------------------------------------

    def replace_all(self, documents: Iterable[Document]) -> None:
        for _step in self.filling(list(documents)):
            pass

    def filling(
        self, documents: Sequence[Document], places: Mapping[str, Sequence[Location]] | None = None
    ) -> Iterator[None]:
        """These and no others, prepared in steps of a few hundred rows and shown by the last one."""
        rows: dict[str, int] = {}
        index = DocumentIndex()
        for first in range(0, len(documents), STEP):
            for row, document in enumerate(documents[first : first + STEP], first):
                rows[document.document_id] = row
                index.note(document)
            yield
        self.beginResetModel()
        self._documents, self._rows, self._index = list(documents), rows, index
        self._progress = {key: value for key, value in self._progress.items() if key in rows}
        if places is not None:
            self._places = {key: tuple(value) for key, value in places.items()}
        self._checked &= rows.keys()
        self._checked_order = None
        self.endResetModel()
        self.checked_changed.emit()

    def update(self, documents: Iterable[Document]) -> None:
        """The library's own word on documents that events told of; rows stay where they are."""
        for _step in self.updating(documents):
            pass

    def updating(
        self, documents: Iterable[Document], places: Mapping[str, Sequence[Location]] | None = None
    ) -> Iterator[None]:
        """The same in steps of few rows, between which the model is whole."""
        known = {document.document_id: document for document in documents}
        yield
        self.remove_many([document_id for document_id in self._rows if document_id not in known])
        yield
        new = []
        for at, (document_id, document) in enumerate(known.items()):
            row = self._rows.get(document_id)
            if row is None:
                new.append(document)
            elif self._documents[row] is not document and self._documents[row] != document:
                self._put(row, document)
                yield
            if at % STEP == 0:
                yield
        for first in range(0, len(new), _ADDED):
            self._append([one for one in new[first : first + _ADDED] if one.document_id not in self._rows])
            yield
        if places is not None:
            yield from self._placing(places)

    def _placing(self, places: Mapping[str, Sequence[Location]]) -> Iterator[None]:
        changed = [key for key in {*self._places, *places} if self.places(key) != tuple(places.get(key, ()))]
        self._places = {key: tuple(value) for key, value in places.items()}
        for document_id in changed:
            if (row := self._rows.get(document_id)) is not None:
                self._row_changed(row)
                yield

    def queue(self, document_id: str, filename: str, path: str) -> None:
        """A new document, or one that is read again."""
        if document_id in self._rows:
            self.set_status(document_id, filename, DocumentStatus.QUEUED)
            return
        self._append([Document(document_id, "", path, filename, "", 0, 0, DocumentStatus.QUEUED)])

    def _append(self, documents: Sequence[Document]) -> None:
        if not documents:
            return
        row = len(self._documents)
        self.beginInsertRows(QModelIndex(), row, row + len(documents) - 1)
        for at, document in enumerate(documents, row):
            self._rows[document.document_id] = at
            self._index.note(document)
        self._documents.extend(documents)
        self.endInsertRows()

    def _put(self, row: int, document: Document) -> None:
        """Another word on the document of a row."""
        self._index.forget(self._documents[row])
        self._documents[row] = document
        self._index.note(document)
        self._row_changed(row)

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
        self._progress.pop(document_id, None)
        news = replace(
            old,
            status=status,
            page_count=page_count or old.page_count,
            chunk_count=chunk_count or old.chunk_count,
            failure=failure,
        )
        self._put(row, news)
        if status is DocumentStatus.SEARCHABLE and old.path:
            # A new version of a file takes the place of the old one; what came inside a file does not.
            for replaced in self._index.at_place_of(news):
                if replaced != document_id:
                    self.check([document_id], on=replaced in self._checked)
                    self.remove(replaced)

    def set_progress(self, event: DocumentProgressed) -> None:
        row = self._rows.get(event.document_id)
        if row is not None:
            self._progress[event.document_id] = event
            self._row_changed(row)

    def remove(self, document_id: str) -> None:
        self.remove_many([document_id])

    def remove_many(self, document_ids: Iterable[str]) -> None:
        """Rows that follow each other go in one step; where they lie too scattered, the list begins anew."""
        gone = set(document_ids) & self._rows.keys()
        runs = _runs(sorted(self._rows[document_id] for document_id in gone))
        if len(runs) > _MOST_RUNS:
            self._leave_out(gone)
            return
        was_checked = not gone.isdisjoint(self._checked)
        for first, last in reversed(runs):  # what follows a row moves up with it
            self.beginRemoveRows(QModelIndex(), first, last)
            for document in self._documents[first : last + 1]:
                self._index.forget(document)
                del self._rows[document.document_id]
                self._progress.pop(document.document_id, None)
                self._checked.discard(document.document_id)
            del self._documents[first : last + 1]
            for document in islice(self._documents, first, None):
                self._rows[document.document_id] -= last - first + 1
            self._checked_order = None
            self.endRemoveRows()
        if was_checked:
            self.checked_changed.emit()

    def _leave_out(self, gone: set[str]) -> None:
        """One pass and one reset."""
        self.beginResetModel()
        for document_id in gone:
            self._index.forget(self._documents[self._rows[document_id]])
            self._progress.pop(document_id, None)
        self._documents = [one for one in self._documents if one.document_id not in gone]
        self._rows = {one.document_id: row for row, one in enumerate(self._documents)}
        was_checked = not gone.isdisjoint(self._checked)
        self._checked -= gone
        self._checked_order = None
        self.endResetModel()
        if was_checked:
            self.checked_changed.emit()

    # --- check boxes ----------------------------------------------------------------------------

    def checked_ids(self) -> list[str]:
        """In the order of the rows."""
        if self._checked_order is None:
            checked = self._checked
            if len(checked) > _LOOKED_UP:  # `_rows` is in order, and walked sooner than these are sorted
                self._checked_order = [document_id for document_id in self._rows if document_id in checked]
            else:
                self._checked_order = sorted(checked, key=self._rows.__getitem__)
        return list(self._checked_order)

    def count_checked(self, document_ids: Iterable[str]) -> int:
        """How many of them are."""
        return len(self._checked.intersection(document_ids))

    @property
    def checked_count(self) -> int:
        return len(self._checked)

    def is_checked(self, document_id: str) -> bool:
        return document_id in self._checked

    def are_checked(self, document_ids: Iterable[str]) -> bool:
        """All of them."""
        return all(map(self._checked.__contains__, document_ids))

    def check(self, document_ids: Iterable[str], *, on: bool) -> None:
        if on:
            self._show_checked(self._checked.union(self._known(document_ids)))
        else:
            self._show_checked(self._checked.difference(document_ids))

    def set_checked(self, document_ids: Iterable[str]) -> None:
        """These, and no others; what is not in the list is left out."""
        self._show_checked(set(self._known(document_ids)))

    def _known(self, document_ids: Iterable[str]) -> Iterable[str]:
        return filter(self._rows.__contains__, document_ids)

    def _show_checked(self, wanted: set[str]) -> None:
        changed = wanted ^ self._checked
        if not changed:
            return
        self._checked, self._checked_order = wanted, None
        first, last = 0, len(self._documents) - 1
        if len(changed) <= _LOOKED_UP:
            rows = [self._rows[document_id] for document_id in changed if document_id in self._rows]
            first, last = min(rows, default=0), max(rows, default=-1)
        if first <= last:
            self.dataChanged.emit(self.index(first), self.index(last), [Qt.ItemDataRole.CheckStateRole])
        self.checked_changed.emit()

    def flags(self, index: Index) -> Qt.ItemFlag:
        more = Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsDragEnabled
        return super().flags(index) | more if index.isValid() else super().flags(index)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.CheckStateRole:
            return False
        on = Qt.CheckState(value) is Qt.CheckState.Checked
        self.check([self._documents[index.row()].document_id], on=on)
        return True

    def mimeTypes(self) -> list[str]:
        return [DOCUMENTS_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        return self.mime_of(self.ids_of(index.row() for index in indexes))

    def mime_of(self, document_ids: Iterable[str]) -> QMimeData:
        """What is dragged onto a workspace."""
        mime = QMimeData()
        mime.setData(DOCUMENTS_MIME, "\n".join(document_ids).encode())
        return mime

    # --- reading --------------------------------------------------------------------------------

    def document(self, document_id: str) -> Document | None:
        row = self._rows.get(document_id)
        return self._documents[row] if row is not None else None

    def at(self, row: int) -> Document:
        return self._documents[row]

    def those(self, document_ids: Iterable[str]) -> list[Document]:
        """In the same order; without those that are not in the list."""
        documents, rows = self._documents, self._rows
        return [documents[rows[document_id]] for document_id in document_ids if document_id in rows]

    def ids_of(self, rows: Iterable[int]) -> list[str]:
        documents = self._documents
        return [documents[row].document_id for row in rows]

    def each_id(self, rows: Iterable[int]) -> Iterator[str]:
        documents = self._documents
        return (documents[row].document_id for row in rows)

    def to_read_again(self, document_ids: Iterable[str]) -> list[str]:
        """Those of them that failed or were not read whole."""
        return self._index.to_read_again(document_ids)

    def row_of(self, document_id: str) -> int:
        """-1 when there is no such document."""
        return self._rows.get(document_id, -1)

    def documents(self) -> list[Document]:
        return list(self._documents)

    def places(self, document_id: str) -> tuple[Location, ...]:
        """Where its content lies, empty while it is not known to lie in several places."""
        return self._places.get(document_id, ())

    def container(self, document: Document) -> str:
        """Name of the file it came inside, empty for a file of its own."""
        found = self.document(document.container_id) if document.container_id else None
        return found.filename if found is not None else ""

    def remarks(self, document_id: str) -> list[str]:
        """Sentences on what is out of the ordinary about a document."""
        document = self.document(document_id)
        if document is None:
            return []
        return remarks(document, self.places(document_id), self.container(document))

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
            return self._sign(document)[0]
        if role == Role.TONE:
            return self._sign(document)[1]
        if role == Role.FRACTION:
            return self.fraction(document.document_id)
        if role == Role.KEY:
            return document.document_id
        if role == Role.ICON:
            return kind_icon(document.format)
        if role == Qt.ItemDataRole.CheckStateRole:
            is_checked = document.document_id in self._checked
            return Qt.CheckState.Checked if is_checked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.ToolTipRole:
            line = f"{kind_word(document.format)} · {self._line(document, short=False)}"
            told = [document.filename, line, document.path]
            return "\n".join(line for line in told + self.remarks(document.document_id) if line)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            checked = [self.tr("checked")] if document.document_id in self._checked else []
            spoken = [*checked, document.filename, kind_word(document.format)]
            spoken.append(self._line(document, short=False))
            return ", ".join(spoken + self.remarks(document.document_id))
        return None

    def _sign(self, document: Document) -> tuple[str, str]:
        """Glyph and colour: a document that is ready but not whole, or no longer as its file is, says so."""
        if document.status is DocumentStatus.INDEXED and (
            document.problems or document.source_state is not SourceState.PRESENT
        ):
            return "◐", "weak"
        return _GLYPHS[document.status]

    def _row_changed(self, row: int) -> None:
        index = self.index(row)
        self.dataChanged.emit(index, index)

    def _line(self, document: Document, *, short: bool = True) -> str:
        word = self._word(document, short=short)
        if document.status in (DocumentStatus.FAILED, DocumentStatus.LOCKED):
            return word
        places = len(self.places(document.document_id))
        found = badges(document, places, self.container(document))
        return " · ".join(part for part in (word, page_count_word(document), *found) if part)

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
                return self.tr("failed") + (f": {said(document.failure)}" if document.failure else "")
            case _:
                return self.tr("failed: {reason}").format(reason=said(document.failure))


def _runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    """(first, last) of those that follow each other, of rising numbers."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1] = runs[-1][0], row
        else:
            runs.append((row, row))
    return runs
