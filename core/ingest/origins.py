"""How the files that documents were read from stand now, by size and time; no content is read. Any thread."""

from __future__ import annotations

import os
from collections.abc import Sequence

from core.ingest.scanning import is_reachable
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from core.types import Document, Location, Origin, SourceState

_INEXACT_NS = 1000


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
        now = self._now(document)
        outdated = document.source_state is SourceState.CHANGED and now is SourceState.PRESENT
        return SourceState.CHANGED if outdated else now

    def _now(self, document: Document) -> SourceState:
        """Of the place that the document was read from; for what lies in a file, of that file."""
        places = self._locations.at_path(document.path, document.member)
        own = next((one for one in places if one.document_id == document.document_id), None)
        if own is None:
            return document.source_state
        if not document.member:
            return state_of(own)
        files = self._locations.at_path(document.path)
        holder = next((one for one in files if one.mtime_ns == own.mtime_ns), None)
        return state_of(holder) if holder else document.source_state
