"""A folder that is watched by the engine: what lands in it is queued without being asked for."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.engine import Engine
from core.events import DocumentQueued, FolderSynced, RunFinished
from core.llm.base import ChatModel
from core.types import SourceState

pytestmark = pytest.mark.model


def test_new_files_are_queued_while_watching(
    open_engine: Callable[[ChatModel | None], Engine], tmp_path: Path
) -> None:
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
