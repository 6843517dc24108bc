"""A copy comes back whole, what it replaces is kept, and what cannot be used is refused with nothing
changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.cancel import CancelToken
from core.errors import DamagedLibraryError, StorageError, UsageError
from core.safety.restoring import back_up, newest_good_copy, repair_library, restore
from core.safety.starting import check_at_start
from core.safety.survey import check_whole
from core.settings import LibrarySettings, Settings
from core.store.backups import backups_in
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.integrity import file_problems, format_of
from core.store.migrations import NEWEST_VERSION
from core.system.paths import AppPaths
from tests.safety.kit import count, damage, forget, home_paths, make_library

FIXTURES = Path(__file__).parents[1] / "store" / "fixtures"


def test_what_was_lost_comes_back_and_the_present_library_is_kept(paths: AppPaths) -> None:
    copy = back_up(paths, None, CancelToken())
    forget(paths)
    restored = restore(paths, newest_good_copy(paths))
    assert (restored.source, restored.documents) == (copy, 3)
    assert count(paths.database) == 3
    assert count(restored.replaced) == 2
    Database(paths.database).close()


def test_an_old_log_is_not_played_into_the_restored_library(paths: AppPaths) -> None:
    copy = back_up(paths, None, CancelToken())
    open_writer = sqlite3.connect(paths.database, isolation_level=None)
    open_writer.execute("PRAGMA wal_autocheckpoint = 0")
    open_writer.execute("DELETE FROM documents")
    assert paths.database.with_name("library.sqlite3-wal").stat().st_size > 0
    restore(paths, copy)
    assert count(paths.database) == 3
    assert file_problems(paths.database) == []
    open_writer.close()


def test_settings_come_back_where_none_are(paths: AppPaths) -> None:
    other = Settings(library=LibrarySettings(ocr="off"))
    other.save(paths.settings)
    (paths.data / "concepts.toml").write_text("# mine\n")
    copy = back_up(paths, None, CancelToken())
    paths.settings.unlink()
    (paths.data / "concepts.toml").write_text("# newer\n")
    restored = restore(paths, copy)
    assert (restored.put_back, restored.differing) == (("settings.json",), ("concepts.toml",))
    assert Settings.load(paths.settings) == other
    assert (paths.data / "concepts.toml").read_text() == "# newer\n"
    again = restore(paths, copy, with_settings=True)
    assert again.put_back == ("concepts.toml",)
    assert (paths.data / "concepts.toml.replaced").read_text() == "# newer\n"
    with closing(sqlite3.connect(paths.database)) as connection:
        assert connection.execute("SELECT * FROM meta WHERE name LIKE 'backup:%'").fetchall() == []


@pytest.mark.parametrize("fixture", sorted(FIXTURES.glob("format*.sql")), ids=lambda path: path.stem)
def test_a_copy_of_every_format_can_be_restored(fixture: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript(fixture.read_text(encoding="utf-8"))
    paths = home_paths(tmp_path / "home")
    restore(paths, old)
    database = Database(paths.database, paths.backups)
    names = [document.filename for document in DocumentRepository(database).all()]
    database.close()
    assert names == ["report.pdf", "scan.pdf"]
    assert format_of(paths.database) == NEWEST_VERSION
    assert paths.backups.exists() == (int(fixture.stem[-3:]) < NEWEST_VERSION)


def test_a_copy_from_a_newer_version_is_refused(paths: AppPaths) -> None:
    copy = back_up(paths, None, CancelToken())
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST_VERSION + 1}")
    with pytest.raises(StorageError, match="newer DocuChat"):
        restore(paths, copy)
    assert count(paths.database) == 3
    with pytest.raises(UsageError, match="no usable copy"):
        newest_good_copy(paths)


def test_what_is_no_copy_or_a_damaged_one_is_refused(paths: AppPaths, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE anything (x)")
        connection.execute("PRAGMA user_version = 1")
    for source in (other, tmp_path / "missing.sqlite3", Path(__file__)):
        with pytest.raises(UsageError, match="no copy of a library"):
            restore(paths, source)
    make_library(home_paths(tmp_path / "large"), 60)
    copy = back_up(home_paths(tmp_path / "large"), tmp_path / "copy.sqlite3", CancelToken())
    damage(copy)
    with pytest.raises(StorageError, match="damaged"):
        restore(paths, copy)
    assert count(paths.database) == 3


def test_the_newest_good_copy_passes_over_a_damaged_one(large: AppPaths) -> None:
    good = back_up(large, None, CancelToken())
    newer = back_up(large, None, CancelToken())
    damage(newer)
    assert newest_good_copy(large) == good


def test_a_damaged_library_is_refused_repaired_and_kept(large: AppPaths) -> None:
    (large.data / "7.pdf").write_bytes(b"x")
    damage(large.database)
    before = large.database.read_bytes()
    with pytest.raises(StorageError, match=r"Nothing was changed.*docuchat restore"):
        check_at_start(large, was_cut_off=False)
    assert large.database.read_bytes() == before
    kept, saved = repair_library(large, CancelToken())
    assert kept.read_bytes() == before
    assert file_problems(large.database, thorough=True) == []
    assert saved.rows["documents"] == 200
    assert saved.broken == ["pages"]
    assert 380 <= saved.rows["pages"] < 400, "only the rows of the one damaged page are gone"
    check_at_start(large, was_cut_off=True)
    Database(large.database).close()


def test_a_damaged_library_of_a_newer_version_is_not_brought_to_an_older_one(large: AppPaths) -> None:
    """What the newer format keeps in tables of its own would be left out."""
    with closing(sqlite3.connect(large.database)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST_VERSION + 1}")
    damage(large.database)
    before = large.database.read_bytes()
    with pytest.raises(StorageError, match="written by a newer DocuChat"):
        repair_library(large, CancelToken())
    assert large.database.read_bytes() == before
    assert backups_in(large.backups) == []


def test_a_repair_without_room_says_so(large: AppPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not the library that cannot be read."""
    damage(large.database)
    before = large.database.read_bytes()
    connect = sqlite3.connect

    def small_disk(path: Path, **options: Any) -> sqlite3.Connection:
        connection = connect(path, **options)
        if str(path).endswith(".repairing"):
            connection.execute("PRAGMA max_page_count = 60")
        return connection

    monkeypatch.setattr("core.store.salvage.sqlite3.connect", small_disk)
    with pytest.raises(StorageError, match="is full") as error:
        repair_library(large, CancelToken())
    assert "restore" not in str(error.value)
    assert large.database.read_bytes() == before


def test_what_a_killed_restore_left_half_written_goes_at_the_next_start(paths: AppPaths) -> None:
    before = sorted(path.name for path in paths.data.iterdir())
    for name in ("library.restoring", "library.repairing", ".library.restoring.0a1b2c3d.part"):
        (paths.data / name).write_bytes(b"half of it")
    (paths.data / "mine.part").write_bytes(b"somebody else's")
    check_at_start(paths, was_cut_off=True)
    left = {path.name for path in paths.data.iterdir()} - {"library-check.json"}
    assert sorted(left) == sorted([*before, "mine.part"])


@pytest.mark.parametrize("how", ["empty", "missing"])
def test_a_library_that_is_gone_beside_its_copies_is_no_new_one(paths: AppPaths, how: str) -> None:
    """An empty one would begin in its place, the index would follow, and nothing would be said."""
    check_at_start(paths, was_cut_off=False)
    copy = back_up(paths, None, CancelToken())
    if how == "empty":
        paths.database.write_bytes(b"")
    else:
        paths.database.unlink()
    with pytest.raises(StorageError, match=rf"gone .*{how}.*Nothing was changed.*docuchat restore") as error:
        check_at_start(paths, was_cut_off=False)
    assert isinstance(error.value, DamagedLibraryError), "the window offers to put the newest copy back"
    assert [how in problem for problem in check_whole(paths, CancelToken())] == [True]
    with pytest.raises(StorageError, match="Nothing could be saved"):
        repair_library(paths, CancelToken())
    assert paths.database.exists() == (how == "empty")
    restore(paths, newest_good_copy(paths))
    assert count(paths.database) == 3
    check_at_start(paths, was_cut_off=False)
    # The empty one was kept, is newer than the copy, and is not what anybody wants back.
    assert newest_good_copy(paths) == copy


def test_a_copy_without_documents_is_put_back_only_where_there_is_no_other(paths: AppPaths) -> None:
    copy = back_up(paths, None, CancelToken())
    with closing(sqlite3.connect(paths.database)) as connection:
        connection.execute("DELETE FROM documents")
        connection.commit()
    replaced = restore(paths, copy).replaced
    assert newest_good_copy(paths) == copy
    copy.unlink()
    assert newest_good_copy(paths) == replaced


def test_settings_that_were_replaced_twice_are_both_kept(paths: AppPaths) -> None:
    Settings(library=LibrarySettings(ocr="off")).save(paths.settings)
    copy = back_up(paths, None, CancelToken())
    for text in ('{"qdrant_url": "http://localhost:1"}', '{"qdrant_url": "http://localhost:2"}'):
        paths.settings.write_text(text)
        assert restore(paths, copy, with_settings=True).put_back == ("settings.json",)
    kept = sorted(path.read_text() for path in paths.data.glob("settings.json.replaced*"))
    assert kept == ['{"qdrant_url": "http://localhost:1"}', '{"qdrant_url": "http://localhost:2"}']


def test_a_library_that_lost_its_end_is_repaired_as_far_as_it_goes(large: AppPaths) -> None:
    """As after a full disk or a bad copy; SQLite refuses all of such a file."""
    whole = large.database.read_bytes()
    large.database.write_bytes(whole[: len(whole) * 2 // 3])
    with pytest.raises(StorageError, match=r"is damaged.*malformed") as error:
        back_up(large, None, CancelToken())
    assert "Free some space" not in str(error.value)
    kept, saved = repair_library(large, CancelToken())
    assert kept.read_bytes() == whole[: len(whole) * 2 // 3]
    assert 50 < saved.rows["documents"] < 200, "the rest lay behind the cut"
    assert 100 < saved.rows["pages"] < 400
    assert file_problems(large.database, thorough=True) == []
    large.database.write_bytes(b"\xff" * 8192)
    with pytest.raises(StorageError, match=r"Nothing could be saved.*docuchat restore"):
        repair_library(large, CancelToken())
    assert large.database.read_bytes() == b"\xff" * 8192


def test_a_document_that_lost_a_page_is_read_again_if_its_file_is_there(paths: AppPaths) -> None:
    (paths.data / "1.pdf").write_bytes(b"x")
    with closing(sqlite3.connect(paths.database)) as connection:
        connection.execute("DELETE FROM pages WHERE number = 2")
        connection.commit()
    _kept, saved = repair_library(paths, CancelToken())
    assert saved.requeued == 1
    with closing(sqlite3.connect(paths.database)) as connection:
        rows = connection.execute("SELECT document_id, status FROM documents ORDER BY 1").fetchall()
        queue = connection.execute("SELECT document_id, stage FROM ingest_queue").fetchall()
    assert rows == [("d0000", "indexed"), ("d0001", "queued"), ("d0002", "indexed")]
    assert queue == [("d0001", "parse")]
