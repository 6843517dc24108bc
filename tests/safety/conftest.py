"""A library that is closed, of three documents or of many."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.system.paths import AppPaths
from tests.safety.kit import home_paths, make_library


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    made = home_paths(tmp_path)
    make_library(made)
    return made


@pytest.fixture
def large(tmp_path: Path) -> AppPaths:
    made = home_paths(tmp_path)
    make_library(made, 200)
    return made
