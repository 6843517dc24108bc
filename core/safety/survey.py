"""What lies in the data folder and how large it is, and whether it is whole: for people who look after it.

Reads only; works beside an open library, on any thread.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken
from core.errors import StorageError
from core.safety.moving import Placer, placed_by
from core.safety.starting import missing_for_copy, note_check, what_is_gone
from core.store.backups import Backup, backups_in
from core.store.integrity import file_problems
from core.system.paths import AppPaths


@dataclass(frozen=True, slots=True)
class Survey:
    """Sizes in bytes. `free_bytes`: on the disk of the library; None where it cannot be told.
    `missing_bytes`: for lack of them the copy of today was not made.

    `placed_by`: what chose the folder's place, which the program then cannot change (see `placed_by`).
    """

    paths: AppPaths
    library_bytes: int
    index_bytes: int
    copies_bytes: int
    models_bytes: int
    free_bytes: int | None
    missing_bytes: int
    backups: tuple[Backup, ...]
    placed_by: Placer


def survey(paths: AppPaths, cancel: CancelToken) -> Survey:
    """Look at every file of the data folder.

    Raises:
        Cancelled: after Stop.
    """
    library = [paths.database.with_name(paths.database.name + end) for end in ("", "-wal")]
    free = None
    with suppress(OSError):
        free = shutil.disk_usage(paths.data).free
    return Survey(
        paths=paths,
        library_bytes=sum(map(_size, library)),
        index_bytes=_size_below(paths.index_root, cancel),
        copies_bytes=_size_below(paths.backups, cancel),
        models_bytes=_size_below(paths.models, cancel),
        free_bytes=free,
        missing_bytes=missing_for_copy(paths),
        backups=tuple(backups_in(paths.backups)),
        placed_by=placed_by(paths),
    )


def check_whole(paths: AppPaths, cancel: CancelToken) -> list[str]:
    """What is wrong with the library file, its indexes and what belongs together in it; empty: nothing.

    Raises:
        StorageError: it cannot be read.
        Cancelled: after Stop.
    """
    if problem := what_is_gone(paths):
        return [problem]
    if not paths.database.exists():
        return []
    try:
        problems = file_problems(paths.database, thorough=True, cancel=cancel)
    except sqlite3.Error as error:
        raise StorageError(
            f"The library {paths.database} cannot be read ({error}).",
            "Check the permissions of its folder, and try again.",
        ) from error
    note_check(paths, problems)
    return problems


def _size_below(folder: Path, cancel: CancelToken) -> int:
    total = 0
    for file in _files_below(folder):
        cancel.check()
        total += _size(file)
    return total


def _files_below(folder: Path) -> Iterator[Path]:
    for root, _folders, names in os.walk(folder):  # follows no links
        for name in names:
            yield Path(root, name)


def _size(file: Path) -> int:
    """What it takes on the disk: an index sets room aside that it does not use yet."""
    try:
        found = file.lstat()
    except OSError:
        return 0
    blocks = getattr(found, "st_blocks", None)
    return found.st_size if blocks is None else min(found.st_size, blocks * 512)
