"""The index is brought back in line with SQLite, whatever happened to it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.ingest.queue.consistency import Repairs, repair
from core.search.base import IndexPoint
from core.types import DocumentStatus
from tests.library_kit import Library, make_pdf, open_library, prose


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = open_library(tmp_path / "home")
    opened.ingest(
        make_pdf(tmp_path / "a.pdf", [prose("B-120", 50)]),
        make_pdf(tmp_path / "b.pdf", [prose("C-7", 40, 3)]),
    )
    yield opened
    opened.close()


def check(library: Library) -> Repairs:
    return repair(library.database, library.index, library.index_name, library.chunker)


def test_a_whole_library_needs_nothing(library: Library) -> None:
    assert not check(library)


def test_lost_points_come_back(library: Library) -> None:
    before = library.picture()
    first = library.documents.all()[0]
    library.index.delete_document(first.document_id)
    assert check(library) == Repairs(refilled=1)
    assert library.documents.all()[0].status is DocumentStatus.SEARCHABLE
    assert library.documents.all()[0].embedded_count == 0
    assert library.index.search_keywords("warranty", 5, [first.document_id])
    list(library.pipeline.run(CancelToken()))
    assert library.picture() == before
    assert not check(library)


def test_lost_vectors_are_made_again(library: Library) -> None:
    before = library.picture()
    first = library.documents.all()[0]
    library.index.delete_document(first.document_id)
    library.index.upsert(
        [
            IndexPoint(c.chunk_id, c.document_id, c.text, 1)
            for c in library.chunks.of_document(first.document_id)
        ]
    )
    assert check(library) == Repairs(to_embed=1)
    list(library.pipeline.run(CancelToken()))
    assert library.picture() == before


def test_points_of_unknown_documents_go(library: Library) -> None:
    before = library.picture()
    library.index.upsert([IndexPoint("00000000-0000-4000-8000-000000000001", "stranger", "warranty", 1)])
    assert check(library) == Repairs(orphans=1)
    assert library.picture() == before


def test_a_deleted_index_folder_is_filled_again(library: Library, tmp_path: Path) -> None:
    before = library.picture()
    library.close()
    shutil.rmtree(tmp_path / "home" / "index")
    again = open_library(tmp_path / "home")
    assert check(again) == Repairs(refilled=2)
    list(again.pipeline.run(CancelToken()))
    assert again.picture() == before
    again.close()


def test_documents_cut_by_another_chunker_are_parsed_again(library: Library, tmp_path: Path) -> None:
    chunks = len(library.chunks.of_document(library.documents.all()[0].document_id))
    library.close()
    again = open_library(tmp_path / "home", tokens=120)
    assert check(again).requeued == 2
    assert [d.status for d in again.documents.all()] == [DocumentStatus.QUEUED] * 2
    list(again.pipeline.run(CancelToken()))
    assert len(again.chunks.of_document(again.documents.all()[0].document_id)) < chunks
    assert not check(again)
    again.close()
