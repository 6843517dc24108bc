"""What a user waits for, by the events of the real engine: the first answer, and a whole library."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import UsageError
from core.events import (
    DocumentProgressed,
    DocumentStatusChanged,
    Event,
    IngestProgressed,
    NoticeGiven,
    PathRejected,
)
from core.published.schemas import OutcomeOutput
from core.runs.recorder import carry_out
from core.store.chunks import ChunkRepository
from core.types import Chunk, Document, DocumentStatus
from tests.benchmarks.ingest.generate import Generated
from tests.benchmarks.machine import PeakMemory
from tests.benchmarks.reporting import Bench

_STAGE_OF_STATUS = {
    DocumentStatus.PARSING: "waiting",
    DocumentStatus.SEARCHABLE: "parsing",
    DocumentStatus.INDEXED: "embedding",
    DocumentStatus.FAILED: "parsing",
    DocumentStatus.LOCKED: "parsing",
}
_OUTCOME_OF_STATUS = {
    DocumentStatus.INDEXED: "indexed",
    DocumentStatus.LOCKED: "password needed",
    DocumentStatus.FAILED: "failed",
}
_UNFINISHED = "unfinished"
_OUTCOMES = "indexed", "partly indexed", "same content", "password needed", "failed", "rejected", _UNFINISHED


@dataclass(slots=True)
class LibraryRun:
    """One ingestion. `stage_seconds` is what the ingest thread waited for; its values sum to `seconds`.

    `silence`: the longest time without a word about a document. `refused`: name, outcome and reason.
    """

    seconds: float = 0.0
    searchable_seconds: float = 0.0
    silence: float = 0.0
    documents: list[Document] = field(default_factory=list)
    refused: list[tuple[str, str, str]] = field(default_factory=list)
    stage_seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    peak_bytes: int = 0
    cut: list[Chunk] = field(default_factory=list)


def ingest_library(engine: Engine, files: Sequence[Path], cancel: CancelToken) -> LibraryRun:
    """Add and work off `files`, and look at what the library then holds."""
    run = LibraryRun()
    stage, last = "waiting", 0.0

    def added(event: Event) -> None:
        if isinstance(event, PathRejected):
            run.refused.append((Path(event.path).name, "rejected", event.reason))
        elif isinstance(event, NoticeGiven) and event.code == "duplicate":
            run.refused.append((event.message.partition(" has ")[0], "same content", "Read only once."))

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
        run.stage_seconds[stage] += now - last
        if isinstance(event, DocumentStatusChanged) or (
            isinstance(event, DocumentProgressed) and stage != "embedding"
        ):
            run.silence = max(run.silence, now - last)
        last = now

    with PeakMemory(interval_s=0.5) as memory:
        began = time.monotonic()
        carry_out(engine.add_paths(files, cancel), added)
        last = time.monotonic()
        run.stage_seconds["adding"] = last - began
        carry_out(engine.ingest(cancel), read)
    run.seconds = time.monotonic() - began
    run.peak_bytes = memory.peak_bytes
    run.documents = engine.documents()
    chunks = ChunkRepository(engine.database)
    run.cut = [chunk for one in run.documents for chunk in chunks.of_document(one.document_id)]
    return run


def first_answer_seconds(engine: Engine, generated: Generated, cancel: CancelToken) -> float | None:
    """From adding the file until a search for its last page's phrase shows that page; None: it never did."""
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


def measure_robustness(engine: Engine, folder: Path, bench: Bench) -> None:
    """How every file below `folder` ends, grouped by outcome and reason; a crash would end the command."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if not files:
        raise UsageError(f"There are no files in {folder}.", "Name a folder with documents.")
    run = ingest_library(engine, files, bench.cancel)
    ended: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for filename, outcome, reason in [*run.refused, *map(_ending, run.documents)]:
        # The same reason about two files is one row: names and numbers are what differs.
        told = re.sub(r"\d+", "N", reason.replace(filename, "The file")).strip()
        ended[outcome, told].append(filename)
    for outcome in _OUTCOMES:
        count = sum(len(names) for (one, _), names in ended.items() if one == outcome)
        better = "higher" if outcome == "indexed" else "lower"
        target = 0.0 if outcome == _UNFINISHED else None
        bench.add(f"files_{outcome.replace(' ', '_')}", count, "files", better, target, digits=0)
    bench.add("seconds", run.seconds, "s")
    bench.add("longest_silence_s", run.silence, "s")
    rows = sorted(ended.items(), key=lambda row: (_OUTCOMES.index(row[0][0]), -len(row[1]), row[0][1]))
    bench.outcomes = [
        OutcomeOutput(outcome=outcome, reason=reason, files=len(names), examples=sorted(names)[:3])
        for (outcome, reason), names in rows
    ]


def _ending(document: Document) -> tuple[str, str, str]:
    """Name, outcome, and the sentence a user sees, empty when all went well."""
    outcome, reason = _OUTCOME_OF_STATUS.get(document.status, _UNFINISHED), document.failure
    if outcome == _UNFINISHED:
        reason = document.status.value
    elif outcome == "indexed":
        reason = "; ".join(dict.fromkeys(problem.reason for problem in document.problems))
        outcome = "partly indexed" if document.problems else outcome
    return document.filename, outcome, reason
