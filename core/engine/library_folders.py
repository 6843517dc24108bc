"""Folders that are kept in step, as front ends see them: one part of the engine.

Any thread may list and change folders; comparing them is work, and a stream of events on the caller's thread.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.cancel import CancelToken
from core.errors import UsageError
from core.events import Event, EventStamper, EventStream, RunFinished
from core.ingest.folders.sync import FolderSync
from core.ingest.folders.watching import FolderWatcher
from core.runs.recorder import guarded
from core.store.database import Database
from core.store.folders import FolderRepository, WatchedFolder
from core.store.locations import LocationRepository
from core.types import SourceState


class LibraryFolders:
    """Watched folders of one library.

    Args:
        sync: what compares; it remembers files it refused, so there is one for all folders.
    """

    def __init__(self, database: Database, sync: FolderSync) -> None:
        self._folders = FolderRepository(database)
        self._locations = LocationRepository(database)
        self._sync = sync
        self._watcher = FolderWatcher(database, sync)

    def all(self) -> list[WatchedFolder]:
        """In the order they were added."""
        return self._folders.all()

    def resolve(self, name: str) -> WatchedFolder:
        """A folder by its path or its number.

        Raises:
            UsageError: it is not kept in step.
        """
        path = os.path.abspath(Path(name).expanduser())
        for folder in self.all():
            if folder.path == path or str(folder.folder_id) == name:
                return folder
        raise UsageError(f"{name} is not kept in step.", "`docuchat folders list` names those that are.")

    def add(self, path: Path, ignore: str = "", *, keep_missing: bool = True) -> WatchedFolder:
        """Keep a folder in step from now on; nothing is read before `sync`.

        Raises:
            UsageError: it is no folder, or an ignore rule cannot be understood.
        """
        return self._sync.add(path, ignore, keep_missing=keep_missing)

    def remove(self, folder_id: int) -> bool:
        """No longer keep it in step; its documents stay."""
        return self._folders.remove(folder_id)

    def set_paused(self, folder_id: int, paused: bool) -> None:
        self._folders.set_paused(folder_id, paused)

    def set_ignore(self, folder_id: int, ignore: str) -> None:
        """Gitignore patterns, one a line; no document is removed by them.

        Raises:
            UsageError: a rule cannot be understood.
        """
        self._sync.set_ignore(folder_id, ignore)

    def sync(self, cancel: CancelToken, folder_ids: Sequence[int] | None = None) -> EventStream:
        """Compare folders (default: all that are not paused) with the library and queue what is new."""
        stamp = EventStamper()
        return guarded(lambda: self._compared(folder_ids, stamp, cancel), stamp)

    def _compared(
        self, folder_ids: Sequence[int] | None, stamp: EventStamper, cancel: CancelToken
    ) -> Iterator[Event]:
        for folder in self.all():
            if folder.folder_id in folder_ids if folder_ids is not None else not folder.paused:
                yield from self._sync.sync(folder.folder_id, stamp, cancel)
        yield stamp(RunFinished, outcome="done")

    def watch(self, cancel: CancelToken) -> EventStream:
        """Compare every folder, and then each one again whenever something changes in it, until Stop.

        Folders added or resumed meanwhile are taken up within seconds. What is found is queued only: who
        watches lets `Engine.ingest` work it off. Ends with `RunFinished` `cancelled`.
        """
        stamp = EventStamper()
        return guarded(lambda: self._watcher.watch(stamp, cancel), stamp)

    def missing(self) -> list[str]:
        """Documents of which no file is left anywhere."""
        return self._locations.missing()

    def refresh_states(self, document_ids: Sequence[str] | None = None) -> dict[str, SourceState]:
        """Look whether the files (of these documents) are as they were; path → new state where it changed."""
        return self._sync.refresh_states(document_ids)
