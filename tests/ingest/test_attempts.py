"""A document that ends the program is tried three times, behind others; then its stage ends without it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import DocumentStatusChanged
from core.ingest.queue.consistency import repair
from core.ingest.stages.checking import NOT_CHECKED
from core.search.coverage import coverage_of
from core.store.queue import MOST_ATTEMPTS
from core.types import Document, DocumentStatus
from tests.ingest.batch import LARGE_PAGES, Recogniser, codes, make_large, make_scan, run
from tests.library_kit import Library, make_pdf, open_library, prose


def of(library: Library, document_id: str) -> Document:
    (document,) = [one for one in library.documents.all() if one.document_id == document_id]
    return document


def killed(library: Library, document_id: str, times: int = MOST_ATTEMPTS) -> None:
    """What is left of a program that ended while it was at work on a document."""
    for _ in range(times):
        library.pipeline._queue.begin(document_id)


def stop_when_searchable(library: Library, *paths: Path) -> list[str]:
    """Add and read files; ids of the documents, which wait for their next stage."""
    list(library.pipeline.add_paths(paths, CancelToken()))
    cancel, left = CancelToken(), len(paths)
    for event in library.pipeline.run(cancel):
        if isinstance(event, DocumentStatusChanged) and event.status is DocumentStatus.SEARCHABLE:
            left -= 1
            if not left:
                cancel.set()
    return [document.document_id for document in library.documents.all()]


def test_what_ended_the_program_while_embedding_goes_last_and_is_left_out_then(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = [make_pdf(tmp_path / f"{n}.pdf", [prose(f"P-{n}", 10 + 10 * n, seed=n)]) for n in range(3)]
    short, middle, long = stop_when_searchable(library, *papers)
    killed(library, short, 1)
    attempts: list[int] = []
    embed = library.embedder.embed

    def watched(texts: Sequence[str]) -> object:
        attempts.extend(
            row["attempts"]
            for row in library.database.query(
                "SELECT attempts FROM ingest_queue WHERE document_id = ?", (middle,)
            )
        )
        return embed(texts)

    monkeypatch.setattr(library.embedder, "embed", watched)
    killed(library, long)
    events = run(library)
    done = [e.document_id for e in events if isinstance(e, DocumentStatusChanged)]
    assert done == [middle, short]  # begun before: behind the fresh one
    assert attempts[0] == 1  # counted before the work begins
    (said,) = [e for e in events if getattr(e, "code", "") == "not_embedded"]
    assert "2.pdf" in said.message  # type: ignore[union-attr]
    document = of(library, long)
    assert document.status is DocumentStatus.SEARCHABLE
    assert library.index.search_keywords("P-2", 5)
    # The next start leaves it in peace; cut anew it is tried again.
    assert not repair(library.database, library.index, library.index_name, library.chunker)
    assert [event.kind for event in run(library)][-1] == "run_finished"
    assert library.pipeline._queue.stages() == {long: "left"}
    assert library.pipeline._queue.backlog() == {}
    library.pipeline._queue.put(long, "parse")
    run(library)
    assert {found.status for found in library.documents.all()} == {DocumentStatus.INDEXED}


def test_a_check_that_ended_the_program_three_times_ends_and_says_so(
    library: Library, tmp_path: Path
) -> None:
    (large,) = stop_when_searchable(library, make_large(tmp_path / "large.pdf", LARGE_PAGES))
    killed(library, large)
    assert "not_checked" in codes(run(library))
    document = of(library, large)
    assert document.status is DocumentStatus.INDEXED
    assert document.unchecked_pages == LARGE_PAGES
    assert [problem.pages for problem in document.problems] == [tuple(range(1, LARGE_PAGES + 1))]
    (partly,) = coverage_of(library.database, None).partly
    assert NOT_CHECKED in partly.reason
    assert not repair(library.database, library.index, library.index_name, library.chunker).to_check


def test_a_page_that_ended_the_program_three_times_is_given_up(tmp_path: Path) -> None:
    recogniser = Recogniser()
    library = open_library(tmp_path / "home", recogniser=recogniser)
    (scan,) = stop_when_searchable(library, make_scan(tmp_path / "scan.pdf", 4))
    killed(library, scan)
    assert "not_recognised" in codes(run(library))
    assert recogniser.recognised == [2, 3, 4]
    document = of(library, scan)
    assert document.status is DocumentStatus.INDEXED
    assert document.ocr_pages == 3
    assert [problem.pages for problem in document.problems] == [(1,)]
    library.close()


def test_a_mistake_while_embedding_leaves_a_document_that_was_added_again_queued(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = make_pdf(tmp_path / "paper.pdf", [prose("P-1", 20)])

    def embed(texts: Sequence[str]) -> object:
        monkeypatch.undo()
        library.pipeline.remove(library.documents.all()[0].document_id)
        list(library.pipeline.add_paths([paper], CancelToken()))
        raise ValueError("a mistake")

    monkeypatch.setattr(library.embedder, "embed", embed)
    library.ingest(paper)
    assert [document.status for document in library.documents.all()] == [DocumentStatus.INDEXED]
