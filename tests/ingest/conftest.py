from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.ingest.pictures.render import PageRenderer
from tests.library_kit import Library, open_library


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def library(home: Path) -> Iterator[Library]:
    opened = open_library(home)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def renderer() -> Iterator[PageRenderer]:
    made = PageRenderer()
    yield made
    made.close()
