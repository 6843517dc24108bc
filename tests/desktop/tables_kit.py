"""A library with filed invoices, and the window's table on it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QLineEdit

from core.cancel import CancelToken
from core.corpus.base import LibraryRow
from core.engine.buckets import LibraryBuckets
from core.engine.tables import LibraryTables
from core.engine.viewing import DocumentViewing
from core.events import Event
from core.fields.filters import parse_where
from core.ingest.readers.passwords import PasswordBook
from core.store.database import Database
from core.store.fields.queries import FieldQueries
from core.store.pages import PageRepository
from core.types import Document, Location, Page
from desktop.main_window import MainWindow
from desktop.tables.tables_desk import TablesDesk
from tests.desktop.scripted import ScriptedEngine
from tests.library_kit import Library, make_pdf, open_library, prose

# number, vendor, date, net, tax, total
INVOICES = (
    ("R-1", "Acme GmbH", "3 May 2022", "EUR 1,000.00", "EUR 190.00", "EUR 1,190.00"),
    ("R-2", "Acme GmbH", "1 July 2023", "EUR 200.00", "EUR 38.00", "EUR 238.00"),
    ("R-3", "Bolt Ltd", "9 January 2024", "USD 5,000.00", "USD 0.00", "USD 5,000.00"),
    ("R-4", "Acme GmbH", "2 February 2024", "EUR 50.00", "EUR 9.50", "EUR 59.50"),
    ("R-5", "Crane & Sons Ltd", "2 March 2024", "EUR 700.00", "EUR 133.00", "EUR 833.00"),
)


def invoice(folder: Path, number: str, vendor: str, date: str, net: str, tax: str, total: str) -> Path:
    """A PDF of one page with its figures in line."""
    lines = [
        (50.0, 60.0, 16.0, vendor),
        (50.0, 90.0, 14.0, "INVOICE"),
        (50.0, 120.0, 10.0, f"Invoice No.: {number}"),
        (50.0, 135.0, 10.0, f"Invoice date: {date}"),
    ]
    for place, (label, figure) in enumerate(
        (("Net amount", net), ("VAT amount", tax), ("Total amount due", total))
    ):
        y = 180.0 + 15 * place
        lines += [(50.0, y, 10.0, label), (400.0, y, 10.0, figure)]
    return make_pdf(folder / f"{number}.pdf", [lines])


def make_home(folder: Path) -> Path:
    """A data folder with five filed invoices and a text that is none."""
    library = open_library(folder / "home", files=True)
    paths = [invoice(folder, *entry) for entry in INVOICES]
    library.ingest(*paths, make_pdf(folder / "notes.pdf", [prose("Valve V-1", 10)]))
    library.close()
    return folder / "home"


class TablesKit:
    """The window with its table open on the invoices."""

    def __init__(self, window: MainWindow, library: Library, qtbot) -> None:
        self.window = window
        self.library = library
        self.qtbot = qtbot
        self.desk: TablesDesk = window.tables
        self.tables = self.desk.tables
        self.model = self.tables.model
        self.page = self.desk.page
        self.view = self.page.table.view

    def open(self, bucket: str = "invoices") -> None:
        if not self.desk.shown:
            with self.qtbot.waitSignal(self.tables.opened, timeout=30_000):
                self.desk.show_tables()
        if self.tables.bucket != bucket:
            self.after(lambda: self.tables.choose(bucket))
        self.settle()

    def after(self, act: Callable[[], object]) -> None:
        """Do something that opens the table anew, and wait for its rows."""
        with self.qtbot.waitSignal(self.tables.opened, timeout=30_000):
            act()
        self.settle()

    def settle(self) -> None:
        """All rows in sight are here, and all totals."""
        rows = min(self.model.rowCount(), 20)
        self.qtbot.waitUntil(lambda: all(self._row(row) is not None for row in range(rows)))
        names = [spec.name for spec in self.model.specs]
        self.qtbot.waitUntil(lambda: all(self.page.totals.total(name) for name in names))

    def _row(self, row: int) -> LibraryRow | None:
        self.model.index(row, 0).data()
        return self.model.held(row)

    def column(self, field: str) -> list[str]:
        place = self.model.column_of(field)
        return [self.model.index(row, place).data() for row in range(self.model.rowCount())]

    def files(self) -> list[str]:
        return [self.model.index(row, 0).data() for row in range(self.model.rowCount())]

    def cell(self, file: str, field: str) -> QModelIndex:
        return self.model.index(self.files().index(file), self.model.column_of(field))

    def queries(self) -> FieldQueries:
        assert self.tables.schema is not None
        return FieldQueries(self.library.database, self.tables.schema)

    def names(self, document_ids: tuple[str, ...]) -> list[str]:
        rows = LibraryTables(self.library.database).rows("invoices", document_ids)
        return [row.filename for row in rows]

    def selected(self, line: str, **order: object) -> list[str]:
        """What `FieldQueries` selects."""
        assert self.tables.schema is not None
        where = parse_where(line, self.tables.schema)
        return self.names(self.queries().documents(where, **order).document_ids)

    def filter(self, line: str) -> None:
        self.page.filter.edit.setText(line)
        self.after(self.page.filter.edit.returnPressed.emit)

    def editor(self, index: QModelIndex) -> QLineEdit:
        """The editor of a cell, as a double click opens it."""
        self.view.setCurrentIndex(index)
        self.view.edit(index)
        [found] = self.view.viewport().findChildren(QLineEdit)
        return found

    def type(self, index: QModelIndex, text: str) -> QLineEdit:
        """Type a value and press Enter."""
        editor = self.editor(index)
        editor.setText(text)
        self.qtbot.keyClick(editor, Qt.Key.Key_Return)
        return editor


def fill(database: Database, count: int) -> None:
    """Invoices without files, as many as nobody would read in a test."""
    first = datetime.date(2018, 1, 1).toordinal()
    with database.transaction() as connection:
        connection.executemany(
            "INSERT INTO documents (document_id, content_hash, path, filename, title, size_bytes, "
            "page_count, status, added_at) VALUES (?, ?, ?, ?, '', 1, 1, 'indexed', 0)",
            ((f"d{n:06}", f"h{n}", f"/none/{n}.pdf", f"{n:06}.pdf") for n in range(count)),
        )
        connection.executemany(
            "INSERT INTO sorted_documents (document_id, bucket, sorted_by, confidence, read_with) "
            "VALUES (?, 'invoices', 'rules', 0.9, 'x')",
            ((f"d{n:06}",) for n in range(count)),
        )
        connection.executemany(
            "INSERT INTO fields (document_id, bucket, field, number, key, unit, value, method, confidence) "
            "VALUES (?, 'invoices', ?, ?, ?, ?, ?, 'label', 0.9)",
            (row for n in range(count) for row in _values(n, first)),
        )


def _values(n: int, first: int) -> list[tuple[object, ...]]:
    day = first + n % 2500
    name = f"d{n:06}"
    return [
        (name, "invoice_date", float(day), None, "", datetime.date.fromordinal(day).isoformat()),
        (name, "total_amount", float(n * 7919 % 100_003), None, "EUR", str(n * 7919 % 100_003)),
        (name, "vendor_name", None, f"vendor {n % 400}", "", f"Vendor {n % 400}"),
    ]


class LibraryEngine(ScriptedEngine):
    """What the window asks of documents and fields is answered by `library`; questions are scripted."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.kept = library
        self.database = library.database
        self.buckets = LibraryBuckets(library.database)
        self._pages = PageRepository(library.database)
        self.viewing = DocumentViewing(library.database, PasswordBook())

    def close(self) -> None:
        super().close()
        self.viewing.close()

    def documents(self) -> list[Document]:
        self.library = {document.document_id: document for document in self.kept.documents.all()}
        return list(self.library.values())

    def document(self, document_id: str) -> Document | None:
        return self.kept.documents.get(document_id)

    def page(self, document_id: str, number: int) -> Page | None:
        return self._pages.get(document_id, number)

    def locations(self) -> list[Location]:
        return []

    def add_paths(self, paths: Sequence[Path], cancel: CancelToken) -> Iterator[Event]:
        return self.kept.pipeline.add_paths(paths, cancel)

    def ingest(self, cancel: CancelToken) -> Iterator[Event]:
        return self.kept.pipeline.run(cancel)

    def remove_documents(self, document_ids: Sequence[str]) -> list[str]:
        return self.kept.pipeline.remove_many(document_ids)
