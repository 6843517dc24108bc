"""Which of several documents of one name is meant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.engine.document_names import DocumentNames, told_apart
from core.errors import UsageError
from core.search.concepts import load_concepts
from core.search.registry import DocumentRegistry
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from tests.cli.test_removal import put


@pytest.fixture
def names(tmp_path: Path) -> Iterator[tuple[DocumentNames, dict[str, str]]]:
    database = Database(tmp_path / "library.sqlite3")
    paths = ("/docs/2023/report.txt", "/docs/2024/report.txt", "/docs/2024/REPORT.TXT", "/docs/plan.pdf")
    ids = {path: put(database, path) for path in paths}
    registry = DocumentRegistry(database, load_concepts(tmp_path / "concepts.toml"))
    yield DocumentNames(DocumentRepository(database), LocationRepository(database), registry), ids
    database.close()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2023/report.txt", "/docs/2023/report.txt"),
        ("docs/2024/report.txt", "/docs/2024/report.txt"),
        ("REPORT.TXT", "/docs/2024/REPORT.TXT"),
        ("2024/REPORT.TXT", "/docs/2024/REPORT.TXT"),
        ("DOCS/2024/REPORT.TXT", "/docs/2024/REPORT.TXT"),
        ("PLAN.pdf", "/docs/plan.pdf"),
    ],
)
def test_the_end_of_a_path_and_its_letters_tell(
    names: tuple[DocumentNames, dict[str, str]], typed: str, meant: str
) -> None:
    resolver, ids = names
    assert resolver.resolve([typed]) == (ids[meant],)


def test_a_file_of_the_folder_one_is_in_is_meant_before_others_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    with closing(Database(tmp_path / "library.sqlite3")) as database:
        ids = [put(database, str(folder / "report.txt")) for folder in (here, there)]
        registry = DocumentRegistry(database, load_concepts(tmp_path / "concepts.toml"))
        resolver = DocumentNames(DocumentRepository(database), LocationRepository(database), registry)
        monkeypatch.chdir(here)
        assert resolver.resolve(["report.txt"]) == (ids[0],)
        monkeypatch.chdir(tmp_path)
        with pytest.raises(UsageError, match="names 2 documents"):
            resolver.resolve(["report.txt"])


def test_a_list_shows_as_many_folders_as_tell_them_apart(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "library.sqlite3")) as database:
        for path in ("/a/x/report.txt", "/b/x/report.txt", "/b/y/report.txt", "/plan.pdf"):
            put(database, path)
        shown = set(told_apart(DocumentRepository(database).all()).values())
    wanted = {Path("a/x/report.txt"), Path("b/x/report.txt"), Path("y/report.txt"), Path("plan.pdf")}
    assert set(map(Path, shown)) == wanted


def test_what_is_still_unclear_is_told_with_its_paths(names: tuple[DocumentNames, dict[str, str]]) -> None:
    resolver, _ids = names
    with pytest.raises(UsageError, match="names 2 documents") as raised:
        resolver.resolve(["report.txt"])
    assert "/docs/2023/report.txt, /docs/2024/report.txt" in str(raised.value.hint)
