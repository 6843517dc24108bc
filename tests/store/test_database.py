"""The library file: concurrency, durability settings, and what its failures say."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from core.errors import AlreadyRunningError, StorageError
from core.store.database import Database, explain


def test_settings_that_keep_data_safe(database: Database) -> None:
    def pragma(name: str) -> object:
        row = database.query_one(f"PRAGMA {name}")
        assert row is not None
        return row[0]

    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 2
    assert pragma("foreign_keys") == 1
    assert pragma("secure_delete") == 1


def test_each_thread_has_its_own_connection_and_close_closes_all(database: Database) -> None:
    connections = [database.connection()]
    thread = threading.Thread(target=lambda: connections.append(database.connection()))
    thread.start()
    thread.join()
    assert connections[0] is not connections[1]
    database.close()
    for connection in connections:
        with pytest.raises(sqlite3.ProgrammingError):
            connection.execute("SELECT 1")
    with pytest.raises(StorageError, match="closed"):
        database.query("SELECT 1")


@pytest.mark.parametrize("nested", [False, True])
def test_a_failed_transaction_leaves_nothing(database: Database, nested: bool) -> None:
    def fail() -> None:
        with database.transaction() as connection:
            write = database.execute if nested else connection.execute
            write("INSERT INTO meta VALUES ('a', '1')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert database.query("SELECT * FROM meta") == []


def test_readers_do_not_wait_for_the_writer(database: Database) -> None:
    seen: list[int] = []
    with database.transaction() as connection:
        connection.execute("INSERT INTO meta VALUES ('a', '1')")
        reader = threading.Thread(target=lambda: seen.append(len(database.query("SELECT * FROM meta"))))
        reader.start()
        reader.join(5)
    assert seen == [0]


def test_a_full_disk_is_told_and_loses_nothing(database: Database) -> None:
    database.execute("INSERT INTO meta VALUES ('kept', 'x')")
    pages = database.query_one("PRAGMA page_count")
    assert pages is not None
    database.connection().execute(f"PRAGMA max_page_count = {pages[0] + 4}")
    with pytest.raises(StorageError, match="full") as caught:
        database.execute("INSERT INTO meta VALUES ('big', ?)", ("x" * 1_000_000,))
    assert str(database.path) in caught.value.message
    assert "Free some space" in caught.value.hint
    assert [row["name"] for row in database.query("SELECT name FROM meta")] == ["kept"]


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    path.write_bytes(b"%PDF-1.4 this is not a library" * 200)
    with pytest.raises(StorageError, match="damaged") as caught:
        Database(path)
    assert str(path) in caught.value.message
    assert path.read_bytes().startswith(b"%PDF")


def test_damage_in_the_middle_is_told(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    first = Database(path)
    for number in range(200):
        first.execute("INSERT INTO meta VALUES (?, ?)", (f"name{number:04}", "x" * 500))
    first.checkpoint()
    first.close()
    content = bytearray(path.read_bytes())
    for start in range(4096, len(content), 4096):
        content[start : start + 200] = b"\xff" * 200
    path.write_bytes(bytes(content))
    with pytest.raises(StorageError, match="damaged"):
        Database(path).query("SELECT * FROM meta")


def test_a_second_writer_is_told_who_is_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.store.database.BUSY_TIMEOUT_MS", 50)
    path = tmp_path / "library.sqlite3"
    one, other = Database(path), Database(path)
    try:
        with one.transaction(), pytest.raises(AlreadyRunningError, match="in use"):
            other.execute("INSERT INTO meta VALUES ('a', '1')")
    finally:
        one.close()
        other.close()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    with pytest.raises(StorageError, match="cannot be created"):
        Database(blocker / "data" / "library.sqlite3")


def test_our_own_mistakes_are_not_blamed_on_the_user(database: Database) -> None:
    with pytest.raises(sqlite3.OperationalError):
        database.query("SELECT nothing FROM nowhere")
    with pytest.raises(sqlite3.IntegrityError):
        database.execute("INSERT INTO hidden_text VALUES ('x', 1, 0, 'tiny', 'text')")


def test_read_only_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    Database(path).close()
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError) as caught:
        connection.execute("INSERT INTO meta VALUES ('a', '1')")
    connection.close()
    known = explain(caught.value, path)
    assert isinstance(known, StorageError)
    assert "cannot be written to" in known.message
