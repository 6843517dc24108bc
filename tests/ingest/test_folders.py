"""Watched folders: what is new, changed, moved or gone, without reading anything twice."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
from tests.cases import Case, cases
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


def look_and_work(watched: Watched, expected: dict[str, Any] | None) -> None:
    """What is new counts 0, nothing is wrong and nothing rejected where the story does not say otherwise."""
    synced, events = watched.look()
    watched.work()
    if expected is not None:
        usual = {"added": 0, "changed": 0, "moved": 0, "missing": 0, "problem": "", "rejected": []}
        for name, value in {**usual, **expected}.items():
            if name == "rejected":
                assert [Path(each.path).name for each in events if isinstance(each, PathRejected)] == value
            elif name == "problem" and value:
                assert value in synced.problem
            else:
                assert getattr(synced, name) == value, name


@pytest.mark.parametrize("case", cases("folders"), ids=lambda case: case.id)
def test_what_happens_in_a_folder(indexed: Watched, case: Case) -> None:
    library, folder, away = indexed.library, indexed.folder, indexed.folder.with_name("away")
    began = {d.filename: (d.document_id, d.added_at) for d in library.documents.all()}
    calls = len(library.embedder.calls)

    def identity(name: str) -> tuple[str, float]:
        document = indexed.document(name)
        return document.document_id, document.added_at

    def places(name: str) -> list[str]:
        found = indexed.locations.of_document(indexed.document(name).document_id)
        return [Path(place.path).relative_to(folder).as_posix() for place in found]

    def back(_: None) -> None:
        if folder.exists():
            folder.rmdir()
        away.rename(folder)

    def move(source: str, target: str) -> None:
        (folder / target).parent.mkdir(exist_ok=True)
        (folder / source).rename(folder / target)

    def citable(name: str) -> None:
        document = indexed.document(name)
        assert document.status.can_be_searched
        assert library.chunks.of_document(document.document_id)

    def let_go(name: str) -> None:
        wanted = [indexed.document(name).document_id]
        assert indexed.sync.remove_missing() == wanted

    def add(name: str) -> None:
        events = library.pipeline.add_paths([folder / name], CancelToken())
        assert [each.filename for each in events if isinstance(each, DocumentQueued)] == [name]

    def added_anew(options: dict[str, bool]) -> None:
        indexed.folders.remove(indexed.folder_id)
        indexed.folder_id = indexed.sync.add(folder, **options).folder_id

    def folder_is(state: str, problem: str) -> None:
        (kept,) = indexed.folders.all()
        assert kept.state.value == state
        assert problem in kept.problem if problem else kept.problem == ""

    def equal(found: object, expected: object) -> None:
        assert found == expected

    verbs: dict[str, Callable[[Any], object]] = {
        "look": lambda expected: look_and_work(indexed, expected),
        "write": lambda name: make_pdf(folder / name, [prose("new", 9)]),
        "bytes": lambda named: (folder / named[0]).write_bytes(named[1].encode()),
        "move": lambda paths: move(*paths),
        "copy": lambda paths: shutil.copy2(folder / paths[0], folder / paths[1]),
        "delete": lambda name: (folder / name).unlink(),
        "touch": lambda name: os.utime(folder / name),
        "mkdir": lambda name: (folder / name).mkdir(),
        "away": lambda _: folder.rename(away),
        "back": back,
        "on another device": lambda _: library.database.execute("UPDATE folders SET device = 'another'"),
        "added anew": added_anew,
        "rules": lambda rules: indexed.sync.set_ignore(indexed.folder_id, rules),
        "remove": lambda name: library.pipeline.remove(indexed.document(name).document_id),
        "add": add,
        "let go of the missing": let_go,
        "embedded": lambda count: equal(len(library.embedder.calls) - calls, count),
        "states": lambda expected: equal(indexed.states(), expected),
        "same": lambda names: equal([*map(identity, names)], [began[then] for then in names.values()]),
        "places": lambda expected: equal({name: places(name) for name in expected}, expected),
        "citable": citable,
        "folder": lambda expected: folder_is(*expected),
    }
    for verb, value in case.given["steps"]:
        verbs[verb](value)


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
    (rejected,) = [event for event in events if isinstance(event, PathRejected)]
    assert (rejected.path, rejected.reason) == (str(inner), "It cannot be read (Permission denied).")
    assert watched.states() == {"one.pdf": "unreachable", "two.pdf": "present"}
    _, events = watched.look()
    assert events == []  # told once
    monkeypatch.undo()
    assert watched.counts() == (0, 0, 0, 0)
    assert watched.states() == {"one.pdf": "present", "two.pdf": "present"}


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
