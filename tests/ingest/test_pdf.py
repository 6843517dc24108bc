"""Reading PDFs: words where PyMuPDF finds them, rows kept whole, and clear refusals."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.errors import DocumentError
from core.ingest.formats.pdf import PdfReader
from core.ingest.reader import ReadPage
from core.ingest.rows import lay_out
from core.store.words import unpack_words
from tests.library_kit import make_pdf, prose


def read(path: Path) -> list[ReadPage]:
    document = PdfReader().open(path)
    try:
        return list(document.pages())
    finally:
        document.close()


def test_every_word_lies_where_it_is_drawn(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", [prose("B-120", 30)])
    (page,) = read(path)
    words = unpack_words(page.words, 0)
    assert len(words) == len(page.text.split()) > 200
    drawn = pymupdf.open(path)[0].get_text("words")
    for word in words:
        text = page.text[word.span.start : word.span.end]
        assert any(
            found[4] == text
            and found[:4] == pytest.approx((word.box.x0, word.box.y0, word.box.x1, word.box.y1), abs=0.07)
            for found in drawn
        )


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_boxes_are_on_the_unrotated_page(tmp_path: Path, rotation: int) -> None:
    document = pymupdf.open()
    page = document.new_page(width=400, height=600)
    page.insert_text((100, 200), "needle")
    page.set_rotation(rotation)
    document.save(tmp_path / "r.pdf")
    (found,) = read(tmp_path / "r.pdf")
    assert (found.width, found.height, found.rotation) == (400, 600, rotation)
    (word,) = unpack_words(found.words, 0)
    assert word.box.x0 == pytest.approx(100, abs=1)
    assert word.box.y0 < 200 < word.box.y1


def test_a_row_of_a_table_is_one_line(tmp_path: Path) -> None:
    rows = [
        ("Net sales", "3,909", "3,673"),
        ("Cost of sales", "(3,115)", "(2,951)"),
        ("Gross profit", "794", "722"),
    ]
    items = []
    for place, row in enumerate(rows):
        y = 100 + 20 * place
        items += [(72, y, 10, row[0]), (300, y, 10, row[1]), (400, y, 10, row[2])]
    (page,) = read(make_pdf(tmp_path / "t.pdf", [items]))
    assert page.text == "Net sales 3,909 3,673\nCost of sales (3,115) (2,951)\nGross profit 794 722"


def test_a_table_written_column_by_column_is_put_together() -> None:
    words = []
    for line, label in enumerate(("Net", "Cost", "Gross")):
        words.append((72.0, 100.0 + 20 * line, 110.0, 112.0 + 20 * line, label, 0, line, 0))
    for block, x in ((1, 300.0), (2, 400.0)):
        for line, value in enumerate(("3,909", "(3,115)", "794")):
            words.append((x, 100.5 + 20 * line, x + 30, 112.5 + 20 * line, value, block, line, 0))
    text, lines, _ = lay_out(words, 612, 792)
    assert text.splitlines() == ["Net 3,909 3,909", "Cost (3,115) (3,115)", "Gross 794 794"]
    assert [text[line.start : line.end] for line in lines] == text.splitlines()


def test_columns_of_prose_are_not_mixed(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page(width=612, height=792)
    page.insert_textbox(pymupdf.Rect(72, 72, 290, 700), prose("left", 12), fontsize=10)
    page.insert_textbox(pymupdf.Rect(320, 72, 540, 700), prose("right", 12, seed=7), fontsize=10)
    document.save(tmp_path / "c.pdf")
    (found,) = read(tmp_path / "c.pdf")
    flat = " ".join(found.text.split())
    assert prose("left", 12) in flat
    assert prose("right", 12, seed=7) in flat


def test_words_outside_the_page_are_not_read(tmp_path: Path) -> None:
    path = make_pdf(
        tmp_path / "o.pdf", [[(72, 100, 10, "visible"), (72, -40, 10, "above"), (900, 100, 10, "beside")]]
    )
    assert [page.text for page in read(path)] == ["visible"]


def test_ligatures_are_taken_apart() -> None:
    text, _, _ = lay_out([(72.0, 72.0, 100.0, 84.0, "x\ud800y", 0, 0, 0)], 612, 792)
    assert text.encode("utf-8")
    assert len(text) == 3


def encrypted(path: Path) -> Path:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), "secret")
    document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="user", owner_pw="owner")
    return path


def test_a_password_is_asked_for_and_used(tmp_path: Path) -> None:
    path = encrypted(tmp_path / "locked.pdf")
    with pytest.raises(DocumentError, match=r"locked\.pdf is protected with a password"):
        PdfReader().open(path)
    document = PdfReader().open(path, "user")
    assert [page.text for page in document.pages()] == ["secret"]
    document.close()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"PK\x03\x04 a zip archive", "not a PDF"),
        (b"%PDF-1.7\n%%EOF", "damaged|no pages"),
    ],
)
def test_what_is_no_pdf_says_why(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "odd.pdf"
    path.write_bytes(content)
    with pytest.raises(DocumentError, match=words) as caught:
        PdfReader().open(path)
    assert "odd.pdf" in caught.value.message
    assert caught.value.hint
