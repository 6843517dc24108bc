"""E-books: pages with words and pictures, chapters, hidden text, and books that cannot be read."""

from __future__ import annotations

import time
import zipfile
from pathlib import Path

import pymupdf
import pytest

from core.errors import DocumentError
from core.ingest.pictures.render_worker import open_drawable, render
from core.ingest.readers.epub import EpubReader, open_epub
from core.ingest.readers.size_limits import ReadLimits
from core.store.words import unpack_words
from core.types import DocumentFlag, PageKind
from tests.ingest.formats.zip_kit import overlapping_zip, write_zip

CONTAINER = (
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles>'
    "</container>"
)
ENCRYPTION = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<enc:EncryptedData xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptionMethod Algorithm="{}"/>'
    '<enc:CipherData><enc:CipherReference URI="OEBPS/c0.xhtml"/></enc:CipherData></enc:EncryptedData>'
    "</encryption>"
)


def write_book(path: Path, chapters: dict[str, str], extra: dict[str, str] | None = None) -> Path:
    """A small EPUB 2; a chapter is the inside of its body, or a whole page."""
    manifest = spine = points = ""
    pages: dict[str, str] = {}
    for number, (name, content) in enumerate(chapters.items()):
        file = f"c{number}.xhtml"
        manifest += f'<item id="c{number}" href="{file}" media-type="application/xhtml+xml"/>'
        spine += f'<itemref idref="c{number}"/>'
        points += (
            f'<navPoint id="n{number}" playOrder="{number + 1}"><navLabel><text>{name}</text></navLabel>'
            f'<content src="{file}"/></navPoint>'
        )
        if not content.startswith("<?xml"):
            content = (
                '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head>'
                f"<title>{name}</title></head><body>{content}</body></html>"
            )
        pages[f"OEBPS/{file}"] = content
    opf = (
        '<?xml version="1.0"?>'
        '<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="i">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Größe Book</dc:title>'
        '<dc:identifier id="i">x</dc:identifier><dc:language>en</dc:language></metadata><manifest>'
        f'{manifest}<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest>'
        f'<spine toc="ncx">{spine}</spine></package>'
    )
    toc = (
        '<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/>'
        f"<docTitle><text>T</text></docTitle><navMap>{points}</navMap></ncx>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        files = {"META-INF/container.xml": CONTAINER, "OEBPS/book.opf": opf, "OEBPS/toc.ncx": toc}
        for name, content in (files | pages | (extra or {})).items():
            archive.writestr(name, content)
    return path


BOOK = {
    "Preface": "<p>The Größe Book</p><h1>Preface</h1><p>Größe und Weite are the matter of this book.</p>",
    "Costs": "<h1>Costs</h1>" + "<p>Costs rose by four percent, and nobody knew the reason.</p>" * 90,
    "Tables": "<h1>Tables</h1>"
    "<table><tr><th>Item</th><th>2023</th></tr><tr><td>Rent</td><td>12</td></tr></table>",
}


def test_a_title_that_no_page_shows_is_metadata(tmp_path: Path) -> None:
    document = EpubReader().open(write_book(tmp_path / "a.epub", {"One": "<p>Nothing but this.</p>"}))
    assert document.title == ""
    assert ("metadata", "The Größe Book") in [(found.reason, found.text) for found in document.hidden]


def test_pages_chapters_and_words(tmp_path: Path) -> None:
    path = write_book(tmp_path / "a.epub", BOOK)
    document = EpubReader().open(path)
    pages = list(document.pages())
    assert document.title == "The Größe Book"
    assert document.page_count == len(pages) > 4
    assert [entry.title for entry in document.outline] == list(BOOK)
    labels = [page.label for page in pages]
    assert labels[0] == "Preface"
    assert labels[-1] == "Tables"
    assert set(labels[1:-1]) == {"Costs"}
    assert all(page.kind is PageKind.PAGE and page.checked and not page.problem for page in pages)
    assert "Größe und Weite" in pages[0].text
    assert not any(page.hidden or page.flags for page in pages)
    drawn = open_drawable(path, "epub", "")
    for page in pages:
        words = unpack_words(page.words, 0)
        assert len(words) == len(page.text.split())
        for word in (words[0], words[-1]):
            box = pymupdf.Rect(word.box.x0, word.box.y0, word.box.x1, word.box.y1)
            assert (
                drawn[page.number - 1].get_textbox(box).strip() == page.text[word.span.start : word.span.end]
            )
    width, height, _matrix, pixels = render(drawn, 2, 2.0, "a.epub")
    assert (width, height) == (840, 1190)
    assert 0 in pixels
    drawn.close()
    document.close()


def test_pages_are_the_same_every_time(tmp_path: Path) -> None:
    path = write_book(tmp_path / "a.epub", BOOK)
    first, second = EpubReader().open(path), EpubReader().open(path)
    backwards = {
        number: next(iter(second.pages(number, number))).text for number in range(second.page_count, 0, -1)
    }
    assert [page.text for page in first.pages()] == [backwards[number] for number in sorted(backwards)]
    first.close()
    second.close()


def test_what_a_reader_cannot_see(tmp_path: Path) -> None:
    chapter = (
        "<h1>One</h1><p>Seen by everybody who reads this page.</p>"
        "<p style='color:#ffffff'>White attack text.</p>"
        "<p style='font-size:1px'>Small attack text.</p><p style='display:none'>Dropped attack text.</p>"
    )
    document = EpubReader().open(write_book(tmp_path / "a.epub", {"One": chapter}))
    (page,) = document.pages()
    assert "Seen by everybody" in page.text
    assert "attack" not in page.text
    assert DocumentFlag.HIDDEN_TEXT in page.flags
    assert {(hidden.reason, hidden.text) for hidden in page.hidden} == {
        ("white", "White attack text."),
        ("tiny", "Small attack text."),
    }
    assert [hidden.text for hidden in document.hidden if hidden.reason == "hidden_layer"] == [
        "Dropped attack text."
    ]
    document.close()


def test_entities_are_neither_multiplied_nor_read_from_disk(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret text")
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    chapter = (
        '<?xml version="1.0"?>'
        f'<!DOCTYPE html [<!ENTITY l0 "lol">{laughs}<!ENTITY f SYSTEM "{secret.as_uri()}">]>'
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Before &l11; &f; after</p>'
        f'<img src="{secret.as_uri()}"/><iframe src="{secret.as_uri()}"/>'
        '<p hidden="hidden">x</p></body></html>'
    )
    begun = time.monotonic()
    document = EpubReader().open(write_book(tmp_path / "a.epub", {"One": chapter}))
    text = " ".join(page.text for page in document.pages()) + str(document.hidden)
    assert time.monotonic() - begun < 20
    assert "Before" in text
    assert "the secret text" not in text
    assert len(text) < 5_000
    document.close()


def test_protected_books_are_said_to_be(tmp_path: Path) -> None:
    drm = {"META-INF/encryption.xml": ENCRYPTION.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc")}
    with pytest.raises(DocumentError, match=r"a\.epub is protected against copying") as caught:
        EpubReader().open(write_book(tmp_path / "a.epub", BOOK, drm))
    assert caught.value.code == "document"  # no password helps
    fonts = {"META-INF/encryption.xml": ENCRYPTION.format("http://www.idpf.org/2008/embedding")}
    document = EpubReader().open(write_book(tmp_path / "b.epub", BOOK, fonts))
    assert document.page_count > 4
    document.close()


def test_books_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    path.write_bytes(b"")
    with pytest.raises(DocumentError, match="is empty"):
        EpubReader().open(path)
    with pytest.raises(DocumentError, match="is not an e-book"):
        EpubReader().open(write_zip(path, {"a.txt": b"x"}))
    with pytest.raises(DocumentError, match=r"a\.epub"):
        EpubReader().open(write_zip(path, {"META-INF/container.xml": b"<container/>"}))
    with pytest.raises(DocumentError, match="same bytes"):
        EpubReader().open(overlapping_zip(path, 50))
    bomb = write_book(path, {"One": f"<p>{'a' * 3_000_000}</p>"})
    with pytest.raises(DocumentError, match="200 times"):
        EpubReader().open(bomb)
    with pytest.raises(DocumentError, match="more than 0 MB"):
        open_epub(write_book(path, BOOK), ReadLimits(unpacked_bytes=1_000))
    path.write_bytes(path.read_bytes()[:800])
    with pytest.raises(DocumentError, match="is damaged"):
        EpubReader().open(path)
    with pytest.raises(DocumentError, match="cannot be read"):
        EpubReader().open(tmp_path / "gone.epub")
