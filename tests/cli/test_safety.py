"""`docuchat backup`, `restore`, `check` as they are typed."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.cancel import CancelToken
from core.cli import main
from core.safety.restoring import repair_library
from core.settings import Settings
from core.store.backups import backups_in
from core.store.migrations import NEWEST_VERSION
from core.store.salvage import Salvaged
from core.system.paths import AppPaths
from tests.safety.kit import count, damage, forget, home_paths, make_library

MOMENT = r"\d{4}-\d\d-\d\d \d\d:\d\d"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DOCUCHAT_MODELS", str(tmp_path / "no models"))
    make_library(home_paths(tmp_path), 60)
    return tmp_path


def typed(home: Path, *arguments: str) -> int:
    return main(["--home", str(home), *arguments])


def test_backup_list_and_restore(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = home_paths(home)
    assert typed(home, "backup", "--json") == 0
    path = json.loads(capsys.readouterr().out)["path"]
    forget(paths)
    assert typed(home, "restore") == 2, "nobody can be asked"
    assert count(paths.database) == 59
    assert typed(home, "restore", "--yes") == 0
    told = capsys.readouterr().out
    assert path in told
    assert "60 documents" in told
    assert count(paths.database) == 60
    assert typed(home, "backup", "--list", "--json") == 0
    kinds = [json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()]
    assert sorted(kinds) == ["manual", "replaced"]


def test_two_restores_in_a_row_put_back_the_same_copy(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The library that the first has replaced is the newest copy of all, and not what is wanted."""
    paths = home_paths(home)
    assert typed(home, "backup", "--json") == 0
    path = json.loads(capsys.readouterr().out)["path"]
    forget(paths)
    for _ in range(2):
        assert typed(home, "restore", "--yes") == 0
        told = capsys.readouterr().out
        assert re.search(rf"is the copy {path} of {MOMENT} \(made by hand\): 60 documents\.", told)
        assert count(paths.database) == 60
    replaced = [backup.path for backup in backups_in(paths.backups) if backup.kind == "replaced"]
    assert any(f"`docuchat restore {one}` brings it back" in told for one in replaced)
    assert sorted(map(count, replaced)) == [59, 60]
    Path(path).unlink()
    assert typed(home, "restore", "--yes") == 0
    assert "(replaced by a restore)" in capsys.readouterr().out, "better than none"


def test_a_copy_is_found_without_the_end_of_its_name(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = home / "mycopy"
    assert typed(home, "backup", str(mine)) == 0
    forget(home_paths(home))
    capsys.readouterr()
    assert typed(home, "restore", str(mine), "--yes") == 0
    assert re.search(rf"is the copy {mine}\.sqlite3 of {MOMENT}: 60 documents", capsys.readouterr().out)
    assert count(home_paths(home).database) == 60
    assert typed(home, "restore", str(home / "other"), "--yes") == 2
    assert "There is no file" in capsys.readouterr().err


def test_nothing_is_copied_before_there_is_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "new"
    for told in ("There is no library", "There is nothing in the library"):
        assert typed(home, "backup") == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert told in said.err
        assert "docuchat index" in said.err
        assert typed(home, "docs") == 0  # makes an empty one
        capsys.readouterr()
    assert backups_in(home_paths(home).backups) == []


def test_check_of_a_sound_library(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed(home, "check", "--full", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["problems"] == []
    assert "not installed" in told["index"], "without the embedding model the index cannot be opened"


def test_check_of_a_damaged_library_and_its_repair(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = home_paths(home)
    damage(paths.database)
    assert typed(home, "check") == 5
    assert "check --repair" in capsys.readouterr().err
    assert typed(home, "docs") == 5, "nothing works on a damaged library"
    assert "damaged" in capsys.readouterr().err
    assert typed(home, "check", "--repair") == 0
    told = capsys.readouterr()
    assert "Damaged parts: pages" in told.err
    assert "sound" in told.out
    assert [b.kind for b in backups_in(paths.backups) if b.kind == "damaged"] == ["damaged"]
    assert typed(home, "docs") == 0


def test_a_library_from_a_newer_version(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(home_paths(home).database)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST_VERSION + 1}")
    assert typed(home, "docs") == 5
    told = capsys.readouterr().err
    assert "newer DocuChat" in told
    assert "has not been changed" in told


def test_a_copy_that_had_no_room_is_told(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.backups.shutil.disk_usage", lambda _disk: SimpleNamespace(free=0))
    for command in (["check"], ["backup", "--list"]):
        assert typed(home, *command) == 0
        told = capsys.readouterr().err
        assert re.search(r"The copy of today was not made: \d{3} MB are missing on the disk of ", told)
    Settings().with_values("library", {"backups": "off"}).save(home_paths(home).settings)
    assert typed(home, "backup", "--list") == 0
    assert capsys.readouterr().err == ""


def test_a_copy_goes_into_no_folder_that_is_not_there(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(home, "backup", str(tmp_path / "stick" / "mycopy")) == 2
    assert "There is no folder" in capsys.readouterr().err
    assert not (tmp_path / "stick").exists()


def test_a_repair_that_saves_no_document_is_no_success_beside_a_copy(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = home_paths(home)
    assert typed(home, "backup") == 0
    damage(paths.database)
    monkeypatch.setattr("core.cli.safety.repair_library", _empties)
    assert typed(home, "check", "--repair") == 5
    assert "docuchat restore" in capsys.readouterr().out


def _empties(paths: AppPaths, cancel: CancelToken) -> tuple[Path, Salvaged]:
    """As a repair of a library whose pages with documents are all gone."""
    kept, saved = repair_library(paths, cancel)
    return kept, replace(saved, rows={**saved.rows, "documents": 0})


def test_a_full_check_looks_into_the_copies(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed(home, "backup") == 0
    (copy,) = [one.path for one in backups_in(home_paths(home).backups) if one.kind == "manual"]
    damage(copy)
    capsys.readouterr()
    assert typed(home, "check", "--full") == 0
    assert f"{copy}: " in capsys.readouterr().out
