"""Moving the data folder: copy, read back and compare, point to the new place, then clear the old one.

The library must be closed; the folder is held while this runs. The one moment that counts is the writing of
`location.json`: before it the old folder holds, after it the new one, and both are complete. Until then a
note lies in the new folder (`core.safety.move_note`): the next move knows by it what a killed one left.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.cancel import CancelToken
from core.errors import StorageError, UsageError
from core.safety.move_note import NOTE, MoveNote, NotedFile, NotedLink, with_part
from core.store.integrity import file_problems
from core.system.paths import HOME_MARKER, AppPaths, location_file, make_private, portable_home

_BLOCK = 1 << 20
_NOTHING = bytes(_BLOCK)
RESERVE_BYTES = 100_000_000
Placer = Literal["", "option", "variable", "beside"]


@dataclass(frozen=True, slots=True)
class _File:
    source: Path
    target: Path
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class _Link:
    source: Path
    target: Path
    leads_to: Path


def move_home(
    paths: AppPaths, home: Path, cancel: CancelToken, *, keep_old: bool = False
) -> Iterator[tuple[int, int]]:
    """Move library, index, copies, settings and models of this user to the folder `home`; yields bytes
    (done, in all), each byte counted twice: written, and read back.

    Models in a folder of their own (`DOCUCHAT_MODELS`) stay. A link to a folder is made anew, and what it
    leads to stays where it is: it may be another program's, or on another disk for a reason. Stop or a
    failure leaves the old folder in use and takes away what was copied; so does the next move to `home` with
    what one that was killed left there.

    Raises:
        UsageError: data whose place is not the program's to choose (`placed_by`), or `home` cannot be taken.
        StorageError: no room, or a copy is not what was copied.
        Cancelled: after Stop.
    """
    home = home.expanduser().absolute()
    _refuse_placed(paths)
    refuse(paths, home)
    left = _left_by_a_move(paths, home)
    made = left.made if left is not None else not home.exists()
    if left is not None:
        _take_away(left, home)
    files, links = _listed(paths, home)
    note = MoveNote(paths.data, made, _noted(files, home), _noted_links(links, home))
    targets = [*(file.target for file in files), *(link.target for link in links)]
    total = 2 * sum(file.size for file in files)
    _require_room(home, total // 2)
    try:
        make_private(home)
        note.write(home)
        (home / HOME_MARKER).write_text(json.dumps({"from": str(paths.data)}), encoding="utf-8")
        _make_ours(home, targets)
        yield from _copied(files, total, cancel)
        for link in links:
            link.target.parent.mkdir(parents=True, exist_ok=True)
            link.target.symlink_to(link.leads_to, target_is_directory=True)
        for folder in {home, home.parent, *(target.parent for target in targets)}:
            _write_through(folder)
        _check(home / "data" / paths.database.name)
        _point_to(home)
    except BaseException as error:
        with contextlib.suppress(OSError):
            note.take_away(home)
        if isinstance(error, OSError | sqlite3.Error):
            raise StorageError(
                f"The data folder could not be moved to {home} ({error}). It is where it was.",
                "Check the free space and the permissions there.",
            ) from error
        raise
    with contextlib.suppress(OSError):
        (home / NOTE).unlink()
    if not keep_old:
        _clear(paths, [*(file.source for file in files), *(link.source for link in links)])


def placed_by(paths: AppPaths) -> Placer:
    """What says where the data lies: `option` (`--home`), `variable` (`DOCUCHAT_HOME`), `beside` (the folder
    beside a portable program). Such data is moved by hand. Empty: the program itself, which can move it."""
    homes: tuple[tuple[Placer, str | Path | None], ...] = (
        ("variable", os.environ.get("DOCUCHAT_HOME")),
        ("beside", portable_home()),
    )
    for placer, home in homes:
        if home and AppPaths.from_environment(home).data == paths.data:
            return placer
    chosen = AppPaths.from_environment().data != paths.data or paths.data.parent == paths.logs.parent
    return "option" if chosen else ""


def is_interrupted(paths: AppPaths, home: Path) -> bool:
    """Whether a move of this data to `home` was killed, and what it left is all there is; the next one takes
    it away and begins anew."""
    left = _left_by_a_move(paths, home)
    return left is not None and next(left.others(home), None) is None


def refuse(paths: AppPaths, home: Path) -> None:
    """Can `home` take the data? Looks at names and emptiness, not at the room there.

    Raises:
        UsageError: no; the text says what to choose instead.
    """
    if paths.moved_to is not None and home.resolve() == paths.moved_to.resolve():
        raise UsageError(f"The data folder is {home} already.", _what_is_left(home))
    for folder in (paths.data, paths.models):
        there, here = home.resolve(), folder.resolve()  # also when a link leads into it
        if there.is_relative_to(here) or here.is_relative_to(there):
            raise UsageError(f"{home} and {folder} lie inside each other.", "Choose a folder elsewhere.")
    if home.exists() and not home.is_dir():
        raise UsageError(f"{home} is a file.", "Name a folder.")
    if not home.is_dir() or all(path.name == NOTE for path in home.iterdir()):
        return
    left = _left_by_a_move(paths, home)
    if left is None:
        raise UsageError(f"{home} is not empty.", "Name a new or an empty folder.")
    if other := next(left.others(home), None):
        raise UsageError(
            f"{home} holds what an interrupted move left, and something else: {other}.",
            "Move that to another place and try again, or name another folder.",
        )


def _refuse_placed(paths: AppPaths) -> None:
    root = paths.data.parent
    match placed_by(paths):
        case "option":
            raise UsageError(
                f"The data folder {paths.data} was named with --home.",
                f"Close the program, copy the folder {root}, and name its new place with --home.",
            )
        case "variable":
            raise UsageError(
                f"The data folder {paths.data} lies where DOCUCHAT_HOME says.",
                f"Close the program, copy the folder {root}, and set DOCUCHAT_HOME to its new place.",
            )
        case "beside":
            raise UsageError(
                f"The data folder {paths.data} lies beside the program and goes where that goes.",
                "Close the program and move its whole folder. To have the data alone elsewhere, copy the "
                f"folder {root} there and set DOCUCHAT_HOME to the copy.",
            )


def _what_is_left(home: Path) -> str:
    """Of the old folder, where a move was killed while it cleared that, or was told to keep it."""
    try:
        old = Path(json.loads((home / HOME_MARKER).read_text(encoding="utf-8"))["from"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    if not any((old / name).exists() for name in ("library.sqlite3", "models", "index", "backups")):
        return ""
    return f"What is left of the old one in {old} is not used any more."


def _left_by_a_move(paths: AppPaths, home: Path) -> MoveNote | None:
    note = MoveNote.read(home)
    return note if note is not None and note.source == paths.data else None


def _take_away(left: MoveNote, home: Path) -> None:
    try:
        left.take_away(home)
    except OSError as error:
        raise StorageError(
            f"What an interrupted move left in {home} could not be taken away ({error}).",
            "Check the permissions there, or name another folder.",
        ) from error


def _noted(files: list[_File], home: Path) -> tuple[NotedFile, ...]:
    return tuple(
        NotedFile(file.target.relative_to(home).as_posix(), file.size, file.mtime_ns) for file in files
    )


def _noted_links(links: list[_Link], home: Path) -> tuple[NotedLink, ...]:
    return tuple(NotedLink(link.target.relative_to(home).as_posix(), str(link.leads_to)) for link in links)


def _listed(paths: AppPaths, home: Path) -> tuple[list[_File], list[_Link]]:
    """Every file that moves, and the links to folders. Locks stay, and so does SQLite's shared memory, which
    is made anew; on Windows cache, log and the pointer lie inside the data folder and stay, too."""
    left = {paths.lock, paths.lock_owner, paths.database.with_name(paths.database.name + "-shm")}
    left.add(location_file())
    left.add(paths.window_lock)
    roots = {paths.data: home / "data"}
    if "DOCUCHAT_MODELS" not in os.environ:
        roots = {paths.models: home / "models", **roots}
    files, links = [], []
    for root, target in roots.items():
        if root == paths.models and root.is_symlink():
            links.append(_Link(root, target, root.resolve()))
            continue
        others = [folder for folder in (paths.models, paths.cache, paths.logs) if folder != root]
        for path in sorted(root.rglob("*")):
            if path in left or any(path.is_relative_to(other) for other in others):
                continue
            if path.is_symlink() and path.is_dir():
                links.append(_Link(path, target / path.relative_to(root), _led_to(path, roots)))
            elif path.is_file():
                found = path.stat()
                files.append(_File(path, target / path.relative_to(root), found.st_size, found.st_mtime_ns))
    return files, links


def _led_to(link: Path, roots: dict[Path, Path]) -> Path:
    """Where the link leads, which moves along when it lies in what is moved."""
    there = link.resolve()
    for root, target in roots.items():
        if there.is_relative_to(root.resolve()):
            return target / there.relative_to(root.resolve())
    return there


def _require_room(home: Path, size: int) -> None:
    existing = next(folder for folder in (home, *home.parents) if folder.exists())
    free = shutil.disk_usage(existing).free
    if free < size + RESERVE_BYTES:
        raise StorageError(
            f"{home} has {free // 1_000_000:,} MB free; {(size + RESERVE_BYTES) // 1_000_000:,} MB are "
            f"needed.",
            "Free some space there or choose another drive. Nothing was moved.",
        )


def _make_ours(home: Path, targets: list[Path]) -> None:
    """The folders right below `home` are for this user alone, as the ones that they come from: `home` itself
    may be somebody's folder that everybody can look into."""
    for name in sorted({target.relative_to(home).parts[0] for target in targets if target.parent != home}):
        make_private(home / name)


def _copied(files: list[_File], total: int, cancel: CancelToken) -> Iterator[tuple[int, int]]:
    done = 0
    for file in files:
        file.target.parent.mkdir(parents=True, exist_ok=True)
        part = with_part(file.target)
        written, read_back = hashlib.sha256(), hashlib.sha256()
        with file.source.open("rb") as source, part.open("wb") as target:
            while block := source.read(_BLOCK):
                cancel.check()
                if block == _NOTHING[: len(block)]:
                    target.seek(len(block), os.SEEK_CUR)  # a hole, as in the files of the index
                else:
                    target.write(block)
                written.update(block)
                done += len(block)
                yield done, total
            target.truncate()
            target.flush()
            os.fsync(target.fileno())
            if hasattr(os, "posix_fadvise"):  # or memory would be read back, not the disk
                os.posix_fadvise(target.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        shutil.copystat(file.source, part)
        with part.open("rb") as target:
            while block := target.read(_BLOCK):
                cancel.check()
                read_back.update(block)
                done += len(block)
                yield done, total
        if written.digest() != read_back.digest():
            raise StorageError(
                f"{file.target} is not what was written to it. Nothing was moved.", "Choose another drive."
            )
        part.replace(file.target)


def _check(library: Path) -> None:
    problems = file_problems(library) if library.exists() else []
    if problems:
        raise StorageError(
            f"The copied library {library} is damaged ({problems[0]}). Nothing was moved.",
            "Type `docuchat check`.",
        )


def _point_to(home: Path) -> None:
    pointer = location_file()
    pointer.parent.mkdir(parents=True, exist_ok=True)
    temporary = pointer.with_name(pointer.name + ".tmp")
    with temporary.open("w", encoding="utf-8") as file:
        json.dump({"home": str(home)}, file)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(pointer)
    _write_through(pointer.parent)


def _write_through(folder: Path) -> None:
    """The names in it to the disk: the old files go afterwards, and a power cut must not bring the old state
    back. Where a folder cannot be written through (Windows, some networks), its file system is trusted."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _clear(paths: AppPaths, copied: list[Path]) -> None:
    """Only what was copied goes; what somebody else put there stays, and so does the folder then."""
    for source in copied:
        with contextlib.suppress(OSError):
            source.unlink()
    with contextlib.suppress(OSError):
        paths.database.with_name(paths.database.name + "-shm").unlink(missing_ok=True)
    if paths.moved_to:
        with contextlib.suppress(OSError):
            (paths.moved_to / HOME_MARKER).unlink()
    for folder in {paths.data, paths.models}:
        with contextlib.suppress(OSError):
            _remove_empty(folder)


def _remove_empty(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            with contextlib.suppress(OSError):
                path.rmdir()
