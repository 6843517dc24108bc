"""The library file that researches are stored in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.store.database import Database
from tests.research.kit import Research


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "library.sqlite3", tmp_path / "backups")
    yield opened
    opened.close()


@pytest.fixture
def research(database: Database) -> Research:
    """Without a model; a test may give it a turn."""
    return Research(database)
