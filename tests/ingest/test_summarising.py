"""Long documents are summarised in the background: by section, without a model, anew when they change."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.ingest.stages.summarising import summarised
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.summaries import LONG, SectionSummary, SummaryRepository
from core.types import Chunk, Document, DocumentStatus, Span
from tests.library_kit import make_pdf, open_library, prose

TELLING = "Drain the electrolyte of the battery cabinet before you loosen the terminals of a cell."


def chunk(index: int, context: str, text: str) -> Chunk:
    return Chunk(
        f"chunk {index}", "manual", index, (Span(index, index + 1),), index + 1, index + 1, text, context
    )


def manual() -> list[Chunk]:
    """Two chapters of five passages and one short heading between them."""
    told = "The machine has to be handled with the usual care by trained people only."
    return [
        *(chunk(n, "Manual\nOperation", f"{told} Switch the display on with button {n}.") for n in range(5)),
        chunk(5, "Manual\nNote", told),
        *(chunk(n, "Manual\nMaintenance\nBattery cabinet", f"{told} {TELLING}") for n in range(6, 11)),
    ]


def test_sections_are_what_stands_under_one_heading() -> None:
    whole, first, second = summarised("Manual", manual())
    assert (whole.title, whole.first_chunk, whole.last_chunk) == ("Manual", 0, 10)
    assert (first.title, first.first_chunk, first.last_chunk) == ("Manual · Operation", 0, 5)
    assert (second.title, second.first_chunk, second.last_chunk) == (
        "Manual · Maintenance · Battery cabinet",
        6,
        10,
    )


def test_a_summary_has_the_sentences_in_which_a_section_differs() -> None:
    *_, second = summarised("Manual", manual())
    assert TELLING in second.summary
    assert second.summary.count(TELLING) == 1
    assert second.summary.startswith("Maintenance Battery cabinet")
    assert summarised("Manual", []) == []


def stored(
    database: Database, name: str, pages: int, status: DocumentStatus = DocumentStatus.INDEXED
) -> None:
    document = Document(name, name, f"/{name}", name, "", 1, pages, status, chunk_count=3, embedded_count=3)
    assert DocumentRepository(database).add(document)
    database.execute(
        "UPDATE documents SET chunk_count = 3, embedded_count = 3 WHERE document_id = ?", (name,)
    )


def test_what_waits_is_long_whole_and_of_another_making(tmp_path: Path) -> None:
    database = Database(tmp_path / "library.sqlite3")
    try:
        stored(database, "long", LONG)
        stored(database, "short", LONG - 1)
        stored(database, "failed", LONG, DocumentStatus.FAILED)
        summaries = SummaryRepository(database)
        assert summaries.waiting("1.index", 10) == ["long"]
        vector = np.ones(4, dtype=np.float16).tobytes()
        found = [SectionSummary("Manual", "All of it.", 0, 2, vector), SectionSummary("A", "b", 0, 2, vector)]
        before = summaries.stamp()
        summaries.keep("long", "1.index", 3, found)
        assert summaries.stamp() > before
        assert summaries.waiting("1.index", 10) == []
        assert summaries.waiting("2.index", 10) == ["long"]
        assert summaries.of_document("long") == found
        assert [one.document_id for one in summaries.sections()] == ["long"]
        database.execute("UPDATE documents SET chunk_count = 4, embedded_count = 4")
        assert "long" in summaries.waiting("1.index", 10)
        summaries.keep("gone", "1.index", 3, found)
        database.execute("DELETE FROM documents WHERE document_id = 'long'")
        assert summaries.sections() == []
        assert database.query("SELECT * FROM section_summaries") == []
    finally:
        database.close()


@pytest.mark.slow
def test_a_long_document_is_summarised_when_all_else_is_done_and_forgotten_with_it(tmp_path: Path) -> None:
    library = open_library(tmp_path / "home", files=True)
    try:
        chapters = [
            [(50.0, 60.0, 18.0, f"{number + 1} {name}"), *_lines(name, number)]
            for number, name in enumerate(("Safety", "Operation", "Maintenance", "Disposal") * (LONG // 4))
        ]
        long = make_pdf(tmp_path / "manual.pdf", chapters)
        library.ingest(long, make_pdf(tmp_path / "leaflet.pdf", [prose("leaflet", 12)]))
        by_name = {document.filename: document for document in library.documents.all()}
        summaries = SummaryRepository(library.database)
        found = summaries.of_document(by_name["manual.pdf"].document_id)
        assert found[0].last_chunk == by_name["manual.pdf"].chunk_count - 1
        assert len(found) > 2
        assert {one.first_chunk for one in found[2:]} == {one.last_chunk + 1 for one in found[1:-1]}
        assert all(one.summary and one.vector for one in found)
        assert summaries.of_document(by_name["leaflet.pdf"].document_id) == []
        library.database.execute("UPDATE section_summaries SET summary = 'of an earlier text'")
        library.pipeline._queue_again(
            by_name["manual.pdf"].document_id
        )  # cut into as many passages as before
        library.ingest()
        assert summaries.of_document(by_name["manual.pdf"].document_id) == found
        assert library.pipeline.remove(by_name["manual.pdf"].document_id)
        assert summaries.sections() == []
    finally:
        library.close()


def _lines(name: str, seed: int) -> list[tuple[float, float, float, str]]:
    sentences = prose(name, 24, seed).split(". ")
    return [(50.0, 90.0 + 14.0 * place, 10.0, f"{one}.") for place, one in enumerate(sentences)]
