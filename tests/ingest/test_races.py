"""What the user does while a document is being worked on: it is removed, replaced, copied over another."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from core.cancel import CancelToken
from core.events import EventStamper
from core.ingest.folders.sync import FolderSync
from core.ingest.queue.consistency import repair
from core.store.locations import LocationRepository
from core.store.pages import OcrState
from core.types import PageProblem, SourceState
from tests.ingest.batch import LARGE_PAGES, make_large, make_mail, run
from tests.library_kit import Library, make_pdf, prose


def before(target: Any, name: str, monkeypatch: pytest.MonkeyPatch, act: Any) -> None:
    """Let `act` happen once, just before a step of the work."""
    step = getattr(target, name)
    done: list[bool] = []

    def both(*args: Any, **options: Any) -> Any:
        if not done:
            done.append(True)
            act()
        return step(*args, **options)

    monkeypatch.setattr(target, name, both)


@pytest.mark.slow
def test_a_file_that_changes_while_its_index_is_written_is_not_forgotten(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_pdf(tmp_path / "report.pdf", [prose("V-1", 20)])
    library.ingest(path)
    make_pdf(path, [prose("V-2", 20, seed=1)])
    list(library.pipeline.add_paths([path], CancelToken()))

    def save_again() -> None:
        make_pdf(path, [prose("V-3", 20, seed=2)])
        list(library.pipeline.add_paths([path], CancelToken()))

    before(library.pipeline._store, "fill_index", monkeypatch, save_again)
    run(library)
    (document,) = library.documents.all()
    assert "V-3" in library.chunks.of_document(document.document_id)[0].text
    assert document.source_state is SourceState.PRESENT


def test_a_new_content_copied_over_an_old_one_replaces_it_everywhere(
    library: Library, tmp_path: Path
) -> None:
    folder = tmp_path / "papers"
    (folder / "archive").mkdir(parents=True)
    old = make_pdf(folder / "archive" / "report.pdf", [prose("V-1", 20)])
    sync = FolderSync(library.database, library.pipeline.remove_many, library.pipeline.remove)
    folder_id = sync.add(folder).folder_id
    list(sync.sync(folder_id, EventStamper(), CancelToken()))
    run(library)
    new = make_pdf(folder / "report.pdf", [prose("V-2", 20, seed=1)])
    shutil.copyfile(new, old)
    list(sync.sync(folder_id, EventStamper(), CancelToken()))
    run(library)
    (document,) = library.documents.all()
    assert "V-2" in library.chunks.of_document(document.document_id)[0].text
    places = LocationRepository(library.database).of_document(document.document_id)
    assert {place.path for place in places} == {str(old), str(new)}


def test_nothing_comes_out_of_a_mail_that_is_removed_while_it_is_unpacked(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attached = make_pdf(tmp_path / "attached.pdf", [prose("M-1", 15)])
    mail = make_mail(tmp_path / "letter.eml", attached)
    attached.unlink()
    list(library.pipeline.add_paths([mail], CancelToken()))
    (document,) = library.documents.all()
    before(
        library.pipeline._reading,
        "extract",
        monkeypatch,
        lambda: library.pipeline.remove(document.document_id),
    )
    run(library)
    assert library.documents.all() == []
    assert library.index.points_per_document() == {}


@pytest.mark.slow
def test_a_document_removed_while_it_is_cut_again_leaves_no_points(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = make_large(tmp_path / "large.pdf", LARGE_PAGES)
    list(library.pipeline.add_paths([large], CancelToken()))
    (document,) = library.documents.all()
    store = library.pipeline._store
    chunks_of = store.chunks.of_document

    def from_before(document_id: str, *args: Any) -> Any:
        found = chunks_of(document_id, *args)
        if found and store.queue.stages().get(document_id) == "check":
            library.pipeline.remove(document_id)
        return found

    monkeypatch.setattr(store.chunks, "of_document", from_before)
    run(library)
    assert library.documents.get(document.document_id) is None
    assert library.index.points_per_document() == {}


def test_a_document_that_is_gone_is_not_queued(library: Library, tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "one.pdf", [prose("B-1", 10)])
    library.ingest(path)
    (document,) = library.documents.all()
    library.pipeline.remove(document.document_id)
    library.pipeline._queue.put(document.document_id, "check")
    assert library.pipeline._queue.sizes() == {}


def test_a_kill_before_the_old_content_leaves_is_made_up_for(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_pdf(tmp_path / "report.pdf", [prose("V-1", 20)])
    library.ingest(path)
    make_pdf(path, [prose("V-2", 20, seed=1)])
    list(library.pipeline.add_paths([path], CancelToken()))
    with monkeypatch.context() as patch:
        patch.setattr(library.pipeline._store, "fill_index", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            list(library.pipeline.run(CancelToken()))
    assert len(library.documents.all()) == 2
    repair(library.database, library.index, library.index_name, library.chunker)
    run(library)
    (document,) = library.documents.all()
    assert "V-2" in library.chunks.of_document(document.document_id)[0].text


def test_the_index_is_not_waited_for_while_the_library_is_locked(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    path = make_pdf(folder / "report.pdf", [prose("V-1", 20)])
    locked: list[bool] = []

    def drop_points(document_id: str) -> bool:
        locked.append(library.database.connection().in_transaction)
        return library.pipeline.remove(document_id)

    sync = FolderSync(library.database, library.pipeline.remove_many, drop_points)
    folder_id = sync.add(folder).folder_id
    list(sync.sync(folder_id, EventStamper(), CancelToken()))
    make_pdf(path, [prose("V-2", 20, seed=1)])  # before the first content was read
    list(sync.sync(folder_id, EventStamper(), CancelToken()))
    assert locked == [False]


def test_scanned_pages_are_recognised_although_another_page_can_never_be_checked(
    library: Library, tmp_path: Path
) -> None:
    library.ingest(make_pdf(tmp_path / "report.pdf", [prose("V-1", 20), prose("V-1", 20, seed=1)]))
    (document,) = library.documents.all()
    document_id = document.document_id
    library.documents.set_findings(document_id, (), [PageProblem((1,), "The page is damaged.")])
    library.database.execute("UPDATE pages SET checked = 0 WHERE number = 1")
    library.database.execute("UPDATE pages SET ocr = ? WHERE number = 2", (int(OcrState.WANTED),))
    repair(library.database, library.index, library.index_name, library.chunker, recognises=True)
    assert library.pipeline._queue.stages() == {document_id: "ocr"}


def test_a_time_of_the_first_format_is_no_change_of_the_file(library: Library, tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "one.pdf", [prose("B-1", 10)])
    os.utime(path, ns=(1_790_000_000_123_456_789, 1_790_000_000_123_456_789))
    library.ingest(path)
    stored = int(path.stat().st_mtime * 1_000_000_000)  # as the change of format took it over
    assert stored != path.stat().st_mtime_ns
    library.database.execute("UPDATE locations SET mtime_ns = ?", (stored,))
    sync = FolderSync(library.database, library.pipeline.remove_many, library.pipeline.remove)
    assert sync.refresh_states() == {}
    os.utime(path, ns=(1_790_000_001_123_456_789, 1_790_000_001_123_456_789))
    assert sync.refresh_states() == {str(path): SourceState.CHANGED}


def test_what_is_read_next_is_found_without_looking_at_all_that_waits(library: Library) -> None:
    said: list[str] = []
    library.database.connection().set_trace_callback(said.append)
    library.pipeline._queue.next("parse")
    library.database.connection().set_trace_callback(None)
    plan = " ".join(row["detail"] for row in library.database.query(f"EXPLAIN QUERY PLAN {said[-1]}"))
    assert "ingest_queue_by_turn" in plan
    assert "TEMP B-TREE" not in plan
