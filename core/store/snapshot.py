"""The library file as it is at one moment, whatever is written meanwhile: for answers of several statements.

A count, its rows and their sum must agree while documents are being filed. One thread at a time; a snapshot
that is held long keeps the write-ahead log from being folded in, so it is closed before a model writes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from core.errors import BugError, StorageError
from core.store.database import Database


class Snapshot(Database):
    """Reads like the `Database` it is taken of, on a connection of its own; nothing can be written.

    Raises:
        StorageError: the library is closed or cannot be read.
    """

    def __init__(self, of: Database) -> None:
        self.path = of.path
        self.backups = of.backups
        self._closed = False
        self._own = of.opened()
        try:
            with self._translated():
                self._own.execute("PRAGMA query_only = ON")
                self._own.execute("BEGIN")  # begins at the first read
                self._own.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        except BaseException:
            self._own.close()
            raise

    def connection(self) -> sqlite3.Connection:
        """The connection that reads this moment."""
        if self._closed:
            raise StorageError(f"The snapshot of {self.path} is closed.")
        return self._own

    def opened(self) -> sqlite3.Connection:
        """A snapshot of a snapshot would be of another moment."""
        raise BugError("a snapshot was asked for connections of its own")

    def transaction(self) -> NoReturn:
        """
        Raises:
            core.errors.BugError: always; what is written belongs into the library.
        """
        raise BugError("something was written into a snapshot")

    def close(self) -> None:
        """Let the moment go. Idempotent."""
        if not self._closed:
            self._closed = True
            self._own.close()


@contextmanager
def snapshot_of(database: Database) -> Iterator[Database]:
    """The library at this moment, closed at the end; a snapshot stays the moment it is."""
    if isinstance(database, Snapshot):
        yield database
        return
    snapshot = Snapshot(database)
    try:
        yield snapshot
    finally:
        snapshot.close()
