"""References in a text: found, kept apart from look-alikes, and those to the document itself left out."""

from __future__ import annotations

import time

import pytest

from core.research.references.bibliography import bibliography
from core.research.references.detect import detect
from core.research.references.library_view import DocumentText, HeadingLine, PageText
from core.research.references.mentions import mentioned
from core.research.references.outline import landmarks
from core.research.references.own_number import is_own_number, own_numbers
from core.research.references.reference import ReferenceKind
from core.research.references.title_matching import DocumentNameTable
from tests.answer.helpers import source_of
from tests.benchmarks.research.detection import score
from tests.benchmarks.research.labelled import own_passages
from tests.research.kit import Papers
from tests.scored import scored


@scored("references")
def test_kind_and_target(text: str, target: tuple[str, str]) -> None:
    assert target in [(one.kind.value, one.target) for one in detect(text)]


@scored("references")
def test_what_a_part_may_belong_to_is_told(text: str, document: str) -> None:
    part = next(one for one in detect(text) if one.unit != "document")
    assert part.document == document


def test_a_list_is_several_references_with_one_span() -> None:
    text = "as shown earlier [3, 5–7] and in Sections 4.1 through 4.3."
    found = detect(text)
    assert [one.number for one in found] == ["3", "5", "6", "7", "4.1", "4.2", "4.3"]
    assert {text[one.span.start : one.span.end] for one in found} == {"[3, 5–7]", "Sections 4.1 through 4.3"}
    assert all(one.words == text[one.span.start : one.span.end] for one in found)


@scored("references", list)
def test_a_range_names_what_lies_in_it(text: str, numbers: list[str]) -> None:
    assert [one.number for one in detect(text)] == numbers


def test_the_same_thing_has_the_same_key_in_both_languages() -> None:
    assert detect("siehe Abschnitt 3.2")[0].key == detect("see section 3.2")[0].key
    assert detect("siehe Abschnitt 3.2")[0].key != detect("see section 3.2 of the Service Manual")[0].key


@pytest.mark.parametrize(
    "text",
    [
        "Section 1, 2, 3 and 4 " * 2000,
        "“see " * 8000,
        "Act of the " * 4000,
        "§ 1 Abs. 2, 3 und " * 2000,
        "A-" * 20000,
        "Smith, Jones, " * 6000,
    ],
)
def test_hostile_text_takes_no_longer_than_it_is_long(text: str) -> None:
    start = time.monotonic()
    detect(text)
    assert time.monotonic() - start < 10  # 0.3 s on an idle core; seconds each before the finders were bound


def test_own_passages_are_found_as_well_as_the_documentation_says() -> None:
    scores = score(own_passages(), detect)
    assert scores.passages >= 300
    assert {*scores.by_kind} == set(ReferenceKind)
    assert scores.all.found / (scores.all.found + scores.all.missed) > 0.9
    assert scores.all.told / scores.all.found > 0.98


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
    assert [" ".join(text[one.start : one.end].split()) for one in found] == names


@scored("references", list)
def test_a_kind_of_document_that_is_there_once_is_that_one(text: str, names: list[str]) -> None:
    assert [text[one.start : one.end] for one in mentioned(text, TABLE, own="another")] == names
    assert mentioned(text, TABLE, own=IDS["Lärmaktionsplan Talheim 2016.pdf"]) == []


def test_its_own_name_and_documents_out_of_reach_are_no_references() -> None:
    text = "Das Nähere regelt die Geschäftsordnung des Gemeinderats."
    own = IDS["Geschäftsordnung des Gemeinderats.pdf"]
    assert mentioned(text, TABLE, own) == []
    assert mentioned(text, TABLE, "another", among={IDS["Anhang.pdf"]}) == []
    assert len(mentioned(text, TABLE, "another", among={own})) == 1


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


def read(*lines: str, heading: str = "Literatur") -> list[tuple[str, str]]:
    text = "\n".join(("1 Anfang", "Ein Satz.", heading, *lines))
    headings = (HeadingLine(0, 1, "1 Anfang"), HeadingLine(text.index(heading), 1, heading))
    document = DocumentText("one", "Bericht", (PageText(1, "", 0, text),), headings)
    entries = bibliography(document, landmarks(document))
    ends = [text[one.span.start : one.span.end].split()[-1] for one in entries]
    assert all(one.text.endswith(end) or len(one.text) == 600 for one, end in zip(entries, ends, strict=True))
    return [(one.label, one.text) for one in entries]


KRAUSE = "Krause, M.: Hydraulische Pressen. Verlag Nord, 2019."
HALLE = "Prüfbericht Hydraulik Halle 7, 2022."
OTT = "Ott, C.: Dichtungen. 2011."


@scored("references")
def test_entries_are_found_however_their_lines_are_broken(lines: tuple[str, ...]) -> None:
    assert read(*lines) == [("1", KRAUSE), ("2", HALLE), ("3", OTT)]


def test_an_entry_that_names_another_stays_one() -> None:
    assert read("[1] Ott, C.: Antwort auf Weber, siehe [2] Seite 4. 2011.", "[2] Weber, K.: Öl. 2018.") == [
        ("1", "Ott, C.: Antwort auf Weber, siehe [2] Seite 4. 2011."),
        ("2", "Weber, K.: Öl. 2018."),
    ]
    assert read("[1] Ott, C.: Zusatz zu [2] Öl. 2011. Band 2. Auflage 3. Berlin.")[0][0] == "1"
    assert len(read("[1] Ott, C.: Zusatz zu [2] Öl. 2011. Band 2. Auflage 3. Berlin.")) == 1


def test_labels_and_authors_run_on_too() -> None:
    assert [label for label, _ in read(f"[Kra19] {KRAUSE} [Ott11] {OTT}")] == ["Kra19", "Ott11"]
    by_author = read(
        "Krause, M. (2019): Pressen. Nord. Ott, C. und Weber, K. (2011): Öl. Huber, A. (2016): Z."
    )
    assert [text.split()[0] for _, text in by_author] == ["Krause,", "Ott,", "Huber,"]


def test_hostile_lines_take_no_longer_than_they_are_long() -> None:
    start = time.monotonic()
    assert len(read("[1] A. " + " ".join(f"[{n}] A." for n in range(2, 900)))) == 899
    assert len(read("[1] A. in " + "[9] Ab in " * 20000 + "Ab")) == 1
    assert time.monotonic() - start < 5  # 0.1 s on an idle core
