"""A bucket as an item model: all rows are known by their ids, values come page by page. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from core.corpus.base import LibraryRow
from core.fields.schema import BucketSchema, FieldSpec
from core.fields.values import FieldValue
from desktop.shared.item_roles import Role
from desktop.tables.field_words import NOTHING, mark, provenance, shown_found, spoken, to_edit

Index = QModelIndex | QPersistentModelIndex
PAGE = 100  # rows that are fetched at once
_MOST_ROWS = 6000  # that are kept
_MOST_REMOVED = 50  # rows that are taken out one by one; with more the table begins anew
_MOST_WAITING = 4  # of pages that scrolled by, the newest
_LARGE = 20_000  # rows
_WAIT_MS = 12


@dataclass(frozen=True, slots=True)
class Cell:
    """What is painted of a value. `figure`: at the right."""

    text: str
    glyph: str = ""
    tone: str = ""
    figure: bool = False


class BucketTableModel(QAbstractTableModel):
    """Column 0 is the document, the others are the fields of the schema.

    `rows_wanted(first row, ids)`: answer with `take_rows`. One page is asked for at a time, the newest first.
    `edited(document_id, field, text)`: the user typed a value; what is shown changes when it is kept.
    """

    rows_wanted = Signal(int, object)
    edited = Signal(str, str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._schema: BucketSchema | None = None
        self._ids: tuple[str, ...] = ()
        self._rows: dict[str, LibraryRow] = {}
        self._stale: set[str] = set()  # documents whose values changed: shown until the new ones are here
        self._gone: set[str] = set()  # documents that were removed since the table was opened
        self._wanted: list[int] = []  # numbers of pages
        self._asked: tuple[str, ...] = ()  # the documents that are under way
        self._pending: dict[tuple[str, str], str] = {}  # typed and not yet kept
        self._refused: dict[tuple[str, str], str] = {}  # typed, and no value
        self.fetched = 0  # rows, since the model was made
        self._ask = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._ask.timeout.connect(self._ask_next)

    # --- what the controller sets ---------------------------------------------------------------

    def show(self, schema: BucketSchema, document_ids: Sequence[str]) -> None:
        """These documents; their values are fetched when they are looked at.

        Where it is nearly the same table as before, what is selected and what is being edited stays. That
        takes 0.2 s for 100,000 documents; another order or filter of so many begins the table anew.
        """
        ids = tuple(document_ids)
        grown = ids[: len(self._ids)] == self._ids
        large = len(ids) > _LARGE and not grown
        vanished = set(self._ids) - set(ids) if not grown and not large else set()
        self._wanted.clear()
        self._asked = ()
        self._stale = set(self._rows)
        self._gone.clear()
        if schema != self._schema or not self._ids or large or len(vanished) > _MOST_REMOVED:
            self.beginResetModel()
            if schema != self._schema:
                self._rows.clear()
                self._stale.clear()
            self._schema, self._ids = schema, ids
            self.endResetModel()
            return
        if grown:
            self._insert(ids[len(self._ids) :])
        else:
            self._remove(vanished)
            known = set(self._ids)
            self._insert(tuple(name for name in ids if name not in known))
        if ids != self._ids:
            self._arrange(ids)
        if ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(ids) - 1, self.columnCount() - 1))

    def _remove(self, document_ids: set[str]) -> None:
        for row in [row for row, name in enumerate(self._ids) if name in document_ids][::-1]:
            self.beginRemoveRows(QModelIndex(), row, row)
            self._ids = self._ids[:row] + self._ids[row + 1 :]
            self.endRemoveRows()

    def _insert(self, document_ids: tuple[str, ...]) -> None:
        """At the end so far."""
        if document_ids:
            self.beginInsertRows(QModelIndex(), len(self._ids), len(self._ids) + len(document_ids) - 1)
            self._ids += document_ids
            self.endInsertRows()

    def _arrange(self, document_ids: tuple[str, ...]) -> None:
        """The same documents in another order."""
        self.layoutAboutToBeChanged.emit()
        old = self.persistentIndexList()
        places = {self._ids[index.row()]: -1 for index in old}
        for row, name in enumerate(document_ids):
            if name in places:
                places[name] = row
        moved = [self.index(places[self._ids[index.row()]], index.column()) for index in old]
        self._ids = document_ids
        self.changePersistentIndexList(old, moved)
        self.layoutChanged.emit()

    def take_rows(self, first: int, rows: Sequence[LibraryRow]) -> None:
        """Values of the page that was asked for; documents that went meanwhile are not among them."""
        asked, self._asked = self._asked, ()
        for row in rows:
            self._rows.pop(row.document_id, None)
            self._rows[row.document_id] = row  # the newest last
            for spec in self.specs:
                self._pending.pop((row.document_id, spec.name), None)
        self._gone |= set(asked) - {row.document_id for row in rows}
        self._stale -= set(asked)
        self.fetched += len(rows)
        while len(self._rows) > _MOST_ROWS:
            del self._rows[next(iter(self._rows))]
        if asked:
            last = self.index(first + len(asked) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(first, 0), last)
        self._ask_next()

    def settle(self, document_id: str, field: str) -> None:
        """A value was kept or forgotten: fetch its row anew."""
        self._refused.pop((document_id, field), None)
        row = self.row_of(document_id)
        self._stale.add(document_id)
        if row >= 0:
            self._row_changed(row)

    def refuse(self, document_id: str, field: str, text: str) -> None:
        """What was typed is no value: it is kept for the next try."""
        self._pending.pop((document_id, field), None)
        self._refused[document_id, field] = text
        row = self.row_of(document_id)
        if row >= 0:
            self._row_changed(row)

    # --- what views ask -------------------------------------------------------------------------

    @property
    def schema(self) -> BucketSchema | None:
        return self._schema

    @property
    def specs(self) -> tuple[FieldSpec, ...]:
        return self._schema.fields if self._schema is not None else ()

    @property
    def document_ids(self) -> tuple[str, ...]:
        return self._ids

    def spec(self, column: int) -> FieldSpec | None:
        """The field of a column; None for the documents."""
        return self.specs[column - 1] if 1 <= column <= len(self.specs) else None

    def column_of(self, field: str) -> int:
        """-1 when there is no such field."""
        return next((place for place, spec in enumerate(self.specs, 1) if spec.name == field), -1)

    def document_id(self, row: int) -> str:
        return self._ids[row] if 0 <= row < len(self._ids) else ""

    def row_of(self, document_id: str) -> int:
        """-1 when it is not in the table."""
        try:
            return self._ids.index(document_id)
        except ValueError:
            return -1

    def held(self, row: int) -> LibraryRow | None:
        """What is known of a row; asks for nothing."""
        return self._rows.get(self.document_id(row))

    def value(self, index: Index) -> FieldValue | None:
        row, spec = self.held(index.row()), self.spec(index.column())
        return row.values.get(spec.name) if row is not None and spec is not None else None

    def cell(self, row: int, column: int) -> Cell:
        """All that is painted of a value, in one go: a table repaints hundreds of them. Asks for the row when
        it is not here."""
        found = self._fetched(row)
        if column == 0:
            return Cell(found.filename if found is not None else "…")
        spec = self.specs[column - 1]
        key = (self._ids[row], spec.name)
        value = found.values.get(spec.name) if found is not None else None
        glyph, tone = ("!", "bad") if key in self._refused else mark(value)
        return Cell(self._display(spec, key, found, value), glyph, tone, spec.type.is_numeric)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() or self._schema is None else 1 + len(self._schema.fields)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return section + 1 if role == Qt.ItemDataRole.DisplayRole else None
        spec = self.spec(section)
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return spec.shown if spec is not None else self.tr("Document")
            case Qt.ItemDataRole.ToolTipRole:
                if spec is None:
                    return self.tr("The name of the file")
                return "\n".join(line for line in (spec.shown, spec.description, spec.name) if line)
            case Qt.ItemDataRole.TextAlignmentRole:
                side = Qt.AlignmentFlag.AlignRight if _is_figure(spec) else Qt.AlignmentFlag.AlignLeft
                return side | Qt.AlignmentFlag.AlignVCenter
            case _:
                return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if self.spec(index.column()) is not None else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._schema is None:
            return None
        document_id, spec = self._ids[index.row()], self.spec(index.column())
        if role == Role.KEY:
            return document_id
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if _is_figure(spec) else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        row = self._fetched(index.row())
        if spec is None:
            return self._of_document(row, role)
        key = (document_id, spec.name)
        found = row.values.get(spec.name) if row is not None else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._display(spec, key, row, found)
            case Qt.ItemDataRole.EditRole:
                return self._refused.get(key, to_edit(spec, found))
            case Qt.ItemDataRole.ToolTipRole:
                return provenance(spec, found) if row is not None else ""
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(spec, found) if row is not None else self.tr("being read")
            case Role.GLYPH:
                return self.cell(index.row(), index.column()).glyph
            case Role.TONE:
                return self.cell(index.row(), index.column()).tone
            case _:
                return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        spec = self.spec(index.column())
        if role != Qt.ItemDataRole.EditRole or spec is None:
            return False
        document_id, text = self._ids[index.row()], str(value).strip()
        found = self.value(index)
        if text == to_edit(spec, found) and (document_id, spec.name) not in self._refused:
            return False  # looked at, not edited
        self._refused.pop((document_id, spec.name), None)
        self._pending[document_id, spec.name] = text
        self._row_changed(index.row())
        self.edited.emit(document_id, spec.name, text)
        return True

    # --- inside ---------------------------------------------------------------------------------

    def _of_document(self, row: LibraryRow | None, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.filename if row is not None else "…"
        if role == Qt.ItemDataRole.ToolTipRole and row is not None:
            return row.filename
        return None

    def _display(
        self, spec: FieldSpec, key: tuple[str, str], row: LibraryRow | None, found: FieldValue | None
    ) -> str:
        if key in self._refused:
            return self._refused[key]
        if key in self._pending:
            return self._pending[key] or NOTHING
        if row is None:
            return "…"
        return shown_found(spec, found) or NOTHING

    def _fetched(self, row: int) -> LibraryRow | None:
        """What is known of a row; asks for its page when it is not, or is not as it is now."""
        document_id = self._ids[row]
        found = self._rows.get(document_id)
        is_new = found is None and document_id not in self._gone
        if (is_new or document_id in self._stale) and document_id not in self._asked:
            number = row // PAGE
            if number in self._wanted:
                self._wanted.remove(number)
            self._wanted.append(number)
            if not self._asked and not self._ask.isActive():
                self._ask.start()
        return found

    def _ask_next(self) -> None:
        """The page that was looked at last. Those that scrolled by are asked for when they are seen again."""
        if self._asked or not self._wanted:
            return
        del self._wanted[:-_MOST_WAITING]
        first = self._wanted.pop() * PAGE
        self._asked = self._ids[first : first + PAGE]
        if self._asked:
            self.rows_wanted.emit(first, self._asked)

    def _row_changed(self, row: int) -> None:
        self.dataChanged.emit(self.index(row, 0), self.index(row, self.columnCount() - 1))


def _is_figure(spec: FieldSpec | None) -> bool:
    return spec is not None and spec.type.is_numeric
