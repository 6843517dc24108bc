"""One library made from the sample documents with the real embedder, copied for each test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pymupdf
import pytest
from filelock import FileLock

from core.cancel import CancelToken
from core.engine import Engine
from core.events import Event, RunFinished
from core.llm.base import ChatModel
from core.settings import Settings
from core.system.paths import AppPaths, resources
from core.types import Citation, DocumentStatus
from tests.conftest import MODELS_FOLDER
from tests.library_kit import copy_library

SAMPLES = resources() / "samples"
OpenEngine = Callable[..., Engine]
BROKEN_PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << >>\n%%EOF"


def paths_in(folder: Path) -> AppPaths:
    return AppPaths(data=folder / "data", models=MODELS_FOLDER, cache=folder / "cache", logs=folder / "logs")


@pytest.fixture(scope="session")
def indexed_samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed data folder in which all samples are indexed; made by the first of several test processes."""
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    base = tmp_path_factory.getbasetemp()
    paths = paths_in((base if alone else base.parent) / "samples")
    made = paths.data.parent / "made"
    with FileLock(f"{paths.data.parent}.lock"):
        if not made.exists():
            with Engine.open(paths, Settings()) as engine:
                for events in (engine.add_paths([SAMPLES], CancelToken()), engine.ingest(CancelToken())):
                    last = list(events)[-1]
                    assert isinstance(last, RunFinished)
                    assert last.outcome == "done", last.message
                statuses = {document.status for document in engine.documents()}
                assert statuses == {DocumentStatus.INDEXED}
            made.touch()
    return paths.data


@pytest.fixture
def open_engine(indexed_samples: Path, tmp_path: Path) -> Iterator[OpenEngine]:
    """Open an engine on a copy of that library, with a model given or the configured one."""
    paths = paths_in(tmp_path)
    copy_library(indexed_samples, paths.data)
    opened: list[Engine] = []

    def open_it(model: ChatModel | None = None, settings: Settings | None = None) -> Engine:
        engine = Engine.open(paths, settings or Settings(), model)
        opened.append(engine)
        return engine

    yield open_it
    for engine in opened:
        engine.close()


def check_invariants(events: Sequence[Event]) -> None:
    """What holds for every run, however it ends."""
    assert events[0].kind == "run_started"
    assert [event.kind for event in events].count("run_finished") == 1
    assert events[-1].kind == "run_finished"
    numbers = [event.seq for event in events]
    assert numbers == sorted(set(numbers))
    called = [event.call_id for event in events if event.kind == "tool_called"]
    returned = [event.call_id for event in events if event.kind == "tool_returned"]
    assert called == returned
    passed = False
    for event in events:
        if event.kind == "gate_checked":
            passed = event.passed
        elif event.kind == "reprompted":
            passed = False
        elif event.kind == "answer_ready":
            assert passed, "an answer was shown before the gate had passed"


def assert_on_page(engine: Engine, citation: Citation, path: Path) -> None:
    """The quote is cut from the stored page, and its words stand on that page as PyMuPDF reads it by itself.

    Words, not the whole quote, for the second: our reader puts a table row into one line, plain extraction
    does not.
    """
    page = engine.page(citation.document_id, citation.page)
    assert page is not None
    pieces = [page.text[span.start - page.span.start : span.end - page.span.start] for span in citation.spans]
    assert citation.quote in [" ".join(piece.split()) for piece in pieces]
    assert_words_on_page(citation.quote, path, citation.page)


def assert_words_on_page(quote: str, path: Path, page: int) -> None:
    """All words of a quote stand on that page (1-based) as PyMuPDF reads it by itself."""
    with pymupdf.open(path) as document:
        on_page = set(document[page - 1].get_text().split())
    assert quote.split()
    assert set(quote.split()) <= on_page, quote
