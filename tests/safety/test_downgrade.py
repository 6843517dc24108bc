"""An older program on newer data: the library is told first, then the settings, and nothing is changed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.cli import main
from core.engine import Engine
from core.errors import StorageError, UsageError
from core.store.migrations import NEWEST_VERSION
from core.system.paths import AppPaths
from tests.safety.kit import home_paths


def test_settings_of_a_newer_version_are_told_as_that(paths: AppPaths) -> None:
    text = json.dumps({"library": {"ocr": "off", "speaks": "Latin"}})
    paths.settings.write_text(text)
    with pytest.raises(UsageError) as error:
        Engine.open(paths)
    assert "does not know: library.speaks. Perhaps it is from a newer DocuChat." in error.value.message
    assert "Install the newer version, take that entry out, or move the file away" in error.value.hint
    assert paths.settings.read_text() == text
    paths.settings.write_text(json.dumps({"library": {"ocr": "sometimes"}}))
    with pytest.raises(UsageError, match=r"is not valid: library\.ocr"):
        Engine.open(paths)


def test_the_library_is_told_before_the_settings(
    paths: AppPaths, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths.settings.write_text(json.dumps({"speaks": "Latin"}))
    with closing(sqlite3.connect(paths.database)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST_VERSION + 1}")
    before = paths.database.read_bytes()
    with pytest.raises(StorageError, match="written by a newer DocuChat"):
        Engine.open(paths)
    assert main(["--home", str(tmp_path), "docs"]) == StorageError.exit_code
    told = capsys.readouterr().err
    assert "written by a newer DocuChat" in told
    assert "speaks" not in told
    assert paths.database.read_bytes() == before


def test_without_a_library_the_settings_are_told_and_none_is_made(tmp_path: Path) -> None:
    paths = home_paths(tmp_path)
    paths.data.mkdir()
    paths.settings.write_text(json.dumps({"speaks": "Latin"}))
    with pytest.raises(UsageError, match="does not know: speaks"):
        Engine.open(paths)
    assert not paths.database.exists()
