"""Folders that are kept in step, as front ends see them: one part of the engine.

Any thread may list and change folders; comparing them is work, and a stream of events on the caller's thread.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from watchfiles import watch

from core.cancel import CancelToken
from core.errors import UsageError
from core.events import Event, EventStamper, EventStream, RunFinished
from core.ingest.folders import SETTLING_S, FolderSync
from core.runs import guarded
from core.store.database import Database
from core.store.folders import FolderRepository, WatchedFolder
from core.store.locations import LocationRepository
from core.types import SourceState

log = logging.getLogger(__name__)

LOOK_AGAIN_S = 600.0  # network drives report nothing, and a report may be lost


class _StopEvent:
    """A `CancelToken` as watchfiles wants it."""

    def __init__(self, cancel: CancelToken) -> None:
        self._cancel = cancel

    def is_set(self) -> bool:
        return self._cancel.is_set


class LibraryFolders:
    """Watched folders of one library.

    Args:
        sync: what compares; it remembers files it refused, so there is one for all folders.
    """

    def __init__(self, database: Database, sync: FolderSync) -> None:
        self._folders = FolderRepository(database)
        self._locations = LocationRepository(database)
        self._sync = sync

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
        return guarded(lambda: self._watched(stamp, cancel), stamp)

    def _watched(self, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        compared: dict[int, float] = {}  # folder → when, by the monotonic clock
        while True:
            cancel.check()
            folders = {folder.folder_id: folder for folder in self.all() if not folder.paused}
            compared = {number: when for number, when in compared.items() if number in folders}
            for changed in self._changes(folders, cancel):
                now = time.monotonic()
                due = {n for n in folders if now - compared.get(n, -LOOK_AGAIN_S) >= LOOK_AGAIN_S} | changed
                for number in sorted(due):
                    compared[number] = time.monotonic()
                    yield from self._sync.sync(number, stamp, cancel, settling_s=SETTLING_S)
                    if self._sync.unsettled:  # a file that is just being written: look again soon
                        compared[number] -= LOOK_AGAIN_S - SETTLING_S
                if {f.folder_id: f for f in self.all() if not f.paused}.keys() != folders.keys():
                    break

    def _changes(self, folders: Mapping[int, WatchedFolder], cancel: CancelToken) -> Iterator[set[int]]:
        """Every two seconds or sooner: the folders in which something has changed.

        The first comes after watching has begun, so that nothing falls between it and the comparison.
        """
        paths = [folder.path for folder in folders.values() if os.path.isdir(folder.path)]
        reports = watch(
            *paths,
            watch_filter=None,  # the comparison knows the ignore rules
            stop_event=_StopEvent(cancel),
            rust_timeout=int(1000 * SETTLING_S),
            yield_on_timeout=True,
            raise_interrupt=False,
            ignore_permission_denied=True,
        )
        try:
            for report in reports if paths else ():
                cancel.check()
                files = [path for _change, path in report]
                yield {
                    number
                    for number, folder in folders.items()
                    if any(path.startswith(folder.path.rstrip(os.sep) + os.sep) for path in files)
                }
        except OSError as error:  # too many folders for the system to report on, or one has just gone
            log.warning("folders cannot be watched, they are compared now and then: %s", error)
        cancel.check()
        cancel.wait(SETTLING_S)
        yield set()

    def missing(self) -> list[str]:
        """Documents of which no file is left anywhere."""
        return self._locations.missing()

    def refresh_states(self, document_ids: Sequence[str] | None = None) -> dict[str, SourceState]:
        """Look whether the files (of these documents) are as they were; path → new state where it changed."""
        return self._sync.refresh_states(document_ids)
