"""The index is brought back in line with SQLite, whatever happened to it."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.ingest.queue.consistency import Repairs, repair
from core.search.base import IndexPoint
from core.search.index_names import INDEX_VERSION
from core.search.keywords import AVERAGE_LENGTH
from core.types import DocumentStatus
from tests.library_kit import DIMENSIONS, Library, make_pdf, open_library, prose


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


def test_an_index_whose_name_told_the_chunker_goes_on(library: Library, tmp_path: Path) -> None:
    """As earlier versions named it: its vectors need not be made again."""
    before, embedded = library.picture(), library.index_name
    fingerprint = library.embedder.fingerprint
    shaped_by = f"{INDEX_VERSION}|{fingerprint}|{library.chunker}|{DIMENSIONS}|{AVERAGE_LENGTH}"
    earlier = "edge-" + hashlib.sha256(shaped_by.encode()).hexdigest()[:16]
    library.database.execute("UPDATE chunks SET embedded_in = ?", (earlier,))
    library.database.execute("DELETE FROM meta WHERE name = ?", (embedded,))
    library.close()
    index = tmp_path / "home" / "index"
    for path in index.glob(f"{embedded}*"):
        path.rename(index / path.name.replace(embedded, earlier))
    again = open_library(tmp_path / "home")
    assert again.index_name == earlier
    assert not check(again)
    assert again.picture()["vectors"] == before["vectors"]
    again.close()
