"""A library knows itself again, and two libraries are never taken for one another."""

from __future__ import annotations

from pathlib import Path

import pytest
from qdrant_client import QdrantClient

from core.search.index_names import collection_name
from core.search.server import ServerIndex
from core.store.database import Database
from core.store.identity import library_id
from tests.library_kit import DIMENSIONS
from tests.search.test_index_contract import points


def test_the_id_stays(tmp_path: Path) -> None:
    database = Database(tmp_path / "library.sqlite3")
    first = library_id(database)
    assert library_id(database) == first
    database.close()
    again = Database(tmp_path / "library.sqlite3")
    assert library_id(again) == first
    again.close()
    assert len(first) == 32


@pytest.mark.filterwarnings("ignore:Payload indexes")
def test_two_libraries_share_a_server_without_touching_each_other(tmp_path: Path) -> None:
    server = QdrantClient(":memory:")
    indexes = []
    for name in ("one", "two"):
        database = Database(tmp_path / name / "library.sqlite3")
        indexes.append(ServerIndex(server, collection_name(library_id(database), "edge-1"), DIMENSIONS))
        database.close()
    for index in indexes:
        index.upsert(points())
    indexes[0].delete_document("a")
    assert indexes[0].points_per_document() == {"b": (2, 0)}
    assert indexes[1].points_per_document() == {"a": (2, 0), "b": (2, 0)}
