"""Files inside a file become documents of their own: queued before their container is stored.

Runs on the ingest thread; unpacking happens in the parser process. A program that is killed in between finds
the container still unread and comes here again; what is queued already is recognised by its content.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from core.cancel import CancelToken
from core.errors import DocumentError, WorkerError
from core.events import DocumentQueued, Event, EventStamper
from core.ingest.parsing.reading import DocumentReading
from core.ingest.parsing.version import Version
from core.ingest.queue.background_gate import Gate
from core.ingest.queue.content_hash import read_content
from core.ingest.readers import FileFormat, format_of, format_within
from core.ingest.readers.archives import NAMED, named_first
from core.ingest.readers.base import Attachment
from core.ingest.readers.members import FOLDER_PREFIX, member_path, nesting, safe_filename
from core.ingest.readers.size_limits import LIMITS, MIB
from core.ingest.stages.storing import Superseded
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from core.store.queue import IngestQueue
from core.store.removals import RemovalRepository
from core.types import Document, DocumentStatus, PageProblem, document_id_for

_ADD_FILES = "Save what you need of it as files and add those."


class AttachmentQueue:
    """Queues what a container holds."""

    def __init__(self, database: Database, reading: DocumentReading, gate: Gate) -> None:
        self._database = database
        self._documents = DocumentRepository(database)
        self._locations = LocationRepository(database)
        self._queue = IngestQueue(database)
        self._removals = RemovalRepository(database)
        self._reading = reading
        self._gate = gate

    def queue_all(
        self,
        container: Document,
        version: Version,
        password: str,
        stamp: EventStamper,
        cancel: CancelToken,
        *,
        adds: bool = True,
    ) -> Iterator[Event]:
        """`DocumentQueued` for each file that becomes a document. Those that cannot be read are taken out of
        the attachments of `version` and said in its problems. What the user removed stays out.

        Args:
            adds: files that are no documents yet become some.
        """
        left_out: list[str] = []
        damaged: list[PageProblem] = []
        for attachment in list(version.attachments):
            self._gate.check(cancel)
            member = member_path(container.member, attachment.name)
            file_format = format_of(attachment.name)
            if (
                file_format is None
                or not attachment.size_bytes
                or attachment.size_bytes > LIMITS.file_bytes
                or nesting(member) > LIMITS.nesting
            ):
                left_out.append(attachment.name)
                version.attachments.remove(attachment)
                continue
            try:
                queued = self._queue_one(container, attachment, member, file_format, password, cancel, adds)
            except (DocumentError, WorkerError) as error:
                if error.code == "worker_closed":
                    raise
                version.attachments.remove(attachment)
                if len(damaged) < NAMED:
                    damaged.append(PageProblem((), str(error)))
                else:
                    left_out.append(attachment.name)
                continue
            if queued is None:
                continue
            yield stamp(
                DocumentQueued,
                document_id=queued.document_id,
                filename=queued.filename,
                path=f"{queued.path}!/{queued.member}",
            )
        version.problems += damaged
        if left_out:
            named = named_first(left_out)
            reason = (
                f"{named} cannot be read (another type, damaged, empty, larger than "
                f"{LIMITS.file_bytes // MIB} MB, or inside too many other files)."
            )
            version.problems.append(PageProblem((), f"{reason} {_ADD_FILES}"))

    def _queue_one(
        self,
        container: Document,
        attachment: Attachment,
        member: str,
        file_format: FileFormat,
        password: str,
        cancel: CancelToken,
        adds: bool,
    ) -> Document | None:
        """The new document; None when its content is known, and is listed at this place, too, or stays out.

        Raises:
            DocumentError: it cannot be unpacked, or is not what its name says.
        """
        with tempfile.TemporaryDirectory(
            prefix=f"{FOLDER_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True
        ) as folder:
            target = Path(folder) / safe_filename(attachment.name)
            self._reading.extract(container, password, attachment.name, target, cancel)
            try:
                size = target.stat().st_size
                content_hash, head = read_content(target, cancel.check)
            except OSError as error:
                raise DocumentError(f"{attachment.name} could not be unpacked ({error.strerror}).") from error
        content = format_within(file_format, head)
        if not size or size > LIMITS.file_bytes or content is None:
            raise DocumentError(f"{attachment.name} is not of its type ({file_format.title}), or too large.")
        document = Document(
            document_id=document_id_for(content_hash),
            content_hash=content_hash,
            path=container.path,
            filename=Path(attachment.name).name,
            title=Path(attachment.name).stem.replace("_", " "),
            size_bytes=size,
            page_count=0,
            status=DocumentStatus.QUEUED,
            format=content.name,
            member=member,
            container_id=container.document_id,
        )
        with self._database.transaction():
            if not self._documents.is_current(container):
                raise Superseded  # removed meanwhile: nothing more comes out of it
            if self._documents.get(document.document_id) is None and (
                not adds or self._removals.was_removed(container.document_id, content_hash)
            ):
                return None
            added = self._documents.add(document)
            if added:
                self._queue.put(document.document_id, "parse")
            self._locations.add(document.document_id, container.path, member, size, 0)
        return document if added else None
