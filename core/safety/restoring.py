"""Making a copy by hand, putting one back, and repairing: the library that is replaced is always kept.

The folder must be held (`only_instance`) for all but `back_up`. A library file and its write-ahead log belong
together: the log is folded in, or moved along, before another file takes the place, since SQLite would play
an old log into the new file.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken
from core.errors import StorageError, UsageError
from core.safety.starting import carried, note_check, what_is_gone
from core.settings import Settings
from core.store.backups import (
    CARRIED,
    Progress,
    copies_to_restore,
    copy_library,
    made_at,
    new_backup_path,
)
from core.store.integrity import file_problems, format_of, open_to_read
from core.store.migrations import NEWEST_VERSION
from core.store.salvage import Salvaged, salvage
from core.system.paths import AppPaths, make_private

_FIRST = "Add documents first: `docuchat index PATH`."
# Tables that a user has filled; a library that was only opened has no row in them.
_FILLED = ("documents", "conversations", "runs", "folders", "workspaces", "buckets")


@dataclass(frozen=True, slots=True)
class Restored:
    """`made_at`: of the copy, in seconds since 1970. `replaced`: where the earlier library is now, if there
    was one. `put_back` and `differing`: names of the small files of the copy that were put back, and that are
    there with another content and were left."""

    source: Path
    made_at: float
    replaced: Path | None
    documents: int
    put_back: tuple[str, ...]
    differing: tuple[str, ...]


def back_up(
    paths: AppPaths, target: Path | None, cancel: CancelToken, progress: Progress | None = None
) -> Path:
    """A checked copy in the folder of copies, or at `target` (a new file, or a folder). Works while the
    window is open.

    Raises:
        UsageError: there is no library or nothing in it, or `target` is there already.
        StorageError: it could not be written, or the library is damaged.
        Cancelled: after Stop.
    """
    if not paths.database.exists():
        raise UsageError(f"There is no library in {paths.data} yet.", _FIRST)
    if not _holds_anything(paths.database):
        raise UsageError(f"There is nothing in the library {paths.database} yet. No copy was made.", _FIRST)
    if target is None:
        copy = new_backup_path(paths.database, paths.backups, "manual")
    elif target.is_dir():
        copy = new_backup_path(paths.database, target, "manual")
    else:
        copy = target if target.suffix == ".sqlite3" else target.with_name(target.name + ".sqlite3")
        if copy.exists():
            raise UsageError(f"{copy} is there already and was not changed.", "Choose another name.")
        if not copy.absolute().parent.is_dir():  # a stick that is not there must not become a folder
            raise UsageError(
                f"There is no folder {copy.absolute().parent}. No copy was made.",
                "Check the name, and that the disk or stick is mounted.",
            )
    copy_library(paths.database, copy, carried=carried(paths), cancel=cancel, progress=progress)
    return copy


def newest_good_copy(paths: AppPaths) -> Path:
    """The newest of the program's copies that is whole and that this version can open. What a restore has
    replaced only where no other is, and then one without documents (a library that was lost) last.

    Raises:
        UsageError: there is none.
    """
    empty: Path | None = None
    for backup in copies_to_restore(paths.backups):
        version = format_of(backup.path)
        if version is not None and version <= NEWEST_VERSION:
            with contextlib.suppress(sqlite3.Error):
                if not file_problems(backup.path):
                    if _has_documents(backup.path):
                        return backup.path
                    empty = empty or backup.path
    if empty is not None:
        return empty
    raise UsageError(
        f"There is no usable copy of the library in {paths.backups}.",
        "Name the file of a copy you have elsewhere: `docuchat restore FILE`.",
    )


def restore(
    paths: AppPaths,
    source: Path,
    *,
    with_settings: bool = False,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Restored:
    """Put the copy `source` in the place of the library. Settings and words of the copy are put back where
    none are, or with `with_settings`; then what was there is kept as `<name>.replaced`.

    Raises:
        UsageError: `source` is no copy of a library.
        StorageError: it is damaged, from a newer version, or cannot be put in place.
        Cancelled: after Stop; the library is as it was.
    """
    _require_usable(source)
    waiting = paths.database.with_suffix(".restoring")
    try:
        made = made_at(source)
        make_private(paths.data)
        copy_library(source, waiting, cancel=cancel, progress=progress)
        files, documents = _unpack(waiting)
        replaced = _put_in_place(paths, waiting, "replaced")
        put_back, differing = _put_back_files(paths, files, with_settings)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(
            f"{source} could not be put in the place of the library ({error}).",
            f"Check the free space and the permissions of {paths.data}. The library has not been lost: it "
            f"is in "
            f"its place or in {paths.backups}.",
        ) from error
    finally:
        with contextlib.suppress(OSError):
            waiting.unlink(missing_ok=True)
    note_check(paths, [])
    return Restored(source, made, replaced, documents, put_back, differing)


def check_copy(source: Path, cancel: CancelToken) -> int:
    """Read a copy whole, before it is put anywhere; how many documents it has. Changes nothing.

    Raises:
        UsageError: it is no copy of a library. StorageError: it is damaged, or from a newer version.
        Cancelled: after Stop.
    """
    _require_usable(source)
    try:
        problems = file_problems(source, cancel=cancel)
        with contextlib.closing(open_to_read(source)) as connection:
            (documents,) = connection.execute("SELECT count(*) FROM documents").fetchone()
    except sqlite3.Error as error:
        raise StorageError(f"{source} cannot be read ({error}).", "Choose another copy.") from error
    if problems:
        raise StorageError(
            f"{source} is damaged ({problems[0]}). Nothing was changed.", "Choose another copy."
        )
    return int(documents)


def repair_library(paths: AppPaths, cancel: CancelToken) -> tuple[Path, Salvaged]:
    """Make a sound library of what can be read of a damaged one; returns where the damaged one is kept.

    Raises:
        StorageError: nothing could be read, or there is no room.
        Cancelled: after Stop; the library is as it was.
    """
    waiting = paths.database.with_suffix(".repairing")
    if problem := what_is_gone(paths):
        raise StorageError(
            f"Nothing could be saved of the damaged library {paths.database} ({problem}).",
            "Type `docuchat restore` to put the newest good copy in its place.",
        )
    try:
        waiting.unlink(missing_ok=True)
        saved = salvage(paths.database, waiting, cancel)
        kept = _put_in_place(paths, waiting, "damaged")
    except OSError as error:
        raise StorageError(
            f"The repaired library could not be put in its place ({error}).",
            f"Check the free space and the permissions of {paths.data}.",
        ) from error
    finally:
        with contextlib.suppress(OSError):
            waiting.unlink(missing_ok=True)
    if kept is None:
        raise StorageError(f"There is no library in {paths.data}.")
    note_check(paths, [])
    return kept, saved


def _holds_anything(library: Path) -> bool:
    """A file that cannot be read counts: what is wrong with it is said when it is copied."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(open_to_read(library)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        rows = (f"SELECT 1 FROM {table} LIMIT 1" for table in _FILLED if table in tables)  # noqa: S608
        return any(connection.execute(row).fetchone() for row in rows)
    return True


def _has_documents(copy: Path) -> bool:
    with contextlib.closing(open_to_read(copy)) as connection:
        return connection.execute("SELECT 1 FROM documents LIMIT 1").fetchone() is not None


def _require_usable(source: Path) -> None:
    version = format_of(source)
    if version is None:
        raise UsageError(
            f"{source} is no copy of a library.", "`docuchat backup --list` names those there are."
        )
    if version > NEWEST_VERSION:
        raise StorageError(
            f"{source} was made by a newer DocuChat (format {version}, this one knows {NEWEST_VERSION}). "
            "Nothing was changed.",
            "Install the newer version, or choose an older copy.",
        )


def _unpack(copy: Path) -> tuple[dict[str, str], int]:
    """The small files that travelled in a copy, taken out of it, and how many documents it has."""
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        rows = connection.execute(
            "SELECT name, value FROM meta WHERE name LIKE ?", (CARRIED + "%",)
        ).fetchall()
        connection.execute("DELETE FROM meta WHERE name LIKE ?", (CARRIED + "%",))
        (documents,) = connection.execute("SELECT count(*) FROM documents").fetchone()
    return {name.removeprefix(CARRIED): value for name, value in rows}, int(documents)


def _put_in_place(paths: AppPaths, waiting: Path, kind: str) -> Path | None:
    """Exchange the library for `waiting`, which is complete; at no moment is there no library."""
    library = paths.database
    kept: Path | None = None
    if library.exists():
        kept = new_backup_path(library, paths.backups, kind)
        kept.parent.mkdir(parents=True, exist_ok=True)
        # A damaged one may refuse; then its log goes along.
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(library)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try:
            os.link(library, kept)
        except OSError:  # a file system without links
            shutil.copy2(library, kept)
        log = library.with_name(library.name + "-wal")
        if log.exists():
            log.replace(kept.with_name(kept.name + "-wal"))
        library.with_name(library.name + "-shm").unlink(missing_ok=True)
    with waiting.open("rb+") as file:
        os.fsync(file.fileno())
    waiting.replace(library)
    return kept


def _put_back_files(
    paths: AppPaths, files: dict[str, str], with_settings: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    put_back, differing = [], []
    for target in (paths.settings, paths.data / "concepts.toml"):
        text = files.get(target.name)
        if text is None or (target.exists() and target.read_text(encoding="utf-8") == text):
            continue
        if target == paths.settings and not _is_valid(text):
            differing.append(target.name)
            continue
        if target.exists():
            if not with_settings:
                differing.append(target.name)
                continue
            target.replace(_free_name(target))
        temporary = target.with_name(target.name + ".tmp")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(target)
        put_back.append(target.name)
    return tuple(put_back), tuple(differing)


def _free_name(target: Path) -> Path:
    """`<name>.replaced`, with a number where an earlier restore has left one."""
    kept, number = target.with_name(target.name + ".replaced"), 1
    while kept.exists():
        number += 1
        kept = target.with_name(f"{target.name}.replaced-{number}")
    return kept


def _is_valid(settings: str) -> bool:
    try:
        Settings.model_validate_json(settings)
    except ValueError:
        return False
    return True
