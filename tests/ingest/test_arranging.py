"""A run of ingestion ends with the graph of a large index; what is added meanwhile is read meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import Event, NoticeGiven, RunFinished
from core.search.edge import EdgeIndex
from core.types import DocumentStatus
from tests.ingest.batch import codes
from tests.library_kit import make_pdf, open_library, prose


@pytest.mark.parametrize("already", [False, True], ids=["while it is built", "when it is done already"])
def test_the_graph_is_built_at_the_end_and_what_comes_meanwhile_is_read(
    tmp_path: Path, already: bool
) -> None:
    library = open_library(tmp_path / "home", graph_from=6)
    first = make_pdf(tmp_path / "first.pdf", [prose("pump", 20, n) for n in range(6)])
    second = make_pdf(tmp_path / "second.pdf", [prose("crane", 8, 2)])
    swapped = tmp_path / "home" / "index" / (library.index_name + ".current")
    list(library.pipeline.add_paths([first], CancelToken()))
    events: list[Event] = []
    for event in library.pipeline.run(CancelToken()):
        events.append(event)
        if isinstance(event, NoticeGiven) and event.code == "graph_begun":
            until = time.monotonic() + 60
            while already and not swapped.exists() and time.monotonic() < until:
                time.sleep(0.02)
            events += library.pipeline.add_paths([second], CancelToken())
    assert codes(events) == ["graph_begun", "graph_built"]
    assert isinstance(events[-1], RunFinished)
    assert events[-1].outcome == "done"
    assert {document.status for document in library.documents.all()} == {DocumentStatus.INDEXED}
    points = library.index.points_per_document()
    assert points == library.chunks.manifest(library.index_name)
    assert len(points) == 2
    found = library.index.search_keywords("crane", 3)
    assert {hit.document_id for hit in found} == {
        document.document_id for document in library.documents.all() if document.filename == "second.pdf"
    }
    assert codes(list(library.pipeline.run(CancelToken()))) == []  # once is enough
    assert swapped.exists()
    library.close()


@pytest.mark.slow
def test_stop_ends_the_build_and_the_next_run_begins_it_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = open_library(tmp_path / "home", graph_from=6)
    assert isinstance(library.index, EdgeIndex)
    copy_for_graph = library.index.copy_for_graph

    def copy_and_wait_for_stop(abandoned: Callable[[], None]) -> Path:
        """A graph of six points is sometimes done before Stop: this one is not begun before."""
        copy = copy_for_graph(abandoned)
        token = getattr(abandoned, "__self__")  # noqa: B009 - the token that the builder's `stop` sets
        assert isinstance(token, CancelToken)
        assert token.wait(60), "Stop did not reach the builder"
        return copy

    monkeypatch.setattr(library.index, "copy_for_graph", copy_and_wait_for_stop)
    path = make_pdf(tmp_path / "first.pdf", [prose("pump", 20, n) for n in range(6)])
    list(library.pipeline.add_paths([path], CancelToken()))
    cancel = CancelToken()
    events: list[Event] = []
    for event in library.pipeline.run(cancel):
        events.append(event)
        if isinstance(event, NoticeGiven) and event.code == "graph_begun":
            cancel.set()
    assert isinstance(events[-1], RunFinished)
    assert events[-1].outcome == "cancelled"
    assert not list((tmp_path / "home" / "index").glob("*.work-*"))
    monkeypatch.undo()
    assert codes(list(library.pipeline.run(CancelToken()))) == ["graph_begun", "graph_built"]
    library.close()
