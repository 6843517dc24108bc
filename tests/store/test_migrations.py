"""Every released format opens here, is copied before it is changed, and a newer one is refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from core.errors import StorageError
from core.store.backups import backups_in, copy_before_upgrade, thin_out
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.integrity import format_of
from core.store.migrations import MIGRATIONS, NEWEST_VERSION, Migration, migrate
from core.types import DocumentStatus

FIXTURES = Path(__file__).parent / "fixtures"


def version_of(database: Database) -> int:
    (row,) = database.query("PRAGMA user_version")
    return int(row[0])


def test_versions_rise_by_one_and_each_has_a_fixture() -> None:
    assert [migration.version for migration in MIGRATIONS] == list(range(1, NEWEST_VERSION + 1))
    for migration in MIGRATIONS:
        assert (FIXTURES / f"format{migration.version:03}.sql").is_file(), (
            "a released format needs a file as a user has it"
        )


@pytest.mark.parametrize("fixture", sorted(FIXTURES.glob("format*.sql")), ids=lambda path: path.stem)
def test_an_old_file_opens_with_everything_in_it(fixture: Path, tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript(fixture.read_text(encoding="utf-8"))
    connection.close()
    database = Database(path)
    try:
        documents = DocumentRepository(database).all()
        assert [(d.filename, d.status, d.chunk_count) for d in documents] == [
            ("report.pdf", DocumentStatus.INDEXED, 1),
            ("scan.pdf", DocumentStatus.FAILED, 0),
        ]
        assert version_of(database) == NEWEST_VERSION
        assert database.query("PRAGMA foreign_key_check") == []
    finally:
        database.close()
    was = int(fixture.stem.removeprefix("format"))
    thin_out(tmp_path / "backups")
    copies = backups_in(tmp_path / "backups")
    assert [format_of(copy.path) for copy in copies] == ([was] if was < NEWEST_VERSION else []), (
        "the one copy that the earlier program can open, and it stays"
    )


def test_a_fresh_file_needs_no_backup(tmp_path: Path) -> None:
    Database(tmp_path / "library.sqlite3").close()
    assert not (tmp_path / "backups").exists()


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    Database(path).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {NEWEST_VERSION + 1}")
    connection.close()
    with pytest.raises(StorageError, match="newer DocuChat"):
        Database(path)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone()[0] == NEWEST_VERSION + 1
    connection.close()


def _next(statements: tuple[str, ...]) -> tuple[Migration, ...]:
    return (*MIGRATIONS, Migration(NEWEST_VERSION + 1, "a later one", statements))


def test_the_old_file_is_copied_before_it_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    database = Database(path)
    database.execute("INSERT INTO meta VALUES ('kept', 'yes')")
    migrate(
        database.connection(), path, tmp_path / "backups", _next(("ALTER TABLE meta ADD COLUMN note TEXT",))
    )
    assert database.query("SELECT note FROM meta")[0]["note"] is None
    database.close()
    (copy,) = (tmp_path / "backups").iterdir()
    old = sqlite3.connect(copy)
    assert old.execute("PRAGMA user_version").fetchone()[0] == NEWEST_VERSION
    assert old.execute("SELECT * FROM meta").fetchall() == [("kept", "yes")]
    old.close()


def test_a_failing_migration_leaves_the_old_format(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    database = Database(path)
    broken = _next(("ALTER TABLE meta ADD COLUMN note TEXT", "THIS IS NOT SQL"))
    with pytest.raises(sqlite3.OperationalError):
        migrate(database.connection(), path, tmp_path / "backups", broken)
    assert version_of(database) == NEWEST_VERSION
    with pytest.raises(sqlite3.OperationalError, match="note"):
        database.query("SELECT note FROM meta")
    database.close()


def test_an_upgrade_that_fails_again_and_again_leaves_one_copy(tmp_path: Path) -> None:
    """Each start tries it anew; copies must not fill the disk, nor push out those of earlier formats."""
    path, backups = tmp_path / "library.sqlite3", tmp_path / "backups"
    database = Database(path)
    backups.mkdir()
    earlier = backups / "library-format1-20200101-000000.sqlite3"
    earlier.write_bytes(b"x")
    for _ in range(5):
        with pytest.raises(sqlite3.OperationalError):
            migrate(database.connection(), path, backups, _next(("THIS IS NOT SQL",)))
    database.close()
    newest, kept = backups_in(backups)
    assert (format_of(newest.path), kept.path) == (NEWEST_VERSION, earlier)


def test_a_library_that_another_process_upgrades_meanwhile_is_not_copied_as_the_old_one(
    tmp_path: Path,
) -> None:
    path, backups = tmp_path / "library.sqlite3", tmp_path / "backups"
    database = Database(path)
    copy_before_upgrade(database.connection(), path, backups, NEWEST_VERSION - 1)
    database.close()
    assert list(backups.iterdir()) == []


def test_no_copy_no_change(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    database = Database(path)
    blocker = tmp_path / "backups"
    blocker.write_text("a file where the folder should be")
    with pytest.raises(StorageError, match="could not be written"):
        migrate(database.connection(), path, blocker, _next(("ALTER TABLE meta ADD COLUMN note TEXT",)))
    assert version_of(database) == NEWEST_VERSION
    database.close()
