"""Names of documents of the library in a text: told by the library, not by what names look like."""

from __future__ import annotations

from core.research.references.mentions import mentioned
from core.research.references.title_matching import DocumentNameTable
from tests.answer.helpers import source_of
from tests.research.kit import Papers, Research, of
from tests.scored import scored

NAMES = (
    "Geschäftsordnung des Gemeinderats.pdf",
    "Lärmaktionsplan Talheim 2016.pdf",
    "Water Permit WP-2019-44.pdf",
    "Securities and Exchange Commission.pdf",
    "Anhang.pdf",
)
SOURCES = {name: source_of(0, "Text.", name) for name in NAMES}
IDS = {name: source.document.document_id for name, source in SOURCES.items()}
TABLE = DocumentNameTable(Papers(SOURCES).registry())


@scored("references", list)
def test_whole_names_of_documents_are_found_where_they_stand(text: str, names: list[str]) -> None:
    found = mentioned(text, TABLE, own="another")
    assert [" ".join(one.words.split()) for one in found] == names
    assert all(text[one.span.start : one.span.end] == one.words for one in found)


@scored("references", list)
def test_a_kind_of_document_that_is_there_once_is_that_one(text: str, names: list[str]) -> None:
    assert [one.words for one in mentioned(text, TABLE, own="another")] == names
    assert mentioned(text, TABLE, own=IDS["Lärmaktionsplan Talheim 2016.pdf"]) == []


def test_its_own_name_and_documents_out_of_reach_are_no_references() -> None:
    text = "Das Nähere regelt die Geschäftsordnung des Gemeinderats."
    own = IDS["Geschäftsordnung des Gemeinderats.pdf"]
    assert mentioned(text, TABLE, own) == []
    assert mentioned(text, TABLE, "another", among={IDS["Anhang.pdf"]}) == []
    assert len(mentioned(text, TABLE, "another", among={own})) == 1


def test_a_research_follows_a_name_that_no_pattern_knows(research: Research) -> None:
    texts = {
        "Hauptsatzung.pdf": "Über die Ladungsfrist der Ausschüsse sagt die Geschäftsordnung des "
        "Gemeinderats das Nähere.",
        "Geschäftsordnung des Gemeinderats.pdf": "Geladen wird sieben Tage vorher.",
        "Speiseplan.pdf": "Am Montag gibt es Suppe.",
    }
    sources = {name: source_of(0, text, name) for name, text in texts.items()}
    research.shelf = type(research.shelf)(sources)
    research.papers = Papers(sources)
    events = research.ask(
        "Wie lang ist die Ladungsfrist der Ausschüsse?", skip_questions=True, approve_tasks=True
    )
    followed = [event.target_name for event in of(events, "reference_judged") if event.followed]
    assert followed == ["Geschäftsordnung des Gemeinderats.pdf"]
