"""A settings file of an earlier version, with entries that are retired: all others are kept."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from core.errors import UsageError
from core.settings import Settings

STORED = Path(__file__).parent / "fixtures" / "settings_with_retired_entries.json"


def without_retired() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8"))
    del told["retrieval"], told["answers"]["reference_pass"]
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
