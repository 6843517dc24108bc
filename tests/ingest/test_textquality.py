"""Sound text of many scripts, tables and formulas is left alone; each kind of damaged text layer is found."""

from __future__ import annotations

import time
from pathlib import Path

import pymupdf
import pytest

from core.ingest.pdf.textquality import garbage_ratio, is_garbage
from tests.cases import cases

SOUND = {case.id: case.given["text"] for case in cases("ingest") if case.of in ("sound", "sound_only")}
ENGLISH = SOUND["English"]
RUSSIAN = SOUND["Russian"]


def glyph_numbers(text: str) -> str:
    """What a font whose glyphs are numbered from the space says when nothing maps them back."""
    return "".join(chr(ord(sign) - 29) for sign in text)


def moved(text: str, by: int) -> str:
    """Each letter another one, as from a font with its codes moved."""
    return "".join(
        chr((ord(letter) - 97 + by) % 26 + 97) if "a" <= letter <= "z" else letter for letter in text.lower()
    )


def in_order_of_use(text: str) -> str:
    """A subset font that numbers glyphs as they first appear, from the exclamation mark on."""
    codes: dict[str, str] = {}
    return "".join(
        " " if letter == " " else codes.setdefault(letter, chr(0x21 + len(codes))) for letter in text.lower()
    )


DAMAGED = {
    "replacement characters": "\ufffd\ufffd\ufffd \ufffd\ufffd\ufffd\ufffd\ufffd of \ufffd\ufffd\ufffd\ufffd",
    "private use": "".join(chr(0xE000 + ord(letter)) if letter != " " else " " for letter in ENGLISH),
    "numbers of glyphs": "(cid:36)(cid:81)(cid:81) (cid:88)(cid:68)(cid:79) report",
    "glyph numbers as letters": glyph_numbers(ENGLISH),
    "the same, with spaces": glyph_numbers(ENGLISH).replace("\x03", " "),
    "letters moved by 1": moved(ENGLISH, 1),
    "letters moved by 3": moved(ENGLISH, 3),
    "letters moved by 13": moved(ENGLISH, 13),
    "German moved by 5": moved(SOUND["German"], 5),
    "codes of a subset font": in_order_of_use(ENGLISH),
    "Russian UTF-8 read as Latin-1": RUSSIAN.encode().decode("latin-1"),
    "Greek UTF-8 read as Windows-1252": SOUND["Greek"].encode().decode("cp1252", "replace"),
    "Chinese UTF-8 read as Windows-1252": SOUND["Chinese"].encode().decode("cp1252", "replace"),
    "Windows-1251 read as Latin-1": RUSSIAN.encode("cp1251").decode("latin-1"),
    "KOI8-R read as Windows-1251": RUSSIAN.encode("koi8-r", "ignore").decode("cp1251", "replace"),
    "UTF-16 with its bytes swapped": ENGLISH.encode("utf-16-le").decode("utf-16-be"),
    "no spaces": ENGLISH.lower().replace(" ", "").replace(",", "").replace(".", "").replace("$", ""),
    "no vowels": "".join(letter for letter in SOUND["German"] * 2 if letter.lower() not in "aeiouäöü"),
}  # fmt: skip


@pytest.mark.parametrize("name", SOUND)
def test_sound_text_is_left_alone(name: str) -> None:
    assert garbage_ratio(SOUND[name]) < 0.1
    assert not is_garbage(SOUND[name])


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_text_is_found(name: str) -> None:
    assert is_garbage(DAMAGED[name]), garbage_ratio(DAMAGED[name])


def test_the_ratio_is_that_of_the_damaged_words() -> None:
    assert garbage_ratio("abcd \ufffdbcd") == 0.5
    assert garbage_ratio("") == garbage_ratio(" \n ") == 0.0
    assert garbage_ratio("\ufffd" * 5) == 1.0


def test_mojibake_here_and_there_is_counted_but_does_not_cost_the_page() -> None:
    text = (SOUND["German"] * 3).encode().decode("cp1252", "replace")
    assert 0.01 < garbage_ratio(text) < 0.3


def test_a_pdf_whose_font_does_not_map_back_to_unicode(tmp_path: Path) -> None:
    """A real file: the glyph numbers of a font, without the table for readers."""
    path = tmp_path / "no_unicode.pdf"
    font = pymupdf.Font("cjk")  # a font with a file of its own, whatever the computer has
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_font(fontname="F0", fontbuffer=font.buffer)
        for row, part in enumerate(ENGLISH[at : at + 60] for at in range(0, len(ENGLISH), 60)):
            page.insert_text((50, 80 + 20 * row), part, fontname="F0")
        spoiled = pymupdf.open(stream=document.tobytes())
    for xref in range(1, spoiled.xref_length()):
        if spoiled.xref_get_key(xref, "ToUnicode")[0] == "xref":
            spoiled.xref_set_key(xref, "ToUnicode", "null")
    spoiled.save(path)
    spoiled.close()
    with pymupdf.open(path) as document:
        text = document[0].get_text()
        words = " ".join(word[4] for word in document[0].get_text("words"))
    assert ENGLISH[:20] not in text
    assert is_garbage(text)
    assert is_garbage(words)


def test_a_page_is_judged_in_less_than_a_millisecond() -> None:
    page = (ENGLISH + "\n") * 20
    is_garbage(page)
    best = min(_seconds(page) for _ in range(10))
    assert best < 0.001


def _seconds(text: str) -> float:
    began = time.perf_counter()
    is_garbage(text)
    return time.perf_counter() - began


@pytest.mark.slow
def test_the_public_test_files_have_no_layer_called_garbage_without_reason(shared_folder: Path) -> None:
    flagged = set()
    for path in sorted((shared_folder / "pdfs").rglob("*.pdf")):
        try:
            with pymupdf.open(path) as document:
                if document.needs_pass:
                    continue
                for index in range(min(document.page_count, 3)):
                    if is_garbage(" ".join(word[4] for word in document[index].get_text("words"))):
                        flagged.add(path.name)
        except (RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase):
            continue
    # Four non-characters; two signs of which one is a control character.
    assert flagged == {"test__pdfs__arial_unicode_ab_cidfont.pdf", "test__pdfs__issue5070.pdf"}
