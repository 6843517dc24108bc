"""A program that is replaced while it runs starts nothing of the other version, and loses nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.procs import WorkerProcess
from core.system import replaced
from core.system.replaced import ReplacedError, identity, was_replaced
from core.types import DocumentStatus
from tests.library_kit import make_pdf, open_library, prose

TARGET = "tests.procs.children:main"


@pytest.fixture
def upgrade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """This process as an installed program; calling it puts another one in its place, as dpkg does."""
    program = tmp_path / "program" / "docuchat-desktop"
    program.parent.mkdir()
    program.write_bytes(b"one")
    monkeypatch.setattr(replaced, "_AT_START", identity(program))
    monkeypatch.setattr("core.system.replaced.sys.executable", str(program))

    def replace() -> None:
        new = program.with_suffix(".dpkg-new")
        new.write_bytes(b"another")
        new.replace(program)

    return replace


def test_an_identity_is_that_of_the_file_and_its_commit(tmp_path: Path) -> None:
    program = tmp_path / "docuchat"
    assert identity(program) is None
    program.write_bytes(b"x")
    first = identity(program)
    assert first == identity(program)
    (tmp_path / "COMMIT").write_text("f00ba412\n")
    assert identity(program) != first, "unpacked over the old files, which keep their inodes"
    new = tmp_path / "new"
    new.write_bytes(b"x")
    second = identity(program)
    new.replace(program)
    assert identity(program) != second


def test_a_checkout_is_never_replaced() -> None:
    assert not was_replaced()


def test_a_program_that_is_gone_is_replaced(upgrade: Callable[[], None]) -> None:
    assert not was_replaced()
    Path(sys.executable).unlink()  # as between the removal of one edition and the other
    assert was_replaced()


def test_no_worker_of_the_other_version_is_started(upgrade: Callable[[], None]) -> None:
    with WorkerProcess(TARGET, name="test worker") as worker, WorkerProcess(TARGET, name="late") as late:
        assert len(list(worker.call("count", {"to": 1}, timeout_s=20))) == 2
        upgrade()
        with pytest.raises(ReplacedError, match=r"DocuChat was updated .* nothing is lost"):
            list(late.call("count", {"to": 1}, timeout_s=20))
        assert late.pid is None
        assert len(list(worker.call("count", {"to": 1}, timeout_s=20))) == 2, "one that runs goes on"
        with pytest.raises(ReplacedError):
            list(worker.call("no such request", {}, timeout_s=20))


def test_documents_wait_for_the_other_version(upgrade: Callable[[], None], tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    make_pdf(papers / "one.pdf", [prose("B-120", 25)])
    library = open_library(tmp_path / "home")
    try:
        list(library.pipeline.add_paths([papers], CancelToken()))
        upgrade()
        *_, end = library.pipeline.run(CancelToken())
        assert (end.outcome, end.error_code) == ("failed", "replaced")
        [document] = library.documents.all()
        assert document.status is DocumentStatus.QUEUED
        assert not document.failure
    finally:
        library.close()
