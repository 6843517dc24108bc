"""References followed through a library of PDFs: stored text, real index, real search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.answer.sources import make_source
from core.engine.reference_library import StoredReferenceLibrary
from core.events import Event
from core.research.base import FoundReference
from core.research.library_references import LibraryFollower
from core.search.registry import DocumentRegistry
from core.search.retriever import HybridRetriever
from core.store.database import Database
from core.types import Span
from tests.answer.helpers import source_of
from tests.benchmarks.research.library_pages import write_library
from tests.benchmarks.research.library_plan import Block, PlannedDocument
from tests.library_kit import Library, open_library
from tests.research.kit import Research, of, one

_BESIDE = (
    "Staff on both shifts confirmed that the readings were stable and that all doors were closed.",
    "Water was drawn from the lower tank, left to settle for an hour and returned untreated.",
    "Where the floor is wet it is marked, and the marks are taken away once it is dry again.",
    "Nothing unusual was noted in the morning, and nothing in the evening.",
)
# Heading or caption (with its name) → what stands below it.
PARTS: dict[str, tuple[str, dict[str, str]]] = {
    "OM-500 Operating Manual.pdf": (
        "Operating Manual OM-500",
        {
            "1 Scope": "This manual covers the unit C-500.",
            "2 Start-up": "How the pump of the unit is primed at start-up is described in section 4.2 of the "
            "Service Manual SM-500.",
            "3 Prices": "Prices of all spare gaskets are at https://parts.example.org/c500 only.",
        },
    ),
    "SM-500 Service Manual.pdf": (
        "Service Manual SM-500",
        {
            "4.1 Removal": "The four bolts are taken out crosswise.",
            "4.2 Priming": "Fill through the port up to the mark given in Table 3 of the Data Sheet P-500.",
            "4.3 Closing": "The lid is closed by hand.",
        },
    ),
    "P-500 Data Sheet.pdf": (
        "Data Sheet P-500",
        {
            "Table 2. Sizes": "The foot is 80 cm long.",
            "Table 3. Marks": "The upper mark stands at 37 litres.",
        },
    ),
    "smith_2019_concrete.pdf": (
        "Tritium in aged concrete",
        {
            "1 Introduction": "How cement paste binds tritium was measured earlier [1].",
            "References": "[1] B. Keller and C. Ott. Sorption on hardened samples. J. of Barriers, 2011.",
        },
    ),
    "keller_2011_samples.pdf": (
        "Sorption on hardened samples",
        {"1 Result": "After ninety days 12 percent were bound."},
    ),
    "North Dock.pdf": (
        "North Dock",
        {"1 Ladders": "Which hose fits the ladder of the north dock is told in the Handling Guide HG-9."},
    ),
    "Site Rules.pdf": (
        "Site Rules",
        {
            "1 Crane": "Which loads of the crane are allowed is told in sections 1, 2, 3, 4 and 5 of the "
            "Crane Manual CM-1."
        },
    ),
    "CM-1 Crane Manual.pdf": (
        "Crane Manual CM-1",
        {
            f"{number} Part {'ABCDE'[number - 1]}": f"Hook {number} holds {number} t."
            for number in range(1, 6)
        },
    ),
}


def planned() -> list[PlannedDocument]:
    """With paragraphs about something else between the parts, so that each part is passages of its own."""
    documents = []
    for filename, (title, parts) in PARTS.items():
        blocks = []
        for heading, text in parts.items():
            kind = "caption" if heading.startswith("Table") else "heading"
            name = " ".join(heading.split()[:2]) if kind == "caption" else heading.split()[0]
            blocks += [Block(kind, heading, name), Block("text", text), Block("text", " ".join(_BESIDE))]
        if title == "Tritium in aged concrete":
            blocks.pop()  # nothing stands behind a bibliography
        documents.append(PlannedDocument(filename, title, "en", "sized", tuple(blocks)))
    return documents


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("following")
    write_library(planned(), folder / "documents")
    opened = open_library(folder / "home")
    opened.ingest(folder / "documents")
    assert {document.filename for document in opened.documents.all()} == set(PARTS)
    yield opened
    opened.close()


@pytest.fixture
def opened(library: Library, database: Database) -> Research:
    """Each search brings one passage; what else is read, references have led to."""
    research = Research(database)
    research.shelf = HybridRetriever(library.database, library.index, library.embedder)  # type: ignore[assignment]
    stored = StoredReferenceLibrary(library.database, DocumentRegistry(library.database))
    research.papers = stored  # type: ignore[assignment]
    research.limits = replace(research.limits, hits_per_search=1, hits_per_query=1, least_passages=1)
    return research


def run(research: Research, question: str) -> list[Event]:
    return research.ask(question, skip_questions=True, approve_tasks=True)


def followed(events: list[Event]) -> list[tuple[str, int]]:
    """(where it led, depth)"""
    return [(event.target_name, event.depth) for event in of(events, "reference_judged") if event.followed]


def text_read(research: Research, filename: str) -> str:
    """All passages of a document among the findings."""
    state = research.state
    opened = [
        research.shelf.open_chunk(row.document_id, row.chunk_id, for_prompt=True) for row in state.findings
    ]
    return "\n".join(chunk.text for document, chunk in filter(None, opened) if document.filename == filename)


def test_a_chain_of_two_documents_brings_what_only_the_second_reference_carries(opened: Research) -> None:
    events = run(opened, "How is the pump of the unit primed at start-up?")
    assert followed(events)[:2] == [("SM-500 Service Manual.pdf", 1), ("P-500 Data Sheet.pdf", 2)]
    searched = [hit.filename for event in of(events, "tool_returned")[:1] for hit in event.hits]
    assert searched == ["OM-500 Operating Manual.pdf"]
    assert "37 litres" in text_read(opened, "P-500 Data Sheet.pdf")
    assert "up to the mark" in text_read(opened, "SM-500 Service Manual.pdf")
    assert "taken out crosswise" not in text_read(opened, "SM-500 Service Manual.pdf")
    reasons = [event.reason for event in of(events, "reference_judged") if event.followed]
    assert reasons[0].endswith("found under “4.2 Priming”")
    ways = {edge.kind for edge in one(events, "research_reported").report.edges}
    assert "reference" in ways


def test_a_cited_number_leads_to_the_work_it_stands_for(opened: Research) -> None:
    events = run(opened, "How does cement paste bind tritium, as measured earlier?")
    assert ("keller_2011_samples.pdf", 1) in followed(events)
    assert "12 percent" in text_read(opened, "keller_2011_samples.pdf")


def test_an_address_is_listed_as_open_and_not_followed(opened: Research) -> None:
    events = run(opened, "What are the prices of all spare gaskets?")
    report = one(events, "research_reported").report
    (row,) = [row for row in report.open_references if row.address]
    assert (row.filename, row.address) == ("OM-500 Operating Manual.pdf", "https://parts.example.org/c500")
    assert row.reason == "it leads out of the library"
    assert not any(event.followed for event in of(events, "reference_judged") if event.text == row.text)


def test_what_is_only_searched_for_brings_nothing_that_is_beside_the_task(opened: Research) -> None:
    events = run(opened, "Which hose fits the ladder of the north dock?")
    (judged,) = [event for event in of(events, "reference_judged") if event.text == "Handling Guide HG-9"]
    assert judged.followed
    assert judged.target_name == ""
    assert {event.filename for event in of(events, "finding_kept")} == {"North Dock.pdf"}
    (row,) = one(events, "research_reported").report.open_references
    assert (row.text, row.reason) == (
        "Handling Guide HG-9",
        "it was searched for, and nothing that was found matters for the task",
    )


def test_three_references_into_one_document_are_the_last(opened: Research) -> None:
    events = run(opened, "Where does it say which loads of the crane are allowed?")
    judged = [event for event in of(events, "reference_judged") if event.depth == 1]
    assert [event.followed for event in judged] == [True, True, True, False, False]
    assert {event.target_name for event in judged} == {"CM-1 Crane Manual.pdf"}
    assert "3 times" in judged[3].reason
    assert any("3 times" in told for told in one(events, "research_reported").report.limits)
    read = text_read(opened, "CM-1 Crane Manual.pdf")
    assert "Hook 3 holds" in read
    assert "Hook 5 holds" not in read


def test_references_do_not_lead_out_of_the_chosen_documents(opened: Research, library: Library) -> None:
    ids = {document.filename: document.document_id for document in library.documents.all()}
    chosen = ("OM-500 Operating Manual.pdf", "P-500 Data Sheet.pdf")
    events = opened.ask(
        "How is the pump of the unit primed at start-up?",
        skip_questions=True,
        approve_tasks=True,
        document_ids=tuple(ids[name] for name in chosen),
    )
    assert {event.filename for event in of(events, "finding_kept")} <= set(chosen)


def test_reasons_come_in_the_language_of_the_question(opened: Research) -> None:
    events = run(opened, "Was steht in section 4.2 zur pump of the unit primed at start-up, und wo ist es?")
    reasons = [event.reason for event in of(events, "reference_judged") if event.followed]
    assert any("gefunden unter „4.2 Priming“" in reason for reason in reasons)


def led_by(library: Library, words: str, *, selected: bool = False) -> tuple[str, FoundReference] | None:
    """Where a reference leads that stands in the manual's section 4.2 in German, and that passage's document;
    None where the passage has none.

    `selected`: only this document is searched.
    """
    ids = {document.filename: document.document_id for document in library.documents.all()}
    stored = StoredReferenceLibrary(library.database, DocumentRegistry(library.database))
    whole = source_of(1, "", "SM-500 Service Manual.pdf")
    document = replace(whole.document, document_id=ids[whole.document.filename])
    allowed = {document.document_id} if selected else None
    follower = LibraryFollower(stored, allowed, language="de")
    (chunk,) = [one for one in library.chunks.of_document(document.document_id) if "4.2" in one.text]
    text = f"Es gilt dies. {words} Danach folgt mehr."
    spans = (Span(chunk.spans[0].start, chunk.spans[0].start + len(text)),)
    at = replace(chunk, text=text, spans=spans)
    source = make_source(1, document, at, 0.5, "", page_of=lambda _document, _span: 1)
    references = follower.references(source)
    if not references:
        return None
    (found,) = references
    assert source.sentences[found.sentence].text == words
    return document.document_id, found


def test_what_leads_nowhere_says_why(library: Library) -> None:
    _, law = led_by(library, "Näheres regelt § 433 Abs. 1 BGB.")
    assert not law.leads
    assert (law.reason, law.address) == ("das Gesetz ist nicht in der Bibliothek", "§ 433 Abs. 1 BGB")
    assert led_by(library, "Dies wurde gemessen [77], auch in Wien (2019).") is None
    own, found = led_by(library, "Siehe Abschnitt 4.3.")
    assert found.leads
    assert found.chunk_ids
    first = library.chunks.get(found.chunk_ids[0])
    assert first is not None
    assert "4.3 Closing" in first.text
    assert found.document_ids == (own,)


def test_of_what_is_outside_a_selection_it_is_not_said_that_the_library_lacks_it(library: Library) -> None:
    cited = "Dies zeigen Keller et al. (2011)."
    _, known = led_by(library, cited)
    assert known.leads
    assert known.filename == "keller_2011_samples.pdf"
    outside = "das Werk ist nicht in der Bibliothek oder gehört nicht zu dem, was durchsucht wird"
    _, work = led_by(library, cited, selected=True)
    assert (work.leads, work.reason, work.address) == (False, outside, "Keller 2011")
    _, law = led_by(library, "Näheres regelt § 433 Abs. 1 BGB.", selected=True)
    assert not law.leads
    assert "oder gehört nicht zu dem, was durchsucht wird" in law.reason
