"""Copies of the library file in the folder beside it: making, naming, listing and thinning them out.

Names: `library-auto-…` (one a day, made by the program), `library-format2-…` (before a change of format),
`library-manual-…`, `library-replaced-…` (what a restore took out) and `library-damaged-…` (what a repair took
out). Only the first two kinds are ever thinned out. Any thread; a copy has a connection of its own.

A copy is written under a name of its own, `.<name>.<random>.part`: in a folder of the user's nothing else may
go, and two copies at once are two files. `core.ingest.queue.removal` takes removed documents out of every
copy, and deletes a `.part` that is being written; so a copy is complete only when it could be renamed.
"""

from __future__ import annotations

import calendar
import contextlib
import os
import re
import shutil
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from core.cancel import CancelToken
from core.errors import Cancelled, StorageError
from core.store.integrity import is_damage, open_to_read, quick_problems

BackupKind = Literal["auto", "format", "manual", "replaced", "damaged"]
Progress = Callable[[int, int], None]

DAYS_KEPT = 3
WEEKS_KEPT = 3
FORMATS_KEPT = 3
STEP_PAGES = 1_000  # 4 MB between two looks at Stop
RESERVE_BYTES = 500_000_000  # an automatic copy leaves this much of the disk free
CARRIED = "backup:"  # rows of `meta` in a copy: the small files beside the library, by name
# A `.part` that nobody has written to for so long belongs to a program that was killed.
PARTIAL_KEPT_S = 86_400.0
_STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r".+-(auto|format|manual|replaced|damaged)(\d*)-(\d{8}-\d{6})(?:-\d+)?\.sqlite3", re.ASCII)


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy in the folder. `made_at`: seconds since 1970; `size` in bytes."""

    path: Path
    kind: BackupKind
    made_at: float
    size: int


def backups_in(folder: Path) -> list[Backup]:
    """Every complete copy in `folder`, the newest first; other files are left out."""
    found = filter(None, map(backup_at, folder.glob("*.sqlite3")))
    return sorted(found, key=lambda backup: (backup.made_at, backup.path.name), reverse=True)


def backup_at(path: Path) -> Backup | None:
    """The copy at `path`, if its name is one of this program's."""
    name = _NAME.fullmatch(path.name)
    if name is None:
        return None
    try:
        made_at = _seconds(name.group(3))
        return Backup(path, cast("BackupKind", name.group(1)), made_at, path.stat().st_size)
    except (OSError, ValueError):
        return None


def copies_to_restore(folder: Path) -> list[Backup]:
    """What could take the place of the library, in the order in which it is tried: the newest first, and what
    a restore took out behind all others, or two restores in a row would only exchange the two."""
    usable = [backup for backup in backups_in(folder) if backup.kind != "damaged"]
    return sorted(usable, key=lambda backup: backup.kind == "replaced")


def made_at(copy: Path) -> float:
    """Seconds since 1970: as the name of a copy says; of a file of the user's own, when it was written.

    Raises:
        OSError: there is none.
    """
    backup = backup_at(copy)
    return backup.made_at if backup is not None else copy.stat().st_mtime


def new_backup_path(library: Path, folder: Path, kind: str) -> Path:
    """A name that is free, for a copy made now; `kind` may carry a number, as in `format2`."""
    stamp = time.strftime(_STAMP, time.gmtime())
    path = folder / f"{library.stem}-{kind}-{stamp}.sqlite3"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{library.stem}-{kind}-{stamp}-{number}.sqlite3"
    return path


def copy_library(
    library: Path,
    target: Path,
    *,
    carried: Mapping[str, str] | None = None,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> None:
    """Write a checked copy of an SQLite file as it is at this moment, also while others write to it.

    `carried`: small texts that travel in the copy, by file name. `progress` gets pages done and in all.

    Raises:
        StorageError: it could not be written, or the copy is damaged, which says that the original is.
        Cancelled: Stop; nothing is left behind.
    """
    partial = _partial(target)

    def step(_status: int, remaining: int, total: int) -> None:
        if cancel is not None:
            cancel.check()
        if progress is not None:
            progress(total - remaining, total)

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(open_to_read(library)) as source:
            # A reader's snapshot: without it every commit of somebody else would begin the copy anew.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            with contextlib.closing(sqlite3.connect(partial, isolation_level=None)) as copy:
                source.backup(copy, pages=STEP_PAGES, progress=step)
                copy.execute("PRAGMA journal_mode = DELETE")
                for name, text in (carried or {}).items():
                    copy.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (CARRIED + name, text))
                problems = quick_problems(copy)
        if problems:
            raise _damaged(library, problems[0])
        _finish(partial, target)
    except (OSError, sqlite3.Error) as error:
        if is_damage(error):
            raise _damaged(library, str(error)) from error
        raise StorageError(
            f"The copy {target} of the library could not be written ({error}).",
            "Free some space or check the permissions of that folder; the library has not been changed.",
        ) from error
    finally:
        _discard(partial)


def copy_before_upgrade(connection: sqlite3.Connection, path: Path, backups: Path, version: int) -> None:
    """Copy the open file before its format changes; none when another process has just changed it, after a
    copy of its own. An upgrade that fails at each start leaves one copy, not one a start.

    Raises:
        StorageError: it could not be written.
    """
    target = new_backup_path(path, backups, f"format{version}")
    partial = _partial(target)
    try:
        backups.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(partial, isolation_level=None)) as copy:
            connection.backup(copy)
            # Alone it needs no log beside it, and can be read where none can be made.
            copy.execute("PRAGMA journal_mode = DELETE")
            (copied,) = copy.execute("PRAGMA user_version").fetchone()
        if copied == version:
            _finish(partial, target)
            _thin_out_formats(backups)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(
            f"The library {path} must be brought to a new format, but its copy {target} could not be written "
            f"({error}).",
            "Free some space or check the permissions of that folder; the library has not been changed.",
        ) from error
    finally:
        _discard(partial)


def automatic_copy_due(library: Path, folder: Path, now: float) -> bool:
    """There is a library to copy, and no automatic copy of today (local time)."""
    today = time.strftime("%Y%j", time.localtime(now))
    for backup in backups_in(folder):
        if backup.kind == "auto" and time.strftime("%Y%j", time.localtime(backup.made_at)) == today:
            return False
    return library.exists()


def missing_room(library: Path, folder: Path) -> int:
    """How many bytes the disk of the copies lacks for an automatic one; 0: it has room.

    Raises:
        OSError: it cannot be told.
    """
    disk = folder if folder.is_dir() else library.parent
    return max(2 * library.stat().st_size + RESERVE_BYTES - shutil.disk_usage(disk).free, 0)


def room_missing_today(library: Path, folder: Path) -> int:
    """The bytes for lack of which the copy of today was not made; 0: it was, or not for that."""
    try:
        return missing_room(library, folder) if automatic_copy_due(library, folder, time.time()) else 0
    except OSError:
        return 0


def thin_out(folder: Path) -> list[Path]:
    """Delete automatic copies beyond the newest of each of `DAYS_KEPT` days and `WEEKS_KEPT` weeks, copies
    of earlier formats but the newest of each of `FORMATS_KEPT`, and what a killed program left of a copy.
    Returns what went; copies by hand stay."""
    backups = backups_in(folder)
    automatic = [backup for backup in backups if backup.kind == "auto"]
    kept = {
        *_newest_of_each(automatic, "%Y%j", DAYS_KEPT),
        *_newest_of_each(automatic, "%G%V", WEEKS_KEPT),
    }
    gone = _thin_out_formats(folder)
    for backup in automatic:
        if backup.path not in kept:
            with contextlib.suppress(OSError):
                backup.path.unlink()
                gone.append(backup.path)
    for partial in folder.glob("*.part"):
        with contextlib.suppress(OSError):
            if time.time() - partial.stat().st_mtime > PARTIAL_KEPT_S:
                _discard(partial)
                gone.append(partial)
    return gone


def copy_automatically(
    library: Path, folder: Path, carried: Mapping[str, str], cancel: CancelToken
) -> Path | None:
    """The copy of the day, if it is due; earlier ones are thinned out only when it is complete and sound.

    Raises:
        StorageError: as `copy_library`, or there is no room.
    """
    if not automatic_copy_due(library, folder, time.time()):
        return None
    if missing := room_missing_today(library, folder):
        raise StorageError(
            f"{missing / 1e6:,.0f} MB are missing on the disk of {folder}.",
            "Free some space there; the copy is made within the hour then.",
        )
    target = new_backup_path(library, folder, "auto")
    try:
        copy_library(library, target, carried=carried, cancel=cancel)
    except Cancelled:
        return None
    thin_out(folder)
    return target


def carried_files(files: Iterable[Path]) -> dict[str, str]:
    """The texts of those small files that are there, by name; what cannot be read is left out."""
    found = {}
    for path in files:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            found[path.name] = path.read_text(encoding="utf-8")
    return found


def _thin_out_formats(folder: Path) -> list[Path]:
    newest: dict[str, Path] = {}
    gone = []
    for backup in backups_in(folder):
        named = _NAME.fullmatch(backup.path.name)
        if backup.kind == "format" and named is not None:
            first = newest.setdefault(named.group(2), backup.path)
            if first != backup.path or len(newest) > FORMATS_KEPT:
                with contextlib.suppress(OSError):
                    backup.path.unlink()
                    gone.append(backup.path)
    return gone


def _damaged(library: Path, problem: str) -> StorageError:
    return StorageError(
        f"The library {library} is damaged: {problem}. No copy of it was kept.",
        "Type `docuchat check` to see what can be done; earlier copies are untouched.",
    )


def _partial(target: Path) -> Path:
    return target.with_name(f".{target.name}.{uuid.uuid4().hex[:8]}.part")


def _finish(partial: Path, target: Path) -> None:
    if os.name == "posix":
        partial.chmod(0o600)  # a stick or a shared folder lets everybody look in
    partial.replace(target)


def _discard(partial: Path) -> None:
    with contextlib.suppress(OSError):
        partial.unlink(missing_ok=True)
        partial.with_name(partial.name + "-journal").unlink(missing_ok=True)


def _newest_of_each(newest_first: Iterable[Backup], period: str, count: int) -> list[Path]:
    seen: dict[str, Path] = {}
    for backup in newest_first:
        seen.setdefault(time.strftime(period, time.localtime(backup.made_at)), backup.path)
    return list(seen.values())[:count]


def _seconds(stamp: str) -> float:
    return float(calendar.timegm(time.strptime(stamp, _STAMP)))
