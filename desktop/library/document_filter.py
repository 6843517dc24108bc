"""The documents of the library that are listed: those of a workspace, with some words in their names, under a
heading for each folder they come from. GUI thread.

Not a QSortFilterProxyModel, which calls into Python for every row and tells of each gap that a filter leaves:
with 100,000 documents another workspace took it 7 to 14 s. Here it is one pass and one reset. Headings are
rows like the others: in a list whose rows have one height Qt need not ask for the height of each.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Slot,
)

from core.types import Document
from desktop.library.document_folders import Folders, heading_data, order_of, title_of
from desktop.library.document_items import DocumentsModel
from desktop.library.document_sections import Section, Sections
from desktop.library.documents_below import DocumentsBelow

Index = QModelIndex | QPersistentModelIndex
_CHECKED = Qt.ItemDataRole.CheckStateRole
_BEGINNING = Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchWrap  # as a view looks for what is typed
_MOST_SECTIONS = 32  # out of which rows are taken one after the other


class DocumentFilter(QAbstractListModel):
    """Folders by name, the documents of each in the order of `documents`. `set_members(None)` lists the whole
    library. There are headings as soon as what is listed comes from two folders.
    """

    def __init__(self, documents: DocumentsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = documents
        self._members: AbstractSet[str] | None = None
        self._words: list[str] = []
        self._folders = Folders()
        self._in_step: AbstractSet[str] = frozenset()
        self._sections = Sections()
        self._folded: set[str] = set()  # without words; words find what is folded, too
        self._checked_in: dict[str, int] = {}
        self._below: dict[str, DocumentsBelow] = {}  # of folded folders, as far as they were looked at
        self._resetting = False  # rows of too many folders are going
        documents.modelAboutToBeReset.connect(self.on_about_to_reset)
        documents.modelReset.connect(self.on_reset)
        documents.rowsInserted.connect(self.on_rows_inserted)
        documents.rowsAboutToBeRemoved.connect(self.on_rows_leaving)
        documents.rowsRemoved.connect(self.on_rows_removed)
        documents.dataChanged.connect(self.on_data_changed)
        self.set_folded_folders(())

    @property
    def has_words(self) -> bool:
        return bool(self._words)

    @property
    def count(self) -> int:
        """Documents that are listed, those below a folded heading, too."""
        return self._sections.documents

    def set_members(self, document_ids: AbstractSet[str] | None) -> None:
        if document_ids != self._members:
            self._members = document_ids
            self._fill_anew()

    def set_words(self, text: str) -> None:
        """Names that have all of these words, whatever the case."""
        words = text.casefold().split()
        if words != self._words:
            self._words = words
            self._sections.folded = set() if words else self._folded
            self._fill_anew()

    # --- headings -------------------------------------------------------------------------------

    def set_folders(self, roots: Iterable[str], in_step: Iterable[str] = ()) -> None:
        """Folders that were added as such, and which of them are kept in step."""
        folders, self._in_step = Folders(roots), frozenset(in_step)
        if folders.roots != self._folders.roots:
            self._folders = folders
            self._fill_anew()
        for section in self._sections:
            self._heading_changed(section)

    def folders(self) -> set[str]:
        """All that documents of the library come from."""
        return {self._folders.of(document.path) for document in self._documents.documents()}

    def folded_folders(self) -> list[str]:
        """Whose documents are hidden, to be remembered."""
        return sorted(self._folded)

    def set_folded_folders(self, folders: Iterable[str]) -> None:
        self._folded = self._sections.folded = set(folders)
        self._fill_anew()

    def is_heading(self, index: Index) -> bool:
        return index.isValid() and self._sections.at(index.row())[1] < 0

    def is_folded(self, index: Index) -> bool:
        return self.is_heading(index) and self._sections.is_folded(self._sections.at(index.row())[0])

    def folder_at(self, index: Index) -> str:
        """Of a heading, or of the one that a document stands under."""
        return self._sections.at(index.row())[0].folder

    def heading_of(self, index: Index) -> QModelIndex:
        """The heading that a row stands under, or itself; invalid where there are none."""
        if not index.isValid() or not self._sections.headed:
            return QModelIndex()
        return self.index(self._sections.start(self._sections.at(index.row())[0]))

    def set_folded(self, index: Index, folded: bool) -> None:
        """Hide or show the documents below a heading."""
        if self.is_heading(index):
            self._fold(self._sections.at(index.row())[0], folded)

    def fold_all(self, folded: bool) -> None:
        for section in self._sections:
            self._fold(section, folded)

    def _fold(self, section: Section, folded: bool) -> None:
        kept = self._sections
        if not kept.headed or folded == kept.is_folded(section):
            return
        first = kept.first_document(section)
        last = first + len(section.rows) - 1
        if folded:
            self.beginRemoveRows(QModelIndex(), first, last)
            kept.folded.add(section.folder)
            kept.count_anew()
            self.endRemoveRows()
        else:
            self._below.pop(section.folder, None)
            self.beginInsertRows(QModelIndex(), first, last)
            kept.folded.discard(section.folder)
            kept.count_anew()
            self.endInsertRows()
        self._heading_changed(section)

    # --- as a list ------------------------------------------------------------------------------

    def ids(self) -> list[str]:
        """Of the listed documents, in order."""
        return self._documents.ids_of(row for section in self._sections for row in section.rows)

    def ids_at(self, index: Index) -> list[str]:
        """The document of a row, or all of a heading."""
        section, place = self._sections.at(index.row())
        return self._documents.ids_of(section.rows if place < 0 else [section.rows[place]])

    def ids_between(self, ranges: Iterable[tuple[int, int]]) -> Iterator[str]:
        """Of the documents in these ranges of rows, both ends included; headings are left out."""
        return self._documents.each_id(self._rows_in(ranges))

    def ids_in(self, ranges: Iterable[tuple[int, int]]) -> list[str]:
        """The same at once, which is sooner done where all are wanted."""
        return self._documents.ids_of(self._rows_in(ranges))

    def _rows_in(self, ranges: Iterable[tuple[int, int]]) -> Iterator[int]:
        parts = (part for first, last in ranges for part in self._sections.rows_between(first, last))
        return chain.from_iterable(parts)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else self._sections.shown

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        section, place = self._sections.at(index.row())
        if place >= 0:
            return self._documents.data(self._documents.index(section.rows[place]), role)
        return heading_data(
            section.folder,
            role,
            documents=len(section.rows),
            checked=self._checked(section),
            in_step=section.folder in self._in_step,
            below=self._below_of(section) if self._sections.is_folded(section) else None,
        )

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != _CHECKED:
            return False
        self._documents.check(self.ids_at(index), on=Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        section, place = self._sections.at(index.row())
        if place < 0:  # not to be selected: what is selected is documents
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable
        return self._documents.flags(self._documents.index(section.rows[place]))

    def mimeTypes(self) -> list[str]:
        return self._documents.mimeTypes()

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        return self.mime_of(self.ids_between(sorted((index.row(), index.row()) for index in indexes)))

    def mime_of(self, document_ids: Iterable[str]) -> QMimeData:
        return self._documents.mime_of(document_ids)

    def are_checked(self, document_ids: Iterable[str]) -> bool:
        """All of them."""
        return self._documents.are_checked(document_ids)

    def _checked(self, section: Section) -> int:
        known = self._checked_in.get(section.folder)
        if known is None:
            documents = self._documents
            known = sum(documents.is_checked(documents.at(row).document_id) for row in section.rows)
            self._checked_in[section.folder] = known
        return known

    def _below_of(self, section: Section) -> DocumentsBelow:
        known = self._below.get(section.folder)
        if known is None:
            known = DocumentsBelow(map(self._documents.at, section.rows))
            self._below[section.folder] = known
        return known

    def match(
        self,
        start: Index,
        role: int,
        value: Any,
        hits: int = 1,
        flags: Qt.MatchFlag = _BEGINNING,
    ) -> list[QModelIndex]:
        """The next row that begins with what is typed; Qt's own asks for one row after the other."""
        if role != Qt.ItemDataRole.DisplayRole or hits != 1 or flags != _BEGINNING or not start.isValid():
            return super().match(start, role, value, hits, flags)
        wanted, titles = str(value).casefold(), self._titles()
        for row in chain(range(start.row(), len(titles)), range(start.row())):
            if titles[row].casefold().startswith(wanted):
                return [self.index(row)]
        return []

    def _titles(self) -> list[str]:
        """Of all rows."""
        sections, documents = self._sections, self._documents.documents()
        titles: list[str] = []
        for section in sections:
            if sections.headed:
                titles.append(title_of(section.folder))
            if not sections.is_folded(section):
                titles += [documents[row].filename for row in section.rows]
        return titles

    # --- as the library changes -----------------------------------------------------------------

    @Slot()
    def on_about_to_reset(self) -> None:
        self.beginResetModel()

    @Slot()
    def on_reset(self) -> None:
        self._fill()
        self.endResetModel()

    @Slot(QModelIndex, int, int)
    def on_rows_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        """New documents come at the end, and those of one folder are listed in one step."""
        if last + 1 < self._documents.rowCount():
            self._fill_anew()
            return
        of_folder: dict[str, list[int]] = {}
        for row in range(first, last + 1):
            document = self._documents.at(row)
            if self._lists(document):
                of_folder.setdefault(self._folders.of(document.path), []).append(row)
        for folder, rows in of_folder.items():
            self._put_in(folder, rows)

    @Slot(QModelIndex, int, int)
    def on_rows_leaving(self, _parent: QModelIndex, first: int, last: int) -> None:
        touched = []
        for section in self._sections:
            low, high = bisect_left(section.rows, first), bisect_right(section.rows, last)
            if low < high:
                touched.append((section, low, high))
        if len(touched) > _MOST_SECTIONS:
            self._resetting = True
            self.beginResetModel()
            return
        for section, low, high in touched:
            self._take_out(section, low, high)

    @Slot(QModelIndex, int, int)
    def on_rows_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        if self._resetting:
            self._resetting = False
            self.on_reset()
            return
        self._sections.close_up(first, last - first + 1)
        self._checked_in.clear()

    @Slot(QModelIndex, QModelIndex, list)
    def on_data_changed(self, first: QModelIndex, last: QModelIndex, roles: list[int]) -> None:
        if _CHECKED in roles:
            self._checked_in.clear()
            for section in self._sections:
                self._rows_changed(section, first.row(), last.row(), roles)
            return
        for row in range(first.row(), last.row() + 1):
            self._row_changed(row, roles)

    def _row_changed(self, row: int, roles: list[int]) -> None:
        """A file may have another name or another place now."""
        document, section = self._documents.at(row), self._holding(row)
        wanted = self._folders.of(document.path) if self._lists(document) else None
        if section is not None and section.folder == wanted:
            below = self._below.get(section.folder)
            if below is not None and below.see(document):
                self._heading_changed(section)
            self._rows_changed(section, row, row, roles)
            return
        if section is not None:
            at = section.place_of(row)
            self._take_out(section, at, at + 1)
        if wanted is not None:
            self._put_in(wanted, [row])

    def _rows_changed(self, section: Section, first: int, last: int, roles: list[int]) -> None:
        low, high = bisect_left(section.rows, first), bisect_right(section.rows, last)
        if low == high:
            return
        if _CHECKED in roles:
            self._heading_changed(section)
        if not self._sections.is_folded(section):
            start = self._sections.first_document(section)
            self.dataChanged.emit(self.index(start + low), self.index(start + high - 1), roles)

    def _heading_changed(self, section: Section) -> None:
        if self._sections.headed:
            index = self.index(self._sections.start(section))
            self.dataChanged.emit(index, index)

    def _put_in(self, folder: str, rows: list[int]) -> None:
        """List documents of one folder that are not listed yet; no listed one stands between them."""
        section = self._sections.of(folder)
        if section is None:
            self._begin_section(folder, rows)
            return
        at = bisect_left(section.rows, rows[0])
        hidden = self._sections.is_folded(section)
        if not hidden:
            place = self._sections.first_document(section) + at
            self.beginInsertRows(QModelIndex(), place, place + len(rows) - 1)
        section.rows[at:at] = rows
        self._recount(section)
        if (below := self._below.get(folder)) is not None:
            for row in rows:
                below.see(self._documents.at(row))
        if not hidden:
            self.endInsertRows()
        self._heading_changed(section)

    def _begin_section(self, folder: str, rows: list[int]) -> None:
        kept = self._sections
        if not kept.headed:
            for only in kept:  # this is the second folder: from now on there are headings
                kept.folded.discard(only.folder)
                self.beginInsertRows(QModelIndex(), 0, 0)
                kept.headed = True
                kept.count_anew()
                self.endInsertRows()
        section = Section(folder, order_of(folder), rows)
        place = kept.start(section)
        self.beginInsertRows(QModelIndex(), place, place + kept.height(section) - 1)
        kept.add(section)
        self._recount(section)
        self.endInsertRows()

    def _take_out(self, section: Section, low: int, high: int) -> None:
        """The documents at these places of it. A heading goes with its last document."""
        kept = self._sections
        if (below := self._below.get(section.folder)) is not None:
            for row in section.rows[low:high]:
                below.forget(self._documents.at(row).document_id)
        if high - low == len(section.rows):
            start = kept.start(section)
            self.beginRemoveRows(QModelIndex(), start, start + kept.height(section) - 1)
            kept.drop(section)
            self._below.pop(section.folder, None)
            self._recount(section)
            self.endRemoveRows()
            return
        hidden = kept.is_folded(section)
        if not hidden:
            start = kept.first_document(section)
            self.beginRemoveRows(QModelIndex(), start + low, start + high - 1)
        del section.rows[low:high]
        self._recount(section)
        if not hidden:
            self.endRemoveRows()
        self._heading_changed(section)

    # --- inside ---------------------------------------------------------------------------------

    def _recount(self, changed: Section) -> None:
        self._sections.count_anew()
        self._checked_in.pop(changed.folder, None)

    def _holding(self, row: int) -> Section | None:
        return self._sections.holding(row, self._folders.of(self._documents.at(row).path))

    def _fill_anew(self) -> None:
        self.beginResetModel()
        self._fill()
        self.endResetModel()

    def _fill(self) -> None:
        self._checked_in.clear()
        self._below.clear()
        rows_of = self._listed()
        # Words may leave one folder of several: its heading stays.
        self._sections.headed = len(rows_of) > 1
        self._sections.fill((folder, rows) for folder, rows in rows_of.items() if rows)
        self._sections.count_anew()

    def _listed(self) -> dict[str, list[int]]:
        """Rows of what is listed by folder, of the other folders of the workspace none. Written out: done
        for each letter of a filter.
        """
        folder_of, members, words = self._folders.of, self._members, self._words
        rows_of: dict[str, list[int]] = {}
        for row, document in enumerate(self._documents.documents()):
            if members is not None and document.document_id not in members:
                continue
            folder = folder_of(document.path)
            rows = rows_of.get(folder)
            if rows is None:
                rows = rows_of[folder] = []
            if words:
                name = document.filename.casefold()
                for word in words:
                    if word not in name:
                        break
                else:
                    rows.append(row)
            else:
                rows.append(row)
        return rows_of

    def _lists(self, document: Document) -> bool:
        return self._is_member(document) and self._has_words(document)

    def _is_member(self, document: Document) -> bool:
        return self._members is None or document.document_id in self._members

    def _has_words(self, document: Document) -> bool:
        if not self._words:
            return True
        name = document.filename.casefold()
        return all(word in name for word in self._words)
