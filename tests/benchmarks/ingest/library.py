"""What a user waits for, measured on the real engine and its events: the first answer, and a whole library.

Each function runs on the caller's thread with an engine of its own, in a folder that the caller deletes.
"""

from __future__ import annotations

import cProfile
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import DocumentError
from core.events import (
    DocumentProgressed,
    DocumentStatusChanged,
    Event,
    IngestProgressed,
    PathRejected,
)
from core.ingest.structure.chunking import embedding_text
from core.runs.recorder import carry_out
from core.search.base import IndexPoint
from core.search.edge import EdgeIndex
from core.search.embedder import DIMENSIONS
from core.store.chunks import ChunkRepository
from core.types import Chunk, DocumentStatus
from tests.benchmarks.ingest.generate import Generated
from tests.benchmarks.ingest.reading import profile_text
from tests.benchmarks.machine import PeakMemory

PSS_INTERVAL_S = 0.5
_POINTS_AT_ONCE = 400
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
    chunks: int = 0
    distinct_chunks: int = 0
    not_read: list[str] = field(default_factory=list)
    stage_seconds: dict[str, float] = field(default_factory=dict)
    peak_bytes: int = 0
    profile: str = ""
    cut: list[Chunk] = field(default_factory=list)

    @property
    def embedding_share(self) -> float | None:
        return self.stage_seconds.get("embedding", 0.0) / self.seconds if self.seconds else None


def ingest_library(
    engine: Engine, files: Sequence[Path], cancel: CancelToken, *, profile: bool = False
) -> LibraryRun:
    """Add and work off `files`, and look at what the library then holds.

    Raises:
        KnownError: the library cannot be used; Cancelled.
    """
    run = LibraryRun()

    def added(event: Event) -> None:
        if isinstance(event, PathRejected):
            run.not_read.append(f"{Path(event.path).name}: {event.reason}")

    ingest_profile = cProfile.Profile() if profile else None
    with PeakMemory(PSS_INTERVAL_S) as memory:
        began = time.monotonic()
        carry_out(engine.add_paths(files, cancel), added)
        adding = time.monotonic() - began
        clock = _StageClock(run)
        with ingest_profile or nullcontext():
            carry_out(engine.ingest(cancel), clock.on_event)
    run.stage_seconds["adding"] = adding
    run.searchable_seconds += adding
    run.seconds = time.monotonic() - began
    run.peak_bytes = memory.peak_bytes
    run.profile = profile_text(ingest_profile) if ingest_profile is not None else ""
    chunks = ChunkRepository(engine.database)
    for document in engine.documents():
        run.documents += document.status.can_be_searched
        run.pages += document.page_count
        run.cut += chunks.of_document(document.document_id)
        if document.failure:
            run.not_read.append(f"{document.filename}: {document.failure}")
    run.chunks = len(run.cut)
    run.distinct_chunks = len({(chunk.context, chunk.text) for chunk in run.cut})
    return run


class _StageClock:
    """Gives the time between two events to the stage that the later one tells of."""

    def __init__(self, run: LibraryRun) -> None:
        self._run = run
        self._began = self._last = time.monotonic()
        self._stage = "waiting"

    def on_event(self, event: Event) -> None:
        now = time.monotonic()
        if isinstance(event, DocumentProgressed):
            self._stage = event.stage
        elif isinstance(event, DocumentStatusChanged):
            self._stage = _STAGE_OF_STATUS.get(event.status, self._stage)
            if event.status is DocumentStatus.SEARCHABLE:
                self._run.searchable_seconds = now - self._began
        elif not isinstance(event, IngestProgressed):
            self._stage = "other"
        seconds = self._run.stage_seconds
        seconds[self._stage] = seconds.get(self._stage, 0.0) + now - self._last
        self._last = now


def first_answer_seconds(engine: Engine, generated: Generated, cancel: CancelToken) -> float:
    """From adding the file until a search for the phrase of its last page shows that page.

    Raises:
        DocumentError: the phrase was never found. KnownError, Cancelled.
    """
    began = time.monotonic()
    document_ids = set()
    for event in engine.add_paths([generated.path], cancel):
        if event.kind == "document_queued":
            document_ids.add(event.document_id)
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
    if found_after is None:
        raise DocumentError(
            f"The phrase on the last page of {generated.path.name} was not found.",
            "Run `docuchat bench ingest` again with --profile.",
        )
    return found_after


def keyword_points_seconds(folder: Path, chunks: Sequence[Chunk]) -> float:
    """Writing the keyword points of `chunks` into an empty index, flushed."""
    index = EdgeIndex.open_or_rebuild(folder, DIMENSIONS)
    try:
        began = time.monotonic()
        for start in range(0, len(chunks), _POINTS_AT_ONCE):
            index.upsert([_point(chunk) for chunk in chunks[start : start + _POINTS_AT_ONCE]])
        index.flush()
        return time.monotonic() - began
    finally:
        index.close()


def _point(chunk: Chunk) -> IndexPoint:
    text = embedding_text(chunk.context, chunk.text)
    return IndexPoint(chunk.chunk_id, chunk.document_id, text, chunk.first_page)
