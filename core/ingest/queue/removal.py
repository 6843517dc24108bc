"""Delete means delete: what is done after a document's rows are gone, until nothing holds its text any more.

A removal is noted in SQLite as owed until the index's files, the stored runs, the write-ahead log and the
backups are rid of it; every step may be repeated, so a kill at any moment only means that the next start
goes on. Runs on the caller's thread.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from core.errors import KnownError
from core.search.base import ChunkIndex
from core.store.database import Database
from core.store.removals import RemovalRepository
from core.store.traces import forget_in_runs

log = logging.getLogger(__name__)

REWRITE_AT_ONCE = 5_000  # points; a larger index is rewritten once for several removals, when there is time
_RUNS_GO_ON_S = 86_400.0  # a run that began longer ago and never ended was cut off


class Remover:
    """Removes documents from one library and its index."""

    def __init__(self, database: Database, index: ChunkIndex) -> None:
        self._database = database
        self._index = index
        self._removals = RemovalRepository(database)

    def remove(self, document_ids: Sequence[str]) -> list[str]:
        """Delete documents with their text, boxes, vectors and traces; answers keep what they quote.

        Documents that came only from inside them go as well. Returns the ids of all that went. Ids that are
        no documents (any more) lose what the index may hold of them. What cannot be done now is done at the
        next quiet moment or start (`settle`).
        """
        with self._database.transaction() as connection:
            removed = self._removals.delete(document_ids)
            if removed:
                forget_in_runs(connection, self._removals.owed().traces)
        for document_id in dict.fromkeys((*document_ids, *removed)):
            self._index.delete_document(document_id)
        self._index.flush()
        if removed:
            self.settle(quiet=False)
        return removed

    def settle(self, *, quiet: bool = True, at_start: bool = False) -> bool:
        """Do what is owed; True when nothing is owed any more.

        `quiet`: there is time to rewrite an index of any size. `at_start`: no run can be going on.
        """
        owed = self._removals.owed()
        if not owed:
            return True
        try:
            if owed.traces:
                self._rid_of_traces(owed.traces, at_start)
            if owed.points and (quiet or self._index.size() <= REWRITE_AT_ONCE):
                self._rid_of_points(owed.points)
        except KnownError as error:
            log.warning("a removal is not complete yet: %s", error)
        return not self._removals.owed()

    def _rid_of_traces(self, document_ids: Sequence[str], at_start: bool) -> None:
        # A run that is going on may yet store what it found before the removal.
        running = self._database.query_one(
            "SELECT 1 FROM runs WHERE finished_at IS NULL AND started_at > ?", (time.time() - _RUNS_GO_ON_S,)
        )
        with self._database.transaction() as connection:
            forget_in_runs(connection, document_ids)
        backups_done = forget_in_backups(self._database.backups, document_ids)
        if running is not None and not at_start:
            self._database.checkpoint()
        elif self._database.checkpoint() and backups_done:
            self._removals.settle(traces=document_ids)

    def _rid_of_points(self, document_ids: Sequence[str]) -> None:
        alive = self._database.query("SELECT document_id FROM documents")
        known = {row["document_id"] for row in alive}
        for document_id in document_ids:
            if document_id not in known:
                self._index.delete_document(document_id)
        if self._index.compact() and self._index.sweep_others():
            self._removals.settle(points=document_ids)


def forget_in_backups(folder: Path, document_ids: Collection[str]) -> bool:
    """Take documents out of the copies of the library beside it (`core.store.backups`).

    A copy that cannot be read is of no use to anybody and is deleted. False when one could not be changed.
    """
    if not folder.is_dir():
        return True
    done = True
    for path in sorted(folder.iterdir()):
        try:
            if path.suffix == ".part":  # a copy that was never finished
                path.unlink()
            elif path.suffix == ".sqlite3":
                _forget_in_backup(path, document_ids)
        except sqlite3.DatabaseError as error:
            code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
            if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                log.warning("the backup %s is damaged and was deleted: %s", path.name, error)
                with contextlib.suppress(OSError):
                    path.unlink()
                done = done and not path.exists()
            else:
                log.warning("the backup %s cannot be changed: %s", path.name, error)
                done = False
        except OSError as error:
            log.warning("the backup %s cannot be changed: %s", path.name, error.strerror)
            done = False
    return done


def _forget_in_backup(path: Path, document_ids: Collection[str]) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        # The copy says it has a write-ahead log, as the library has; here it would only be a second file.
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            "DELETE FROM documents WHERE document_id = ?", [(name,) for name in document_ids]
        )
        forget_in_runs(connection, document_ids)
        connection.execute("COMMIT")
    finally:
        connection.close()
