"""Watched folders: what is new, changed, moved or gone, without reading anything twice."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

import core.ingest.folders.scanning
import core.ingest.folders.sync
import core.ingest.queue.additions
from core.cancel import CancelToken
from core.errors import Cancelled, UsageError
from core.events import DocumentQueued, Event, EventStamper, FolderSynced, PathRejected
from core.ingest.folders.sync import FolderSync
from core.ingest.queue.content_hash import read_content
from core.store.folders import FolderRepository
from core.store.locations import LocationRepository
from core.types import Document, SourceState
from tests.library_kit import Library, make_pdf, prose


@dataclass
class Watched:
    """A library with one watched folder."""

    library: Library
    folder: Path

    def __post_init__(self) -> None:
        database, pipeline = self.library.database, self.library.pipeline
        self.sync = FolderSync(database, pipeline.remove_many, pipeline.remove)
        self.folder_id = self.sync.add(self.folder).folder_id
        self.locations, self.folders = LocationRepository(database), FolderRepository(database)

    def look(self, folder_id: int = 0) -> tuple[FolderSynced, list[Event]]:
        events = list(self.sync.sync(folder_id or self.folder_id, EventStamper(), CancelToken()))
        last = events.pop()
        assert isinstance(last, FolderSynced)
        return last, events

    def counts(self) -> tuple[int, int, int, int]:
        synced, _ = self.look()
        assert synced.problem == ""
        return synced.added, synced.changed, synced.moved, synced.missing

    def work(self) -> None:
        list(self.library.pipeline.run(CancelToken()))

    def document(self, name: str) -> Document:
        (found,) = [d for d in self.library.documents.all() if d.filename == name]
        return found

    def states(self) -> dict[str, str]:
        return {d.filename: d.source_state.value for d in self.library.documents.all()}


@pytest.fixture
def watched(library: Library, tmp_path: Path) -> Watched:
    folder = tmp_path / "papers"
    folder.mkdir()
    make_pdf(folder / "one.pdf", [prose("B-120", 25)])
    make_pdf(folder / "two.pdf", [prose("C-7", 25, seed=2)])
    return Watched(library, folder)


@pytest.fixture
def indexed(watched: Watched) -> Watched:
    """Looked at and worked off."""
    watched.counts()
    watched.work()
    return watched


@pytest.fixture
def no_reading(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all files that are hashed."""
    read: list[str] = []

    def counted(path: Path, check: object) -> tuple[str, bytes]:
        read.append(path.name)
        return read_content(path, check)  # type: ignore[arg-type]

    monkeypatch.setattr(core.ingest.folders.sync, "read_content", counted)
    monkeypatch.setattr(core.ingest.queue.additions, "read_content", counted)
    return read


def test_new_changed_and_touched(watched: Watched, no_reading: list[str]) -> None:
    assert watched.counts() == (2, 0, 0, 0)
    watched.work()
    assert watched.states() == {"one.pdf": "present", "two.pdf": "present"}
    no_reading.clear()
    assert watched.counts() == (0, 0, 0, 0)
    assert no_reading == []

    os.utime(watched.folder / "one.pdf", ns=(1, 1_700_000_000_123_456_789))
    embedded = len(watched.library.embedder.calls)
    assert watched.counts() == (0, 0, 0, 0)
    assert no_reading == ["one.pdf"]
    (place,) = watched.locations.at_path(str(watched.folder / "one.pdf"))
    assert (place.mtime_ns, place.state) == (1_700_000_000_123_456_789, SourceState.PRESENT)
    assert watched.counts() == (0, 0, 0, 0)
    assert no_reading == ["one.pdf"]

    old = watched.document("one.pdf").document_id
    make_pdf(watched.folder / "one.pdf", [prose("Z-9", 25, seed=9)])
    assert watched.counts() == (0, 1, 0, 0)
    assert {d.source_state for d in watched.library.documents.all() if d.document_id == old} == {
        SourceState.CHANGED
    }
    assert watched.counts() == (0, 0, 0, 0)
    watched.work()
    assert len(watched.library.embedder.calls) > embedded
    assert watched.document("one.pdf").document_id != old
    assert watched.states() == {"one.pdf": "present", "two.pdf": "present"}
    assert old not in watched.library.index.points_per_document()


def test_moved_and_renamed_files_are_not_read_again(indexed: Watched) -> None:
    before = {d.document_id: d.added_at for d in indexed.library.documents.all()}
    calls = list(indexed.library.embedder.calls)
    (indexed.folder / "sub").mkdir()
    (indexed.folder / "one.pdf").rename(indexed.folder / "sub" / "eins.pdf")
    (indexed.folder / "two.pdf").rename(indexed.folder / "zwei.pdf")
    assert indexed.counts() == (0, 0, 2, 0)
    indexed.work()
    assert {d.document_id: d.added_at for d in indexed.library.documents.all()} == before
    assert indexed.library.embedder.calls == calls
    assert indexed.states() == {"eins.pdf": "present", "zwei.pdf": "present"}
    document = indexed.document("eins.pdf")
    assert document.path == str(indexed.folder / "sub" / "eins.pdf")
    assert [p.path for p in indexed.locations.of_document(document.document_id)] == [document.path]


def test_two_files_that_swap_their_names(indexed: Watched) -> None:
    one, two = indexed.folder / "one.pdf", indexed.folder / "two.pdf"
    ids = {name: indexed.document(name).document_id for name in ("one.pdf", "two.pdf")}
    one.rename(indexed.folder / "x.pdf")
    two.rename(one)
    (indexed.folder / "x.pdf").rename(two)
    calls = list(indexed.library.embedder.calls)
    for _ in range(2):
        indexed.look()
        indexed.work()
    assert {d.filename: d.document_id for d in indexed.library.documents.all()} == {
        "one.pdf": ids["two.pdf"],
        "two.pdf": ids["one.pdf"],
    }
    assert indexed.states() == {"one.pdf": "present", "two.pdf": "present"}
    assert indexed.library.embedder.calls == calls


def test_a_chain_of_names(indexed: Watched) -> None:
    """As a program does that keeps back-ups: two becomes three, one becomes two, and one is new."""
    ids = {name: indexed.document(name).document_id for name in ("one.pdf", "two.pdf")}
    calls = len(indexed.library.embedder.calls)
    (indexed.folder / "two.pdf").rename(indexed.folder / "three.pdf")
    (indexed.folder / "one.pdf").rename(indexed.folder / "two.pdf")
    make_pdf(indexed.folder / "one.pdf", [prose("N-1", 4)])
    for _ in range(2):
        indexed.look()
        indexed.work()
    assert indexed.states() == {"one.pdf": "present", "two.pdf": "present", "three.pdf": "present"}
    assert indexed.document("two.pdf").document_id == ids["one.pdf"]
    assert indexed.document("three.pdf").document_id == ids["two.pdf"]
    assert len(indexed.library.embedder.calls) == calls + 1


def test_deleted_files_stay_citable_and_come_back(indexed: Watched) -> None:
    stored = indexed.folder.parent / "elsewhere.pdf"
    shutil.copy2(indexed.folder / "one.pdf", stored)
    (indexed.folder / "one.pdf").unlink()
    assert indexed.counts() == (0, 0, 0, 1)
    assert indexed.counts() == (0, 0, 0, 0)
    assert indexed.states() == {"one.pdf": "missing", "two.pdf": "present"}
    document = indexed.document("one.pdf")
    assert document.status.can_be_searched
    assert indexed.library.chunks.of_document(document.document_id)
    shutil.copy2(stored, indexed.folder / "one.pdf")
    assert indexed.counts() == (0, 0, 0, 0)
    assert indexed.states() == {"one.pdf": "present", "two.pdf": "present"}

    (indexed.folder / "one.pdf").unlink()
    indexed.look()
    assert indexed.sync.remove_missing() == [document.document_id]
    assert indexed.states() == {"two.pdf": "present"}


def test_a_folder_may_let_go_of_what_was_deleted(watched: Watched) -> None:
    watched.counts()
    watched.folders.remove(watched.folder_id)
    watched.folder_id = watched.sync.add(watched.folder, keep_missing=False).folder_id
    (watched.folder / "one.pdf").unlink()
    assert watched.counts() == (0, 0, 0, 1)
    assert watched.states() == {"two.pdf": "present"}


def test_a_drive_that_is_gone_loses_nothing(indexed: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    away = indexed.folder.rename(indexed.folder.with_name("away"))
    synced, _ = indexed.look()
    assert "cannot be seen" in synced.problem
    assert (synced.missing, synced.added) == (0, 0)
    assert indexed.states() == {"one.pdf": "unreachable", "two.pdf": "unreachable"}
    (folder,) = indexed.folders.all()
    assert (folder.state, folder.problem) == (SourceState.UNREACHABLE, synced.problem)

    away.rename(indexed.folder)
    assert indexed.counts() == (0, 0, 0, 0)
    assert indexed.states() == {"one.pdf": "present", "two.pdf": "present"}
    (folder,) = indexed.folders.all()
    assert (folder.state, folder.problem) == (SourceState.PRESENT, "")


def test_an_empty_mount_point_is_no_deletion(watched: Watched) -> None:
    watched.counts()
    watched.library.database.execute("UPDATE folders SET device = 'another'")  # as when a stick was there
    away = watched.folder.rename(watched.folder.with_name("away"))
    watched.folder.mkdir()
    synced, _ = watched.look()
    assert "drive" in synced.problem
    assert set(watched.states().values()) == {"unreachable"}
    watched.folder.rmdir()
    away.rename(watched.folder)
    assert watched.counts() == (0, 0, 0, 0)
    for path in watched.folder.iterdir():  # on the same drive an empty folder is one that was emptied
        path.unlink()
    assert watched.counts() == (0, 0, 0, 2)


def test_a_folder_inside_that_cannot_be_read(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = watched.folder / "inner"
    inner.mkdir()
    (watched.folder / "one.pdf").rename(inner / "one.pdf")
    watched.counts()
    real = os.scandir

    def refuse(path: str) -> object:
        if str(path) == str(inner):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(core.ingest.folders.scanning.os, "scandir", refuse)
    synced, events = watched.look()
    assert synced.missing == 0
    assert [event.path for event in events if isinstance(event, PathRejected)] == [str(inner)]
    assert watched.states() == {"one.pdf": "unreachable", "two.pdf": "present"}
    _, events = watched.look()
    assert events == []  # told once
    monkeypatch.undo()
    assert watched.counts() == (0, 0, 0, 0)
    assert watched.states() == {"one.pdf": "present", "two.pdf": "present"}


def test_duplicates_are_one_document(indexed: Watched) -> None:
    copy = indexed.folder / "one copy.pdf"
    shutil.copy2(indexed.folder / "one.pdf", copy)
    calls = list(indexed.library.embedder.calls)
    assert indexed.counts() == (0, 0, 0, 0)
    indexed.work()
    assert indexed.library.embedder.calls == calls
    document = indexed.document("one.pdf")
    places = [Path(place.path).name for place in indexed.locations.of_document(document.document_id)]
    assert places == ["one.pdf", "one copy.pdf"]
    # The first place goes: the document is read from the other one, and nothing is missing.
    (indexed.folder / "one.pdf").unlink()
    assert indexed.counts() == (0, 0, 0, 0)
    assert indexed.states() == {"one copy.pdf": "present", "two.pdf": "present"}
    # A copy that is changed is a document of its own; the other place keeps its text.
    shutil.copy2(copy, indexed.folder / "one.pdf")
    indexed.look()
    make_pdf(copy, [prose("new", 9)])
    assert indexed.counts() == (0, 1, 0, 0)
    indexed.work()
    assert indexed.states() == {"one.pdf": "present", "one copy.pdf": "present", "two.pdf": "present"}
    assert indexed.document("one.pdf").document_id == document.document_id


def test_watched_folders_inside_each_other(watched: Watched, tmp_path: Path) -> None:
    inner = watched.folder / "inner"
    inner.mkdir()
    (watched.folder / "one.pdf").rename(inner / "one.pdf")
    second = watched.sync.add(inner, "*.md")
    assert watched.sync.add(Path(f"{inner}{os.sep}")) == second
    assert watched.sync.add(inner / ".." / "inner") == second
    assert watched.counts() == (1, 0, 0, 0)
    synced, _ = watched.look(second.folder_id)
    assert synced.added == 1
    # Paused, it is left alone, also by the comparison of the folder around it.
    watched.sync.set_paused(second.folder_id, True)
    (inner / "one.pdf").unlink()
    assert watched.counts() == (0, 0, 0, 0)
    synced, _ = watched.look(second.folder_id)
    assert "paused" in synced.problem
    assert watched.states() == {"one.pdf": "present", "two.pdf": "present"}
    watched.sync.set_paused(second.folder_id, False)
    synced, _ = watched.look(second.folder_id)
    assert synced.missing == 1
    with pytest.raises(UsageError, match="not a folder"):
        watched.sync.add(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="Line 1"):
        watched.sync.set_ignore(second.folder_id, "!")


def test_a_move_from_one_watched_folder_to_another(watched: Watched, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    second = watched.sync.add(other)
    watched.counts()
    watched.work()
    calls = list(watched.library.embedder.calls)
    (watched.folder / "one.pdf").rename(other / "one.pdf")
    # The folder it left is looked at first: missing for a moment, then found again.
    assert watched.counts() == (0, 0, 0, 1)
    synced, _ = watched.look(second.folder_id)
    assert (synced.added, synced.moved) == (0, 1)
    watched.work()
    assert watched.library.embedder.calls == calls
    assert watched.document("one.pdf").path == str(other / "one.pdf")
    assert watched.states() == {"one.pdf": "present", "two.pdf": "present"}


def test_new_rules_take_nothing_away(watched: Watched) -> None:
    watched.counts()
    watched.sync.set_ignore(watched.folder_id, "one.*")
    synced, _ = watched.look()
    assert (synced.ignored, synced.missing) == (1, 0)
    assert watched.states() == {"one.pdf": "present", "two.pdf": "present"}


def test_what_the_user_removed_does_not_come_back_by_itself(indexed: Watched) -> None:
    document = indexed.document("one.pdf")
    indexed.library.pipeline.remove(document.document_id)
    os.utime(indexed.folder / "one.pdf")
    assert indexed.counts() == (0, 0, 0, 0)
    (indexed.folder / "one.pdf").rename(indexed.folder / "eins.pdf")
    assert indexed.counts() == (0, 0, 0, 0)
    assert indexed.states() == {"two.pdf": "present"}
    events = list(indexed.library.pipeline.add_paths([indexed.folder / "eins.pdf"], CancelToken()))
    assert [e.filename for e in events if isinstance(e, DocumentQueued)] == ["eins.pdf"]
    assert indexed.counts() == (0, 0, 0, 0)


def test_what_cannot_be_a_document_is_told_once(watched: Watched) -> None:
    watched.counts()
    (watched.folder / "fake.pdf").write_bytes(b"PK\x03\x04 not at all")
    (watched.folder / "empty.txt").write_bytes(b"")
    _, events = watched.look()
    assert [Path(e.path).name for e in events if isinstance(e, PathRejected)] == ["empty.txt", "fake.pdf"]
    assert watched.look()[1] == []
    # A document that became something else keeps its text and says so.
    (watched.folder / "one.pdf").write_bytes(b"PK\x03\x04 not at all, too")
    _, events = watched.look()
    assert [Path(e.path).name for e in events if isinstance(e, PathRejected)] == ["one.pdf"]
    assert watched.states() == {"one.pdf": "changed", "two.pdf": "present"}


def test_a_file_that_is_being_written_is_left_for_later(watched: Watched) -> None:
    watched.counts()
    make_pdf(watched.folder / "new.pdf", [prose("N-1", 9)])
    stamp, cancel = EventStamper(), CancelToken()
    (synced,) = watched.sync.sync(watched.folder_id, stamp, cancel, settling_s=60)
    assert isinstance(synced, FolderSynced)
    assert synced.added == 0
    assert watched.sync.unsettled
    assert watched.counts() == (1, 0, 0, 0)
    assert not watched.sync.unsettled


def test_stop(watched: Watched) -> None:
    cancel = CancelToken()
    events = watched.sync.sync(watched.folder_id, EventStamper(), cancel)
    assert isinstance(next(events), DocumentQueued)
    cancel.set()
    with pytest.raises(Cancelled):
        next(events)
    assert len(watched.library.documents.all()) == 1
    assert watched.counts() == (1, 0, 0, 0)


def test_states_of_single_files(watched: Watched, tmp_path: Path) -> None:
    single = make_pdf(tmp_path / "single.pdf", [prose("S-1", 9)])
    watched.library.ingest(single)
    document = watched.document("single.pdf")
    assert watched.sync.refresh_states() == {}
    was = single.stat().st_mtime_ns
    os.utime(single, ns=(5, 5))
    assert watched.sync.refresh_states() == {str(single): SourceState.CHANGED}
    assert watched.sync.refresh_states() == {}
    os.utime(single, ns=(was, was))
    assert watched.sync.refresh_states() == {str(single): SourceState.PRESENT}
    os.utime(single, ns=(5, 5))
    assert watched.sync.refresh_states() == {str(single): SourceState.CHANGED}
    list(watched.library.pipeline.add_paths([single], CancelToken()))
    assert watched.states() == {"single.pdf": "present"}
    single.unlink()
    assert watched.sync.refresh_states([document.document_id]) == {str(single): SourceState.MISSING}
    assert watched.states() == {"single.pdf": "missing"}


@pytest.mark.slow
def test_ten_thousand_unchanged_files_cost_no_reading(
    watched: Watched, no_reading: list[str], tmp_path: Path
) -> None:
    many = tmp_path / "many"
    for number in range(10_000):
        path = many / f"d{number % 100}" / f"{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"text {number}", encoding="utf-8")
    folder = watched.sync.add(many)
    database = watched.library.database
    documents, places = [], []
    for path in sorted(many.rglob("*.txt")):  # as if all of them had been added: each its own content
        status = path.stat()
        documents.append((str(path), str(path), str(path), path.name, "indexed", 1.0))
        places.append((str(path), str(path), status.st_size, status.st_mtime_ns))
    database.execute_many(
        "INSERT INTO documents (document_id, content_hash, path, filename, status, added_at) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        documents,
    )
    database.execute_many(
        "INSERT INTO locations (document_id, path, size_bytes, mtime_ns) VALUES (?, ?, ?, ?)", places
    )
    began = time.perf_counter()
    synced, events = watched.look(folder.folder_id)
    seconds = time.perf_counter() - began
    print(f"10,000 unchanged files compared in {seconds:.2f} s")
    assert (synced.added, synced.changed, synced.missing, events) == (0, 0, 0, [])
    assert no_reading == []
    assert seconds < 20  # 0.3 s on two idle cores
    shutil.move(many, tmp_path / "away")
    began = time.perf_counter()
    synced, _ = watched.look(folder.folder_id)
    print(f"10,000 files marked unreachable in {time.perf_counter() - began:.2f} s")
    assert synced.problem
    assert time.perf_counter() - began < 20
