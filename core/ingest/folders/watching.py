"""Folders watched for changes: reports of the system where it makes any, and a look now and then where not.

A generator of events on the caller's thread; the system's reports are gathered by a thread of `watchfiles`,
which ends with the generator. A report only says where to look: what has changed is found by comparing.
"""

from __future__ import annotations

import logging
import os
import stat
import time
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from watchfiles import Change, DefaultFilter, watch

from core.cancel import CancelToken
from core.events import Event, EventStamper, FolderSynced
from core.ingest.folders.scanning import IGNORE_FILE
from core.ingest.folders.sync import SETTLING_S, FolderSync
from core.store.database import Database
from core.store.folders import FolderRepository

log = logging.getLogger(__name__)

LOOK_AGAIN_S = 600.0  # network drives report nothing, and reports may be lost
UNREPORTED_S = 60.0  # the same while the system cannot report at all (too many folders)
TICK_S = 1.0  # how soon a folder that was added, resumed or plugged in is noticed
UNREACHABLE_S = 5.0  # how soon a folder that could not be seen is tried again
_GATHER_MS = 400  # changes that come together are one
_STEP_MS = 50  # also how soon Stop is noticed


class FolderWatcher:
    """Keeps all folders that are not paused in step, for as long as `watch` is iterated.

    Args:
        settling_s: files written to so recently are looked at again later.
        look_again_s: every folder is compared at least so often.
    """

    def __init__(
        self,
        database: Database,
        sync: FolderSync,
        *,
        settling_s: float = SETTLING_S,
        look_again_s: float = LOOK_AGAIN_S,
    ) -> None:
        self._folders = FolderRepository(database)
        self._sync = sync
        self._settling_s = settling_s
        self._look_again_s = look_again_s

    def watch(self, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        """Compare every folder, then each one whenever something changes in it. Ends only by Stop.

        Folders that are added, resumed, paused or plugged in meanwhile are noticed within `TICK_S`.

        Raises:
            core.errors.Cancelled: Stop.
            core.errors.KnownError: the library cannot be used.
        """
        plan = _Plan(self._look_again_s)
        while True:
            cancel.check()
            folders, present = self._active(), self._present()
            plan.keep_only(folders, present)
            for changed in self._reports(present, plan, cancel):
                plan.look_at(number for number, path in folders.items() if _touches(path, changed))
                turned = False
                while (number := plan.next_due()) is not None:
                    turned |= yield from self._look(number, plan, stamp, cancel)
                if turned or (self._active(), self._present()) != (folders, present):
                    break

    def _look(
        self, number: int, plan: _Plan, stamp: EventStamper, cancel: CancelToken
    ) -> Generator[Event, None, bool]:
        """Compare one folder; whether it has become reachable or unreachable by this.

        It may be back before anybody looks whether it is there, and what reports its changes may be what
        was there before; so the reports are asked for anew. A problem that is known is not told again.
        """
        before, problem = plan.problems.get(number, ""), ""
        for event in self._sync.sync(number, stamp, cancel, settling_s=self._settling_s):
            problem = event.problem if isinstance(event, FolderSynced) else problem
            if not (problem and problem == before):
                yield event
        plan.looked_at(number, problem, again_in_s=self._settling_s if self._sync.unsettled else None)
        return bool(problem) != bool(before)

    def _active(self) -> dict[int, str]:
        return {folder.folder_id: folder.path for folder in self._folders.all() if not folder.paused}

    def _present(self) -> dict[str, tuple[int, int]]:
        """The folders that are there, by the identity of what is there: a drive may come in its place."""
        present = {}
        for path in self._active().values():
            try:
                status = os.stat(path)
            except OSError:
                continue
            if stat.S_ISDIR(status.st_mode):
                present[path] = (status.st_dev, status.st_ino)
        return present

    def _reports(self, paths: Iterable[str], plan: _Plan, cancel: CancelToken) -> Iterator[list[str]]:
        """Paths that have changed, or none, at least every `TICK_S`.

        The first comes when reports are being gathered already, so that nothing falls in between.
        """
        paths = list(paths)
        if paths and plan.may_report():
            try:
                for report in watch(
                    *paths,
                    watch_filter=_Filter(paths, self._sync.own_folders),
                    debounce=_GATHER_MS,
                    step=_STEP_MS,
                    stop_event=_StopEvent(cancel),
                    rust_timeout=int(1000 * TICK_S),
                    yield_on_timeout=True,
                    raise_interrupt=False,
                    ignore_permission_denied=True,
                ):
                    cancel.check()
                    yield [path for _change, path in report]
            except OSError as error:
                log.warning(
                    "the system does not report changes, folders are compared every minute: %s", error
                )
                plan.no_reports()
        cancel.check()
        cancel.wait(TICK_S)
        cancel.check()
        yield []


@dataclass(slots=True)
class _Plan:
    """When each folder is to be looked at, by the monotonic clock."""

    look_again_s: float
    due: dict[int, float] = field(default_factory=dict)
    present: dict[str, tuple[int, int]] = field(default_factory=dict)
    problems: dict[int, str] = field(default_factory=dict)
    silent_until: float = 0.0

    def keep_only(self, folders: dict[int, str], present: Mapping[str, tuple[int, int]]) -> None:
        """Folders that are new, or whose state of being there has changed, are due at once.

        So are all where reports are about to be asked for: those of the time since the last ones are lost.
        """
        now = time.monotonic()
        turned = {path for path, _identity in self.present.items() ^ present.items()}
        if present and self.may_report():
            turned |= set(folders.values())
        self.problems = {number: what for number, what in self.problems.items() if number in folders}
        self.due = {
            number: now if path in turned else self.due.get(number, now) for number, path in folders.items()
        }
        self.present = dict(present)

    def look_at(self, numbers: Iterator[int]) -> None:
        for number in numbers:
            self.due[number] = time.monotonic()

    def next_due(self) -> int | None:
        now = time.monotonic()
        return next((number for number, when in sorted(self.due.items()) if when <= now), None)

    def looked_at(self, number: int, problem: str, again_in_s: float | None) -> None:
        self.problems[number] = problem
        regular = UNREPORTED_S if not self.may_report() else self.look_again_s
        if problem:
            regular = min(regular, UNREACHABLE_S)
        self.due[number] = time.monotonic() + min(regular, regular if again_in_s is None else again_in_s)

    def may_report(self) -> bool:
        return time.monotonic() >= self.silent_until

    def no_reports(self) -> None:
        now = time.monotonic()
        self.silent_until = now + self.look_again_s
        self.due = {number: min(when, now + UNREPORTED_S) for number, when in self.due.items()}


class _StopEvent:
    """A `CancelToken` as watchfiles wants it."""

    def __init__(self, cancel: CancelToken) -> None:
        self._cancel = cancel

    def is_set(self) -> bool:
        return self._cancel.is_set


class _Filter(DefaultFilter):
    """Leaves out what can be no document: hidden folders, where programs write all the time, and our own."""

    def __init__(self, folders: Sequence[str], own_folders: Collection[str]) -> None:
        super().__init__()
        self._starts = sorted((folder.rstrip(os.sep) + os.sep for folder in folders), key=len, reverse=True)
        self._own = tuple(path.rstrip(os.sep) + os.sep for path in own_folders)

    def __call__(self, change: Change, path: str) -> bool:
        if path.startswith(self._own):
            return False
        inside = next((path[len(start) :] for start in self._starts if path.startswith(start)), "")
        folders, _, name = inside.rpartition(os.sep)
        if f"{os.sep}{folders}".count(f"{os.sep}.") or (name.startswith(".") and name != IGNORE_FILE):
            return False
        return super().__call__(change, path)


def _touches(folder: str, changed: Sequence[str]) -> bool:
    start = folder.rstrip(os.sep) + os.sep
    return any(path == folder or path.startswith(start) for path in changed)
