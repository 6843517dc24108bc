"""Settings of other versions: retired entries are passed over; a newer library is told before them."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.cli import main
from core.engine import Engine
from core.errors import StorageError, UsageError
from core.settings import Settings
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


STORED = Path(__file__).parent / "fixtures" / "settings_with_retired_entries.json"


def without_retired() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8"))
    del told["retrieval"]
    for retired in ("reference_pass", "constraint_pass", "library_pass"):
        del told["answers"][retired]
    told["models"]["judge_model"] = Settings().models.judge_model  # younger than the file
    return told


def test_retired_entries_are_passed_over_and_all_others_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    shutil.copy(STORED, path)
    settings = Settings.load(path)
    assert settings.model_dump() == without_retired()
    settings.save(path)
    assert json.loads(path.read_text(encoding="utf-8")) == without_retired()
    assert Settings.load(path) == settings


@pytest.mark.parametrize("switch", [True, False, "model"])
def test_the_switch_that_references_had_once_is_passed_over_as_well(tmp_path: Path, switch: object) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"answers": {"reference_pass": switch, "top_k": 9}}), encoding="utf-8")
    assert Settings.load(path).answers.top_k == 9


@pytest.mark.parametrize(
    ("stored", "named"),
    [({"reference_pass": "hybrid"}, "reference_pass"), ({"library": {"retrieval": {}}}, "library.retrieval")],
)
def test_the_same_names_elsewhere_are_still_told(tmp_path: Path, stored: object, named: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(stored), encoding="utf-8")
    with pytest.raises(UsageError, match=f"does not know: {named}"):
        Settings.load(path)
