"""A small library file with documents, as SQLite keeps it, and folders of an own installation."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import platformdirs
import pytest

from core.store.database import Database
from core.system.paths import AppPaths


def home_paths(root: Path) -> AppPaths:
    return AppPaths.from_environment(root)


def make_library(paths: AppPaths, documents: int = 3, text: str = "word " * 100) -> None:
    """A closed library whose documents have two pages each, which lie beside them in the file."""
    with closing(Database(paths.database, paths.backups)) as database, database.transaction():
        for name in (f"{number:04}" for number in range(documents)):
            file = f"{int(name)}.pdf"
            database.execute(
                "INSERT INTO documents (document_id, content_hash, path, filename, page_count, status, "
                "added_at) VALUES (?, ?, ?, ?, 2, 'indexed', 1.0)",
                (f"d{name}", f"h{name}", str(paths.data / file), file),
            )
            database.execute_many(
                "INSERT INTO pages (document_id, number, start_at, end_at, width, height, text, words)"
                " VALUES (?, ?, 0, 500, 1, 1, ?, x'')",
                [(f"d{name}", page, text) for page in (1, 2)],
            )


def count(path: Path, table: str = "documents") -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608


def forget(paths: AppPaths, document_id: str = "d0000") -> None:
    """What a user does between two copies."""
    with closing(sqlite3.connect(paths.database)) as connection:
        connection.execute("DELETE FROM documents WHERE document_id = ?", (document_id,))
        connection.commit()


def damage(path: Path, marker: bytes = b"word word") -> None:
    """Overwrite one page of the file: a leaf of a table whose rows hold the marker."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = path.read_bytes()
    leaves = [
        at
        for at in range(size, len(content), size)
        if content[at] == 13 and marker in content[at : at + size]
    ]
    assert leaves
    with path.open("r+b") as file:
        file.seek(leaves[len(leaves) // 2])
        file.write(b"\xff" * size)


def platform_paths(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AppPaths:
    """An installation in the platform's folders, here below `folder`: nobody has chosen its place."""
    monkeypatch.delenv("DOCUCHAT_HOME")
    monkeypatch.delenv("DOCUCHAT_MODELS")
    for name in ("data", "cache", "log", "config"):
        place = folder / "user" / name / "docuchat"
        monkeypatch.setattr(platformdirs, f"user_{name}_dir", lambda *_a, place=place, **_k: str(place))
    made = AppPaths.from_environment()
    make_library(made)
    (made.models / "tiny").mkdir(parents=True)
    (made.models / "tiny" / "model.gguf").write_bytes(b"GGUF")
    (made.index_root / "one").mkdir(parents=True)
    (made.index_root / "one" / "segment").write_bytes(bytes(5000))
    (made.data / "settings.json").write_text("{}")
    return made
