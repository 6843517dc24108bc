"""The folders table: which folders are kept in step, with their rules and how they stood last time.

Any thread, through `Database`.
"""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass

from core.store.database import Database
from core.types import SourceState


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """One folder that is kept in step.

    Attributes:
        path: absolute.
        paused: left alone until the user resumes it.
        ignore: gitignore patterns, one a line.
        state: `unreachable` while the folder cannot be seen; `problem` says why.
        keep_missing: documents whose files were deleted stay until the user removes them.
        device: of the file system it was on when it was last compared; empty before.
        synced_at: seconds since the epoch, 0 before the first comparison.
    """

    folder_id: int
    path: str
    paused: bool = False
    ignore: str = ""
    state: SourceState = SourceState.PRESENT
    problem: str = ""
    keep_missing: bool = True
    device: str = ""
    synced_at: float = 0.0


def _folder(row: sqlite3.Row) -> WatchedFolder:
    return WatchedFolder(
        folder_id=row["folder_id"],
        path=row["path"],
        paused=bool(row["paused"]),
        ignore=row["ignore"],
        state=SourceState(row["state"]),
        problem=row["problem"],
        keep_missing=bool(row["keep_missing"]),
        device=row["device"],
        synced_at=row["synced_at"],
    )


class FolderRepository:
    """Watched folders by id and by path."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, path: str, ignore: str = "", *, keep_missing: bool = True) -> WatchedFolder:
        """The folder of this path; an existing one stays as it is."""
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO folders (path, ignore, keep_missing, added_at) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (path) DO NOTHING",
                (path, ignore, keep_missing, time.time()),
            )
            return _folder(connection.execute("SELECT * FROM folders WHERE path = ?", (path,)).fetchone())

    def get(self, folder_id: int) -> WatchedFolder | None:
        row = self._database.query_one("SELECT * FROM folders WHERE folder_id = ?", (folder_id,))
        return _folder(row) if row else None

    def all(self) -> list[WatchedFolder]:
        """In the order they were added."""
        return [_folder(row) for row in self._database.query("SELECT * FROM folders ORDER BY folder_id")]

    def remove(self, folder_id: int) -> bool:
        """It is no longer kept in step; its documents stay."""
        return bool(self._database.execute("DELETE FROM folders WHERE folder_id = ?", (folder_id,)))

    def set_paused(self, folder_id: int, paused: bool) -> None:
        self._database.execute("UPDATE folders SET paused = ? WHERE folder_id = ?", (paused, folder_id))

    def set_ignore(self, folder_id: int, ignore: str) -> None:
        self._database.execute("UPDATE folders SET ignore = ? WHERE folder_id = ?", (ignore, folder_id))

    def set_unreachable(self, folder_id: int, problem: str) -> None:
        self._database.execute(
            "UPDATE folders SET state = ?, problem = ? WHERE folder_id = ?",
            (SourceState.UNREACHABLE.value, problem, folder_id),
        )

    def set_synced(self, folder_id: int, device: str) -> None:
        """It was compared just now."""
        self._database.execute(
            "UPDATE folders SET state = ?, problem = '', device = ?, synced_at = ? WHERE folder_id = ?",
            (SourceState.PRESENT.value, device, time.time(), folder_id),
        )
