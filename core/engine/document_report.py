"""The report on how one document was read. Any thread, through `Database`."""

from __future__ import annotations

from collections.abc import Iterable

from core.search.coverage import page_ranges
from core.search.place_words import cited_place
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.hidden import HiddenTextRepository
from core.store.locations import MEMBER_SEPARATOR, LocationRepository, inside
from core.store.pages import PageRepository
from core.types import ANNOTATION, METADATA, CitedPlace, Document, Page
from core.types.reading_report import PlacedText, ReadingReport


def report_on(database: Database, document_id: str) -> ReadingReport | None:
    """None when there is no such document.

    Raises:
        core.errors.StorageError: the library cannot be read.
    """
    document, pages = DocumentRepository(database).get(document_id), PageRepository(database)
    if document is None:
        return None
    read = {page.number: page for page in pages.without_words(document_id)}

    def places(numbers: Iterable[int]) -> tuple[CitedPlace, ...]:
        return tuple(
            CitedPlace(first, read[first].kind, read[first].label, last_page=last if last > first else 0)
            if first in read
            else CitedPlace(first, last_page=last if last > first else 0)
            for first, last in page_ranges(list(numbers))
        )

    hidden = [
        PlacedText(places([found.page])[0], found.text, found.reason)
        for found in HiddenTextRepository(database).of_document(document_id)
    ]
    return ReadingReport(
        document,
        recognised=places(page.number for page in read.values() if page.ocr),
        waiting=places(pages.awaiting_ocr(document_id)),
        unchecked=places(number for number, page in read.items() if not page.checked),
        problems=tuple((places(problem.pages), problem.reason) for problem in document.problems),
        set_aside=tuple(one for one in hidden if one.reason != METADATA),
        properties=tuple(one for one in hidden if one.reason == METADATA),
        notes=tuple(note for page in read.values() for note in _notes(page)),
        files=_files(database, document),
    )


def _notes(page: Page) -> list[PlacedText]:
    start = page.span.start
    return [
        PlacedText(
            cited_place([page], [said.span]),
            page.text[said.span.start - start : said.span.end - start],
            spans=(said.span,),
        )
        for said in page.places
        if said.kind == ANNOTATION
    ]


def _files(database: Database, document: Document) -> tuple[Document, ...]:
    """What lies in it, also what was known before and is read from elsewhere; not what lies in these."""
    documents, before = DocumentRepository(database), inside(document.member)
    within = dict.fromkeys(
        place.document_id
        for place in sorted(
            LocationRepository(database).at_path(document.path, None), key=lambda one: one.member
        )
        if place.member.startswith(before)
        and place.member != document.member
        and MEMBER_SEPARATOR not in place.member.removeprefix(before)
    )
    found = (documents.get(one) for one in within)
    return tuple(one for one in found if one is not None)
