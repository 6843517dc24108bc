"""How the files that documents were read from stand now: by size and time, by content where the time differs.

Any thread.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from core.ingest.folders.scanning import is_reachable
from core.ingest.queue.content_hash import read_content
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from core.types import Document, Location, Origin, SourceState

_INEXACT_NS = 1000
_MOST_BYTES = 64 * 1024 * 1024  # of a file that is read to see whether it was only touched or copied


def state_of(place: Location) -> SourceState:
    """How the file of a place stands now; a place inside a file is asked for by that file's own place."""
    try:
        status = os.stat(place.path)
    except (FileNotFoundError, NotADirectoryError):
        return SourceState.MISSING if is_reachable(place.path) else SourceState.UNREACHABLE
    except OSError:
        return SourceState.UNREACHABLE
    # Libraries of the first format kept the time as a fraction, which is not exact to the nanosecond.
    same_time = abs(status.st_mtime_ns - place.mtime_ns) < _INEXACT_NS
    same = status.st_size == place.size_bytes and same_time
    return SourceState.PRESENT if same else SourceState.CHANGED


class OriginFinder:
    """Looks at the files of single documents, also in folders kept in step, and stores nothing."""

    def __init__(self, database: Database) -> None:
        self._documents = DocumentRepository(database)
        self._locations = LocationRepository(database)
        self._hashes: dict[tuple[str, int, int], str] = {}

    def of(self, document_ids: Sequence[str]) -> dict[str, Origin]:
        """document_id → origin; documents that are gone from the library are left out.

        Raises:
            core.errors.StorageError: the library cannot be read.
        """
        found: dict[str, Origin] = {}
        for name in dict.fromkeys(document_ids):
            document = self._documents.get(name)
            if document is None:
                continue
            holder = self._documents.get(document.container_id) if document.container_id else None
            found[name] = Origin(holder.filename if holder else "", self._state(document), document.added_at)
        return found

    def _state(self, document: Document) -> SourceState:
        """What another content is replacing stays CHANGED, although the file is as the library has it."""
        place, content_hash = self._file_of(document)
        if place is None:
            return document.source_state
        now = state_of(place)
        if now is SourceState.CHANGED and self._content(place) == content_hash:
            return SourceState.PRESENT  # touched, or copied with another time
        outdated = document.source_state is SourceState.CHANGED and now is SourceState.PRESENT
        return SourceState.CHANGED if outdated else now

    def _file_of(self, document: Document) -> tuple[Location | None, str]:
        """The place a document was read from, and its content; for what lies in a file, of that file."""
        places = self._locations.at_path(document.path, document.member)
        own = next((one for one in places if one.document_id == document.document_id), None)
        if own is None or not document.member:
            return own, document.content_hash
        files = self._locations.at_path(document.path)
        holder = next((one for one in files if one.mtime_ns == own.mtime_ns), None)
        read = self._documents.get(holder.document_id) if holder else None
        return holder, read.content_hash if read else ""

    def _content(self, place: Location) -> str:
        """SHA-256 of the file as it is now, read once; empty where its size differs or it is too large."""
        try:
            status = os.stat(place.path)
            if status.st_size != place.size_bytes or status.st_size > _MOST_BYTES:
                return ""
            mark = (place.path, status.st_size, status.st_mtime_ns)
            if mark not in self._hashes:
                self._hashes[mark], _head = read_content(Path(place.path), lambda: None)
        except OSError:
            return ""
        return self._hashes[mark]
