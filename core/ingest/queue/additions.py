"""Adding files and folders to the queue: what is taken, what is not, and why. Runs on the caller's thread.

A document is its content: the same bytes at a second place are a duplicate, which is listed and not read
again.
"""

from __future__ import annotations

import os
import re
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
from core.ingest.folders.scanning import (
    NAME_IS_NO_TEXT,
    is_dead_link,
    is_gone,
    is_placeholder,
    is_text,
    scan,
    shown,
    why_unreadable,
)
from core.ingest.queue.content_hash import read_content
from core.ingest.readers import FORMATS, FileFormat, format_of, format_within
from core.ingest.readers.size_limits import LIMITS, MIB
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from core.store.pages import PageRepository
from core.store.queue import IngestQueue
from core.store.removals import RemovalRepository
from core.types import Document, DocumentStatus, document_id_for

READABLE = ", ".join(dict.fromkeys(fmt.suffixes[0][1:].upper() for fmt in FORMATS))

# What systems and browsers put behind the name of a copy.
_COPY = re.compile(r" ?\(\d+\)|( -|_)? ?(copy|Copy|Kopie)( ?\(?\d+\)?)?| \((copy|Kopie)( \d+)?\)")


def add_paths(
    database: Database,
    paths: Sequence[Path],
    cancel: CancelToken,
    remove: Callable[[str], bool],
    stamp: EventStamper,
) -> EventStream:
    """Queue files, and folders with all below them but what `core.ingest.folders.scanning` leaves out.

    Files stay where they are. Yields DocumentQueued, PathRejected or NoticeGiven for each, and RunFinished.
    A file whose content has changed is queued as a new document; the old one goes when that one can be
    searched, or at once if it holds no text. `remove` takes the points of what went out of the index.
    """
    adder = FileAdder(database, stamp, cancel, remove, by_hand=True)
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
    return FileAdder(database, stamp, cancel, remove).add(path)


class FileAdder:
    """Queues files one by one.

    Args:
        remove: takes the points of a document that is no longer there out of the index.
        by_hand: the user names the files, so what was removed before may come back.
    """

    def __init__(
        self,
        database: Database,
        stamp: EventStamper,
        cancel: CancelToken,
        remove: Callable[[str], bool],
        *,
        by_hand: bool = False,
    ) -> None:
        self._database = database
        self._documents = DocumentRepository(database)
        self._locations = LocationRepository(database)
        self._pages = PageRepository(database)
        self._queue = IngestQueue(database)
        self._removals = RemovalRepository(database)
        self._stamp = stamp
        self._cancel = cancel
        self._remove = remove
        self._by_hand = by_hand

    def add(self, path: Path) -> Iterator[Event]:
        """A file, or a folder with all below it."""
        self._cancel.check()
        if not is_text(str(path)):
            yield self.reject(path, *NAME_IS_NO_TEXT)
        elif path.is_dir():
            yield from self._add_folder(path)
        elif not os.path.lexists(path):
            yield self.reject(path, "There is no such file or folder.", "Check the spelling of the path.")
        elif is_dead_link(path):
            yield self.reject(path, *why_unreadable(str(path), ""))
        elif path.exists() and not path.is_file():
            yield self.reject(path, "It is not a file.", "Add files or folders only.")
        elif (file_format := format_of(path)) is None:
            kind = path.suffix or "without an ending"
            yield self.reject(
                path,
                f"Files of this type ({kind}) cannot be read.",
                f"These can: {READABLE}. Save it as one.",
            )
        else:
            yield from self._add_file(path, file_format)

    def add_read(
        self, path: Path, status: os.stat_result, content_hash: str, head: bytes, file_format: FileFormat
    ) -> Iterator[Event]:
        """A file of which hash and first bytes (see `core.ingest.queue.content_hash`) were just read."""
        content = format_within(file_format, head)
        if content is None:
            yield self.reject(path, *_refusal(path, file_format))
            return
        if self._by_hand:
            self._removals.include_again(str(path), content_hash)
        document = Document(
            document_id=document_id_for(content_hash),
            content_hash=content_hash,
            path=str(path),
            filename=path.name,
            title=path.stem.replace("_", " "),
            size_bytes=status.st_size,
            page_count=0,
            status=DocumentStatus.QUEUED,
            format=content.name,
        )
        with self._database.transaction():
            is_new = self._documents.add(document, status.st_mtime)
            if is_new:
                replaces, gone = self._leave_behind(document, status)
                self._queue.put(document.document_id, "parse")
        if not is_new:
            existing = self._documents.get(document.document_id)
            if existing is not None:
                yield from self._add_again(path, existing, status)
            return
        for name in gone:  # the index may have to be opened for it, which takes its time
            self._remove(name)
        if replaces:
            yield self._stamp(
                NoticeGiven,
                code="document_updated",
                message=f"{path.name} has changed since it was added; the new content replaces the old "
                "as soon as it has been read.",
            )
        yield self._queued(document)

    def reject(self, path: Path, reason: str, hint: str) -> PathRejected:
        """The event for a path that did not become a document."""
        return self._stamp(PathRejected, path=shown(str(path)), reason=reason, hint=hint)

    # --- inside --------------------------------------------------------------------------------

    def _add_folder(self, folder: Path) -> Iterator[Event]:
        try:
            found = scan(folder, check=self._cancel.check)
        except OSError as error:
            reason = f"The folder cannot be read ({error.strerror})."
            yield self.reject(folder, reason, "Check its permissions.")
            return
        for file in found.files:
            yield from self.add(Path(file.path))
        for filename, reason in found.unreadable:
            yield self.reject(Path(filename), *why_unreadable(filename, reason))
        if found.in_cloud:
            yield self._stamp(
                NoticeGiven,
                code="in_cloud",
                message=_in_cloud(len(found.in_cloud), folder.name),
            )
        if found.links:
            yield self._stamp(
                NoticeGiven,
                code="links_skipped",
                message=_not_followed(len(found.links), folder.name),
            )
        if not (found.files or found.unreadable or found.in_cloud):
            yield self.reject(folder, "The folder has no file that can be read.", f"These can: {READABLE}.")
        elif found.other_types:
            yield self._stamp(
                NoticeGiven,
                code="other_types_skipped",
                message=found.skipped(folder.name),
            )

    def _add_file(self, path: Path, file_format: FileFormat) -> Iterator[Event]:
        self._cancel.check()
        try:
            status = path.stat()
            refusal = refusal_by_size(path, status)
            if refusal:
                yield self.reject(path, *refusal)
                return
            content_hash, head = read_content(path, self._cancel.check)
        except OSError as error:
            reason = f"The file cannot be read ({error.strerror})."
            yield self.reject(path, reason, "Check that it exists and that you may read it.")
            return
        yield from self.add_read(path, status, content_hash, head, file_format)

    def _leave_behind(self, document: Document, status: os.stat_result) -> tuple[bool, list[str]]:
        """A new document lies where others were read. Whether one of them is replaced by it, and the ids of
        those that are gone already.

        What has no text yet, and what also lies elsewhere, leaves the place at once; text that can be
        searched stays until the new text can.
        """
        path = document.path
        others = {place.document_id for place in self._locations.at_path(path)}
        if others:
            self._locations.outdate(path, status.st_size, status.st_mtime_ns)
        self._locations.add(document.document_id, path, "", status.st_size, status.st_mtime_ns)
        leaving = [
            name for name in others if self._lies_elsewhere(name, path) or not self._pages.has_any(name)
        ]
        return bool(others), self._removals.replace_others(path, document.document_id, leaving)

    def _lies_elsewhere(self, document_id: str, path: str) -> bool:
        places = self._locations.of_document(document_id)
        return any(place.path != path and place.state != "missing" for place in places)

    def _add_again(self, path: Path, existing: Document, status: os.stat_result) -> Iterator[Event]:
        """The content is known: tell, follow a file that was moved, and try a failed one again."""
        document_id = existing.document_id
        places = self._locations.of_document(document_id)
        same_place = any(place.path == str(path) and not place.member for place in places)
        left = next((p.path for p in places if not p.member and p.path != str(path) and is_gone(p.path)), "")
        with self._database.transaction():
            others = [
                p.document_id for p in self._locations.at_path(str(path)) if p.document_id != document_id
            ]
            if others:  # those that stay until this one can be searched say that they are outdated
                self._locations.outdate(str(path), status.st_size, status.st_mtime_ns)
            if left and not same_place:
                self._locations.move(left, str(path), status.st_size, status.st_mtime_ns)
            elif same_place:
                self._locations.touch(document_id, str(path), status.st_size, status.st_mtime_ns)
            else:
                self._locations.add(document_id, str(path), "", status.st_size, status.st_mtime_ns)
                if not existing.member and _is_plainer(path, Path(existing.path)):
                    self._name_after(path, existing, status)
            if not existing.status.can_be_searched:
                others = [name for name in others if not self._pages.has_any(name)]
            replaced = self._removals.replace_others(str(path), document_id, others) if others else []
            again = existing.status is DocumentStatus.FAILED
            if again:
                self._documents.set_status(document_id, DocumentStatus.QUEUED)
                self._queue.put(document_id, "parse")
        for name in replaced:
            self._remove(name)
        if left and not same_place:
            yield self._stamp(
                NoticeGiven,
                code="document_moved",
                message=f"{existing.filename} was already in the library; it is now read from {path}.",
            )
        elif not same_place:
            name, other = path.name, existing.filename if existing.member else existing.path
            if not existing.member and _is_plainer(path, Path(existing.path)):
                name, other = existing.filename, str(path)
            yield self._stamp(
                NoticeGiven,
                code="duplicate",
                message=f"{name} has the same content as {other}; it is read only once.",
            )
        elif not again:
            yield self._stamp(
                NoticeGiven, code="already_added", message=f"{path.name} is already in the library."
            )
        if again:
            yield self._queued(existing)

    def _name_after(self, path: Path, existing: Document, status: os.stat_result) -> None:
        """Read the document from this place from now on, where it has the better name."""
        old = Path(existing.path).stem.replace("_", " ")
        self._database.execute(
            "UPDATE documents SET path = ?1, filename = ?2, mtime = ?3, "
            "title = CASE WHEN title = ?4 THEN ?5 ELSE title END WHERE document_id = ?6",
            (str(path), path.name, status.st_mtime, old, path.stem.replace("_", " "), existing.document_id),
        )

    def _queued(self, document: Document) -> DocumentQueued:
        return self._stamp(
            DocumentQueued,
            document_id=document.document_id,
            filename=document.filename,
            path=document.path,
        )


def _in_cloud(count: int, folder: str) -> str:
    if count == 1:
        return (
            f"1 file in {folder} lies only in the cloud and was not downloaded. Make it available offline "
            "and add the folder again."
        )
    return (
        f"{count} files in {folder} lie only in the cloud and were not downloaded. Make them available "
        "offline and add the folder again."
    )


def _not_followed(count: int, folder: str) -> str:
    if count == 1:
        return f"1 link to another folder in {folder} was not followed; add that folder itself."
    return f"{count} links to other folders in {folder} were not followed; add those folders themselves."


def _is_plainer(path: Path, other: Path) -> bool:
    """True when the other is called as copies of a file of this name are: "msa (1).docx", "msa copy.docx"."""
    if path.suffix.casefold() != other.suffix.casefold() or not other.stem.startswith(path.stem):
        return False
    return _COPY.fullmatch(other.stem[len(path.stem) :]) is not None


def refusal_by_size(path: Path, status: os.stat_result) -> tuple[str, str] | None:
    """Reason and hint when the file may not even be opened."""
    if is_placeholder(status, path.name):
        return (
            "The file lies only in the cloud; it was not downloaded.",
            "Make it available offline (in its cloud program) and add it again.",
        )
    if status.st_size == 0:
        return "The file is empty (0 bytes).", "Copy or download it again."
    if status.st_size > LIMITS.file_bytes:
        return (
            f"The file has {status.st_size // MIB:,} MB; at most {LIMITS.file_bytes // MIB:,} MB are read.",
            "Split it into smaller files and add those.",
        )
    return None


def _refusal(path: Path, file_format: FileFormat) -> tuple[str, str]:
    """Reason and hint for a file whose content is not what its name says, and nothing else that is known."""
    kind = file_format.title
    if not kind.isupper():
        noun = " file" if kind.endswith(("text", "Markdown")) else ""
        kind = f"{kind}{noun} ({path.suffix.lower()})"
    article = "an" if kind[0] in "AEIOUaeiou" else "a"
    return (
        f"The file is not {article} {kind}, although its name says so.",
        f"Open it in the program it comes from and save it as {path.suffix[1:].upper()} again.",
    )
