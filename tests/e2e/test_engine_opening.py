"""A library that could not be opened once can be opened later in the same program; one run has one id."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import core.engine.library
from core.cancel import CancelToken
from core.engine import Engine
from core.errors import StorageError
from core.events import DocumentQueued, FolderSynced, RunFinished
from core.settings import Settings
from core.types import SourceState
from tests.e2e.conftest import SAMPLES, OpenEngine, paths_in


def test_a_failure_on_opening_may_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_options: object) -> None:
        raise StorageError("The disk is full.")

    with Engine.open(paths_in(tmp_path), Settings()) as engine:
        monkeypatch.setattr(core.engine.library, "repair", full)
        with pytest.raises(StorageError, match="disk is full"):
            engine.search("warranty")
        monkeypatch.undo()
        assert engine.search("warranty").hits == ()


def test_adding_and_reading_are_one_run_each(tmp_path: Path) -> None:
    with Engine.open(paths_in(tmp_path), Settings()) as engine:
        sample = min(SAMPLES.glob("*.pdf"), key=lambda path: path.stat().st_size)
        for stream in (engine.add_paths([sample], CancelToken()), engine.ingest(CancelToken())):
            events = list(stream)
            assert len({event.run_id for event in events}) == 1
            assert [event.seq for event in events] == list(range(1, len(events) + 1))


def test_a_bug_in_reading_ends_the_same_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Engine.open(paths_in(tmp_path), Settings()) as engine:
        sample = min(SAMPLES.glob("*.pdf"), key=lambda path: path.stat().st_size)
        list(engine.add_paths([sample], CancelToken()))
        queue = engine._opened_library().pipeline._queue
        taken = queue.next

        def fail_at_the_second(stage: str) -> object:
            if stage == "embed":
                raise ValueError("something nobody thought of")
            return taken(stage)  # type: ignore[arg-type]

        monkeypatch.setattr(queue, "next", fail_at_the_second)
        events = list(engine.ingest(CancelToken()))
        assert events[-1].kind == "run_finished"
        assert events[-1].outcome == "failed"
        assert {event.run_id for event in events} == {events[0].run_id}
        assert [event.seq for event in events] == list(range(1, len(events) + 1))


@pytest.mark.model
def test_new_files_are_queued_while_watching(open_engine: OpenEngine, tmp_path: Path) -> None:
    engine, folder, cancel = open_engine(None), tmp_path / "inbox", CancelToken()
    folder.mkdir()
    before = folder / "before.txt"
    before.write_text("It was here before.", encoding="utf-8")
    watched = engine.folders.add(folder)
    queued, synced = [], 0
    deadline = time.monotonic() + 60
    for event in engine.folders.watch(cancel):
        if isinstance(event, DocumentQueued):
            queued.append(event.filename)
        elif isinstance(event, FolderSynced):
            synced += 1
            if synced == 1:
                (folder / "later.txt").write_text("It came while we were looking.", encoding="utf-8")
            if len(queued) == 2 or time.monotonic() > deadline:
                cancel.set()
        last = event
    assert sorted(queued) == ["before.txt", "later.txt"]
    assert isinstance(last, RunFinished)
    assert last.outcome == "cancelled"
    (document,) = [d for d in engine.documents() if d.filename == "before.txt"]
    assert [place.path for place in engine.locations(document.document_id)] == [str(before)]
    assert engine.source_state_of(document.document_id) is SourceState.PRESENT
    engine.folders.set_paused(watched.folder_id, True)
    before.unlink()  # nobody is told of this, so it is seen only when somebody looks
    assert engine.source_state_of(document.document_id) is SourceState.MISSING
    engine.remove_document(document.document_id)
    assert engine.source_state_of(document.document_id) is None
