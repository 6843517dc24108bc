"""`docuchat backup`, `restore`, `check` as they are typed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.cancel import CancelToken
from core.safety.restoring import repair_library
from core.settings import Settings
from core.store.backups import backups_in
from core.store.salvage import Salvaged
from core.system.paths import AppPaths
from tests.cli.conftest import Run
from tests.safety.kit import count, damage, forget, home_paths, make_library

MOMENT = r"\d{4}-\d\d-\d\d \d\d:\d\d"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DOCUCHAT_MODELS", str(tmp_path / "no models"))
    monkeypatch.setenv("DOCUCHAT_HOME", str(tmp_path))
    make_library(home_paths(tmp_path), 60)
    return tmp_path


def test_backup_list_and_restore(home: Path, run: Run) -> None:
    paths = home_paths(home)
    path = json.loads(run("backup", "--json")[1])["path"]
    forget(paths)
    assert run("restore")[0] == 2, "nobody can be asked"
    assert count(paths.database) == 59
    code, told, _ = run("restore", "--yes")
    assert (code, path in told, "60 documents" in told) == (0, True, True)
    assert count(paths.database) == 60
    listed = run("backup", "--list", "--json")[1].splitlines()
    assert sorted(json.loads(line)["kind"] for line in listed) == ["manual", "replaced"]


def test_two_restores_in_a_row_put_back_the_same_copy(home: Path, run: Run) -> None:
    """The library that the first has replaced is the newest copy of all, and not what is wanted."""
    paths = home_paths(home)
    path = json.loads(run("backup", "--json")[1])["path"]
    forget(paths)
    for _ in range(2):
        told = run("restore", "--yes")[1]
        assert re.search(rf"is the copy {path} of {MOMENT} \(made by hand\): 60 documents\.", told)
        assert count(paths.database) == 60
    replaced = [backup.path for backup in backups_in(paths.backups) if backup.kind == "replaced"]
    assert any(f"`docuchat restore {one}` brings it back" in told for one in replaced)
    assert sorted(map(count, replaced)) == [59, 60]
    Path(path).unlink()
    assert "(replaced by a restore)" in run("restore", "--yes")[1], "better than none"


def test_a_copy_is_found_without_the_end_of_its_name(home: Path, run: Run) -> None:
    mine = home / "mycopy"
    assert run("backup", str(mine))[0] == 0
    forget(home_paths(home))
    told = run("restore", str(mine), "--yes")[1]
    assert re.search(rf"is the copy {mine}\.sqlite3 of {MOMENT}: 60 documents", told)
    assert count(home_paths(home).database) == 60
    code, _, err = run("restore", str(home / "other"), "--yes")
    assert (code, "There is no file" in err) == (2, True)
    code, _, err = run("backup", str(home / "stick" / "mycopy"))
    assert (code, "There is no folder" in err) == (2, True)
    assert not (home / "stick").exists()


def test_nothing_is_copied_before_there_is_anything(tmp_path: Path, run: Run) -> None:
    home = tmp_path / "new"
    for told in ("There is no library", "There is nothing in the library"):
        code, out, err = run("--home", str(home), "backup")
        assert (code, out, told in err, "docuchat index" in err) == (2, "", True, True)
        assert run("--home", str(home), "docs")[0] == 0  # makes an empty one
    assert backups_in(home_paths(home).backups) == []


def test_check_of_a_sound_library(home: Path, run: Run) -> None:
    code, out, _ = run("check", "--full", "--json")
    told = json.loads(out)
    assert (code, told["problems"]) == (0, [])
    assert "not installed" in told["index"], "without the embedding model the index cannot be opened"


def test_check_of_a_damaged_library_and_its_repair(home: Path, run: Run) -> None:
    paths = home_paths(home)
    damage(paths.database)
    for command, told in (("check", "check --repair"), ("docs", "damaged")):  # nothing works on it
        code, _, err = run(command)
        assert (code, told in err) == (5, True)
    code, out, err = run("check", "--repair")
    assert (code, "Damaged parts: pages" in err, "sound" in out) == (0, True, True)
    assert [b.kind for b in backups_in(paths.backups) if b.kind == "damaged"] == ["damaged"]
    assert run("docs")[0] == 0


def test_a_copy_that_had_no_room_is_told(home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.store.backups.shutil.disk_usage", lambda _disk: SimpleNamespace(free=0))
    for command in (["check"], ["backup", "--list"]):
        code, _, told = run(*command)
        assert code == 0
        assert re.search(r"The copy of today was not made: \d{3} MB are missing on the disk of ", told)
    Settings().with_values("library", {"backups": "off"}).save(home_paths(home).settings)
    code, _, err = run("backup", "--list")
    assert (code, err) == (0, "")


def test_a_repair_that_saves_no_document_is_no_success_beside_a_copy(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = home_paths(home)
    assert run("backup")[0] == 0
    damage(paths.database)
    monkeypatch.setattr("core.cli.safety.repair_library", _empties)
    code, out, _ = run("check", "--repair")
    assert (code, "docuchat restore" in out) == (5, True)


def _empties(paths: AppPaths, cancel: CancelToken) -> tuple[Path, Salvaged]:
    """As a repair of a library whose pages with documents are all gone."""
    kept, saved = repair_library(paths, cancel)
    return kept, replace(saved, rows={**saved.rows, "documents": 0})


def test_a_full_check_looks_into_the_copies(home: Path, run: Run) -> None:
    assert run("backup")[0] == 0
    (copy,) = [one.path for one in backups_in(home_paths(home).backups) if one.kind == "manual"]
    damage(copy)
    code, out, _ = run("check", "--full")
    assert (code, f"{copy}: " in out) == (0, True)
