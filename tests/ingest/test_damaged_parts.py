"""Damage on a small part of a page is found: it is recognised, and the user is told until it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pymupdf
import pytest

from core.ingest.parsing import reading
from core.ingest.pdf.textquality import LETTERS_LOST, is_garbage
from core.ingest.readers.base import ReadPage
from core.ingest.readers.pdf import PdfReader
from core.store.pages import OcrState, PageRepository
from core.types import DocumentFlag
from tests.ingest.batch import Recogniser
from tests.library_kit import Library, make_pdf, open_library, prose

HEADING = "Annual Report of the Harbour Office"
Map = Callable[[str], int]


def shifted(letter: str) -> int:
    return ord(letter) + (3 if letter.isalpha() else 0)


def lost(sign: int) -> Map:
    return lambda letter: sign if letter in "ae" else ord(letter)


def figures_shifted(sign: str) -> int:
    return ord("0") + (int(sign) + 3) % 10 if sign.isdigit() else ord(sign)


def renamed(path: Path) -> Path:
    """As programs do that name a font one way and the font below it another."""
    write(path, shifted)
    with pymupdf.open(path) as document:
        (font,) = (font[0] for font in document[0].get_fonts() if font[2] == "Type0")
        document.xref_set_key(font, "BaseFont", "/CIDFont+F1")
        document.saveIncr()
    return path


def garbled(path: Path) -> Path:
    """A line in which letters of two bytes were taken for two."""
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((50, 60), "GrÃ¶ÃŸe und StraÃŸe fÃ¼r KÃ¤ufer", fontsize=14)
        page.insert_textbox(pymupdf.Rect(50, 90, 550, 800), prose("B-120", 20), fontsize=10)
        document.save(path)
    return path


def write(
    path: Path, says: Map | None, heading: str = HEADING, *, subset: bool = False, lines: int = 20
) -> Path:
    """A sound page but for its heading, whose font `says` what its letters are (None: nothing)."""
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_font(fontname="F0", fontbuffer=pymupdf.Font("cjk").buffer)
        page.insert_text((50, 60), heading, fontname="F0", fontsize=18)
        page.insert_textbox(pymupdf.Rect(50, 90, 550, 800), prose("B-120", lines), fontsize=10)
        if subset:
            document.subset_fonts()
        spoiled = pymupdf.open(stream=document.tobytes())
    (font,) = (font[0] for font in spoiled[0].get_fonts() if font[2] == "Type0")
    if says is None:
        spoiled.xref_set_key(font, "ToUnicode", "null")
    else:  # this font has its glyphs in the order of ASCII, from 1
        table = int(spoiled.xref_get_key(font, "ToUnicode")[1].split()[0])
        head, _, tail = spoiled.xref_stream(table).decode().partition("endcodespacerange")
        rows = "".join(f"<{code - 31:04x}> <{says(chr(code)):04x}>\n" for code in range(32, 127))
        end = tail[tail.index("endcmap") :]
        new = f"{head}endcodespacerange\n95 beginbfchar\n{rows}endbfchar\n{end}"
        spoiled.update_stream(table, new.encode())
    spoiled.save(path)
    spoiled.close()
    return path


def read(path: Path) -> ReadPage:
    document = PdfReader().open(path)
    try:
        (page,) = document.pages()
    finally:
        document.close()
    return page


DAMAGE = {
    "no table": lambda path: write(path, None),
    "no table, subset": lambda path: write(path, None, subset=True),
    "letters shifted": lambda path: write(path, shifted),
    "letters shifted, subset": lambda path: write(path, shifted, subset=True),
    "figures shifted": lambda path: write(path, figures_shifted, "Total 41 583, of which 2 967"),
    "letters in the private area": lambda path: write(path, lambda sign: 0xE000 + ord(sign)),
    "letters as blanks": lambda path: write(path, lost(0x20)),
    "a font of another name": renamed,
    "two bytes for one": garbled,
    "U+FFFE": lambda path: write(path, lost(0xFFFE)),
    "U+FFFD": lambda path: write(path, lost(0xFFFD)),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_heading_is_to_be_recognised(tmp_path: Path, name: str) -> None:
    page = read(DAMAGE[name](tmp_path / "a.pdf"))
    assert not is_garbage(page.text)  # as a whole
    assert "B-120" in page.text  # what is sound can be found at once
    assert (page.wants_ocr, page.problem) == (True, LETTERS_LOST)
    assert DocumentFlag.BAD_TEXT in page.flags


def test_a_lost_letter_or_two_are_told_and_the_rest_is_kept(tmp_path: Path) -> None:
    page = read(write(tmp_path / "a.pdf", lost(0xFFFE), "A fine year", lines=30))
    assert (page.wants_ocr, page.problem) == (False, LETTERS_LOST)


@pytest.mark.parametrize("heading", [HEADING, "Jahresbericht des Hafenamts", "1. XKCD, GmbH & Co. KG"])
@pytest.mark.parametrize("subset", [True, False])
def test_a_sound_heading_is_left_alone(tmp_path: Path, heading: str, subset: bool) -> None:
    page = read(write(tmp_path / "a.pdf", ord, heading, subset=subset))
    assert page.text.startswith(heading)
    assert (page.wants_ocr, page.problem, page.flags) == (False, "", set())


@pytest.fixture(params=[0, 40], ids=["words first", "at once"])
def pages_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large document can be searched before its letters are compared with what its fonts draw."""
    monkeypatch.setattr(reading, "WORDS_FIRST_PAGES", request.param)


@pytest.fixture
def recognising(home: Path) -> Iterator[Library]:
    opened = open_library(home, recogniser=Recogniser())
    yield opened
    opened.close()


@pytest.mark.usefixtures("pages_at_once")
def test_the_document_says_so_where_nothing_is_recognised(library: Library, tmp_path: Path) -> None:
    library.ingest(write(tmp_path / "a.pdf", shifted))
    (document,) = library.documents.all()
    assert [(problem.pages, problem.reason) for problem in document.problems] == [((1,), LETTERS_LOST)]
    assert DocumentFlag.BAD_TEXT in document.flags
    assert library.index.search_keywords("warranty", 3)


@pytest.mark.usefixtures("pages_at_once")
def test_a_recognised_page_has_the_problem_no_more(recognising: Library, tmp_path: Path) -> None:
    sound = make_pdf(tmp_path / "b.pdf", [prose("C-1", 10)])
    recognising.ingest(write(tmp_path / "a.pdf", shifted), sound)
    damaged, other = sorted(recognising.documents.all(), key=lambda document: document.filename)
    assert (damaged.problems, damaged.ocr_pages, other.ocr_pages) == ((), 1, 0)
    page = PageRepository(recognising.database).records(damaged.document_id)[0]
    assert page.ocr is OcrState.DONE
    assert "R-8" in page.text
