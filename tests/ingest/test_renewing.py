"""Documents that earlier readers read are read anew: what changes, what stays, and what it costs."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import DocumentQueued, DocumentStatusChanged, IngestProgressed
from core.fields.values import Method, text_value
from core.ingest.queue.consistency import Repairs, repair
from core.ingest.readers import READER_VERSION
from core.store.fields.repository import FieldRepository, SortingRepository
from core.types import DocumentStatus, SourceState
from tests.ingest.batch import Recogniser, make_locked, make_mail, make_scan, run
from tests.library_kit import Library, make_pdf, open_library, prose


def age(library: Library, change: Callable[[str], str] = str) -> None:
    """All documents as an earlier version left them: read by readers that took some words for others."""
    pipeline, store = library.pipeline, library.pipeline._store
    for document in library.documents.all():
        pages = store.pages.records(document.document_id)
        if pages and any(change(page.text) != page.text for page in pages):
            pages = [replace(page, text=change(page.text)) for page in pages]
            pages, cut = pipeline._reading.cut(document, document.title, pages, [], CancelToken())
            store.update_text(document, pages, cut, lambda: None)
            store.queue.put(document.document_id, "embed")
    run(library)
    library.database.execute("UPDATE documents SET reader = 0")


def check(library: Library) -> Repairs:
    """As at the start of the program."""
    recognises = library.pipeline._recogniser is not None
    return repair(library.database, library.index, library.index_name, library.chunker, recognises=recognises)


def readers(library: Library) -> list[int]:
    rows = library.database.query("SELECT reader FROM documents ORDER BY rowid")
    return [row["reader"] for row in rows]


def test_old_pages_give_way_to_new_ones_and_can_be_searched_all_the_while(
    library: Library, tmp_path: Path
) -> None:
    library.ingest(make_pdf(tmp_path / "manual.pdf", [prose("D-9", 20), prose("D-9", 20, seed=1)]))
    expected = library.picture()
    age(library, lambda text: text.replace("housing", "hossing"))
    embedded = sum(library.embedder.calls)
    found = [library.index.search_keywords(word, 5) for word in ("housing", "hossing")]
    assert [bool(hits) for hits in found] == [False, True]
    assert check(library) == Repairs(to_renew=1)
    for _event in library.pipeline.run(CancelToken()):
        assert library.documents.searchable_ids()
        assert library.index.search_keywords("warranty", 5)
    assert library.picture() == expected
    assert readers(library) == [READER_VERSION]
    with_housing = sum(
        "housing" in chunk.text for chunk in library.chunks.of_document(*library.documents.searchable_ids())
    )
    assert sum(library.embedder.calls) - embedded == with_housing < len(found[1]) + 10
    assert not check(library)


def test_the_same_pages_cost_nothing_but_the_reading(library: Library, tmp_path: Path) -> None:
    library.ingest(make_pdf(tmp_path / "manual.pdf", [prose("D-9", 20)]))
    expected, embedded = library.picture(), list(library.embedder.calls)
    age(library)
    check(library)
    events = run(library)
    assert not any(isinstance(event, DocumentStatusChanged) for event in events)
    assert next(event.renewing for event in events if isinstance(event, IngestProgressed))
    assert (library.picture(), library.embedder.calls) == (expected, embedded)
    assert readers(library) == [READER_VERSION]


@pytest.mark.parametrize("what", ["gone", "changed", "refused"])
def test_what_cannot_be_read_anew_stays_as_it_was_without_a_word(
    library: Library, tmp_path: Path, what: str
) -> None:
    paper = make_pdf(tmp_path / "paper.pdf", [prose("D-9", 20)])
    if what == "refused":  # as when today's readers ask for a password that nobody knows any more
        make_locked(paper, "opensesame")
        library.ingest(paper)
        library.pipeline.unlock(library.documents.all()[0].document_id, "opensesame")
        run(library)
        library.pipeline._passwords.forget(library.documents.all()[0].document_id)
    else:
        library.ingest(paper)
        paper.unlink() if what == "gone" else make_pdf(paper, [prose("E-1", 20)])
    expected = library.picture()
    age(library)
    check(library)
    assert [event.kind for event in run(library)] == [
        "ingest_progressed",
        "ingest_progressed",
        "run_finished",
    ]
    found = library.picture()
    state = SourceState.MISSING if what == "gone" else SourceState.PRESENT
    assert [document.source_state for document in library.documents.all()] == [state]
    assert (found["pages"], found["vectors"]) == (expected["pages"], expected["vectors"])
    assert library.documents.all()[0].status is DocumentStatus.INDEXED
    assert not check(library).to_renew  # what is gone is waited for, what is refused is not tried again
    if what == "gone":
        make_pdf(paper, [prose("D-9", 20)])
        place = library.pipeline._store.locations.of_document(library.documents.all()[0].document_id)[0]
        library.pipeline._store.locations.set_states([(place.path, SourceState.PRESENT)])
        assert check(library).to_renew == 1


def test_what_another_chunker_cut_is_cut_anew_while_it_can_be_searched(tmp_path: Path) -> None:
    library = open_library(tmp_path / "home")
    paper = make_pdf(tmp_path / "paper.pdf", [prose("D-9", 30)])
    library.ingest(paper)
    chunks = library.documents.all()[0].chunk_count
    library.close()
    paper.unlink()
    again = open_library(tmp_path / "home", tokens=120)
    assert check(again) == Repairs(to_renew=1)
    for _event in again.pipeline.run(CancelToken()):
        assert again.documents.searchable_ids()
        assert again.index.search_keywords("warranty", 5)
    assert again.documents.all()[0].chunk_count < chunks
    assert not check(again)
    again.close()


def test_files_inside_a_file_are_met_again_and_what_was_removed_stays_out(
    library: Library, tmp_path: Path
) -> None:
    attached = [make_pdf(tmp_path / f"{name}.pdf", [prose(name, 9)]) for name in ("M-1", "M-2")]
    mail = make_mail(tmp_path / "letter.eml", *attached)
    with zipfile.ZipFile(tmp_path / "mails.zip", "w") as archive:
        archive.write(mail, "letter.eml")
    library.ingest(tmp_path / "mails.zip")
    (removed,) = [one.document_id for one in library.documents.all() if one.filename == "M-2.pdf"]
    library.pipeline.remove(removed)
    expected = library.picture()
    age(library, lambda text: text.replace("Offer", "Order"))
    check(library)
    events = run(library)
    assert not any(isinstance(event, DocumentQueued) for event in events)
    assert library.picture() == expected
    mail_id = next(one.document_id for one in library.documents.all() if one.format == "eml")
    library.database.execute("DELETE FROM pages WHERE document_id = ?", (mail_id,))
    library.documents.set_status(mail_id, DocumentStatus.QUEUED)  # as if killed while it was first read
    check(library)
    run(library)
    assert library.picture() == expected


def test_files_in_pdfs_become_documents_when_these_are_read_anew(library: Library, tmp_path: Path) -> None:
    import pymupdf

    document = pymupdf.open()
    document.new_page().insert_text((72, 72), "The cover of the tender.")
    document.embfile_add("terms.txt", b"The penalty is 5 %.", filename="terms.txt")
    document.save(tmp_path / "tender.pdf")
    library.ingest(tmp_path / "tender.pdf")
    expected = library.picture()
    library.database.execute("DELETE FROM documents WHERE filename = 'terms.txt'")  # never read
    age(library)
    check(library)
    run(library)
    assert library.picture() == expected


def test_what_the_user_added_comes_first_even_in_the_middle(library: Library, tmp_path: Path) -> None:
    old = [
        make_pdf(tmp_path / f"old {n}.pdf", [prose(f"O-{n}", 30, seed=k) for k in range(9)]) for n in (1, 2)
    ]
    library.ingest(*old)
    age(library, lambda text: text.replace("housing", "hossing"))
    check(library)
    new = make_pdf(tmp_path / "new.pdf", [prose("N-1", 20)])
    ready: list[str] = []
    for event in library.pipeline.run(CancelToken()):
        if isinstance(event, IngestProgressed) and event.renewing and len(library.documents.all()) == 2:
            list(library.pipeline.add_paths([new], CancelToken()))
        if isinstance(event, DocumentStatusChanged) and event.status is DocumentStatus.INDEXED:
            ready.append(event.filename)
    assert ready == ["new.pdf", "old 1.pdf", "old 2.pdf"]


def test_without_renewing_and_while_paused_old_documents_wait(library: Library, tmp_path: Path) -> None:
    library.ingest(make_pdf(tmp_path / "old.pdf", [prose("O-1", 20)]))
    age(library)
    check(library)
    list(library.pipeline.run(CancelToken(), renews=False))
    library.pipeline.pause(True)
    list(library.pipeline.run(CancelToken()))
    assert readers(library) == [0]
    library.pipeline.pause(False)
    run(library)
    assert readers(library) == [READER_VERSION]


@pytest.mark.parametrize("stop_after", [100, 8], ids=["all of it", "some of it"])
def test_recognised_text_is_kept(tmp_path: Path, stop_after: int) -> None:
    whole = open_library(tmp_path / "whole", recogniser=Recogniser())
    scan = make_scan(tmp_path / "scan.pdf", 12)
    whole.ingest(scan)
    expected = whole.picture()
    whole.close()
    recogniser = Recogniser(stop_after=stop_after)
    library = open_library(tmp_path / "home", recogniser=recogniser)
    list(library.pipeline.add_paths([scan], CancelToken()))
    list(library.pipeline.run(cancel := CancelToken()))
    assert cancel.is_set == (stop_after == 8)
    library.database.execute("UPDATE documents SET reader = 0")
    check(library)
    run(library)
    assert sorted(set(recogniser.recognised)) == list(range(1, 13))
    assert len(recogniser.recognised) <= 13  # the page at which it was stopped, at most, again
    assert library.picture() == expected
    assert readers(library) == [READER_VERSION]
    library.close()


def test_what_the_user_entered_stays_and_the_rest_is_read_of_the_new_text(tmp_path: Path) -> None:
    library = open_library(tmp_path / "home", files=True)
    library.ingest(
        make_pdf(tmp_path / "bill.pdf", ["Invoice no. 4711\nInvoice date: 3 May 2026\nTotal: 812.40 EUR"])
    )
    (document,) = library.documents.all()
    fields, sortings = FieldRepository(library.database), SortingRepository(library.database)
    sortings.move([document.document_id], "invoices")
    fields.correct(document.document_id, "invoices", "vendor_name", text_value("Miller"))
    run(library)
    expected = fields.of_document(document.document_id, "invoices")
    age(library, lambda text: text.replace("812.40", "999.90"))
    check(library)
    run(library)
    assert fields.of_document(document.document_id, "invoices") == expected
    assert expected["vendor_name"].method is Method.USER
    assert "812" in expected["total_amount"].value.shown
    library.close()
