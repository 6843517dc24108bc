"""Guides to documents: what is in them, all of it cited, and questions that they answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import EventStamper
from core.guide.guide_making import made_guide
from core.llm.calls import UsageMeter
from core.plans.base import PlanTools
from core.plans.request_kinds import RequestKinds
from core.search.retriever import HybridRetriever
from core.settings import AnswerSettings
from core.store.guides import GuideRepository
from core.types import StatementStatus
from core.types.guides import DocumentGuide, GuidePart
from tests.library_kit import Library, answer_judge, open_library
from tests.scripted_model import ScriptedModel, Turn

LEASE = """Lease of the Mill Lane store

This lease is made between Harrow Vale Waterworks and Aldermoor Pumps on 3 March 2025.

1. Term

The lease begins on 1 May 2025 and ends on 30 April 2030. Either party ends it with a notice of six months.

2. Rent

The monthly rent is EUR 4,650 and is due on the third day of each month. The deposit of EUR 9,300 is returned
within 30 days after the end. In this lease “Store” means the hall with its two loading bays.

3. Repairs

The tenant reports damage in writing. The landlord repairs the roof and the gates at its own cost.

4. Costs

Item Amount, EUR

Cleaning 120.50

Winter service 85.00
"""
ABOUT = (
    "It is a lease between Harrow Vale Waterworks and Aldermoor Pumps. [2]\nIts rent is EUR 9,999 a week. [2]"
)
QUESTIONS = (
    "How much is the monthly rent of the store? [{rent}]\nWhen does the lease begin? [{term}]\n"
    "Who painted the Mona Lisa? [{term}]\nThe rent is high. [{rent}]"
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = open_library(tmp_path / "home")
    for name, text in (
        ("lease.txt", LEASE),
        ("miete.txt", "Mietvertrag\n\n1. Miete\n\nDie Miete beträgt 850 Euro im Monat.\n"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        opened.ingest(tmp_path / name)
    yield opened
    opened.close()


def guide_to(library: Library, filename: str, turns: Sequence[Turn] | None = None) -> DocumentGuide:
    model = None if turns is None else ScriptedModel(turns)
    tools = PlanTools(
        HybridRetriever(library.database, library.index, library.embedder),
        answer_judge(),
        model,
        None,
        RequestKinds(None),
        library.embedder,
        AnswerSettings(),
        UsageMeter(""),
        EventStamper(),
        CancelToken(),
    )
    (document,) = [one for one in library.documents.all() if one.filename == filename]
    making = made_guide(document.document_id, tools)
    try:
        while True:
            next(making)
    except StopIteration as done:
        guide: DocumentGuide = done.value
    return guide


def texts(guide: DocumentGuide, part: GuidePart) -> list[str]:
    return [one.text for one in guide.answer.statements if one.section == part]


def test_a_guide_copies_what_matters_and_cites_it(library: Library) -> None:
    guide = guide_to(library, "lease.txt")
    assert guide.model == ""
    assert {one.status for one in guide.answer.statements} == {StatementStatus.QUOTED}
    assert all(one.evidence for one in guide.answer.statements)
    assert any("made between Harrow Vale" in text for text in texts(guide, GuidePart.WHAT))
    dates = " ".join(texts(guide, GuidePart.DATES))
    assert all(said in dates for said in ("1 May 2025", "notice of six months", "within 30 days"))
    amounts = texts(guide, GuidePart.AMOUNTS)
    assert [said in amounts[place] for place, said in enumerate(("4,650", "9,300", "120.50", "85.00"))] == [
        True
    ] * 4
    assert texts(guide, GuidePart.TERMS) == [
        "In this lease “Store” means the hall with its two loading bays."
    ]
    assert [text.partition(" ")[2] for text in texts(guide, GuidePart.OUTLINE)][-5:-1] == [
        "Term",
        "Rent",
        "Repairs",
        "Costs",
    ]
    assert "What does lease.txt say about “Rent”?" in [one.text for one in guide.questions]


def test_its_words_are_in_the_language_of_the_document(library: Library) -> None:
    guide = guide_to(library, "miete.txt")
    assert texts(guide, GuidePart.AMOUNTS) == ["Die Miete beträgt 850 Euro im Monat."]
    assert [one.text for one in guide.questions] == ["Was steht in miete.txt zu „Miete“?"]


def test_what_a_model_adds_is_judged(library: Library) -> None:
    """A statement that nothing carries is left out, and a question that its sentence does not answer."""
    plain = guide_to(library, "lease.txt")
    asked_about = {
        one.evidence[0].spans[0]: one.text
        for one in plain.answer.statements
        if one.section in (GuidePart.KEY, GuidePart.DATES, GuidePart.AMOUNTS)
    }
    lines = [asked_about[span] for span in sorted(asked_about)]
    rent = 1 + next(place for place, text in enumerate(lines) if "monthly rent" in text)
    term = 1 + next(place for place, text in enumerate(lines) if "1 May 2025" in text)
    guide = guide_to(library, "lease.txt", [ABOUT, QUESTIONS.format(rent=rent, term=term)])
    assert guide.model == "scripted"
    said = texts(guide, GuidePart.WHAT)
    assert "It is a lease between Harrow Vale Waterworks and Aldermoor Pumps." in said
    assert "Its rent is EUR 9,999 a week." not in said
    questions = {one.text: one.evidence.quote for one in guide.questions}
    assert "4,650" in questions["How much is the monthly rent of the store?"]
    assert "1 May 2025" in questions["When does the lease begin?"]
    assert not {"Who painted the Mona Lisa?", "The rent is high."} & set(questions)


def test_a_guide_is_kept_with_the_text_it_was_made_of(library: Library) -> None:
    guides = GuideRepository(library.database)
    made = guide_to(library, "lease.txt")
    (chunks,) = [one.chunk_count for one in library.documents.all() if one.document_id == made.document_id]
    assert set(guides.waiting("1", 9)) == {one.document_id for one in library.documents.all()}
    guides.keep(made, "1", chunks)
    assert guides.get(made.document_id, "1") == made
    assert made.document_id not in guides.waiting("1", 9)
    assert guides.get(made.document_id, "2") is None  # of another making
    assert made.document_id in guides.waiting("2", 9)
    guides.keep(made, "1", chunks + 1)
    assert guides.get(made.document_id, "1") is None  # of another text
    assert [one.document_id for one in guides.of_documents(None, 9)] == [made.document_id]
    assert guides.of_documents(["another"], 9) == []
    library.pipeline.remove(made.document_id)
    assert guides.of_documents(None, 9) == []


def test_a_guide_that_cannot_be_read_is_none(library: Library) -> None:
    guides, made = GuideRepository(library.database), guide_to(library, "lease.txt")
    (chunks,) = [one.chunk_count for one in library.documents.all() if one.document_id == made.document_id]
    guides.keep(replace(made, title="X"), "1", chunks)
    library.database.execute("UPDATE document_guides SET guide = '{\"title\": 1}'")
    assert guides.get(made.document_id, "1") is None
    assert guides.of_documents(None, 9) == []
