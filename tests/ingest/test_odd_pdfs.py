"""Odd, broken, encrypted and hostile PDFs: each ends with a status and nothing stops the others."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import DocumentQueued, DocumentStatusChanged, NoticeGiven, PathRejected, RunFinished
from core.ingest.parsing.reading import time_limit
from core.types import DocumentStatus
from tests.library_kit import Library

QUICK = 25
ENDS = (DocumentStatus.INDEXED, DocumentStatus.FAILED, DocumentStatus.LOCKED)


def ingest_all(library: Library, files: list[Path]) -> Counter[str]:
    """Number of files by how they ended; prints them with the slowest file."""
    added = list(library.pipeline.add_paths(files, CancelToken()))
    queued = [event for event in added if isinstance(event, DocumentQueued)]
    rejected = [event for event in added if isinstance(event, PathRejected)]
    same = [event for event in added if isinstance(event, NoticeGiven)]
    assert len(queued) + len(rejected) + len(same) == len(files)
    assert all(event.reason for event in rejected)
    ended: dict[str, DocumentStatusChanged] = {}
    seconds: dict[str, float] = {}
    began = time.monotonic()
    for event in library.pipeline.run(CancelToken()):
        last = event
        if not isinstance(event, DocumentStatusChanged):
            continue
        if event.status is DocumentStatus.PARSING:
            began = time.monotonic()
        elif event.document_id not in seconds:
            seconds[event.document_id] = time.monotonic() - began
        ended[event.document_id] = event
    assert isinstance(last, RunFinished)
    assert last.outcome == "done"
    documents = {document.document_id: document for document in library.documents.all()}
    assert {event.document_id for event in queued} <= ended.keys() == documents.keys()
    points = library.index.points_per_document()
    outcomes: Counter[str] = Counter(refused=len(rejected), duplicate=len(same))
    for document_id, event in ended.items():
        document = documents[document_id]
        assert event.status is document.status in ENDS
        assert (document.status is DocumentStatus.INDEXED) != bool(event.failure)
        assert all(problem.reason for problem in document.problems)
        assert points.get(document_id, (0, 0)) == (document.chunk_count, document.chunk_count)
        partly = document.status is DocumentStatus.INDEXED and document.problems
        outcomes["partly indexed" if partly else document.status.value] += 1
    slowest = max(seconds, key=seconds.__getitem__)
    assert seconds[slowest] < time_limit(documents[slowest].size_bytes)
    print(f"\n{dict(outcomes)}; slowest: {documents[slowest].filename} {seconds[slowest]:.1f} s")
    assert outcomes["indexed"]
    assert outcomes["failed"]
    return outcomes


def test_a_sample_of_odd_files(library: Library, shared_folder: Path) -> None:
    files = sorted((shared_folder / "pdfs").rglob("*.pdf"))
    ingest_all(library, files[:: max(1, len(files) // QUICK)][:QUICK])


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_all_odd_files(library: Library, shared_folder: Path) -> None:
    files = sorted((shared_folder / "pdfs").rglob("*.pdf"))
    outcomes = ingest_all(library, files)
    assert outcomes["locked"]
    assert sum(outcomes.values()) >= len(files)  # attachments come on top
