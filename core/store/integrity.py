"""Is a library file whole? SQLite's own checks, with what they say in a list. Any thread."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from core.cancel import CancelToken

MAX_PROBLEMS = 100
_LOOK_EVERY = 20_000  # steps of SQLite's machine between two looks at Stop, milliseconds


def quick_problems(connection: sqlite3.Connection, *, thorough: bool = False) -> list[str]:
    """What `quick_check` (about 1 s a GB from memory) or, with `thorough`, `integrity_check` and the foreign
    keys object to; empty when the file is sound. Damage that stops the check itself is one more line."""
    try:
        check = "integrity_check" if thorough else "quick_check"
        lines = [str(row[0]) for row in connection.execute(f"PRAGMA {check}({MAX_PROBLEMS})")]
        problems = [] if lines == ["ok"] else lines
        if thorough:
            for table, _rowid, parent, _key in connection.execute("PRAGMA foreign_key_check").fetchmany(
                MAX_PROBLEMS
            ):
                problems.append(f"a row of {table} belongs to a missing row of {parent}")
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return [str(error)]
    return problems


def is_damage(error: Exception) -> bool:
    """Whether SQLite says that the file is damaged, or none of its own."""
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def file_problems(path: Path, *, thorough: bool = False, cancel: CancelToken | None = None) -> list[str]:
    """`quick_problems` of a file that nobody needs to have open.

    Raises:
        sqlite3.Error: it cannot be opened or read.
        Cancelled: after Stop.
    """
    with contextlib.closing(open_to_read(path)) as connection:
        if cancel is not None:
            connection.set_progress_handler(lambda: cancel.is_set, _LOOK_EVERY)
        try:
            return quick_problems(connection, thorough=thorough)
        except sqlite3.OperationalError:
            if cancel is not None:
                cancel.check()
            raise


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection for reading a library file, also from a disk that cannot be written to.

    A file that says it has a write-ahead log cannot be opened where SQLite can make none; there it is read as
    it is, if no log lies beside it that says more.
    """
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        if not _needs_a_log(error, path):
            return connection  # what is wrong with it is said by what is read next
        connection.close()
        return sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True, isolation_level=None)
    return connection


def _needs_a_log(error: sqlite3.Error, path: Path) -> bool:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) or not path.is_file():
        return False
    log = path.with_name(path.name + "-wal")
    return not log.exists() or not log.stat().st_size


def format_of(path: Path) -> int | None:
    """The format of a library file; None when the file is not one. Changes nothing."""
    try:
        version, tables = _version_and_tables(path, "mode=ro")
    except sqlite3.Error as error:
        if not _needs_a_log(error, path):
            return None
        try:
            version, tables = _version_and_tables(path, "immutable=1")
        except sqlite3.Error:
            return None
    return int(version) if version and {"meta", "documents", "pages"} <= tables else None


def _version_and_tables(path: Path, how: str) -> tuple[int, set[str]]:
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return version, {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
