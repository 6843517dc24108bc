"""What is deleted or overwritten leaves the library file: cells, overflow pages, free pages and the log."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from core.store.database import Database
from core.store.removals import RemovalRepository

MARK = b"Zaubermarke"


def words(rng: random.Random, count: int, marked: bool) -> str:
    return " ".join(
        (MARK.decode() if marked else "anderes") + str(rng.randrange(10**6)) for _ in range(count)
    )


def fill(database: Database, rng: random.Random, document: int, marked: bool) -> str:
    """A document with rows of all sizes, from a few bytes in a page to chains of overflow pages."""
    name = f"00000000-0000-0000-0000-{document:012d}"
    with database.transaction() as connection:
        connection.execute(
            "INSERT INTO documents (document_id, content_hash, path, filename, title, status, added_at) "
            "VALUES (?, ?, ?, ?, ?, 'indexed', 1)",
            (name, str(document), f"/{words(rng, 1, marked)}", words(rng, 1, marked), words(rng, 2, marked)),
        )
        for number in range(rng.randrange(1, 20)):
            text = words(rng, rng.choice([0, 1, 5, 30, 300, 900]), marked)
            boxes = words(rng, rng.choice([1, 10, 1000]), marked).encode()
            connection.execute(
                "INSERT INTO pages (document_id, number, start_at, end_at, width, height, text, words) "
                "VALUES (?, ?, 0, 0, 0, 0, ?, ?)",
                (name, number, text, boxes),
            )
        for number in range(rng.randrange(1, 40)):
            connection.execute(
                "INSERT INTO chunks (chunk_id, document_id, idx, spans, first_page, last_page, context) "
                "VALUES (?, ?, ?, '0-1', 1, 1, ?)",
                (f"{document} {number}", name, number, words(rng, rng.choice([0, 2, 9]), marked)),
            )
        for number in range(rng.randrange(15)):
            connection.execute(
                "INSERT INTO hidden_text (document_id, page, place, reason, text) "
                "VALUES (?, ?, 0, 'white', ?)",
                (name, number, words(rng, rng.choice([1, 20, 400]), marked)),
            )
        database.execute("INSERT INTO locations (document_id, path) VALUES (?, ?)", (name, f"/{name}"))
    database.execute("UPDATE pages SET text = ? WHERE number % 2 = 0 AND document_id = ?", ("", name))
    return name


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_left_of_deleted_rows(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    database = Database(tmp_path / "library.sqlite3")
    marked = [number % 3 == 0 for number in range(30)]
    names = [fill(database, rng, number, mark) for number, mark in enumerate(marked)]
    assert database.checkpoint()
    assert MARK in database.path.read_bytes()
    doomed = [name for name, mark in zip(names, marked, strict=True) if mark]
    rng.shuffle(doomed)
    removals = RemovalRepository(database)
    assert sorted(removals.delete(doomed)) == sorted(doomed)
    assert sorted(removals.owed().traces) == sorted(removals.owed().points) == sorted(doomed)
    assert database.checkpoint()
    (free,) = database.query("PRAGMA freelist_count")
    assert free[0] > 100  # overflow pages that nobody uses any more
    for path in tmp_path.iterdir():
        assert MARK not in path.read_bytes(), path.name
    removals.settle(traces=doomed, points=doomed[:1])
    assert removals.owed().traces == ()
    assert doomed[0] not in removals.owed().points
    database.close()


def test_a_reader_keeps_the_log_and_it_is_said(tmp_path: Path) -> None:
    database = Database(tmp_path / "library.sqlite3")
    reader = sqlite3.connect(database.path)
    reader.execute("BEGIN")
    reader.execute("SELECT COUNT(*) FROM documents").fetchall()
    database.connection().execute("PRAGMA busy_timeout = 50")
    database.execute("INSERT INTO meta (name, value) VALUES ('a', 'b')")
    assert not database.checkpoint()
    reader.close()
    assert database.checkpoint()
    database.close()
