"""What a user waits for, measured on the real engine and its events: the first answer, and a whole library.

Each function runs on the caller's thread with an engine of its own, in a folder that the caller deletes.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.events import DocumentProgressed, DocumentStatusChanged, Event, IngestProgressed, PathRejected
from core.runs.recorder import carry_out
from core.store.chunks import ChunkRepository
from core.types import Chunk, DocumentStatus
from tests.benchmarks.ingest.generate import Generated
from tests.benchmarks.machine import PeakMemory

_PSS_INTERVAL_S = 0.5
_STAGE_OF_STATUS = {
    DocumentStatus.PARSING: "waiting",
    DocumentStatus.SEARCHABLE: "parsing",
    DocumentStatus.INDEXED: "embedding",
    DocumentStatus.FAILED: "parsing",
    DocumentStatus.LOCKED: "parsing",
}


@dataclass(slots=True)
class LibraryRun:
    """One ingestion. `stage_seconds` is what the ingest thread waited for; its values sum to `seconds`."""

    seconds: float = 0.0
    searchable_seconds: float = 0.0
    documents: int = 0
    pages: int = 0
    not_read: list[str] = field(default_factory=list)
    stage_seconds: dict[str, float] = field(default_factory=dict)
    peak_bytes: int = 0
    cut: list[Chunk] = field(default_factory=list)

    @property
    def embedding_share(self) -> float | None:
        return self.stage_seconds.get("embedding", 0.0) / self.seconds if self.seconds else None


def ingest_library(engine: Engine, files: Sequence[Path], cancel: CancelToken) -> LibraryRun:
    """Add and work off `files`, and look at what the library then holds.

    Raises:
        KnownError: the library cannot be used; `Cancelled` after Stop.
    """
    run = LibraryRun()
    stage = "waiting"

    def added(event: Event) -> None:
        if isinstance(event, PathRejected):
            run.not_read.append(f"{Path(event.path).name}: {event.reason}")

    def read(event: Event) -> None:
        """Gives the time between two events to the stage that the later one tells of."""
        nonlocal stage, last
        now = time.monotonic()
        if isinstance(event, DocumentProgressed):
            stage = event.stage
        elif isinstance(event, DocumentStatusChanged):
            stage = _STAGE_OF_STATUS.get(event.status, stage)
            if event.status is DocumentStatus.SEARCHABLE:
                run.searchable_seconds = now - began
        elif not isinstance(event, IngestProgressed):
            stage = "other"
        run.stage_seconds[stage] = run.stage_seconds.get(stage, 0.0) + now - last
        last = now

    with PeakMemory(_PSS_INTERVAL_S) as memory:
        began = time.monotonic()
        carry_out(engine.add_paths(files, cancel), added)
        last = time.monotonic()
        run.stage_seconds["adding"] = last - began
        carry_out(engine.ingest(cancel), read)
    run.seconds = time.monotonic() - began
    run.peak_bytes = memory.peak_bytes
    chunks = ChunkRepository(engine.database)
    for document in engine.documents():
        run.documents += document.status.can_be_searched
        run.pages += document.page_count
        run.cut += chunks.of_document(document.document_id)
        if document.failure:
            run.not_read.append(f"{document.filename}: {document.failure}")
    return run


def first_answer_seconds(engine: Engine, generated: Generated, cancel: CancelToken) -> float | None:
    """From adding the file until a search for its last page's phrase shows that page; None: it never did.

    Raises:
        KnownError: the library cannot be used; `Cancelled` after Stop.
    """
    began = time.monotonic()
    added = engine.add_paths([generated.path], cancel)
    document_ids = {event.document_id for event in added if event.kind == "document_queued"}
    stop = CancelToken()
    found_after: float | None = None
    for event in engine.ingest(stop):
        cancel.check()
        if found_after is not None or not isinstance(event, DocumentStatusChanged):
            continue  # until the run has come to its end
        if event.document_id in document_ids and event.status.can_be_searched:
            hits = engine.search(f'"{generated.phrase}"', limit=3).hits
            if any(hit.chunk.last_page == generated.pages for hit in hits):
                found_after = time.monotonic() - began
                stop.set()
    return found_after
