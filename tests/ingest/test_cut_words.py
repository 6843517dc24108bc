"""Words cut at the end of a line or page: found in both forms, read without the cut, marked in both lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pymupdf
import pytest

from core.answer.sources import make_source
from core.search.exact import exact_parts
from core.search.in_document import find_pattern, matches_in
from core.store.pages import PageRepository
from core.types import Document, Span
from desktop.viewer.highlights import highlight_boxes, partly_boxes
from tests.library_kit import Library

FILLER = (
    "The harbour office keeps the records of all ships that called in spring.",
    "Its clerks answer letters on Monday and copy the lists on Tuesday.",
    "Each list names a ship, a master and the cargo that was landed.",
)


def pdf(path: Path, pages: Sequence[Sequence[str]]) -> Path:
    with pymupdf.open() as document:
        for lines in pages:
            page = document.new_page()
            page.insert_font(fontname="F0", fontbuffer=pymupdf.Font("cjk").buffer)
            for place, line in enumerate(lines):
                page.insert_text((60, 80 + 16 * place), line, fontname="F0", fontsize=10)
        document.save(path)
    return path


def txt(path: Path, pages: Sequence[Sequence[str]]) -> Path:
    path.write_text("\f".join("\n".join(lines) for lines in pages), "utf-8")
    return path


def eml(path: Path, pages: Sequence[Sequence[str]]) -> Path:
    body = "\r\n".join(line for lines in pages for line in lines)
    head = "From: a@example.org\r\nTo: b@example.org\r\nSubject: Harbour\r\nMIME-Version: 1.0\r\n"
    path.write_bytes(f"{head}Content-Type: text/plain; charset=utf-8\r\n\r\n{body}".encode())
    return path


MAKERS = {"pdf": pdf, "txt": txt, "eml": eml}
# The two lines; the word in one piece elsewhere; as it is read, and its other form.
CUTS = {
    "hyphen": ("A new admini-", "stration begins.", "", "administration", "admini-stration"),
    "U+2010": ("A new admini\u2010", "stration begins.", "", "administration", "admini-stration"),
    "soft hyphen": ("A new admini\u00ad", "stration begins.", "", "administration", "admini-stration"),
    "German": ("Die neue Haus\u2010", "verwaltung beginnt.", "", "Hausverwaltung", "Haus-verwaltung"),
    "capitals": ("DIE NEUE ADMINI-", "STRATION BEGINNT.", "", "ADMINISTRATION", "ADMINI-STRATION"),
    "compound": ("A man well-", "known to all.", "He is well-known here.", "well-known", "wellknown"),
}


def stored(library: Library, path: Path) -> Document:
    library.ingest(path)
    (document,) = library.documents.all()
    return document


def sentences(library: Library, document: Document) -> list[str]:
    chunks = library.chunks.of_document(document.document_id)
    pages = PageRepository(library.database).records(document.document_id)

    def page_of(_: str, span: Span) -> int:
        return max(page.number for page in pages if page.span.start <= span.start)

    sources = [make_source(1, document, chunk, 1.0, "", page_of=page_of) for chunk in chunks]
    return [sentence.text for source in sources for sentence in source.sentences]


def found_in_viewer(library: Library, document: Document, query: str) -> list[tuple[int, Span, int]]:
    texts = PageRepository(library.database).numbered_texts(document.document_id, 1, 99)
    pattern = find_pattern(query)
    assert pattern is not None
    return [tuple(match) for match in matches_in(pattern, texts)]


@pytest.mark.parametrize("suffix", MAKERS)
@pytest.mark.parametrize("cut", CUTS)
def test_a_cut_word_is_found_in_both_forms_and_read_in_one(
    library: Library, tmp_path: Path, suffix: str, cut: str
) -> None:
    first, second, elsewhere, read, other = CUTS[cut]
    lines = [*FILLER, first, second, "", elsewhere]
    document = stored(library, MAKERS[suffix](tmp_path / f"harbour.{suffix}", [lines]))
    said = " ".join(sentences(library, document))
    assert read in said
    assert f"{first.split()[-1][:-1]}-" not in said.replace("well-known", "")
    for form in (read, other):
        assert library.index.search_keywords(form, 3, languages=[document.language]), form
        assert found_in_viewer(library, document, form), form
    (quoted,) = exact_parts(f'Who wrote "{read}"?')
    assert any(quoted.stands_in(chunk.text) for chunk in library.chunks.of_document(document.document_id))


def test_a_cut_word_is_marked_in_both_lines(library: Library, tmp_path: Path) -> None:
    document = stored(library, pdf(tmp_path / "a.pdf", [[*FILLER, "A new admini-", "stration begins."]]))
    page = PageRepository(library.database).get(document.document_id, 1)
    assert page is not None
    ((number, span, last),) = found_in_viewer(library, document, "administration")
    assert (number, last) == (1, 1)
    first, second = partly_boxes(page, span)
    assert first.y1 <= second.y0 + 2
    assert len(highlight_boxes(page, [span])) == 2


@pytest.mark.parametrize("suffix", ["pdf", "txt"])
@pytest.mark.parametrize("filler", [1, 12])
def test_a_word_cut_by_the_end_of_a_page(library: Library, tmp_path: Path, suffix: str, filler: int) -> None:
    pages = [[*FILLER * filler, "A new admini-"], ["stration begins in May.", *FILLER * filler]]
    document = stored(library, MAKERS[suffix](tmp_path / f"harbour.{suffix}", pages))
    hits = library.index.search_keywords("administration", 3)
    chunks = library.chunks.get_many([hit.chunk_id for hit in hits])
    assert any("stration begins" in chunk.text for chunk in chunks.values())
    ((number, span, last),) = found_in_viewer(library, document, "administration")
    assert (number, last) == (1, 2)
    if suffix == "pdf":
        repository = PageRepository(library.database)
        on_pages = [repository.get(document.document_id, place) for place in (1, 2)]
        assert [len(partly_boxes(page, span)) for page in on_pages if page is not None] == [1, 1]


@pytest.mark.parametrize("suffix", MAKERS)
def test_a_hyphen_that_hangs_keeps_the_space_behind_it(library: Library, tmp_path: Path, suffix: str) -> None:
    lines = [*FILLER, "Loans run over one-, five-", "and ten-year terms."]
    document = stored(library, MAKERS[suffix](tmp_path / f"loans.{suffix}", [lines]))
    assert "one-, five- and ten-year terms" in " ".join(sentences(library, document))


def columns(path: Path) -> None:
    left = (
        "The harbour office keeps the",
        "records of all ships that came",
        "and of the goods that they",
        "landed here. A new admini-",
    )
    right = (
        "stration begins in May, and it",
        "copies the lists on Tuesday",
        "for each master who asks for",
        "them in writing before noon.",
    )
    with pymupdf.open() as document:
        page = document.new_page()
        for x, lines in ((60, left), (320, right)):
            for place, line in enumerate(lines):
                page.insert_text((x, 80 + 14 * place), line, fontsize=10)
        document.save(path)


def cells(path: Path) -> None:
    rows = (
        ("Part", "Fee", "From"),
        ("Admini-\nstration", "120", "1.2.2024"),
        ("Har-\nbour", "30", "1.3.2024"),
    )
    with pymupdf.open() as document:
        page, y = document.new_page(), 80
        for row in rows:
            for x, text in zip((60, 200, 320), row, strict=True):
                for place, line in enumerate(text.split("\n")):
                    page.insert_text((x, y + 12 * place), line, fontsize=10)
            y += 36
        document.save(path)


def footnotes(path: Path) -> None:
    with pymupdf.open() as document:
        for lines in (
            (*FILLER, "He left the old admini-"),
            ("stration to his son. He sat by the sea.", *FILLER),
        ):
            page = document.new_page()
            for place, line in enumerate(lines):
                page.insert_text((60, 80 + 16 * place), line, fontsize=11)
            page.insert_text((60, 700), f"{len(document)} So it says in letter {lines[0][:9]}.", fontsize=7)
        document.save(path)


def web(path: Path) -> None:
    path.write_text("<p>In May a new admini-<br>stration begins.</p>")


def quoted(path: Path) -> None:
    eml(path, [["> In May a new admini-", "> stration begins."]])


def kept(path: Path) -> None:
    lines = [
        "The rules of COVID-",
        "19 stay for Software-",
        "Entwicklung, niebiesko-",
        "-zielony, and 24-",
        "hour desks.",
    ]
    txt(path, [lines])


@pytest.mark.parametrize(
    ("name", "build", "read"),
    [
        ("columns.pdf", columns, ["A new administration begins in May"]),
        ("cells.pdf", cells, ["Administration | 120 | 1.2.2024", "Harbour | 30"]),
        ("footnotes.pdf", footnotes, ["He left the old administration to his son."]),
        ("a.html", web, ["a new administration begins"]),
        ("a.eml", quoted, ["a new administration begins"]),
        ("a.txt", kept, ["COVID-19 stay for Software-Entwicklung, niebiesko-zielony, and 24-hour desks."]),
    ],
)
def test_parts_of_a_word_wherever_a_line_ends(
    library: Library, tmp_path: Path, name: str, build: Callable[[Path], None], read: list[str]
) -> None:
    build(tmp_path / name)
    said = " ".join(sentences(library, stored(library, tmp_path / name)))
    for text in read:
        assert text in said


def test_signs_without_spaces_are_read_and_found_over_a_line_end(library: Library, tmp_path: Path) -> None:
    lines = ["公司的年假是十五天，新员工从入职满一", "年之日起享受。"]
    document = stored(library, pdf(tmp_path / "a.pdf", [lines]))
    assert sentences(library, document) == ["".join(lines)]
    assert found_in_viewer(library, document, "满一年之日")


def test_footers_between_the_parts_are_passed_over(library: Library, tmp_path: Path) -> None:
    pages = [
        [*FILLER, "He left the admini-" if n == 2 else "He left it.", "", f"Page {n}"] for n in range(1, 6)
    ]
    pages[2][0] = "stration of the port."
    document = stored(library, pdf(tmp_path / "a.pdf", pages))
    assert library.index.search_keywords("administration", 3)
    assert "admini-" not in " ".join(sentences(library, document))
