"""What is taken when a user drops files: every format, each content once, and a reason for all the rest."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import core.ingest.queue.additions
from core.cancel import CancelToken
from core.events import DocumentQueued, Event, EventStamper, NoticeGiven, PathRejected, RunFinished
from core.ingest.queue.additions import READABLE, add_paths, refusal_by_size
from core.ingest.readers import FORMATS
from core.ingest.readers.size_limits import LIMITS
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from core.store.queue import IngestQueue
from core.types import DocumentStatus, SourceState


@dataclass
class Dropped:
    """A library without index: what `add_paths` does to it."""

    database: Database
    documents: DocumentRepository
    locations: LocationRepository
    removed: list[str]

    def drop(self, *paths: Path) -> list[Event]:
        def remove(document_id: str) -> bool:
            self.removed.append(document_id)
            return self.documents.delete(document_id)

        events = list(add_paths(self.database, paths, CancelToken(), remove, EventStamper()))
        last = events.pop()
        assert isinstance(last, RunFinished)
        assert last.outcome == "done"
        return events

    def places(self, filename: str) -> list[tuple[str, str]]:
        (document,) = [d for d in self.documents.all() if d.filename == filename]
        return [
            (Path(place.path).name, place.state.value)
            for place in self.locations.of_document(document.document_id)
        ]


@pytest.fixture
def dropped(tmp_path: Path) -> Iterator[Dropped]:
    database = Database(tmp_path / "home" / "library.sqlite3")
    yield Dropped(database, DocumentRepository(database), LocationRepository(database), [])
    database.close()


def brief(events: list[Event]) -> list[tuple[str, str]]:
    """(kind or code, file name or reason)"""
    told: list[tuple[str, str]] = []
    for event in events:
        if isinstance(event, DocumentQueued):
            told.append(("queued", event.filename))
        elif isinstance(event, NoticeGiven):
            told.append((event.code, ""))
        elif isinstance(event, PathRejected):
            told.append(("rejected", Path(event.path).name))
    return told


def test_every_format_is_taken_and_known_by_its_name(dropped: Dropped, tmp_path: Path) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    for file_format in FORMATS:
        for suffix in file_format.suffixes:
            mark = file_format.magic[0] if file_format.magic else b""
            (folder / f"a{suffix}").write_bytes(mark + f" content of {suffix}".encode())
    events = dropped.drop(folder)
    assert {kind for kind, _ in brief(events)} == {"queued"}
    stored = {document.filename: document.format for document in dropped.documents.all()}
    assert stored == {f"a{suffix}": fmt.name for fmt in FORMATS for suffix in fmt.suffixes}
    assert IngestQueue(dropped.database).sizes() == {"parse": len(stored)}


def test_a_name_that_says_something_else_than_the_content(dropped: Dropped, tmp_path: Path) -> None:
    marked = [file_format for file_format in FORMATS if file_format.magic]
    for file_format in marked:
        (tmp_path / f"fake{file_format.suffixes[0]}").write_bytes(b"nothing of the kind")
    (tmp_path / "fake.txt").write_bytes(b"\x00\x01\x02 binary")
    names = [f"fake{fmt.suffixes[0]}" for fmt in marked] + ["fake.txt"]
    events = dropped.drop(*(tmp_path / name for name in names))
    assert brief(events) == [("rejected", name) for name in names]
    reasons = {Path(e.path).name: e.reason for e in events if isinstance(e, PathRejected)}
    for name, kind in {
        "fake.pdf": "a PDF",
        "fake.docx": "a Word document (.docx)",
        "fake.txt": "a text file (.txt)",
        "fake.xlsx": "an Excel workbook (.xlsx)",
    }.items():
        assert reasons[name] == f"The file is not {kind}, although its name says so."
    assert all(e.hint for e in events if isinstance(e, PathRejected))


@pytest.mark.parametrize(
    ("name", "content", "taken_as"),
    [
        ("photo.jpg", b"\x89PNG\r\n\x1a\n and so on", "png"),
        ("photo.png", b"\xff\xd8\xff and so on", "jpeg"),
        ("report.docx", b"%PDF-1.7 and so on", "pdf"),
        ("report.txt", b"%PDF-1.7 and so on", "pdf"),
        ("letter.docx", b"{\\rtf1 and so on}", "rtf"),
        ("scan.pdf", b"II*\x00 and so on", "tiff"),
        ("about.txt", b"A PDF begins with %PDF-1.7", "text"),
        ("prefixed.pdf", b"{\\rtf1 junk before %PDF-1.7", "pdf"),
    ],
)
def test_another_ending_than_the_content_has(
    dropped: Dropped, tmp_path: Path, name: str, content: bytes, taken_as: str
) -> None:
    (tmp_path / name).write_bytes(content)
    assert brief(dropped.drop(tmp_path / name)) == [("queued", name)]
    assert [document.format for document in dropped.documents.all()] == [taken_as]


def test_what_is_no_document_is_told_with_what_to_do(dropped: Dropped, tmp_path: Path) -> None:
    (tmp_path / "song.mp3").write_bytes(b"ID3")
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "none").mkdir()
    paths = [tmp_path / name for name in ("song.mp3", "empty.txt", "none", "nowhere.pdf")]
    if os.name == "posix":
        os.mkfifo(tmp_path / "pipe.txt")
        paths.append(tmp_path / "pipe.txt")
    events = dropped.drop(*paths)
    rejected = {Path(e.path).name: (e.reason, e.hint) for e in events if isinstance(e, PathRejected)}
    assert rejected.keys() == {path.name for path in paths}
    assert ".mp3" in rejected["song.mp3"][0]
    for name in ("PDF", "DOCX", "XLSX", "EML", "EPUB", "PNG"):
        assert name in READABLE
        assert name in rejected["song.mp3"][1]
    assert "0 bytes" in rejected["empty.txt"][0]
    assert "no file that can be read" in rejected["none"][0]
    assert dropped.documents.all() == []


def test_a_file_that_is_too_large_is_never_opened(
    dropped: Dropped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(LIMITS.file_bytes + 1)  # a hole: takes no space
    monkeypatch.setattr(core.ingest.queue.additions, "read_content", None)
    (rejected,) = dropped.drop(huge)
    assert isinstance(rejected, PathRejected)
    assert "at most 768 MB" in rejected.reason
    assert "Split" in rejected.hint
    monkeypatch.setattr(core.ingest.queue.additions, "LIMITS", replace(LIMITS, file_bytes=5))
    (tmp_path / "small.txt").write_text("123456")
    assert brief(dropped.drop(tmp_path / "small.txt")) == [("rejected", "small.txt")]


def test_a_file_in_the_cloud_is_not_downloaded(
    dropped: Dropped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "far.txt"
    path.write_text("text")
    assert refusal_by_size(path, path.stat()) is None
    monkeypatch.setattr(core.ingest.queue.additions, "is_placeholder", lambda status, name: name == "far.txt")
    monkeypatch.setattr(core.ingest.queue.additions, "read_content", None)
    (rejected,) = dropped.drop(path)
    assert isinstance(rejected, PathRejected)
    assert "cloud" in rejected.reason
    assert "offline" in rejected.hint


def test_the_same_content_twice_is_one_document(dropped: Dropped, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("the same words")
    shutil.copy(tmp_path / "a.txt", tmp_path / "b.txt")
    assert brief(dropped.drop(tmp_path / "a.txt", tmp_path / "b.txt")) == [
        ("queued", "a.txt"),
        ("duplicate", ""),
    ]
    assert dropped.places("a.txt") == [("a.txt", "present"), ("b.txt", "present")]
    assert brief(dropped.drop(tmp_path / "b.txt")) == [("already_added", "")]
    assert len(dropped.documents.all()) == 1
    # It moves on: only the place changes, and the other one stays.
    (tmp_path / "b.txt").rename(tmp_path / "c.txt")
    assert brief(dropped.drop(tmp_path / "c.txt")) == [("document_moved", "")]
    assert dropped.places("a.txt") == [("a.txt", "present"), ("c.txt", "present")]
    (tmp_path / "a.txt").rename(tmp_path / "d.txt")
    assert brief(dropped.drop(tmp_path / "d.txt")) == [("document_moved", "")]
    assert dropped.places("d.txt") == [("d.txt", "present"), ("c.txt", "present")]
    assert dropped.removed == []


def test_a_duplicate_that_gets_a_content_of_its_own(dropped: Dropped, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("the same words")
    shutil.copy(tmp_path / "a.txt", tmp_path / "b.txt")
    dropped.drop(tmp_path / "a.txt", tmp_path / "b.txt")
    (tmp_path / "a.txt").write_text("other words")
    assert brief(dropped.drop(tmp_path / "a.txt")) == [("document_updated", ""), ("queued", "a.txt")]
    assert dropped.places("b.txt") == [("b.txt", "present")]
    assert dropped.places("a.txt") == [("a.txt", "present")]
    assert dropped.removed == []


def test_a_new_content_waits_beside_the_old_text(dropped: Dropped, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old words")
    dropped.drop(path)
    (old,) = dropped.documents.all()
    dropped.database.execute(
        "INSERT INTO pages (document_id, number, start_at, end_at, width, height, text, words) "
        "VALUES (?, 1, 0, 9, 0, 0, 'old words', X'')",
        (old.document_id,),
    )
    dropped.documents.set_status(old.document_id, DocumentStatus.INDEXED)
    path.write_text("new words")
    assert brief(dropped.drop(path)) == [("document_updated", ""), ("queued", "a.txt")]
    states = {d.document_id: d.source_state for d in dropped.documents.all()}
    assert states.pop(old.document_id) is SourceState.CHANGED
    assert list(states.values()) == [SourceState.PRESENT]
    # Back to what it was: the one that waited goes, the old text is the file's again.
    path.write_text("old words")
    assert brief(dropped.drop(path)) == [("already_added", "")]
    (left,) = dropped.documents.all()
    assert (left.document_id, left.source_state) == (old.document_id, SourceState.PRESENT)
    assert dropped.removed == list(states)


def test_a_failed_document_is_tried_again(dropped: Dropped, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("words")
    dropped.drop(path)
    (document,) = dropped.documents.all()
    dropped.documents.set_status(document.document_id, DocumentStatus.FAILED, "It failed.")
    IngestQueue(dropped.database).remove(document.document_id)
    assert brief(dropped.drop(path)) == [("queued", "a.txt")]
    assert dropped.documents.all()[0].status is DocumentStatus.QUEUED


def test_folders_are_walked_by_rules(dropped: Dropped, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    (folder / "drafts").mkdir(parents=True)
    for name in ("a.txt", "drafts/b.txt", "c.mp3", ".d.txt", ".e.txt.icloud"):
        (folder / name).write_text(f"words of {name}")
    (folder / ".docuchatignore").write_text("drafts/\n")
    assert brief(dropped.drop(folder)) == [
        ("queued", "a.txt"),
        ("in_cloud", ""),
        ("other_types_skipped", ""),
    ]
    assert brief(dropped.drop(folder / "drafts" / "b.txt")) == [("queued", "b.txt")]  # named by the user


@pytest.mark.parametrize(
    "copy", ["msa (1).txt", "msa copy.txt", "msa - Copy (2).txt", "msa - Kopie.txt", "msa signed.txt"]
)
def test_of_two_names_the_plainer_one_is_taken(dropped: Dropped, tmp_path: Path, copy: str) -> None:
    for name in (copy, "msa.txt"):
        (tmp_path / name).write_text("The same words.")
    dropped.drop(tmp_path / copy)
    events = dropped.drop(tmp_path / "msa.txt")
    assert brief(events) == [("duplicate", "")]
    (document,) = dropped.documents.all()
    if copy == "msa signed.txt":  # another name is no copy
        assert document.filename == copy
    else:
        assert f"{copy} has the same content as {tmp_path / 'msa.txt'};" in events[0].model_dump_json()
        assert (document.filename, document.title) == ("msa.txt", "msa")
        assert dropped.places("msa.txt") == [("msa.txt", "present"), (copy, "present")]


@pytest.mark.skipif(os.name == "nt", reason="links need special rights on Windows")
@pytest.mark.parametrize("whole_folder", [False, True])
def test_a_link_that_leads_nowhere_is_told_as_one(
    whole_folder: bool, dropped: Dropped, tmp_path: Path
) -> None:
    folder = tmp_path / "links"
    folder.mkdir()
    dead = folder / "dead.txt"
    dead.symlink_to(folder / "gone.txt")
    (event,) = dropped.drop(folder if whole_folder else dead)
    assert isinstance(event, PathRejected)
    assert (event.path, event.reason) == (str(dead), "It is a link that leads nowhere.")
    assert "Check" not in event.hint


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have names of characters only")
def test_a_name_that_is_no_text_costs_only_that_file(dropped: Dropped, tmp_path: Path) -> None:
    """No database takes such a name; the files beside it are taken in."""
    folder = tmp_path / "from an old disk"
    folder.mkdir()
    bad = folder / os.fsdecode(b"caf\xe9.txt")
    for path in (bad, folder / "z.txt"):
        path.write_text(f"words of {len(path.name)}")
    assert brief(dropped.drop(folder)) == [("queued", "z.txt"), ("rejected", "caf�.txt")]
    (event,) = dropped.drop(bad)
    assert isinstance(event, PathRejected)
    assert event.reason.startswith("Its name")
    assert event.model_dump_json()
