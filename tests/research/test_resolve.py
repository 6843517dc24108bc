"""Resolution over a real library: PDFs that were really read in, and the doors that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.engine.reference_library import StoredReferenceLibrary
from core.research.references.detect import detect
from core.research.references.library_view import DocumentText, PageText
from core.research.references.outline import Landmark, find_place, landmarks
from core.research.references.reference import Reference
from core.research.references.resolve import Outcome, Resolver
from core.research.references.title_matching import DocumentNameTable
from core.search.registry import DocumentRegistry
from tests.benchmarks.research.library_pages import write_library
from tests.benchmarks.research.library_plan import KnownReference, chains, planned_library
from tests.benchmarks.research.resolution import LibraryUnderTest
from tests.cases import cases
from tests.library_kit import Library, open_library
from tests.scored import scored

FILES = (
    "OM-310 Operating Manual.pdf",
    "SM-310 Service Manual.pdf",
    "P-120 Data Sheet.pdf",
    "Quality Manual QM-01.pdf",
    "Quality Manual QM-02.pdf",
    "Strahlenschutzgesetz.pdf",
    "Strahlenschutzverordnung.pdf",
    "smith_2019_diffusion.pdf",
    "keller_2011_sorption.pdf",
    "jones_2014_pores.pdf",
    "Wartungsplan 2023.pdf",
    "Wartungsplan 2024.pdf",
    "Site Rules.pdf",
)


class Opened:
    """A library, and the ids of its documents by file name."""

    def __init__(self, library: Library, asked: LibraryUnderTest, known: list[KnownReference]) -> None:
        self.asked = asked
        self.known = known
        self.ids = {document.filename: document.document_id for document in library.documents.all()}
        self.stored = StoredReferenceLibrary(library.database, DocumentRegistry(library.database))
        self.resolver = Resolver(self.stored)

    def resolve(self, text: str, filename: str = FILES[0], among: set[str] | None = None):  # type: ignore[no-untyped-def]
        reference = min(detect(text), key=lambda one: one.unit == "document")
        return self.resolver.resolve(reference, document_id=self.ids[filename], among=among)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    folder = tmp_path_factory.mktemp("references")
    documents, known = planned_library()
    chosen = [document for document in documents if document.filename in FILES]
    places = write_library(chosen, folder / "documents")
    library = open_library(folder / "home")
    library.ingest(folder / "documents")
    ids = {document.filename: document.document_id for document in library.documents.all()}
    assert set(ids) == set(FILES)
    stored = StoredReferenceLibrary(library.database, DocumentRegistry(library.database))
    inside = [
        one
        for one in known
        if one.filename in FILES and one.targets and all(file in FILES for file, _ in one.targets)
    ]
    yield Opened(library, LibraryUnderTest(stored, ids, places), inside)
    library.close()


def test_known_references_lead_where_they_should(opened: Opened) -> None:
    scores = opened.asked.score(opened.known)
    assert scores.mistakes == []
    assert scores.right == scores.of >= 20


def test_a_chain_of_two_leads_on(opened: Opened) -> None:
    found = chains(opened.known)
    assert found
    assert [opened.asked.follow(chain) for chain in found] == [""] * len(found)


def test_a_place_is_the_part_under_its_heading(opened: Opened) -> None:
    found = opened.resolve("see section 4.2 of the Service Manual SM-310")
    assert (found.outcome, found.document_ids) == (Outcome.PLACE, (opened.ids["SM-310 Service Manual.pdf"],))
    document = opened.stored.text_of(found.document_ids[0])
    assert document is not None
    text = "\f".join(page.text for page in document.pages)[found.place.span.start : found.place.span.end]
    assert text.startswith("4.2 Priming")
    assert "Table 3 of the Data Sheet P-120" in " ".join(text.split())
    assert "4.3 Seals" not in text


def test_what_is_not_there_is_told_or_searched_for(opened: Opened) -> None:
    for case in cases("references", "what_is_not_there_is_told_or_searched_for"):
        text, outcome, address = case.given["text"], case.given["outcome"], case.expected
        found = opened.resolve(text)
        assert (found.outcome, found.address) == (outcome, address), case.id
        assert found.can_be_followed == (outcome == Outcome.SEARCH), case.id
        assert (found.query != "") == found.can_be_followed


def test_look_alikes_are_none(opened: Opened) -> None:
    own = opened.ids[FILES[0]]
    for case in cases("references", "look_alikes_are_none"):
        assert opened.resolver.references(case.given["text"], document_id=own) == [], case.id


def test_a_part_of_another_document_is_never_found_in_its_own(opened: Opened) -> None:
    for case in cases("references", "a_part_of_another_document_is_never_found_in_its_own"):
        text = case.given["text"]
        found = opened.resolve(text)
        assert found.outcome in (Outcome.SEARCH, Outcome.OPEN), case.id
        assert not found.document_ids
        assert "3.1" in f"{found.query} {found.address}"


def test_a_part_of_its_own_document_is_found(opened: Opened) -> None:
    for case in cases("references", "a_part_of_its_own_document_is_found"):
        text = case.given["text"]
        found = opened.resolve(text)
        assert (found.outcome, found.document_ids) == (Outcome.PLACE, (opened.ids[FILES[0]],))
        assert found.place.heading == "3.1 Normal operation"


def test_a_part_of_a_coded_or_quoted_document_is_found_there(opened: Opened) -> None:
    for case in cases("references", "a_part_of_a_coded_or_quoted_document_is_found_there"):
        text, filename, heading = case.given["text"], case.given["filename"], case.expected
        reference = next(one for one in detect(text) if one.unit in ("section", "§"))
        found = opened.resolver.resolve(reference, document_id=opened.ids[FILES[0]])
        assert (found.outcome, found.document_ids) == (Outcome.PLACE, (opened.ids[filename],))
        assert found.place.heading == heading, case.id


def test_a_cited_number_leads_through_the_documents_own_bibliography(opened: Opened) -> None:
    found = opened.resolve("as in [3]", "smith_2019_diffusion.pdf")
    assert found.document_ids == (opened.ids["jones_2014_pores.pdf"],)
    other = opened.resolve("as in [1]", "keller_2011_sorption.pdf")
    assert other.document_ids == found.document_ids
    outside = opened.resolve("as in [2]", "smith_2019_diffusion.pdf")
    assert (outside.outcome, outside.address) == (Outcome.OPEN, "10.1234/surv.2009.7")


def test_a_short_law_name_means_the_law(opened: Opened) -> None:
    found = opened.resolve("nach § 15 Abs. 2 StrlSchG")
    assert (found.outcome, found.place.heading) == (Outcome.PLACE, "§ 15 Freigabe")
    assert found.document_ids == (opened.ids["Strahlenschutzgesetz.pdf"],)


def test_documents_outside_the_selection_are_not_looked_into(opened: Opened) -> None:
    own = {opened.ids[FILES[0]]}
    found = opened.resolve("see section 4.2 of the Service Manual SM-310", among=own)
    assert found.outcome is Outcome.SEARCH
    assert not found.document_ids


def test_names_exact_then_near_then_part(opened: Opened) -> None:
    table = DocumentNameTable(opened.stored.registry())
    expected = {
        "Service Manual SM-310": "SM-310 Service Manual.pdf",
        "wartungsplan 2024": "Wartungsplan 2024.pdf",
        "Wartungsplans 2024": "Wartungsplan 2024.pdf",
        "Qualty Manual QM-02": "Quality Manual QM-02.pdf",
        "Diffusion of tritium": "smith_2019_diffusion.pdf",
    }
    for name, filename in expected.items():
        assert table.match(name) == (opened.ids[filename],), name
    assert table.match("Wartungsplan 2019") == ()
    assert len(table.match("Quality Manual")) == 2
    assert table.match("Diffusion of tritium", surely=True) == ()


def test_outline_knows_parts_pages_and_captions(opened: Opened) -> None:
    document = opened.stored.text_of(opened.ids["OM-310 Operating Manual.pdf"])
    assert document is not None
    marks = landmarks(document)

    def at(unit: str, number: str) -> str:
        place = find_place(document, unit, number, marks)
        return place.heading if place else ""

    assert at("section", "3.1") == "3.1 Normal operation"
    assert at("section", "3.1(a)") == "3.1 Normal operation"
    assert at("annex", "B") == "Annex B Interlocks"
    assert at("table", "2") == "Table 2 Ratings of the unit"
    assert at("title", "Reduced load") == "3.2 Reduced load"
    assert at("page", "1") == "page 1"
    assert at("page", "99") == at("table", "9") == at("annex", "Z") == ""


@scored("references")
def test_a_part_is_called_as_its_document_calls_it(line: str, unit: str, number: str) -> None:
    document = DocumentText(
        "d", "", (PageText(1, "", 0, f"Es gilt dies.\n\n{line}\n\nMehr dazu folgt."),), ()
    )
    place = find_place(document, unit, number, landmarks(document))
    assert place is not None
    assert place.heading.split()[0] == line.split()[0]


def test_a_numbered_part_stands_for_its_section_and_for_no_item(opened: Opened) -> None:
    document = opened.stored.text_of(opened.ids["OM-310 Operating Manual.pdf"])
    assert document is not None
    marks = [Landmark("", "7.01", "Authority", 10, 9, is_heading=False)]
    assert find_place(document, "section", "7", marks) is not None
    assert find_place(document, "item", "7", marks) is None


def test_keys_tell_places_apart_and_words_do_not(opened: Opened) -> None:
    one = opened.resolve("see section 4.2 of the Service Manual SM-310")
    same = opened.resolve("siehe Abschnitt 4.2 im SM-310 Service Manual.pdf")
    other = opened.resolve("see section 4.3 of the Service Manual SM-310")
    assert one.key == same.key != other.key
    assert isinstance(one.reference, Reference)
