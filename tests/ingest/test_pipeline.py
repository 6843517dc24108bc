"""From files to a searchable, embedded library: on real PDFs, a real parser process, SQLite and Edge."""

from __future__ import annotations

import shutil
import signal
import time
from pathlib import Path

import pymupdf
import pytest

from core.cancel import CancelToken
from core.errors import AlreadyRunningError, ModelError
from core.events import (
    DocumentProgressed,
    DocumentQueued,
    DocumentStatusChanged,
    Event,
    NoticeGiven,
    PathRejected,
    RunFinished,
)
from core.ingest.queue.consistency import repair
from core.search.retriever import HybridRetriever
from core.types import DocumentStatus
from tests.ingest.batch import make_locked
from tests.ingest.test_kill import start
from tests.library_kit import Library, make_pdf, open_library, prose


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    make_pdf(folder / "one.pdf", [prose("B-120", 25), prose("B-130", 25, seed=1)])
    make_pdf(folder / "two.pdf", [prose("C-7", 60, seed=2)])
    make_pdf(folder / "three.pdf", [prose("D-9", 40, seed=place) for place in range(3, 9)])
    return folder


def statuses(events: list[Event]) -> list[tuple[str, str]]:
    return [(e.filename, e.status.value) for e in events if isinstance(e, DocumentStatusChanged)]


def outcome(events: list[Event]) -> str:
    assert sum(isinstance(event, RunFinished) for event in events) == 1
    assert isinstance(events[-1], RunFinished)
    assert [event.seq for event in events] == sorted({event.seq for event in events})
    return events[-1].outcome


def test_all_become_searchable_before_any_is_embedded(library: Library, papers: Path) -> None:
    added = list(library.pipeline.add_paths([papers], CancelToken()))
    assert outcome(added) == "done"
    assert [e.filename for e in added if isinstance(e, DocumentQueued)] == ["one.pdf", "three.pdf", "two.pdf"]
    events = list(library.pipeline.run(CancelToken()))
    assert outcome(events) == "done"
    assert statuses(events) == [
        ("one.pdf", "parsing"),
        ("one.pdf", "searchable"),
        ("three.pdf", "parsing"),
        ("three.pdf", "searchable"),
        ("two.pdf", "parsing"),
        ("two.pdf", "searchable"),
        ("one.pdf", "indexed"),
        ("two.pdf", "indexed"),
        ("three.pdf", "indexed"),  # the largest last
    ]
    progress = [e for e in events if isinstance(e, DocumentProgressed) and e.stage == "embedding"]
    assert progress[-1].done == progress[-1].total > 0
    assert progress[-1].per_second > 0
    assert progress[-1].eta_seconds == 0
    for document in library.documents.all():
        assert document.chunk_count == document.embedded_count > 0
        expected = {document.document_id: (document.chunk_count, document.chunk_count)}
        assert expected.items() <= library.index.points_per_document().items()
    assert max(library.embedder.calls) == 4


def test_spans_of_stored_chunks_are_the_text(library: Library, papers: Path) -> None:
    library.ingest(papers)
    pages = library.chunks._pages
    for document in library.documents.all():
        numbers = range(1, document.page_count + 1)
        read = [page for number in numbers if (page := pages.get(document.document_id, number))]
        assert len(read) == document.page_count
        text = "\f".join(page.text for page in read)
        for page in read:
            assert text[page.span.start : page.span.end] == page.text
        for chunk in library.chunks.of_document(document.document_id):
            assert chunk.text == "\n".join(text[span.start : span.end] for span in chunk.spans)
            assert pages.page_of(document.document_id, chunk.spans[0].start) == chunk.first_page


def test_bad_files_are_told_and_do_not_stop_the_others(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    make_locked(folder / "locked.pdf", "opensesame")
    make_pdf(folder / "blank.pdf", [[]])
    with pymupdf.open() as white:
        white.new_page().insert_text((72, 72), "Nobody sees this sentence.", color=(1, 1, 1))
        white.save(folder / "white.pdf")
    (folder / "zero.pdf").write_bytes(b"")
    (folder / "fake.pdf").write_bytes(b"PK\x03\x04 not at all")
    (folder / "cut.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<<")
    (folder / ".hidden.pdf").write_bytes(b"%PDF-1.7")
    (folder / "notes.txt").write_text("notes")
    make_pdf(folder / "good.pdf", [prose("B-120", 20)])
    shutil.copy(folder / "good.pdf", folder / "good copy.pdf")
    gone, other = tmp_path / "gone.pdf", folder / "program.exe"
    other.write_bytes(b"MZ")
    events = list(library.pipeline.add_paths([folder, gone, other], CancelToken()))
    rejected = {Path(e.path).name: e.reason for e in events if isinstance(e, PathRejected)}
    assert rejected.keys() == {"zero.pdf", "fake.pdf", "gone.pdf", "program.exe"}
    assert "0 bytes" in rejected["zero.pdf"]
    assert "not a PDF" in rejected["fake.pdf"]
    assert "no such file" in rejected["gone.pdf"]
    assert ".exe" in rejected["program.exe"]
    assert "duplicate" in " ".join(e.code for e in events if isinstance(e, NoticeGiven))
    events = list(library.pipeline.run(CancelToken()))
    assert outcome(events) == "done"
    found = {d.filename: (d.status, d.failure) for d in library.documents.all()}
    assert found["good.pdf"] == (DocumentStatus.INDEXED, "")
    assert found["notes.txt"] == (DocumentStatus.INDEXED, "")
    assert found["locked.pdf"][0] is DocumentStatus.LOCKED
    for name, words in {
        "blank.pdf": "has no text",
        "cut.pdf": "damaged",
        "white.pdf": "The text of white.pdf cannot be seen (white)",
    }.items():
        assert found[name][0] is DocumentStatus.FAILED
        assert words in found[name][1]
    assert "password" in found["locked.pdf"][1]
    assert len(found) == 6


def test_adding_again(library: Library, papers: Path, tmp_path: Path) -> None:
    library.ingest(papers / "one.pdf")
    again = list(library.pipeline.add_paths([papers / "one.pdf"], CancelToken()))
    assert [e.code for e in again if isinstance(e, NoticeGiven)] == ["already_added"]
    moved = (papers / "one.pdf").rename(tmp_path / "moved.pdf")
    events = list(library.pipeline.add_paths([moved], CancelToken()))
    assert [e.code for e in events if isinstance(e, NoticeGiven)] == ["document_moved"]
    assert [d.path for d in library.documents.all()] == [str(moved)]
    make_pdf(moved, [prose("new", 9)])
    events = library.ingest(moved)
    assert [e.code for e in events if isinstance(e, NoticeGiven)] == ["document_updated"]
    (document,) = library.documents.all()
    assert document.status is DocumentStatus.INDEXED
    assert library.index.points_per_document().keys() == {document.document_id}


def test_a_document_removed_while_it_is_worked_on_ends_quietly(library: Library, papers: Path) -> None:
    list(library.pipeline.add_paths([papers / "three.pdf", papers / "two.pdf"], CancelToken()))
    (three, _two) = library.documents.all()
    events = []
    for event in library.pipeline.run(CancelToken()):
        events.append(event)
        if isinstance(event, DocumentStatusChanged) and event.document_id == three.document_id:
            library.pipeline.remove(three.document_id)
    assert outcome(events) == "done"
    assert [d.filename for d in library.documents.all()] == ["two.pdf"]
    assert len(library.index.points_per_document()) == 1


def test_stop_is_resumable(library: Library, papers: Path, tmp_path: Path) -> None:
    list(library.pipeline.add_paths([papers], CancelToken()))
    for stop_at in ("parsing", "searchable", "embedding"):
        cancel, events = CancelToken(), []
        for event in library.pipeline.run(cancel):
            events.append(event)
            if stop_at in (getattr(event, "status", ""), getattr(event, "stage", "")):
                cancel.set()
        assert outcome(events) == "cancelled"
        assert all(d.status is not DocumentStatus.PARSING for d in library.documents.all())
    assert outcome(list(library.pipeline.run(CancelToken()))) == "done"
    undisturbed = open_library(tmp_path / "other")
    undisturbed.ingest(papers)
    assert library.picture() == undisturbed.picture()
    undisturbed.close()


def test_embedding_waits_for_a_running_answer(library: Library, papers: Path) -> None:
    busy = [True] * 5
    library.pipeline._gate.answering = lambda: bool(busy and busy.pop())
    calls_while_busy: list[int] = []
    list(library.pipeline.add_paths([papers / "two.pdf"], CancelToken()))
    for event in library.pipeline.run(CancelToken()):
        if isinstance(event, DocumentStatusChanged) and event.status is DocumentStatus.SEARCHABLE:
            calls_while_busy.append(len(library.embedder.calls))
    assert busy == []
    assert calls_while_busy == [0]
    assert library.embedder.calls


def test_a_failing_embedder_leaves_documents_searchable(
    library: Library, papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(texts: object) -> None:
        raise ModelError("The embedding model is missing.", "Get it.")

    monkeypatch.setattr(library.embedder, "embed", fail)
    events = library.ingest(papers / "one.pdf")
    finished = events[-1]
    assert isinstance(finished, RunFinished)
    assert (finished.outcome, finished.error_code) == ("failed", "model")
    (document,) = library.documents.all()
    assert document.status is DocumentStatus.SEARCHABLE
    result = HybridRetriever(library.database, library.index, library.embedder).search("warranty", limit=3)
    assert result.embedding_failed
    assert result.hits[0].score == 0.0
    monkeypatch.undo()
    assert outcome(list(library.pipeline.run(CancelToken()))) == "done"
    assert library.documents.all()[0].status is DocumentStatus.INDEXED


def test_a_second_opener_is_told(library: Library, tmp_path: Path) -> None:
    with pytest.raises(AlreadyRunningError):
        open_library(tmp_path / "home")


@pytest.mark.parametrize(
    ("marker", "delay"),
    [
        pytest.param("document_status_changed parsing", 0.0, marks=pytest.mark.slow),
        ("document_progressed parsing", 0.004),  # while its pages are stored
        pytest.param("document_progressed embedding", 0.002, marks=pytest.mark.slow),
    ],
)
def test_kill_and_resume_equals_an_undisturbed_run(
    tmp_path: Path, papers: Path, marker: str, delay: float
) -> None:
    home = tmp_path / "killed"
    seen = 0
    with start(home, papers) as driver:
        assert driver.stdout is not None
        for line in driver.stdout:
            seen += line.strip() == marker
            if seen == 2:
                time.sleep(delay)
                driver.send_signal(signal.SIGKILL)
                break
    assert driver.returncode == -9
    killed = open_library(home)
    repair(killed.database, killed.index, killed.index_name, killed.chunker)
    assert outcome(list(killed.pipeline.run(CancelToken()))) == "done"
    undisturbed = open_library(tmp_path / "undisturbed")
    undisturbed.ingest(papers)
    assert killed.picture() == undisturbed.picture()
    killed.close()
    undisturbed.close()
