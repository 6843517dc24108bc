"""What the engine does for the safety of its library: a check when it opens, and the copy of each day.

The check reads the whole file (0.5 s for 400 MB that are in memory), so a large one is read when the program
did not end cleanly or the last check found damage; otherwise the copy of the day, made and checked in a
thread of its own, stands in for it. What that thread finds is kept in `library-check.json` for the next
start.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from core.cancel import CancelToken
from core.errors import DamagedLibraryError, KnownError, UsageError
from core.settings import Settings
from core.store.backups import backups_in, carried_files, copy_automatically, room_missing_today
from core.store.integrity import file_problems, format_of, open_to_read
from core.store.migrations import refuse_newer
from core.system.paths import AppPaths

log = logging.getLogger(__name__)

CHECKED_AT_ONCE_BYTES = 200_000_000
CLOSE_WAIT_S = 2.0  # a small library is copied even by a command that ends at once
LOOK_EVERY_S = 3600.0  # a window stays open for weeks
LOOK_WHILE_EMPTY_S = 300.0  # the first documents come some minutes after the first start


def check_at_start(paths: AppPaths, *, was_cut_off: bool) -> None:
    """Refuse a damaged library before anybody writes to it, and one that is gone although copies of it are
    there. What a restore or a repair that was killed left half written beside it goes; the folder must be
    held (`only_instance`).

    Raises:
        DamagedLibraryError: the text says what to type, and nothing was changed.
    """
    library = paths.database
    for left in (
        library.with_suffix(".restoring"),
        library.with_suffix(".repairing"),
        *paths.data.glob(f".{library.stem}.*.part*"),
    ):
        with suppress(OSError):
            left.unlink(missing_ok=True)
    if problem := what_is_gone(paths):
        raise DamagedLibraryError(
            f"The library {library} is gone ({problem}), and copies of it are there. Nothing was changed.",
            f"Type `docuchat restore` to put the newest good copy in its place. To begin with an empty "
            f"library, move the folder {paths.backups} away.",
        )
    try:
        size = library.stat().st_size
    except OSError:
        return
    if not size or (size > CHECKED_AT_ONCE_BYTES and not was_cut_off and not _damage_known(paths)):
        return
    try:
        problems = file_problems(library)
    except sqlite3.Error:
        return  # opening it will say why it cannot be read
    note_check(paths, problems)
    if problems:
        raise DamagedLibraryError(
            f"The library {library} is damaged ({problems[0]}). Nothing was changed.",
            "Type `docuchat check --repair` to save what can be read, or `docuchat restore` to put the "
            "newest good copy in its place. The damaged file is kept.",
        )


def what_is_gone(paths: AppPaths) -> str:
    """What to say of a library file that is missing or empty beside copies of it; empty: it is there, or
    there never was one. Begun anew, it would look as if everything were lost, and the index would go, too."""
    try:
        if paths.database.stat().st_size:
            return ""
        problem = "the file is empty"
    except OSError:
        problem = "the file is missing"
    with_log = paths.database.with_name(paths.database.name + "-wal")
    if with_log.exists() and with_log.stat().st_size and paths.database.exists():
        return ""  # all that was ever written may be in the log
    return problem if backups_in(paths.backups) else ""


def settings_at_start(paths: AppPaths) -> Settings:
    """The stored settings. After a downgrade neither they nor the library can be read, and the library is
    what matters: it is told first.

    Raises:
        StorageError: the library is from a newer version.
        UsageError: the settings file is not valid.
    """
    try:
        return Settings.load(paths.settings)
    except UsageError:
        if paths.database.is_file():
            with suppress(OSError, sqlite3.Error):
                refuse_newer(format_of(paths.database) or 0, paths.database, paths.backups)
        raise


@contextmanager
def copied_daily(paths: AppPaths, *, wanted: Callable[[], bool]) -> Iterator[None]:
    """While this is open, a thread makes the copy of each day when it is due, which it looks for every hour.
    Leaving ends the thread; it waits only for a copy that is being made, for `CLOSE_WAIT_S` at most."""
    cancel, leaving = CancelToken(), threading.Event()
    thread = threading.Thread(
        target=_copy_daily, args=(paths, wanted, cancel, leaving), name="backup", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        leaving.set()
        thread.join(CLOSE_WAIT_S)
        cancel.set()
        thread.join()


def missing_for_copy(paths: AppPaths) -> int:
    """The bytes for lack of which the copy of today was not made; 0: it was, or needs none."""
    return room_missing_today(paths.database, paths.backups) if has_documents(paths.database) else 0


def carried(paths: AppPaths) -> dict[str, str]:
    """The small files that travel in every copy: settings and the user's own words."""
    return carried_files([paths.settings, paths.data / "concepts.toml"])


def note_check(paths: AppPaths, problems: list[str]) -> None:
    """Remember when the library was checked, and what was found."""
    note = {"checked_at": time.time(), "problems": problems[:3]}
    with suppress(OSError):
        _note(paths).write_text(json.dumps(note), encoding="utf-8")


def _copy_daily(
    paths: AppPaths, wanted: Callable[[], bool], cancel: CancelToken, leaving: threading.Event
) -> None:
    told, wait = "", 0.0
    while not leaving.wait(wait):
        filled = has_documents(paths.database)
        if filled and wanted():
            told = _copy(paths, cancel, told)
        wait = LOOK_EVERY_S if filled else LOOK_WHILE_EMPTY_S


def _copy(paths: AppPaths, cancel: CancelToken, told: str) -> str:
    """Returns why there is none; the same reason as the last time (`told`) is not logged again."""
    try:
        copy = copy_automatically(paths.database, paths.backups, carried(paths), cancel)
    except KnownError as error:
        if error.message != told:
            log.error("the copy of the day was not made: %s", error)
        if "is damaged" in error.message:
            note_check(paths, [error.message])
        return error.message
    except Exception:
        log.exception("the copy of the day was not made")
    else:
        if copy is not None:
            log.info("the library was checked and copied to %s", copy.name)
            note_check(paths, [])
    return ""


def has_documents(library: Path) -> bool:
    """A library without any needs no copy."""
    if not library.exists():
        return False
    try:
        with closing(open_to_read(library)) as connection:
            return connection.execute("SELECT 1 FROM documents LIMIT 1").fetchone() is not None
    except (OSError, sqlite3.Error):
        return False


def _damage_known(paths: AppPaths) -> bool:
    try:
        return bool(json.loads(_note(paths).read_text(encoding="utf-8"))["problems"])
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _note(paths: AppPaths) -> Path:
    return paths.data / "library-check.json"
