"""Folders kept in step with the library: what is new, changed, moved, gone. Runs on the caller's thread.

A file is told by its content, so a moved file costs a hash and nothing else. Files are compared by size and
time first; only what differs is read. Nothing is ever taken for deleted because a drive is not there.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.cancel import CancelToken
from core.events import DocumentQueued, Event, EventStamper, FolderSynced, NoticeGiven, PathRejected
from core.ingest.folders.scanning import (
    FoundFile,
    Scan,
    check_folder,
    check_rules,
    is_gone,
    scan,
    why_unreadable,
)
from core.ingest.queue.additions import FileAdder, refusal_by_size
from core.ingest.queue.content_hash import read_content
from core.ingest.queue.file_origins import state_of
from core.ingest.readers import format_of
from core.store.database import Database
from core.store.folders import FolderRepository, WatchedFolder
from core.store.locations import LocationRepository
from core.store.removals import RemovalRepository
from core.types import Location, SourceState, document_id_for

SETTLING_S = 2.0  # a file written to so recently may not be complete yet
_KEPT_QUIET = ("already_added", "duplicate", "document_moved")  # the counts of FolderSynced tell these

Remove = Callable[[Sequence[str]], object]


@dataclass(slots=True)
class _Tally:
    added: int = 0
    changed: int = 0
    moved: int = 0
    missing: int = 0


@dataclass(slots=True)
class _Differences:
    """What a scan found other than the library has it."""

    candidates: list[FoundFile] = field(default_factory=list)  # new, or of another size or time
    gone: list[Location] = field(default_factory=list)
    back: list[str] = field(default_factory=list)  # as they were, after having been away
    unseen: list[str] = field(default_factory=list)  # in folders that cannot be read now


@dataclass(frozen=True, slots=True)
class _Read:
    """A file whose content was just read."""

    path: Path
    status: os.stat_result
    content_hash: str
    head: bytes
    document_id: str


class FolderSync:
    """Adds, compares and removes watched folders.

    Args:
        remove: deletes documents as the user does, with all traces (see `core.ingest.queue.removal`).
        drop_points: takes the points of a document that is no longer there out of the index.
        own_folders: of this program; left out when a watched folder contains them.
    """

    def __init__(
        self,
        database: Database,
        remove: Remove,
        drop_points: Callable[[str], bool],
        own_folders: Iterable[Path] = (),
    ) -> None:
        self.own_folders = frozenset(str(path) for path in (database.path.parent, *own_folders))
        self._database = database
        self._folders = FolderRepository(database)
        self._locations = LocationRepository(database)
        self._removals = RemovalRepository(database)
        self._remove = remove
        self._drop_points = drop_points
        # (size, time) of files that cannot be documents, so that they are told once and not at each look.
        self._refused: dict[str, tuple[int, int]] = {}
        self.unsettled = False  # the last comparison left files for later that were just being written

    def add(self, path: Path, ignore: str = "", *, keep_missing: bool = True) -> WatchedFolder:
        """Keep a folder in step from now on; the same folder twice is one. Nothing is read yet.

        Raises:
            UsageError: it is no folder, or a rule cannot be understood.
        """
        path = Path(os.path.abspath(path.expanduser()))
        check_folder(path)
        check_rules(ignore)
        for folder in self._folders.all():
            if _same_folder(folder.path, path):
                return folder
        return self._folders.add(str(path), ignore, keep_missing=keep_missing)

    def set_paused(self, folder_id: int, paused: bool) -> None:
        self._folders.set_paused(folder_id, paused)

    def set_ignore(self, folder_id: int, ignore: str) -> None:
        """New rules, as in .gitignore. They hold for what is found from now on; no document is removed.

        Raises:
            UsageError: a rule cannot be understood.
        """
        check_rules(ignore)
        self._folders.set_ignore(folder_id, ignore)

    # --- comparing -----------------------------------------------------------------------------

    def sync(
        self, folder_id: int, stamp: EventStamper, cancel: CancelToken, *, settling_s: float = 0.0
    ) -> Iterator[Event]:
        """Compare a folder with the library; queue what is new or changed. Ends with one FolderSynced.

        A paused folder is left alone. Files written to within `settling_s` are left for the next time.

        Raises:
            core.errors.Cancelled: Stop; what was done until then stays.
        """
        self.unsettled = False
        folder = self._folders.get(folder_id)
        if folder is None:
            return
        if folder.paused:
            yield _problem(stamp, folder, "It is paused.")
            return
        try:
            found = self._scan(folder, cancel)
            device = str(os.stat(folder.path).st_dev)
        except OSError as error:
            yield from self._unreachable(folder, stamp, f"It cannot be seen ({error.strerror or error}).")
            return
        known = self._known(folder)
        if found.is_empty and known and folder.device not in ("", device):
            # What is left when a drive is unmounted: an empty folder on the file system below.
            yield from self._unreachable(
                folder, stamp, "It is empty; its drive does not seem to be connected."
            )
            return
        yield from self._apply(folder, found, known, device, stamp, cancel, settling_s)

    def remove_missing(self, document_ids: Sequence[str] | None = None) -> list[str]:
        """Delete the documents (of these) of which no file is left anywhere; their ids."""
        missing = self._locations.missing()
        chosen = [name for name in missing if document_ids is None or name in document_ids]
        if chosen:
            self._remove(chosen)
        return chosen

    def refresh_states(self, document_ids: Sequence[str] | None = None) -> dict[str, SourceState]:
        """Look at the files (of these documents) by size and time only, nothing is read.

        Returns the new state of each path whose state has changed. A file of another time is CHANGED until
        somebody compares its content: adding it again, or the comparison of its folder.
        """
        changes: dict[str, SourceState] = {}
        watched = [folder.path.rstrip(os.sep) + os.sep for folder in self._folders.all() if not folder.paused]
        for place in self._locations.all(document_ids):
            if place.member or any(place.path.startswith(folder) for folder in watched):
                continue
            state = state_of(place)
            if state is place.state:
                continue
            if state is SourceState.PRESENT and len(self._locations.at_path(place.path)) > 1:
                continue  # an earlier content and the one that is replacing it
            changes[place.path] = state
        self._locations.set_states(changes.items())
        return changes

    # --- inside --------------------------------------------------------------------------------

    def _scan(self, folder: WatchedFolder, cancel: CancelToken) -> Scan:
        inner = {other.path for other in self._folders.all() if other.folder_id != folder.folder_id}
        skip = inner | self.own_folders
        return scan(Path(folder.path), rules=folder.ignore, skip=skip, check=cancel.check)

    def _known(self, folder: WatchedFolder) -> dict[str, list[Location]]:
        """What the library has below the folder, without what belongs to watched folders inside it."""
        start = folder.path.rstrip(os.sep) + os.sep
        inner = tuple(
            other.path.rstrip(os.sep) + os.sep
            for other in self._folders.all()
            if other.folder_id != folder.folder_id and other.path.startswith(start)
        )
        known: dict[str, list[Location]] = {}
        for place in self._locations.below(folder.path):
            if not place.path.startswith(inner or ("\0",)):
                known.setdefault(place.path, []).append(place)
        return known

    def _unreachable(self, folder: WatchedFolder, stamp: EventStamper, problem: str) -> Iterator[Event]:
        present = [
            (path, SourceState.UNREACHABLE)
            for path, places in self._known(folder).items()
            if any(place.state is SourceState.PRESENT for place in places)
        ]
        with self._database.transaction():
            self._locations.set_states(present)
            self._folders.set_unreachable(folder.folder_id, problem)
        yield _problem(stamp, folder, problem)

    def _apply(
        self,
        folder: WatchedFolder,
        found: Scan,
        known: dict[str, list[Location]],
        device: str,
        stamp: EventStamper,
        cancel: CancelToken,
        settling_s: float,
    ) -> Iterator[Event]:
        tally = _Tally()
        different = _compare(found, known)
        with self._database.transaction():
            self._locations.set_states((path, SourceState.PRESENT) for path in different.back)
            self._locations.set_states((path, SourceState.UNREACHABLE) for path in different.unseen)
        for path, reason in found.unreadable:
            if self._refused.get(path) != (-1, -1):
                self._refused[path] = (-1, -1)
                told, hint = why_unreadable(path, reason)
                yield stamp(PathRejected, path=path, reason=told, hint=hint)
        yield from self._take_in(folder, different.candidates, known, tally, stamp, cancel, settling_s)
        self._mark_gone(folder, different.gone, tally)
        if found.other_types and not folder.synced_at:  # told once, not at each look
            message = found.skipped(Path(folder.path).name)
            yield stamp(NoticeGiven, code="other_types_skipped", message=message)
        self._folders.set_synced(folder.folder_id, device)
        yield stamp(
            FolderSynced,
            folder_id=folder.folder_id,
            path=folder.path,
            added=tally.added,
            changed=tally.changed,
            moved=tally.moved,
            missing=tally.missing,
            ignored=found.ignored,
            in_cloud=len(found.in_cloud),
        )

    def _take_in(
        self,
        folder: WatchedFolder,
        candidates: Sequence[FoundFile],
        known: dict[str, list[Location]],
        tally: _Tally,
        stamp: EventStamper,
        cancel: CancelToken,
        settling_s: float,
    ) -> Iterator[Event]:
        """Queue what is new; then what has changed, so that a content that moved on is not taken for lost.

        Files that took each other's names are told by all changed files being read before any is acted on.
        """
        adder = FileAdder(self._database, stamp, cancel, self._drop_points)
        settled = self._settled(folder, candidates, settling_s)
        changed: list[_Read] = []
        for file in sorted(settled, key=lambda file: file.path in known):
            cancel.check()
            read = self._read(file, cancel)
            if isinstance(read, _Read) and file.path in known:
                here = {place.document_id for place in known[file.path]}
                if read.document_id not in here and self._locations.of_document(read.document_id):
                    self._locations.add(read.document_id, file.path, "", file.size_bytes, file.mtime_ns)
                changed.append(read)
            elif isinstance(read, _Read):
                yield from self._place(read, [], adder, tally)
            elif read is not None:
                self._refused[file.path] = (file.size_bytes, file.mtime_ns)
                if file.path in known:
                    self._locations.outdate(file.path, file.size_bytes, file.mtime_ns)
                yield adder.reject(Path(file.path), *read)
        for read in changed:
            yield from self._place(read, known[str(read.path)], adder, tally)

    def _settled(
        self, folder: WatchedFolder, candidates: Sequence[FoundFile], settling_s: float
    ) -> list[FoundFile]:
        """Without what was refused or removed before, and what somebody seems to be writing just now."""
        excluded = self._removals.excluded(folder.folder_id)
        digest = self._removals.digester()
        settled: list[FoundFile] = []
        now = time.time()
        for file in candidates:
            if self._refused.get(file.path) == (file.size_bytes, file.mtime_ns):
                continue
            if excluded and digest(file.path) in excluded:
                continue
            if 0 <= now - file.mtime_ns / 1e9 < settling_s:  # a file from the future is taken at once
                self.unsettled = True
                continue
            settled.append(file)
        return settled

    def _read(self, file: FoundFile, cancel: CancelToken) -> _Read | tuple[str, str] | None:
        """The content of one file; reason and hint when it cannot be had; None: look again later."""
        path = Path(file.path)
        try:
            status = path.stat()
            refusal = refusal_by_size(path, status)
            if refusal:
                return refusal
            content_hash, head = read_content(path, cancel.check)
            after = path.stat()
        except FileNotFoundError:
            return None  # gone again; the next comparison sees it
        except OSError as error:
            return (
                f"The file cannot be read ({error.strerror}).",
                "Check that you may read it; it is tried again when it changes.",
            )
        if (after.st_size, after.st_mtime_ns) != (status.st_size, status.st_mtime_ns):
            self.unsettled = True
            return None
        return _Read(path, status, content_hash, head, document_id_for(content_hash))

    def _place(
        self, read: _Read, places: Sequence[Location], adder: FileAdder, tally: _Tally
    ) -> Iterator[Event]:
        """Do what the content of a new file, or of one that was written to, asks for."""
        path, status, document_id = read.path, read.status, read.document_id
        if any(place.document_id == document_id for place in places):  # only touched
            self._locations.touch(document_id, str(path), status.st_size, status.st_mtime_ns)
            return
        is_known = bool(self._locations.of_document(document_id))
        if not is_known and self._removals.excluded_anywhere(read.content_hash):
            return
        file_format = format_of(path)
        if file_format is None:
            return
        queued = False
        for event in adder.add_read(path, status, read.content_hash, read.head, file_format):
            queued = queued or isinstance(event, DocumentQueued)
            if isinstance(event, PathRejected):
                self._refused[str(path)] = (status.st_size, status.st_mtime_ns)
            if isinstance(event, NoticeGiven) and event.code == "document_moved":
                tally.moved += 1
            if not (isinstance(event, NoticeGiven) and event.code in _KEPT_QUIET):
                yield event
        if places and (queued or is_known):
            tally.changed += 1
        elif queued:
            tally.added += 1
        elif places:  # what the file holds now cannot be read; the text from before stays, and says so
            self._locations.outdate(str(path), status.st_size, status.st_mtime_ns)

    def _mark_gone(self, folder: WatchedFolder, gone: Iterable[Location], tally: _Tally) -> None:
        """Files that are deleted: one of several places is forgotten, the last one is missing."""
        missing: list[tuple[str, SourceState]] = []
        lost: list[str] = []
        for place in gone:
            now = {now.path: now for now in self._locations.of_document(place.document_id) if not now.member}
            if place.path not in now or not is_gone(place.path):
                continue  # moved meanwhile, or it is there and a rule leaves it out
            if any(other.state is SourceState.PRESENT for path, other in now.items() if path != place.path):
                with self._database.transaction():
                    self._locations.remove(place.document_id, place.path)
                    self._locations.remove_inside(place.path, "")
            elif place.state is not SourceState.MISSING:
                tally.missing += 1
                missing.append((place.path, SourceState.MISSING))
            if not folder.keep_missing:
                lost.append(place.document_id)
        self._locations.set_states(missing)
        if lost:
            self.remove_missing(lost)


def _compare(found: Scan, known: dict[str, list[Location]]) -> _Differences:
    different = _Differences()
    seen: set[str] = set(found.in_cloud)
    for file in found.files:
        seen.add(file.path)
        places = known.get(file.path, ())
        mark = (file.size_bytes, file.mtime_ns)
        if not any((place.size_bytes, place.mtime_ns) == mark for place in places):
            different.candidates.append(file)
        elif any(place.state in (SourceState.MISSING, SourceState.UNREACHABLE) for place in places):
            different.back.append(file.path)
    blocked = tuple(path.rstrip(os.sep) + os.sep for path, _reason in found.unreadable)
    for path, places in known.items():
        if path in seen:
            continue
        if blocked and (path + os.sep).startswith(blocked):
            if any(place.state is SourceState.PRESENT for place in places):
                different.unseen.append(path)
        else:
            different.gone += places
    return different


def _same_folder(known: str, path: Path) -> bool:
    try:
        return os.path.samefile(known, path)
    except OSError:
        return known == str(path)


def _problem(stamp: EventStamper, folder: WatchedFolder, problem: str) -> FolderSynced:
    return stamp(FolderSynced, folder_id=folder.folder_id, path=folder.path, problem=problem)
