"""What is asked often must not go through every row of a large library."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from core.store.queue import IngestQueue
from core.types import Document, DocumentFlag, DocumentStatus, PageProblem, SourceState

COUNT = 3000


def add_documents(database: Database, count: int) -> list[str]:
    documents = DocumentRepository(database)
    ids = [f"{number:032x}" for number in range(count)]
    with database.transaction() as connection:
        for number, name in enumerate(ids):
            path = f"/papers/{number}.pdf"
            title = f"Paper {number}"
            documents.add(Document(name, name, path, f"{number}.pdf", title, 9, 7, DocumentStatus.SEARCHABLE))
            connection.execute(
                "UPDATE documents SET chunk_count = ? WHERE document_id = ?", (number % 97 + 5, name)
            )
    return ids


def steps(database: Database, work: Callable[[], object]) -> int:
    """Thousands of steps that SQLite's machine took; unlike seconds they do not depend on the computer."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    connection: sqlite3.Connection = database.connection()
    connection.set_progress_handler(count, 1000)
    try:
        work()
    finally:
        connection.set_progress_handler(None, 0)
    return taken


@pytest.mark.parametrize("stage", ["parse", "check", "embed", "ocr"])
def test_what_is_next_is_found_without_going_through_the_queue(database: Database, stage: str) -> None:
    queue = IngestQueue(database)
    with database.transaction():
        for name in add_documents(database, COUNT):
            queue.put(name, stage)  # type: ignore[arg-type]
    DocumentRepository(database).touch(f"{5:032x}")
    entry = queue.next(stage)  # type: ignore[arg-type]
    assert entry is not None
    assert entry.document_id == f"{0 if stage == 'parse' else 5:032x}"
    assert steps(database, lambda: queue.next(stage)) == 0  # type: ignore[arg-type]


def test_recently_opened_first_then_what_is_nearly_done_anew_each_time(database: Database) -> None:
    documents, queue = DocumentRepository(database), IngestQueue(database)
    short, long, other = add_documents(database, 3)  # 5, 6 and 7 chunks

    def next_id() -> str:
        entry = queue.next("embed")
        assert entry is not None
        return entry.document_id

    for name in (other, long, short):
        queue.put(name, "embed")
    assert next_id() == short
    documents.touch(other)
    assert next_id() == other
    documents.touch(long)
    assert next_id() == long
    database.execute("UPDATE documents SET opened_at = opened_at - 7200")
    assert next_id() == short
    database.execute("UPDATE documents SET embedded_count = 4 WHERE document_id = ?", (other,))
    assert next_id() == other  # 3 are left
    queue.begin(other)  # and the program ends
    documents.touch(other)
    assert next_id() == short  # opened or not, it goes behind what was never begun
    queue.put(long, "embed", priority=3)
    assert next_id() == long
    for name in (short, long):
        queue.put(name, "check")
    assert next_id() == other
    check = queue.next("check")
    assert check is not None
    assert check.document_id == long  # priority; both have seven pages
    queue.put(short, "embed")  # back again: measured in chunks again
    assert next_id() == short


def test_all_documents_are_the_same_as_one_by_one(database: Database) -> None:
    documents, places = DocumentRepository(database), LocationRepository(database)
    ids = add_documents(database, 5)
    for number, name in enumerate(ids):
        places.add(name, f"/papers/{number}.pdf", "", 9, 1)
    places.add(ids[1], "/copies/1.pdf", "", 9, 1)
    places.set_states([("/papers/0.pdf", SourceState.MISSING), ("/copies/1.pdf", SourceState.MISSING)])
    documents.set_findings(ids[2], [DocumentFlag.OCR], [PageProblem((2, 3), "Torn.")])
    with database.transaction() as connection:
        connection.executemany(
            "INSERT INTO pages (document_id, number, start_at, end_at, width, height, text, words, checked, "
            "ocr) VALUES (?, ?, 0, 1, 1, 1, 'x', X'', ?, ?)",
            [(ids[3], 1, 0, 2), (ids[3], 2, 0, 0), (ids[3], 3, 1, 2), (ids[4], 1, 1, 1)],
        )
    everything = documents.all()
    assert everything == [documents.get(name) for name in ids]
    assert [document.source_state for document in everything[:2]] == ["missing", "present"]
    assert (everything[3].ocr_pages, everything[3].unchecked_pages) == (2, 2)
    assert everything[2].problems == (PageProblem((2, 3), "Torn."),)
    asked = [ids[3], ids[1]]
    assert places.all(asked) == [place for name in asked for place in places.of_document(name)]
    assert len(places.all()) == 6


def test_what_can_be_searched_is_read_anew_only_when_it_changed(database: Database) -> None:
    documents = DocumentRepository(database)
    ids = add_documents(database, COUNT)
    other = DocumentRepository(database)  # another thread has one of its own
    assert documents.searchable_ids() == set(ids)
    assert documents.languages() == ["en"]
    assert steps(database, documents.searchable_ids) == 0
    other.set_cut(ids[1], chunk_count=2, language="de")
    assert documents.languages() == ["de", "en"]
    other.set_status(ids[1], DocumentStatus.FAILED, "It is torn.")
    assert documents.languages() == ["en"]
    assert documents.searchable_ids() == set(ids) - {ids[1]}
    other.set_status(ids[1], DocumentStatus.INDEXED)
    assert documents.searchable_ids() == set(ids)
    other.delete(ids[2])
    assert documents.searchable_ids() == set(ids) - {ids[2]}
    plan = database.query(
        "EXPLAIN QUERY PLAN SELECT language, document_id FROM documents WHERE status IN ('a', 'b')"
    )
    assert "COVERING INDEX documents_by_status" in plan[0]["detail"]
