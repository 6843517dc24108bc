"""Files that vanish, change or cannot be reached, and a full disk: a reason for each, and a way on."""

from __future__ import annotations

import resource
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import DocumentProgressed, Event, RunFinished
from core.ingest.queue.consistency import repair
from core.types import DocumentStatus
from tests.ingest.batch import make_large
from tests.library_kit import Library, make_pdf, open_library, prose


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    folder = tmp_path / "drive" / "papers"
    folder.mkdir(parents=True)
    make_pdf(folder / "paper.pdf", [prose("B-120", 25)])
    return folder


def run(library: Library) -> list[Event]:
    return list(library.pipeline.run(CancelToken()))


def failure(library: Library) -> str:
    (document,) = library.documents.all()
    assert document.status is DocumentStatus.FAILED
    return document.failure


def indexed(library: Library) -> bool:
    return {document.status for document in library.documents.all()} == {DocumentStatus.INDEXED}


def link_to_itself(path: Path) -> None:
    """Stands in for missing permissions, which do not stop an administrator."""
    path.symlink_to(path)


@pytest.mark.parametrize(
    ("lost", "instead", "said"),
    [
        ("papers/paper.pdf", None, "paper.pdf is gone from {drive}/papers"),
        (".", None, "The folder {drive} with paper.pdf in it cannot be found"),
        ("papers/paper.pdf", link_to_itself, "paper.pdf cannot be read (Too many levels of symbolic links)"),
    ],
    ids=["file", "drive", "unreadable"],
)
def test_what_cannot_be_reached_says_why_and_is_read_when_it_is_back(
    library: Library,
    drive: Path,
    tmp_path: Path,
    lost: str,
    instead: Callable[[Path], None] | None,
    said: str,
) -> None:
    list(library.pipeline.add_paths([drive], CancelToken()))
    path = drive.parent / lost
    path.rename(tmp_path / "aside")
    if instead is not None:
        instead(path)
    for _ in range(2):
        run(library)
        assert said.format(drive=drive.parent) in failure(library)
    if instead is not None:
        path.unlink()
    (tmp_path / "aside").rename(path)
    run(library)
    assert indexed(library)


def test_a_file_cut_short_while_it_is_read(library: Library, drive: Path) -> None:
    shutil.rmtree(drive)
    drive.mkdir()
    large = make_large(drive / "large.pdf", 250)
    whole = large.read_bytes()
    list(library.pipeline.add_paths([drive], CancelToken()))
    for event in library.pipeline.run(CancelToken()):
        if isinstance(event, DocumentProgressed) and event.stage == "parsing":
            large.write_bytes(whole[: len(whole) // 2])
    assert "changed while it was being read" in failure(library)
    large.write_bytes(whole)
    assert library.pipeline.retry() == 1
    run(library)
    assert indexed(library)


def test_failed_documents_are_tried_again_when_asked(library: Library, drive: Path) -> None:
    (drive / "broken.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<<")
    list(library.pipeline.add_paths([drive], CancelToken()))
    run(library)
    broken = next(d for d in library.documents.all() if d.filename == "broken.pdf")
    assert broken.status is DocumentStatus.FAILED
    assert library.pipeline.retry(["somebody-else"]) == 0
    assert library.pipeline.retry([broken.document_id]) == 1
    again = library.documents.get(broken.document_id)
    assert again is not None
    assert again.status is DocumentStatus.QUEUED
    run(library)
    assert library.pipeline.retry() == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file size limit for a process")
@pytest.mark.parametrize(
    "room", [0, pytest.param(30_000, marks=pytest.mark.slow)], ids=["at once", "on the way"]
)
def test_a_full_disk_stops_in_order_and_goes_on(
    library: Library, drive: Path, tmp_path: Path, room: int
) -> None:
    """The kernel refuses writes beyond a size, as a disk does at its end."""
    make_pdf(drive / "more.pdf", [prose("D-9", 40, seed=place) for place in range(30)])
    list(library.pipeline.add_paths([drive], CancelToken()))
    library.pipeline.warm(CancelToken())  # the limit is inherited, and is meant for the library only
    largest = max(path.stat().st_size for path in (tmp_path / "home").glob("library.sqlite3*"))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest + room, before[1]))
    try:
        events = run(library)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    finished = events[-1]
    assert isinstance(finished, RunFinished)
    assert (finished.outcome, finished.error_code) == ("failed", "storage")
    assert str(tmp_path / "home") in finished.message
    library.close()
    again = open_library(tmp_path / "home")
    repair(again.database, again.index, again.index_name, again.chunker)
    run(again)
    assert indexed(again)
    undisturbed = open_library(tmp_path / "undisturbed")
    undisturbed.ingest(drive)
    for part, wanted in undisturbed.picture().items():
        assert again.picture()[part] == wanted, part
    undisturbed.close()
    again.close()
