"""Writes tables to files, on a thread of its own: a large one takes a while, and can be stopped."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from core.cancel import CancelToken
from core.errors import Cancelled
from core.types.scope import Scope
from desktop.workers.base import Worker, failure_of

if TYPE_CHECKING:
    from core.fields.filters import Filter


class FilesWorker(Worker):
    """`written(path, rows)`; `stopped()`; `failed(message, hint)`."""

    written = Signal(str, int)
    stopped = Signal()
    failed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._token = CancelToken()
        self._closing = False

    def new_token(self) -> CancelToken:
        """GUI thread: the token of the next file."""
        self._token = CancelToken()
        return self._token

    @Slot(object, str, str, object, str, bool, object)
    def write(
        self,
        token: CancelToken,
        path: str,
        bucket: str,
        where: Filter,
        order_by: str,
        descending: bool,
        scope: Scope,
    ) -> None:
        """What is shown, all of it; XLSX or CSV by the end of the name."""
        from core.engine.table_files import write_csv, write_xlsx
        from core.engine.tables import LibraryTables, TableQuery

        try:
            if self._closing:
                raise Cancelled
            tables = LibraryTables(self.engine.database)
            rows = tables.all_rows(TableQuery(bucket, where, order_by or None, descending, scope))
            write = write_xlsx if path.casefold().endswith(".xlsx") else write_csv
            count = write(Path(path), tables.schema(bucket), rows, token)
        except Cancelled:
            self.stopped.emit()
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.failed.emit(message, hint)
        else:
            self.written.emit(path, count)

    def interrupt_one(self) -> None:
        """GUI thread: the file that is being written is given up."""
        self._token.set()

    def interrupt(self) -> None:
        self._closing = True
        self._token.set()
