"""A run of ingestion ends with the graph of a large index; what is added meanwhile is read meanwhile."""

from __future__ import annotations

from pathlib import Path

from core.cancel import CancelToken
from core.events import Event, NoticeGiven, RunFinished
from core.types import DocumentStatus
from tests.library_kit import make_pdf, open_library, prose


def codes(events: list[Event]) -> list[str]:
    return [event.code for event in events if isinstance(event, NoticeGiven)]


def test_the_graph_is_built_at_the_end_and_what_comes_meanwhile_is_read(tmp_path: Path) -> None:
    library = open_library(tmp_path / "home", graph_from=6)
    first = make_pdf(tmp_path / "first.pdf", [prose("pump", 20, n) for n in range(6)])
    second = make_pdf(tmp_path / "second.pdf", [prose("crane", 8, 2)])
    list(library.pipeline.add_paths([first], CancelToken()))
    events: list[Event] = []
    for event in library.pipeline.run(CancelToken()):
        events.append(event)
        if isinstance(event, NoticeGiven) and event.code == "graph_begun":
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
    assert (tmp_path / "home" / "index" / (library.index_name + ".current")).exists()
    library.close()


def test_stop_ends_the_build_and_the_next_run_begins_it_anew(tmp_path: Path) -> None:
    library = open_library(tmp_path / "home", graph_from=6)
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
    assert codes(list(library.pipeline.run(CancelToken()))) == ["graph_begun", "graph_built"]
    library.close()
