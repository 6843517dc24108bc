"""The SQLite file that is the truth: opening it, one connection per thread, short transactions, clear errors.

Any thread may use a `Database`; each gets its own connection on first use, and `close()` closes them all.
Readers never wait for the writer (WAL). `synchronous=FULL`: with WAL, NORMAL would lose the last commits in
a power cut, and nothing acknowledged may be lost. Our transactions are few and batched, so the extra fsync
(a few milliseconds a commit) is not felt.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.errors import AlreadyRunningError, DamagedLibraryError, KnownError, StorageError
from core.store.migrations import migrate
from core.system.paths import make_private

BUSY_TIMEOUT_MS = 10_000
Parameters = Sequence[Any]


class Database:
    """One library file. Opens, migrates and checks it in the constructor.

    Raises:
        StorageError: not a database, damaged, read-only, disk full, or written by a newer version.
    """

    def __init__(self, path: Path, backups: Path | None = None) -> None:
        self.path = path
        self.backups = backups or path.parent / "backups"
        self._local = threading.local()
        self._lock = threading.Lock()
        self._connections: list[sqlite3.Connection] = []
        self._closed = False
        try:
            make_private(path.parent)
        except OSError as error:
            raise StorageError(
                f"The data folder {path.parent} cannot be created ({error.strerror}).",
                "Check its permissions, or set DOCUCHAT_HOME to a folder you may write to.",
            ) from error
        try:
            with self._translated():
                migrate(self.connection(), path, self.backups)
        except BaseException:
            self.close()
            raise

    def connection(self) -> sqlite3.Connection:
        """This thread's connection, in autocommit mode with rows by name."""
        existing: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if existing is not None:
            return existing
        connection = self.opened()
        with self._lock:
            self._connections.append(connection)
        self._local.connection = connection
        return connection

    def opened(self) -> sqlite3.Connection:
        """Another connection, set up as all are; whoever asks for it closes it.

        Raises:
            StorageError: the library is closed.
        """
        if self._closed:
            raise StorageError(f"The library {self.path} is closed.")
        # check_same_thread is off only so that close() may close every thread's connection.
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            connection.row_factory = sqlite3.Row
            connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A write transaction: takes the write lock at once, commits at the end, rolls back on any error.

        Keep it short: no parsing, no model and no network inside. It may be nested in itself (same
        thread); the outermost one commits.
        """
        with self._translated():
            connection = self.connection()
            nested = connection.in_transaction
            if nested:
                yield connection
                return
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def query(self, sql: str, parameters: Parameters = ()) -> list[sqlite3.Row]:
        """All rows of a SELECT."""
        with self._translated():
            return self.connection().execute(sql, parameters).fetchall()

    def query_one(self, sql: str, parameters: Parameters = ()) -> sqlite3.Row | None:
        """The first row of a SELECT, or None."""
        with self._translated():
            row: sqlite3.Row | None = self.connection().execute(sql, parameters).fetchone()
            return row

    def execute(self, sql: str, parameters: Parameters = ()) -> int:
        """One writing statement in its own transaction; returns the number of rows it changed."""
        with self.transaction() as connection:
            return connection.execute(sql, parameters).rowcount

    def execute_many(self, sql: str, rows: Iterable[Parameters]) -> None:
        """One writing statement for many rows, in one transaction."""
        with self.transaction() as connection:
            connection.executemany(sql, rows)

    def checkpoint(self) -> bool:
        """Fold the write-ahead log into the file and empty it, so that deleted text is gone from both.

        False when another thread that is reading keeps the log until the next time.
        """
        with self._translated():
            (busy, _pages, _folded) = self.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not busy

    def close(self) -> None:
        """Close every thread's connection. Idempotent."""
        self._closed = True
        with self._lock:
            connections, self._connections = self._connections, []
        for connection in connections:
            connection.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            if self._closed:
                raise StorageError(f"The library {self.path} is closed.") from error
            known = explain(error, self.path)
            if known is None:
                raise
            raise known from error


def explain(error: sqlite3.Error, path: Path) -> KnownError | None:
    """What an SQLite failure means to the user; None when it is a mistake of ours (bad SQL, a constraint)."""
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StorageError(
            f"The disk that holds {path} is full; nothing that was stored before is lost.",
            "Free some space and try again.",
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return StorageError(
            f"The library {path} cannot be written to.",
            "Check the permissions of the file and of its folder.",
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedLibraryError(
            f"The library {path} is damaged or is not a library of this program.",
            "Type `docuchat check` to see what is wrong, `docuchat check --repair` to save what can be "
            "read, or "
            "`docuchat restore` to put the newest good copy in its place. The damaged file is kept.",
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return AlreadyRunningError(
            f"The library {path} is in use by another program.",
            "Close the other DocuChat and try again.",
        )
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR):
        return StorageError(
            f"The library {path} cannot be opened or read ({error}).",
            "Check that the folder exists, may be written to, and that the disk has free space.",
        )
    return None
