"""Composition root: the only module of `core` that names concrete adapters.

(contract first; implementation follows)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken
from core.events import EventStream
from core.paths import AppPaths
from core.settings import Settings
from core.types import Document, Mode, Page, SearchResult


@dataclass(frozen=True, slots=True)
class Question:
    """One question as a user puts it. `document_ids` None means the whole library."""

    text: str
    mode: Mode = Mode.CHAT
    document_ids: tuple[str, ...] | None = None
    conversation_id: str = ""


class Engine:
    """Everything a front end needs; safe to call from several threads, each with its own SQLite connection.

    Opening takes the instance lock and the database (fast); models and the index open on first use.
    """

    def __init__(self, paths: AppPaths, settings: Settings) -> None: ...

    @classmethod
    def open(cls, paths: AppPaths | None = None, settings: Settings | None = None) -> Engine:
        """Raises AlreadyRunningError, StorageError, UsageError (settings)."""
        raise NotImplementedError

    def close(self) -> None: ...

    # library
    def add_paths(self, paths: Sequence[Path], cancel: CancelToken) -> EventStream:
        """Queue files and folders (recursively). Yields DocumentQueued / PathRejected …, RunFinished(done)."""
        raise NotImplementedError

    def ingest(self, cancel: CancelToken) -> EventStream:
        """Work the queue off. Yields DocumentStatusChanged / DocumentProgressed / NoticeGiven, RunFinished."""
        raise NotImplementedError

    def documents(self) -> list[Document]: raise NotImplementedError
    def page(self, document_id: str, number: int) -> Page | None: raise NotImplementedError
    def remove_document(self, document_id: str) -> None: raise NotImplementedError

    # questions
    def search(self, query: str, *, limit: int = 10, document_ids: Sequence[str] | None = None) -> SearchResult:
        raise NotImplementedError

    def ask(self, question: Question, cancel: CancelToken) -> EventStream:
        """Run one question in its mode; ends with exactly one RunFinished. Never raises KnownError: it is told."""
        raise NotImplementedError

    # pages as pictures (child process)
    def render_page(self, document_id: str, number: int, zoom: float, cancel: CancelToken) -> tuple[int, int, bytes]:
        """Width, height and RGB888 bytes (stride = 3 * width)."""
        raise NotImplementedError
