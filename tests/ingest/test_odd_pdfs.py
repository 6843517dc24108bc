"""Odd, broken, encrypted and hostile PDFs: each ends with a status and nothing stops the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import DocumentQueued, DocumentStatusChanged, PathRejected, RunFinished
from core.types import DocumentStatus
from tests.library_kit import open_library

QUICK = 25


def ingest_all(home: Path, files: list[Path]) -> None:
    library = open_library(home)
    try:
        added = list(library.pipeline.add_paths(files, CancelToken()))
        queued = [event for event in added if isinstance(event, DocumentQueued)]
        rejected = [event for event in added if isinstance(event, PathRejected)]
        assert len(queued) + len(rejected) == len(files)
        assert all(event.reason for event in rejected)
        events = list(library.pipeline.run(CancelToken()))
        assert isinstance(events[-1], RunFinished)
        assert events[-1].outcome == "done"
        ended = {event.document_id: event for event in events if isinstance(event, DocumentStatusChanged)}
        assert ended.keys() == {event.document_id for event in queued}
        for event in ended.values():
            assert event.status in (DocumentStatus.INDEXED, DocumentStatus.FAILED)
            assert (event.status is DocumentStatus.FAILED) == bool(event.failure)
        points = library.index.points_per_document()
        for document in library.documents.all():
            expected = (document.chunk_count, document.chunk_count)
            assert points.get(document.document_id, (0, 0)) == expected
        assert any(event.status is DocumentStatus.INDEXED for event in ended.values())
        assert any(event.status is DocumentStatus.FAILED for event in ended.values())
    finally:
        library.close()


def test_a_sample_of_odd_files(tmp_path: Path, shared_folder: Path) -> None:
    files = sorted((shared_folder / "pdfs").rglob("*.pdf"))
    ingest_all(tmp_path / "home", files[:: max(1, len(files) // QUICK)][:QUICK])


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_all_odd_files(tmp_path: Path, shared_folder: Path) -> None:
    ingest_all(tmp_path / "home", sorted((shared_folder / "pdfs").rglob("*.pdf")))
