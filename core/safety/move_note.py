"""What a move is about to write into the new folder, noted there before the first byte of it: so one that was
killed is known for what it is, and what it left can be taken away without touching anything else.

Owns `docuchat-moving.json`, which goes when the move has ended, however it ends. A file is written under its
name and `PART`, and gets its name when it has been compared; then it has the size and the time of the one it
was copied from. The note may lie on anybody's stick: what it says is believed only of paths below its folder.
Any thread; the data folder must be held.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from core.system.paths import HOME_MARKER

NOTE = "docuchat-moving.json"
PART = ".docuchat-part"
_TOPS = ("data", "models")
_COARSEST_NS = 2_000_000_000  # FAT keeps the time of a file to two seconds


@dataclass(frozen=True, slots=True)
class NotedFile:
    """`name`: its path below the new folder, with `/`. `size` in bytes and `mtime_ns` of what is copied."""

    name: str
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class NotedLink:
    """A link to a folder: `name` as of a file, and where it leads."""

    name: str
    leads_to: str


@dataclass(frozen=True, slots=True)
class MoveNote:
    """`source`: the data folder that moves. `made`: the new folder was not there before."""

    source: Path
    made: bool
    files: tuple[NotedFile, ...]
    links: tuple[NotedLink, ...]

    @classmethod
    def read(cls, home: Path) -> MoveNote | None:
        """The note in `home`; None where there is none that makes sense."""
        try:
            told: dict[str, Any] = json.loads((home / NOTE).read_text(encoding="utf-8"))
            files = tuple(NotedFile(**one) for one in told["files"])
            links = tuple(NotedLink(**one) for one in told["links"])
            note = cls(Path(told["source"]), bool(told["made"]), files, links)
            sound = all(map(_is_inside, note._names()))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        return note if sound else None

    def write(self, home: Path) -> None:
        """Raises OSError."""
        told = {
            "source": str(self.source),
            "made": self.made,
            "files": [asdict(one) for one in self.files],
            "links": [asdict(one) for one in self.links],
        }
        with (home / NOTE).open("w", encoding="utf-8") as file:
            json.dump(told, file)
            file.flush()
            os.fsync(file.fileno())

    def left(self, home: Path) -> list[Path]:
        """What lies in `home` as this move wrote it, or was writing it when it ended."""
        found = []
        for file in self.files:
            path = home / file.name
            found += [one for one in (path, with_part(path)) if _is_written(one, file)]
        found += [home / link.name for link in self.links if _leads(home / link.name, link.leads_to)]
        top = home.resolve()
        return [path for path in found if path.parent.resolve() == top / path.parent.relative_to(home)]

    def others(self, home: Path) -> Iterator[Path]:
        """What lies in `home` and is not of this move: files, and folders that it has not made."""
        folders = (folder for folder in self._folders(home) if not folder.is_symlink())
        known = {*self.left(home), *folders, home / NOTE, home / HOME_MARKER}
        for path in sorted(home.rglob("*")):
            if path not in known:
                yield path

    def take_away(self, home: Path) -> None:
        """Delete what `left` names, the note, and the folders that are empty then.

        Raises:
            OSError: something could not be deleted; the note is there still.
        """
        for path in self.left(home):
            path.unlink(missing_ok=True)
        (home / HOME_MARKER).unlink(missing_ok=True)
        (home / NOTE).unlink(missing_ok=True)
        for folder in sorted(self._folders(home), reverse=True):
            with contextlib.suppress(OSError):
                folder.rmdir()
        if self.made:
            with contextlib.suppress(OSError):
                home.rmdir()

    def _folders(self, home: Path) -> set[Path]:
        parents = (parent for name in self._names() for parent in PurePosixPath(name).parents)
        return {home / parent for parent in parents if parent.name}

    def _names(self) -> list[str]:
        return [*(file.name for file in self.files), *(link.name for link in self.links)]


def with_part(path: Path) -> Path:
    """The name under which the file is written."""
    return path.with_name(path.name + PART)


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or path.parts[0] not in _TOPS:
        return False
    return os.sep == "/" or os.sep not in name


def _is_written(path: Path, file: NotedFile) -> bool:
    try:
        status = path.lstat()
    except OSError:
        return False
    if not stat.S_ISREG(status.st_mode):
        return False
    if path.name.endswith(PART) and not file.name.endswith(PART):
        return status.st_size <= file.size
    return status.st_size == file.size and abs(status.st_mtime_ns - file.mtime_ns) <= _COARSEST_NS


def _leads(path: Path, there: str) -> bool:
    try:
        return os.readlink(path) == there
    except OSError:
        return False
