"""A library that could not be opened once can be opened later in the same program; one run has one id."""

from __future__ import annotations

from pathlib import Path

import pytest

import core.engine.library
from core.cancel import CancelToken
from core.engine import Engine
from core.errors import StorageError
from core.settings import Settings
from tests.e2e.conftest import SAMPLES, paths_in


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
