"""The data folder at another place: all of it, compared, or none of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.cli import main
from core.errors import Cancelled, StorageError, UsageError
from core.safety.move_note import MoveNote, NotedFile
from core.safety.moving import is_interrupted, move_home, placed_by
from core.store.backups import backups_in
from core.system.instance import only_instance
from core.system.paths import AppPaths, location_file
from tests.safety.kit import count, forget, make_library, platform_paths

ROOT = Path(__file__).resolve().parents[2]
needs_links = pytest.mark.skipif(os.name != "posix", reason="Windows needs a right of its own for links")
needs_rights = pytest.mark.skipif(os.name != "posix", reason="Windows keeps users apart by their folders")


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppPaths:
    return platform_paths(tmp_path, monkeypatch)


def moved(
    paths: AppPaths, home: Path, at_first: Callable[[], object] = lambda: None, **options: bool
) -> list[tuple[int, int]]:
    """The steps of a move; `at_first` is carried out after the first of them."""
    steps = move_home(paths, home, CancelToken(), **options)
    with only_instance(paths):
        first = next(steps)
        at_first()
        return [first, *steps]


def mode(folder: Path) -> int:
    return folder.stat().st_mode & 0o777


def test_everything_is_at_the_new_place_and_found_there(paths: AppPaths, tmp_path: Path) -> None:
    home = tmp_path / "disk" / "docuchat"
    steps = moved(paths, home)
    assert steps[-1][0] == steps[-1][1] > 0
    now = AppPaths.from_environment()
    assert (now.data, now.models, now.logs) == (home / "data", home / "models", paths.logs)
    assert count(now.database) == 3
    assert (now.models / "tiny" / "model.gguf").read_bytes() == b"GGUF"
    assert (now.index_root / "one" / "segment").read_bytes() == bytes(5000)
    assert not paths.database.exists()
    assert not paths.models.exists() or not any(paths.models.iterdir())
    with only_instance(now):
        pass
    back = tmp_path / "back"
    moved(now, back)
    assert count(AppPaths.from_environment().database) == 3
    assert not now.database.exists()


@needs_rights
def test_the_library_is_for_its_user_alone_also_in_a_folder_that_is_there(
    paths: AppPaths, tmp_path: Path
) -> None:
    home = tmp_path / "disk"
    home.mkdir()
    home.chmod(0o755)
    first: list[int] = []
    moved(paths, home, lambda: first.extend([mode(home / "data"), mode(home / "models")]))
    assert first == [0o700, 0o700], "from the first byte on"
    assert mode(home) == 0o755, "it is the user's"
    now = AppPaths.from_environment()
    assert mode(now.data) == mode(now.models) == 0o700


@needs_rights
def test_a_library_that_everybody_could_read_after_a_move_is_healed_at_a_start(
    paths: AppPaths, tmp_path: Path
) -> None:
    moved(paths, tmp_path / "new")
    now = AppPaths.from_environment()
    now.data.chmod(0o755)
    with only_instance(now):
        assert mode(now.data) == 0o700
    linked = tmp_path / "shared"
    now.data.rename(linked)
    linked.chmod(0o750)
    now.data.symlink_to(linked)
    with only_instance(now):
        assert mode(linked) == 0o750, "what a link leads to is not ours to change"


@pytest.mark.skipif(os.name != "posix", reason="Windows tells no blocks of a file")
def test_holes_of_the_index_take_no_room_at_the_new_place(paths: AppPaths, tmp_path: Path) -> None:
    """Edge makes files of 32 MB that hold little; 5 pages would take 160 MB after a move."""
    holes = paths.index_root / "one" / "page_0.dat"
    with holes.open("wb") as file:
        file.write(b"begin")
        file.seek(9_000_000)
        file.write(b"middle")
        file.truncate(32 << 20)
    if holes.stat().st_blocks * 512 > 4 << 20:
        pytest.skip("this file system has no holes")
    content = holes.read_bytes()
    moved(paths, tmp_path / "new")
    copy = AppPaths.from_environment().index_root / "one" / "page_0.dat"
    assert copy.read_bytes() == content
    assert copy.stat().st_blocks * 512 <= 4 << 20


@needs_links
def test_links_to_folders_lead_where_they_led(paths: AppPaths, tmp_path: Path) -> None:
    """Models and copies on another disk: neither may be missing afterwards, nor be taken from there."""
    disk = tmp_path / "disk"
    (disk / "large").mkdir(parents=True)
    (disk / "large" / "model.gguf").write_bytes(b"GGUF, of another program")
    (disk / "copies").mkdir()
    (disk / "copies" / "library-manual-20260101-000000.sqlite3").write_bytes(b"x")
    (paths.models / "large").symlink_to(disk / "large")
    (paths.models / "same").symlink_to(paths.models / "tiny")
    paths.backups.symlink_to(disk / "copies")
    moved(paths, tmp_path / "new")
    now = AppPaths.from_environment()
    assert (now.models / "large" / "model.gguf").read_bytes() == b"GGUF, of another program"
    assert (disk / "large" / "model.gguf").is_file()
    assert (now.models / "same" / "model.gguf").read_bytes() == b"GGUF"
    assert [backup.kind for backup in backups_in(now.backups)] == ["manual"]
    assert not paths.models.exists()


@needs_links
def test_a_folder_of_models_that_is_a_link_stays_where_it_leads(paths: AppPaths, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    paths.models.rename(theirs)
    paths.models.symlink_to(theirs)
    with pytest.raises(UsageError, match="inside each other"):
        moved(paths, theirs / "below")
    moved(paths, tmp_path / "new")
    assert (theirs / "tiny" / "model.gguf").read_bytes() == b"GGUF"
    assert (AppPaths.from_environment().models / "tiny" / "model.gguf").is_file()


def test_the_old_files_can_be_kept_and_a_move_to_where_the_data_lies_says_so(
    paths: AppPaths, tmp_path: Path
) -> None:
    moved(paths, tmp_path / "new", keep_old=True)
    assert count(paths.database) == count(AppPaths.from_environment().database) == 3
    with pytest.raises(UsageError, match=r"is .* already\. What is left of the old one in .* is not used"):
        moved(AppPaths.from_environment(), tmp_path / "new")


def test_stop_leaves_the_old_folder_in_use(paths: AppPaths, tmp_path: Path) -> None:
    cancel = CancelToken()
    with only_instance(paths):
        steps = move_home(paths, tmp_path / "new", cancel)
        next(steps)
        cancel.set()
        with pytest.raises(Cancelled):
            list(steps)
    assert AppPaths.from_environment() == paths
    assert count(paths.database) == 3
    assert not (tmp_path / "new").exists()


def test_a_copy_that_is_not_what_was_written_is_not_taken(paths: AppPaths, tmp_path: Path) -> None:

    def on_a_bad_drive() -> None:
        for _ in move_home(paths, tmp_path / "new", CancelToken()):
            for file in (tmp_path / "new").rglob("segment*"):
                file.write_bytes(b"\1" * 5000)

    with only_instance(paths), pytest.raises(StorageError, match="Nothing was moved"):
        on_a_bad_drive()
    assert AppPaths.from_environment() == paths
    assert (paths.index_root / "one" / "segment").exists()


def test_places_that_cannot_be_taken(paths: AppPaths, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    theirs = full / "somebody.txt"
    theirs.write_text("x")
    for home, words in ((full, "not empty"), (theirs, "is a file"), (paths.data / "in", "inside")):
        with pytest.raises(UsageError, match=words):
            moved(paths, home)
    assert theirs.exists()


@pytest.mark.parametrize("placer", ["option", "variable", "beside"])
def test_a_folder_chosen_from_outside_is_not_moved_and_the_true_reason_is_told(
    placer: str, paths: AppPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert placed_by(paths) == ""
    home = tmp_path / "docuchat-data"
    home.mkdir()
    if placer == "variable":
        monkeypatch.setenv("DOCUCHAT_HOME", str(home))
    elif placer == "beside":
        monkeypatch.setattr(sys, "frozen", True, raising=False)
        monkeypatch.setattr(sys, "executable", str(tmp_path / "docuchat"))
    placed = AppPaths.from_environment(home if placer == "option" else None)
    assert placed.data == home / "data"
    make_library(placed)
    with pytest.raises(UsageError) as error:
        moved(placed, tmp_path / "new")
    reasons = {"option": "--home", "variable": "where DOCUCHAT_HOME says", "beside": "beside the program"}
    assert placed_by(placed) == placer
    assert [one for one, words in reasons.items() if words in error.value.message] == [placer]
    assert str(home) in error.value.hint
    assert not (tmp_path / "new").exists()


# Moves the data of this environment to a folder and is killed at a step of it, as by a power cut.
KILLED = """
import os, signal, sys
from pathlib import Path
from core.cancel import CancelToken
from core.system.instance import only_instance
from core.system.paths import AppPaths
from core.safety.moving import move_home
paths = AppPaths.from_environment()
with only_instance(paths):
    for step, _ in enumerate(move_home(paths, Path(sys.argv[1]), CancelToken())):
        if step == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def killed(monkeypatch: pytest.MonkeyPatch) -> AppPaths:
    """An installation in the platform's folders, which a process of its own finds, too."""
    for name in ("DOCUCHAT_HOME", "DOCUCHAT_MODELS"):
        monkeypatch.delenv(name)
    made = AppPaths.from_environment()
    make_library(made, 200)
    (made.models / "tiny").mkdir(parents=True)
    (made.models / "tiny" / "model.gguf").write_bytes(b"GGUF")
    (made.models / "elsewhere").symlink_to(made.data.parent, target_is_directory=True)
    (made.data / "settings.json").write_text("{}")
    return made


def move_killed(home: Path, step: int) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(home), str(step)], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL


@needs_links
@pytest.mark.parametrize("step", [0, 1, 3, 5])
def test_a_move_that_was_killed_begins_anew(
    step: int, killed: AppPaths, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "disk" / "docuchat"
    move_killed(home, step)
    assert AppPaths.from_environment() == killed
    assert count(killed.database) == 200
    assert any(home.rglob("*.docuchat-part"))
    forget(killed)  # the program was used in between
    assert is_interrupted(killed, home)
    assert main(["move", str(home)]) == 0
    assert "interrupted move" in capsys.readouterr().err
    now = AppPaths.from_environment()
    assert now.data == home / "data"
    assert count(now.database) == 199
    assert (now.models / "tiny" / "model.gguf").read_bytes() == b"GGUF"
    assert not killed.database.exists()
    assert sorted(path.name for path in home.iterdir()) == ["data", "docuchat-home.json", "models"]
    assert not any(home.rglob("*.docuchat-part"))


@needs_links
def test_what_a_killed_move_did_not_write_is_left_alone(killed: AppPaths, tmp_path: Path) -> None:
    home = tmp_path / "docuchat"
    move_killed(home, 5)
    left = sorted(home.rglob("*"))
    mine = home / "data" / "mine.txt"
    mine.write_text("put there in between")
    assert not is_interrupted(killed, home), "nothing is taken away, so nobody is told so"
    with pytest.raises(UsageError, match=rf"interrupted move left, and something else: {mine}"):
        moved(killed, home)
    assert sorted([*left, mine]) == sorted(home.rglob("*"))
    mine.unlink()
    copied = home / "models" / "tiny" / "model.gguf"
    copied.write_bytes(b"GGUF of another program")
    with pytest.raises(UsageError, match=rf"something else: {copied}"):
        moved(killed, home)
    assert copied.read_bytes() == b"GGUF of another program"
    copied.unlink()
    cancel = CancelToken()
    cancel.set()
    with only_instance(killed), pytest.raises(Cancelled):
        list(move_home(killed, home, cancel))
    assert not home.exists(), "the first of the two moves made it"


@needs_links
def test_a_note_leads_nowhere_outside_its_folder(paths: AppPaths, tmp_path: Path) -> None:
    """Whoever can write to the stick can write the note, too; and another library's move leaves one."""
    home, theirs = tmp_path / "stick", tmp_path / "theirs"
    home.mkdir()
    theirs.mkdir()
    (theirs / "file").write_bytes(b"x")
    (home / "data").symlink_to(theirs)
    status = (theirs / "file").stat()
    for name in ("data/file", "data/../../theirs/file", str(theirs / "file"), "theirs/file"):
        MoveNote(paths.data, False, (NotedFile(name, 1, status.st_mtime_ns),), ()).write(home)
        with pytest.raises(UsageError, match=r"something else|not empty"):
            moved(paths, home)
        note = MoveNote.read(home)
        assert note is None or note.left(home) == []
    MoveNote(tmp_path / "other", False, (), ()).write(home)
    with pytest.raises(UsageError, match="not empty"):
        moved(paths, home)
    assert (home / "data").exists()
    assert (theirs / "file").exists()


def test_a_drive_that_is_away_is_no_empty_library(paths: AppPaths, tmp_path: Path) -> None:
    home = tmp_path / "drive"
    moved(paths, home)
    home.rename(tmp_path / "unplugged")
    away = AppPaths.from_environment()
    with pytest.raises(StorageError, match="Connect its drive"), only_instance(away):
        pass
    assert not home.exists()
    location_file().unlink()
    assert AppPaths.from_environment().data == paths.data


def test_a_pointer_that_says_nothing_is_none(paths: AppPaths) -> None:
    location_file().parent.mkdir(parents=True, exist_ok=True)
    for text in ("", "[]", json.dumps({"home": "relative"}), json.dumps({"home": 3})):
        location_file().write_text(text)
        assert AppPaths.from_environment() == paths


def test_a_portable_program_keeps_everything_beside_itself(
    paths: AppPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "stick" / "docuchat-desktop"
    program.parent.mkdir()
    monkeypatch.setattr(sys, "executable", str(program))
    beside = program.parent / "docuchat-data"
    beside.mkdir()
    assert AppPaths.from_environment() == paths, "a checkout is never portable"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    portable = AppPaths.from_environment()
    for folder in (portable.data, portable.models, portable.cache, portable.logs):
        assert folder.parent == beside
    monkeypatch.setenv("DOCUCHAT_HOME", str(tmp_path / "chosen"))
    assert AppPaths.from_environment().data == tmp_path / "chosen" / "data"
