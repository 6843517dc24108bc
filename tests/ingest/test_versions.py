"""Text that is stored is never lost to a file that went away, changed, or was removed and added again."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import (
    DocumentProgressed,
    DocumentQueued,
    DocumentStatusChanged,
    PathRejected,
)
from core.ingest.queue.consistency import repair
from core.store.queue import MOST_ATTEMPTS, IngestQueue
from core.types import DocumentStatus, SourceState
from tests.ingest.batch import LARGE_PAGES, codes, make_large, run
from tests.library_kit import Library, make_pdf, open_library, prose

GARBAGE = b"%PDF-1.7\n1 0 obj\n<<"


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    return make_pdf(tmp_path / "paper.pdf", [prose("B-120", 25), prose("B-130", 25, seed=1)])


def reopened(library: Library, home: Path, tokens: int) -> Library:
    library.close()
    again = open_library(home, tokens=tokens)
    repair(again.database, again.index, again.index_name, again.chunker)
    return again


def stored_words(library: Library) -> str:
    return " ".join(
        chunk.text
        for document in library.documents.all()
        for chunk in library.chunks.of_document(document.document_id)
    )


@pytest.mark.parametrize(
    "harm", [Path.unlink, lambda path: path.write_bytes(GARBAGE)], ids=["gone", "damaged"]
)
def test_text_that_cannot_be_read_again_stays(
    library: Library, paper: Path, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    library.ingest(paper)
    before = stored_words(library)
    harm(paper)
    # Pages of the first format were stored without their lines: to be cut anew, they must be read again.
    library.database.execute("UPDATE pages SET lines = X''")
    library.database.execute("UPDATE documents SET reader = 0")
    again = reopened(library, tmp_path / "home", tokens=80)
    assert codes(run(again)) == []
    (document,) = again.documents.all()
    assert document.status is DocumentStatus.INDEXED
    assert document.embedded_count == document.chunk_count > 0
    assert before in stored_words(again)
    assert len(again.chunks._pages.shapes(document.document_id)) == 2
    assert again.index.search_keywords("warranty", 5, [document.document_id])
    assert not repair(again.database, again.index, again.index_name, again.chunker)
    again.close()


def test_stored_pages_are_cut_anew_without_their_file(library: Library, paper: Path, tmp_path: Path) -> None:
    library.ingest(paper)
    chunks = library.documents.all()[0].chunk_count
    paper.unlink()
    again = reopened(library, tmp_path / "home", tokens=120)
    events = run(again)
    assert codes(events) == []
    (document,) = again.documents.all()
    assert document.status is DocumentStatus.INDEXED
    assert 0 < document.chunk_count < chunks
    assert not repair(again.database, again.index, again.index_name, again.chunker)
    again.close()


def test_a_readable_file_is_cut_anew(library: Library, paper: Path, tmp_path: Path) -> None:
    library.ingest(paper)
    few = library.documents.all()[0].chunk_count
    again = reopened(library, tmp_path / "home", tokens=40)
    run(again)
    (document,) = again.documents.all()
    assert document.chunk_count > few
    assert again.index.points_per_document()[document.document_id] == (document.chunk_count,) * 2
    again.close()


def test_a_good_document_outlives_a_bad_new_version(library: Library, paper: Path) -> None:
    library.ingest(paper)
    good, written = paper.read_bytes(), paper.stat().st_mtime_ns
    before = library.picture()
    paper.write_bytes(GARBAGE)
    events = library.ingest(paper)
    assert "document_updated" in codes(events)
    statuses = sorted(document.status.value for document in library.documents.all())
    assert statuses == ["failed", "indexed"]
    assert library.picture()["points"] == before["points"]
    paper.write_bytes(good)
    os.utime(paper, ns=(written, written))
    library.ingest(paper)
    assert library.picture() == before


def test_the_old_version_goes_when_the_new_one_can_be_searched(library: Library, paper: Path) -> None:
    library.ingest(paper)
    (old,) = library.documents.all()
    make_pdf(paper, [prose("new", 9)])
    list(library.pipeline.add_paths([paper], CancelToken()))
    assert library.documents.all()[0] == replace(old, source_state=SourceState.CHANGED)
    for event in library.pipeline.run(CancelToken()):
        if isinstance(event, DocumentStatusChanged):
            ids = {document.document_id for document in library.documents.all()}
            assert (old.document_id in ids) == (event.status is DocumentStatus.PARSING)
    (new,) = library.documents.all()
    assert library.index.points_per_document().keys() == {new.document_id}
    assert "B-120" not in stored_words(library)


def test_a_file_replaced_while_it_waits_is_stored_as_what_it_is(library: Library, paper: Path) -> None:
    list(library.pipeline.add_paths([paper], CancelToken()))
    (waiting,) = library.documents.all()
    make_pdf(paper, [prose("Z-99", 20, seed=7)])
    events = run(library)
    assert [type(event) for event in events if isinstance(event, DocumentQueued)] == [DocumentQueued]
    (document,) = library.documents.all()
    assert document.content_hash != waiting.content_hash
    assert document.status is DocumentStatus.INDEXED
    assert "Z-99" in stored_words(library)
    list(library.pipeline.add_paths([paper], CancelToken()))
    assert [d.document_id for d in library.documents.all()] == [document.document_id]


def test_a_file_that_became_something_else_fails_clearly(library: Library, paper: Path) -> None:
    list(library.pipeline.add_paths([paper], CancelToken()))
    paper.write_bytes(b"PK\x03\x04 no longer")
    events = run(library)
    assert any(isinstance(event, PathRejected) for event in events)
    (document,) = library.documents.all()
    assert document.status is DocumentStatus.FAILED
    assert "changed while it was waiting" in document.failure


@pytest.mark.parametrize(
    "moment",
    ["reading", *(pytest.param(moment, marks=pytest.mark.slow) for moment in ("parsing", "embedding"))],
)
def test_removed_and_added_again_meanwhile_is_whole(library: Library, tmp_path: Path, moment: str) -> None:
    paper = make_pdf(tmp_path / "long.pdf", [prose("D-9", 40, seed=place) for place in range(70)])
    list(library.pipeline.add_paths([paper], CancelToken()))
    (first,) = library.documents.all()
    marks = {
        "parsing": lambda event: getattr(event, "status", "") == "parsing",
        "reading": lambda event: isinstance(event, DocumentProgressed) and event.stage == "parsing",
        "embedding": lambda event: isinstance(event, DocumentProgressed) and event.stage == "embedding",
    }
    disturbed = False
    for event in library.pipeline.run(CancelToken()):
        if marks[moment](event) and not disturbed:
            disturbed = True
            library.pipeline.remove(first.document_id)
            list(library.pipeline.add_paths([paper], CancelToken()))
    assert disturbed
    (document,) = library.documents.all()
    assert document.status is DocumentStatus.INDEXED
    assert document.page_count == 70
    assert len(library.chunks._pages.shapes(document.document_id)) == 70
    counts = (document.chunk_count, document.chunk_count)
    assert library.index.points_per_document() == {document.document_id: counts}
    assert document.embedded_count == document.chunk_count


def fail_for_one(monkeypatch: pytest.MonkeyPatch, part: object, name: str, bad: str) -> None:
    """A mistake of ours that nobody thought of, where a part meets one document."""
    whole = getattr(part, name)

    def fail(*arguments: object) -> object:
        if bad in str(arguments):
            raise ValueError("something nobody thought of")
        return whole(*arguments)

    monkeypatch.setattr(part, name, fail)


@pytest.mark.parametrize("stage", ["reading", "checking", "embedding"])
def test_one_document_that_trips_us_up_does_not_stop_the_others(
    library: Library, paper: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    other = make_pdf(tmp_path / "zebra.pdf", [prose("C-7", 30)])
    large = make_large(tmp_path / "large.pdf", LARGE_PAGES)
    list(library.pipeline.add_paths([paper, other, large], CancelToken()))
    ids = {document.filename: document.document_id for document in library.documents.all()}
    pipeline, embedder = library.pipeline, library.embedder
    part, name, bad = {
        "reading": (pipeline._store.pages, "add_many", ids["paper.pdf"]),
        "checking": (pipeline._reading, "checked_pages", str(large)),
        "embedding": (embedder, "embed", "B-120"),
    }[stage]
    fail_for_one(monkeypatch, part, name, bad)
    events = run(library)
    found = {document.filename: document for document in library.documents.all()}
    ended = {"reading": DocumentStatus.FAILED, "embedding": DocumentStatus.SEARCHABLE}
    assert found["paper.pdf"].status is ended.get(stage, DocumentStatus.INDEXED)
    assert ("mistake in DocuChat" in found["paper.pdf"].failure) == (stage == "reading")
    assert ("not_embedded" in codes(events)) == (stage == "embedding")
    assert (found["large.pdf"].unchecked_pages > 0) == (stage == "checking")
    assert {found[name].status for name in ("zebra.pdf", "large.pdf")} == {DocumentStatus.INDEXED}
    monkeypatch.undo()
    repair(library.database, library.index, library.index_name, library.chunker)
    library.ingest(paper)
    assert {document.status for document in library.documents.all()} == {DocumentStatus.INDEXED}


def test_a_document_that_ended_the_program_three_times_is_given_up(library: Library, paper: Path) -> None:
    list(library.pipeline.add_paths([paper], CancelToken()))
    queue = IngestQueue(library.database)
    for _ in range(MOST_ATTEMPTS):
        queue.begin(library.documents.all()[0].document_id)
    run(library)
    (document,) = library.documents.all()
    assert document.status is DocumentStatus.FAILED
    assert "begun 3 times" in document.failure
    library.ingest(paper)
    assert library.documents.all()[0].status is DocumentStatus.INDEXED


def test_stop_does_not_count_as_an_attempt(library: Library, paper: Path) -> None:
    list(library.pipeline.add_paths([paper], CancelToken()))
    for _ in range(MOST_ATTEMPTS + 1):
        cancel = CancelToken()
        for event in library.pipeline.run(cancel):
            if isinstance(event, DocumentStatusChanged):
                cancel.set()
    run(library)
    assert library.documents.all()[0].status is DocumentStatus.INDEXED


@pytest.mark.parametrize("left_at", ["parsing", "searchable", "indexed"])
def test_a_consumer_may_walk_away(library: Library, paper: Path, left_at: str) -> None:
    list(library.pipeline.add_paths([paper], CancelToken()))
    events = library.pipeline.run(CancelToken())
    for event in events:
        if getattr(event, "status", "") == left_at:
            break
    events.close()  # type: ignore[attr-defined]
    expected = "queued" if left_at == "parsing" else left_at
    assert library.documents.all()[0].status.value == expected
    run(library)
    assert library.documents.all()[0].status is DocumentStatus.INDEXED
