"""A document's own number, printed in it, is no reference to another document."""

from __future__ import annotations

from core.research.references.library_view import DocumentText, PageText
from core.research.references.own_number import is_own_number, own_numbers
from tests.research.kit import Papers, Research, Shelf, chapters, of
from tests.scored import scored


def document(*pages: str, title: str = "") -> DocumentText:
    starts = [sum(len(page) + 1 for page in pages[:number]) for number in range(len(pages))]
    rows = [
        PageText(number, "", starts[number - 1], pages[number - 1]) for number in range(1, len(pages) + 1)
    ]
    return DocumentText("d", title, tuple(rows), ())


@scored("references")
def test_the_title_page_tells_it(top: str, name: str) -> None:
    assert is_own_number(name, own_numbers(document(top)))


def test_the_title_and_the_foot_of_each_page_tell_it() -> None:
    assert is_own_number("contract AK-2024-07", own_numbers(document("", title="Supply Contract AK-2024-07")))
    pages = [f"Text of page {number}.\nMore of it.\nManual OM-310, page {number}" for number in (1, 2, 3, 4)]
    assert is_own_number("Manual OM-310", own_numbers(document("Cover\n" * 400, *pages)))


@scored("references")
def test_what_is_pointed_to_is_another(text: str, name: str) -> None:
    assert not is_own_number(name, own_numbers(document(text)))


def test_nothing_is_searched_for_the_number_of_the_document_itself(research: Research) -> None:
    texts = chapters(
        "pump.pdf",
        "Karst Pumps. Document KP-77-EN, edition 2, May 2024.",
        "The warranty of the pump is 24 months from delivery, see Document KP-77-EN and Document KP-99-EN.",
    )
    research.shelf, research.papers = Shelf(texts), Papers(texts)
    question = "How long is the warranty of the pump from delivery?"
    events = research.ask(question, skip_questions=True, approve_tasks=True)
    reasons = {event.text: event.reason for event in of(events, "reference_judged")}
    assert reasons["Document KP-77-EN"] == "it names the document it stands in"
    searched = [query for query, _ids in research.shelf.searched]
    assert "Document KP-77-EN" not in searched
    assert "Document KP-99-EN" in searched
