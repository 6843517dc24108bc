"""What could be searched, and why not the rest: counted over a real library file."""

from __future__ import annotations

import pytest

from core.search.coverage import MAX_NAMED, coverage_of
from core.store.database import Database
from core.store.documents import DocumentRepository, pack_problems
from core.store.pages import OcrState, PageRecord, PageRepository
from core.types import Document, DocumentStatus, LeftOut, PageProblem, Span, document_id_for


def add(database: Database, name: str, status: DocumentStatus, failure: str = "") -> str:
    documents = DocumentRepository(database)
    document = Document(document_id_for(name), name, f"/d/{name}", name, name, 1, 1, status)
    documents.add(document)
    documents.set_status(document.document_id, status, failure)
    return document.document_id


def page(number: int, ocr: OcrState = OcrState.NONE) -> PageRecord:
    return PageRecord(number, "", Span(number, number), 1, 1, 0, "", b"", ocr=ocr)


def test_everything_that_is_left_out_has_its_sentence(database: Database) -> None:
    add(database, "a.pdf", DocumentStatus.INDEXED)
    add(database, "b.pdf", DocumentStatus.SEARCHABLE)
    left_out = []
    for name, status, failure, told in (
        ("c.pdf", DocumentStatus.FAILED, "The file is damaged.", "The file is damaged."),
        ("d.pdf", DocumentStatus.LOCKED, "d.pdf is protected by a password.", "It needs a password."),
        ("e.pdf", DocumentStatus.QUEUED, "", "It is still waiting to be read."),
        ("f.pdf", DocumentStatus.PARSING, "", "It is being read at the moment."),
    ):
        left_out.append(LeftOut(add(database, name, status, failure), name, told))
    found = coverage_of(database, None)
    assert (found.total, found.searched, found.waiting, found.partly_total) == (6, 2, 2, 0)
    assert (found.left_out, found.partly) == (tuple(left_out), ())


def test_a_selection_is_counted_by_itself(database: Database) -> None:
    good = add(database, "a.pdf", DocumentStatus.INDEXED)
    failed = add(database, "b.pdf", DocumentStatus.FAILED, "The file is empty.")
    add(database, "c.pdf", DocumentStatus.FAILED, "Another.")
    found = coverage_of(database, [good, failed, failed])
    assert (found.total, found.searched) == (2, 1)
    assert [row.filename for row in found.left_out] == ["b.pdf"]
    gone = coverage_of(database, [good, document_id_for("never added")])
    assert (gone.total, gone.searched) == (2, 1)
    assert gone.left_out == (LeftOut(document_id_for("never added"), "", "It is no longer in the library."),)
    assert coverage_of(database, []).total == 0


def test_documents_that_are_not_understood_yet_are_counted(database: Database) -> None:
    names = {
        "a.pdf": (DocumentStatus.INDEXED, 4, 4),
        "b.pdf": (DocumentStatus.SEARCHABLE, 4, 0),
        "c.pdf": (DocumentStatus.SEARCHABLE, 4, 3),
        "d.pdf": (DocumentStatus.QUEUED, 4, 0),  # not searched at all
        "e.pdf": (DocumentStatus.SEARCHABLE, 0, 0),  # nothing in it to understand
    }
    for name, (status, chunks, understood) in names.items():
        database.execute(
            "UPDATE documents SET chunk_count = ?, embedded_count = ? WHERE document_id = ?",
            (chunks, understood, add(database, name, status)),
        )
    found = coverage_of(database, None)
    assert (found.total, found.searched, found.by_keyword) == (5, 4, 2)
    assert coverage_of(database, [document_id_for("a.pdf")]).by_keyword == 0


def test_pages_that_are_missing_are_told(database: Database) -> None:
    good = add(database, "a.pdf", DocumentStatus.INDEXED)
    scan = add(database, "b.pdf", DocumentStatus.SEARCHABLE)
    broken = add(database, "c.pdf", DocumentStatus.INDEXED)
    pages = PageRepository(database)
    pages.add_many(good, [page(1), page(2, OcrState.DONE)])
    pages.add_many(scan, [page(1), page(2, OcrState.WANTED), page(3, OcrState.WANTED)])
    problems = pack_problems([PageProblem((7, 3, 4, 5), "damaged streams.")])
    database.execute("UPDATE documents SET problems = ? WHERE document_id = ?", (problems, broken))
    found = coverage_of(database, None)
    assert (found.total, found.searched, found.partly_total) == (3, 3, 2)
    assert found.partly == (
        LeftOut(scan, "b.pdf", "2 pages still wait for text recognition."),
        LeftOut(broken, "c.pdf", "Pages 3–5, 7: damaged streams."),
    )


@pytest.mark.slow
def test_many_documents_are_counted_by_the_database_and_few_are_named(database: Database) -> None:
    """A question waits for this, so rows are counted where they lie: two queries, whatever the size."""
    statuses = [DocumentStatus.INDEXED.value, DocumentStatus.FAILED.value]
    database.execute_many(
        "INSERT INTO documents (document_id, content_hash, path, filename, status, added_at) "
        "VALUES (?, ?, '', ?, ?, ?)",
        ((f"id-{n}", f"hash-{n}", f"{n}.pdf", statuses[n % 10 == 0], n) for n in range(100_000)),
    )
    statements: list[str] = []
    database.connection().set_trace_callback(statements.append)
    found = coverage_of(database, None)
    database.connection().set_trace_callback(None)
    assert (found.total, found.searched) == (100_000, 90_000)
    assert [row.filename for row in found.left_out] == [f"{10 * n}.pdf" for n in range(MAX_NAMED)]
    assert len(statements) == 2
