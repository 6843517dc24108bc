"""Adding files and folders to the queue: what is taken, what is not, and why. Runs on the caller's thread."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from core.events import (
    DocumentQueued,
    Event,
    EventStamper,
    EventStream,
    NoticeGiven,
    PathRejected,
    RunFinished,
    failed,
)
from core.ingest.content import read_content
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRepository
from core.store.queue import IngestQueue
from core.types import Document, DocumentStatus, document_id_for

SUFFIXES = (".pdf",)


def add_paths(
    database: Database,
    paths: Sequence[Path],
    cancel: CancelToken,
    remove: Callable[[str], bool],
    stamp: EventStamper,
) -> EventStream:
    """Queue files, and folders with all below them; hidden files and other types in folders are skipped.

    Files stay where they are. Yields DocumentQueued, PathRejected or NoticeGiven for each, and RunFinished.
    A file whose content has changed is queued as a new document; the old one goes when that one can be
    searched, or at once (by `remove`) if it holds no text.
    """
    adder = _Adder(database, stamp, cancel, remove)
    try:
        for path in paths:
            yield from adder.add(Path(os.path.abspath(Path(path).expanduser())))
    except Cancelled:
        yield stamp(RunFinished, outcome="cancelled")
    except KnownError as error:
        yield failed(stamp, error)
    else:
        yield stamp(RunFinished, outcome="done")


def add_file(
    database: Database,
    path: Path,
    cancel: CancelToken,
    remove: Callable[[str], bool],
    stamp: EventStamper,
) -> Iterator[Event]:
    """Queue one file as `add_paths` does, as part of another run."""
    return _Adder(database, stamp, cancel, remove).add(path)


class _Adder:
    def __init__(
        self, database: Database, stamp: EventStamper, cancel: CancelToken, remove: Callable[[str], bool]
    ) -> None:
        self._database = database
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._queue = IngestQueue(database)
        self._stamp = stamp
        self._cancel = cancel
        self._remove = remove

    def add(self, path: Path) -> Iterator[Event]:
        self._cancel.check()
        if path.is_dir():
            yield from self._add_folder(path)
        elif not path.exists():
            yield self._reject(path, "There is no such file or folder.", "Check the spelling of the path.")
        elif not path.is_file():
            yield self._reject(path, "It is not a file.", "Add files or folders only.")
        elif path.suffix.lower() not in SUFFIXES:
            kind = path.suffix or "without an ending"
            yield self._reject(path, f"Files of this type ({kind}) cannot be read yet.", "Save it as PDF.")
        else:
            yield from self._add_file(path)

    def _add_folder(self, folder: Path) -> Iterator[Event]:
        found = others = 0
        unreadable: list[str] = []
        for root, folders, files in os.walk(folder, onerror=lambda error: unreadable.append(error.filename)):
            folders[:] = sorted(name for name in folders if not _is_hidden(name))
            for name in sorted(files):
                self._cancel.check()
                path = Path(root, name)
                if _is_hidden(name):
                    continue
                if path.suffix.lower() not in SUFFIXES:
                    others += 1
                    continue
                found += 1
                yield from self._add_file(path)
        for filename in unreadable:
            yield self._reject(Path(filename), "The folder cannot be read.", "Check its permissions.")
        if not found and not unreadable:
            yield self._reject(folder, "The folder has no PDF in it.", "Only PDF files can be read yet.")
        elif others:
            yield self._stamp(
                NoticeGiven,
                code="other_types_skipped",
                message=f"{others} files of other types in {folder.name} were skipped; only PDF can be read.",
            )

    def _add_file(self, path: Path) -> Iterator[Event]:
        try:
            status = path.stat()
            if status.st_size == 0:
                yield self._reject(path, "The file is empty (0 bytes).", "Copy or download it again.")
                return
            content_hash, head = read_content(path, self._cancel.check)
        except OSError as error:
            reason = f"The file cannot be read ({error.strerror})."
            yield self._reject(path, reason, "Check that it exists and that you may read it.")
            return
        if b"%PDF-" not in head:
            yield self._reject(
                path,
                "The file is not a PDF, although its name says so.",
                "Open it in the program it comes from and save it as PDF.",
            )
            return
        existing = self._documents.get(document_id_for(content_hash))
        if existing is not None:
            yield from self._add_again(path, existing, status.st_mtime)
            return
        if self._documents.at_path(str(path)):
            self._drop_outdated(path, keep="", with_text=False)
            yield self._stamp(
                NoticeGiven,
                code="document_updated",
                message=f"{path.name} has changed since it was added; the new content replaces the old "
                "as soon as it has been read.",
            )
        document = Document(
            document_id=document_id_for(content_hash),
            content_hash=content_hash,
            path=str(path),
            filename=path.name,
            title=path.stem.replace("_", " "),
            size_bytes=status.st_size,
            page_count=0,
            status=DocumentStatus.QUEUED,
        )
        with self._database.transaction():
            self._documents.add(document, status.st_mtime)
            self._queue.put(document.document_id, "parse")
        yield self._queued(document)

    def _add_again(self, path: Path, existing: Document, mtime: float) -> Iterator[Event]:
        """The content is known: tell, follow a file that was moved, and try a failed one again."""
        same_place = existing.path == str(path)
        moved = not same_place and not Path(existing.path).exists()
        if moved:
            self._documents.set_path(existing.document_id, str(path), path.name, mtime)
            yield self._stamp(
                NoticeGiven,
                code="document_moved",
                message=f"{existing.filename} was already in the library; it is now read from {path}.",
            )
        if same_place or moved:
            self._drop_outdated(path, keep=existing.document_id, with_text=existing.status.can_be_searched)
        if existing.status is DocumentStatus.FAILED:
            with self._database.transaction():
                self._documents.set_status(existing.document_id, DocumentStatus.QUEUED)
                self._queue.put(existing.document_id, "parse")
            yield self._queued(existing)
        elif same_place:
            yield self._stamp(
                NoticeGiven, code="already_added", message=f"{path.name} is already in the library."
            )
        elif not moved:
            yield self._reject(
                path,
                f"It has the same content as {existing.path}.",
                "That document is already in the library.",
            )

    def _drop_outdated(self, path: Path, *, keep: str, with_text: bool) -> None:
        """Remove what else was read from this path. Text goes only when what replaces it can be searched."""
        for outdated in self._documents.at_path(str(path)):
            unread = not self._pages.has_any(outdated.document_id)
            if outdated.document_id != keep and (with_text or unread):
                self._remove(outdated.document_id)

    def _queued(self, document: Document) -> DocumentQueued:
        return self._stamp(
            DocumentQueued,
            document_id=document.document_id,
            filename=document.filename,
            path=document.path,
        )

    def _reject(self, path: Path, reason: str, hint: str) -> PathRejected:
        return self._stamp(PathRejected, path=str(path), reason=reason, hint=hint)


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "~$"))
