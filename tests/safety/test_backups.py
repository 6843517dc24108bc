"""Copies of the library: complete, checked, thinned out, and never made in the place of a good one."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.cancel import CancelToken
from core.errors import Cancelled, StorageError, UsageError
from core.ingest.queue.removal import forget_in_backups
from core.safety.restoring import back_up
from core.safety.starting import CLOSE_WAIT_S, check_at_start, copied_daily, has_documents
from core.safety.survey import survey
from core.settings import Settings
from core.store.backups import RESERVE_BYTES, backups_in, copy_library, new_backup_path, thin_out
from core.store.integrity import file_problems, format_of
from core.store.migrations import NEWEST_VERSION
from core.system.paths import AppPaths
from tests.safety.kit import count, damage, home_paths, make_library

DAY = 86_400


def named(folder: Path, kind: str, days_ago: float) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(1_900_000_000 - days_ago * DAY))
    path = folder / f"library-{kind}-{stamp}.sqlite3"
    path.write_bytes(b"x")
    return path


def test_a_copy_by_hand_is_whole_and_carries_the_settings(paths: AppPaths) -> None:
    Settings(qdrant_url="http://localhost:6333").save(paths.settings)
    copy = back_up(paths, None, CancelToken())
    assert [backup.kind for backup in backups_in(paths.backups)] == ["manual"]
    assert (count(copy), count(copy, "pages")) == (3, 6)
    with closing(sqlite3.connect(copy)) as connection:
        (text,) = connection.execute("SELECT value FROM meta WHERE name = 'backup:settings.json'").fetchone()
    assert Settings.model_validate_json(text).qdrant_url == "http://localhost:6333"
    assert not list(paths.backups.glob("*.part*"))


def test_a_copy_to_a_file_of_ones_own_never_overwrites(paths: AppPaths, tmp_path: Path) -> None:
    copy = back_up(paths, tmp_path / "mine", CancelToken())
    assert copy == tmp_path / "mine.sqlite3"
    assert os.name != "posix" or copy.stat().st_mode & 0o077 == 0, "nobody else may read it"
    with pytest.raises(UsageError, match="not changed"):
        back_up(paths, copy, CancelToken())


def test_a_copy_in_a_folder_of_ones_own_touches_nothing_else_there(paths: AppPaths, tmp_path: Path) -> None:
    theirs = tmp_path / "film.part"
    theirs.write_text("half a film that is being downloaded")
    back_up(paths, tmp_path / "film", CancelToken())
    assert theirs.read_text() == "half a film that is being downloaded"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "film.part", "film.sqlite3"]


def test_two_copies_at_once_are_two_whole_files(
    large: AppPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have the same name when they begin within a second; neither may end the other's."""
    monkeypatch.setattr("core.store.backups.STEP_PAGES", 10)
    target = tmp_path / "copy.sqlite3"
    second: list[int] = []

    def meanwhile(_done: int, _total: int) -> None:
        if not second:
            second.append(1)
            copy_library(large.database, target)

    copy_library(large.database, target, progress=meanwhile)
    assert count(target) == 200
    assert file_problems(target) == []


@pytest.mark.skipif(os.name != "posix", reason="Windows needs a right of its own for links")
def test_a_copy_out_of_a_folder_that_cannot_be_written(paths: AppPaths, tmp_path: Path) -> None:
    """The disk is worn out or a stick is locked: SQLite can make no log, and what is there can be saved."""
    with closing(sqlite3.connect(paths.database)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    # Rights would not keep root from making it.
    paths.database.with_name("library.sqlite3-shm").symlink_to(tmp_path / "nowhere" / "shm")
    with closing(sqlite3.connect(paths.database)) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("SELECT count(*) FROM documents")
    assert format_of(paths.database) == NEWEST_VERSION
    copy = back_up(paths, tmp_path / "saved", CancelToken())
    assert count(copy) == 3


def test_a_copy_while_somebody_writes_is_one_moment(
    large: AppPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.backups.STEP_PAGES", 10)
    writer = sqlite3.connect(large.database, isolation_level=None)
    steps: list[int] = []

    def write(done: int, _total: int) -> None:
        steps.append(done)
        writer.execute("INSERT INTO meta VALUES (?, 'later')", (f"n{len(steps)}",))
        writer.execute("UPDATE pages SET text = 'changed' WHERE document_id = 'd0199'")

    copy_library(large.database, tmp_path / "copy.sqlite3", progress=write)
    writer.close()
    assert 5 < len(steps) < 100, "a commit of somebody else does not begin it anew"
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as connection:
        changed = connection.execute("SELECT count(*) FROM pages WHERE text = 'changed'").fetchone()[0]
    assert changed == 0


def test_stop_leaves_nothing_behind(paths: AppPaths) -> None:
    cancel = CancelToken()
    cancel.set()
    with pytest.raises(Cancelled):
        back_up(paths, None, cancel)
    assert list(paths.backups.iterdir()) == []


def test_a_damaged_library_is_not_copied_over_good_copies(large: AppPaths) -> None:
    large.backups.mkdir()
    old = [named(large.backups, "auto", days) for days in range(3000, 3010)]
    damage(large.database)
    with copied_daily(large, wanted=lambda: True):
        pass
    assert sorted(large.backups.iterdir()) == sorted(old)
    with pytest.raises(StorageError, match=r"damaged.*check --repair"):
        check_at_start(large, was_cut_off=False)


def test_one_copy_a_day_and_none_when_it_is_not_wanted(paths: AppPaths) -> None:
    with copied_daily(paths, wanted=lambda: False):
        pass
    assert backups_in(paths.backups) == []
    for _ in range(2):
        with copied_daily(paths, wanted=lambda: True):
            pass
    assert [backup.kind for backup in backups_in(paths.backups)] == ["auto"]
    assert count(backups_in(paths.backups)[0].path) == 3
    assert "backup" not in [thread.name for thread in threading.enumerate()]


def test_an_empty_library_needs_no_copy(tmp_path: Path) -> None:
    paths = home_paths(tmp_path)
    make_library(paths, 0)
    with copied_daily(paths, wanted=lambda: True):
        pass
    assert backups_in(paths.backups) == []


class Clock:
    """`time` as the copies see it, with days that pass when they are told to."""

    strftime, strptime, localtime = time.strftime, time.strptime, time.localtime

    def __init__(self) -> None:
        self.now = 1_900_000_000.0

    def time(self) -> float:
        return self.now

    def gmtime(self, seconds: float | None = None) -> time.struct_time:
        return time.gmtime(self.now if seconds is None else seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("core.store.backups.time", made)
    monkeypatch.setattr("core.safety.starting.LOOK_EVERY_S", 0.01)
    monkeypatch.setattr("core.safety.starting.LOOK_WHILE_EMPTY_S", 0.01)
    return made


def wait_for_copies(paths: AppPaths, number: int) -> None:
    deadline = time.monotonic() + 30  # another thread makes them
    while len(backups_in(paths.backups)) < number:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_window_that_stays_open_makes_a_copy_each_day(paths: AppPaths, clock: Clock) -> None:
    with copied_daily(paths, wanted=lambda: True):
        for day in range(3):
            wait_for_copies(paths, day + 1)
            clock.now += DAY
        wait_for_copies(paths, 4)
    days = {time.strftime("%j", time.localtime(one.made_at)) for one in backups_in(paths.backups)}
    assert len(days) >= 3


def test_a_first_session_gets_its_copy(tmp_path: Path, clock: Clock) -> None:
    paths = home_paths(tmp_path)
    make_library(paths, 0)
    wanted = False
    with copied_daily(paths, wanted=lambda: wanted):
        make_library(paths, 2)
        assert backups_in(paths.backups) == []
        wanted = True  # switched on in the settings
        wait_for_copies(paths, 1)
    assert count(backups_in(paths.backups)[0].path) == 2


def test_leaving_waits_for_no_hour(paths: AppPaths) -> None:
    with copied_daily(paths, wanted=lambda: True):
        wait_for_copies(paths, 1)
        began = time.monotonic()
    assert time.monotonic() - began < CLOSE_WAIT_S
    assert "backup" not in [thread.name for thread in threading.enumerate()]


def test_too_little_room_is_told_once_and_how_much(
    paths: AppPaths, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    free = RESERVE_BYTES
    looked: list[Path] = []

    def usage(disk: Path) -> SimpleNamespace:
        looked.append(disk)
        return SimpleNamespace(free=free)

    monkeypatch.setattr("core.store.backups.shutil.disk_usage", usage)
    with copied_daily(paths, wanted=lambda: True):
        while len(looked) < 5:
            time.sleep(0.01)
        needed = 2 * paths.database.stat().st_size
        assert survey(paths, CancelToken()).missing_bytes == needed
        assert backups_in(paths.backups) == []
        assert [one.message for one in caplog.records if "was not made" in one.message] == [
            f"the copy of the day was not made: {needed / 1e6:,.0f} MB are missing on the disk of "
            f"{paths.backups}. Free some space there; the copy is made within the hour then."
        ]
        free = 2 * RESERVE_BYTES
        wait_for_copies(paths, 1)
    assert survey(paths, CancelToken()).missing_bytes == 0


def test_a_look_at_a_library_that_is_gone_makes_none(tmp_path: Path) -> None:
    paths = home_paths(tmp_path)
    assert not has_documents(paths.database)
    assert survey(paths, CancelToken()).missing_bytes == 0
    assert not paths.database.exists()


def test_three_days_and_three_weeks_are_kept(tmp_path: Path) -> None:
    kept = [named(tmp_path, "auto", days) for days in (0, 1, 2)]
    within_the_day = named(tmp_path, "auto", 0.01)
    others = [named(tmp_path, "auto", days) for days in range(3, 30)]
    by_hand = [named(tmp_path, kind, 400) for kind in ("manual", "replaced", "damaged")]
    formats = [named(tmp_path, f"format{number}", 400 - number) for number in range(1, 6)]
    killed, in_progress = tmp_path / ".library-auto-a.part", tmp_path / ".library-auto-b.part"
    killed.write_bytes(b"x")
    in_progress.write_bytes(b"x")
    os.utime(killed, (time.time() - 2 * DAY,) * 2)
    thin_out(tmp_path)
    left = set(tmp_path.iterdir())
    assert {*kept, *by_hand, *formats[2:]} <= left
    assert within_the_day not in left
    assert (killed in left, in_progress in left) == (False, True)
    assert not set(formats[:2]) & left
    assert len(left & set(others)) in (1, 2), "the newest of the two weeks before"


def test_a_copy_that_was_swept_away_while_it_was_written_does_not_come_back(paths: AppPaths) -> None:
    """A document removed meanwhile would live on in it."""

    def remove(_done: int, _total: int) -> None:
        assert forget_in_backups(paths.backups, ["d0000"])

    target = new_backup_path(paths.database, paths.backups, "auto")
    if os.name == "posix":  # elsewhere an open file cannot be deleted, and the removal is tried again later
        with pytest.raises(StorageError, match="could not be written"):
            copy_library(paths.database, target, progress=remove)
        assert list(paths.backups.iterdir()) == []
