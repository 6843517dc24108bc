"""Which parts go along when a document is removed, how a container is named, and which answers quote it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cli.removal import parts_of, quoting_sentence
from core.engine.document_names import DocumentNames
from core.errors import UsageError
from core.search.concepts import load_concepts
from core.search.registry import DocumentRegistry
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from core.store.runs import RunRepository
from core.types import Document, DocumentStatus, Location, document_id_for
from tests.library_kit import store_answer


def place(name: str, path: str, member: str = "") -> Location:
    return Location(name, path, member, 1, 1)


def test_what_lies_only_inside_goes_along() -> None:
    locations = [
        place("mail", "/a.eml"),
        place("inner", "/a.eml", "inner.zip"),
        place("deep", "/a.eml", "inner.zip!/deep.txt"),
        place("both", "/a.eml", "both.pdf"),
        place("both", "/elsewhere/both.pdf"),
        place("other", "/b.eml", "inner.zip"),
    ]
    assert parts_of(["mail"], locations) == ["inner", "deep"]
    assert parts_of(["inner"], locations) == ["deep"]
    assert parts_of(["mail", "deep"], locations) == ["inner"]
    assert parts_of(["both"], locations) == []


def put(database: Database, path: str, member: str = "") -> str:
    name = Path(member or path).name
    document_id = document_id_for(path + member)
    status = DocumentStatus.INDEXED
    document = Document(document_id, path + member, path, name, name, 1, 1, status, member=member)
    DocumentRepository(database).add(document)
    return document_id


def test_the_path_of_a_container_means_the_container(database: Database, tmp_path: Path) -> None:
    mail = str(tmp_path / "mail.eml")
    outer = put(database, mail)
    inner = put(database, mail, "plan.txt")
    put(database, mail, "notes.txt")
    documents, locations = DocumentRepository(database), LocationRepository(database)
    registry = DocumentRegistry(database, load_concepts(tmp_path / "concepts.toml"))
    names = DocumentNames(documents, locations, registry)
    assert names.resolve([mail]) == (outer,)
    assert names.resolve([mail.upper()]) == (outer,)
    assert names.resolve([f"{mail}!/plan.txt"]) == (inner,)
    assert names.resolve(["plan.txt"]) == (inner,)
    documents.delete(outer)
    with pytest.raises(UsageError, match="names 2 documents"):
        names.resolve([mail])


def test_answers_that_quote_a_document_are_counted(database: Database) -> None:
    gone, other, never = map(document_id_for, ("gone", "other", "never"))
    for quoted in (gone, gone, other):
        store_answer(database, quoted)
    counted = [RunRepository(database).quoting(asked) for asked in ([gone], [gone, other], [never])]
    assert counted == [2, 3, 0]
    assert quoting_sentence(2) == "2 past answers quote it and keep their quotes (docuchat runs list)."
