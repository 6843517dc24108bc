"""E-books: pages with words and pictures, and chapters."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.errors import DocumentError
from core.ingest.pictures.opened_file import open_drawable
from core.ingest.pictures.render_worker import render
from core.ingest.readers.epub import open_epub
from core.ingest.readers.size_limits import ReadLimits
from core.store.words import unpack_words
from core.types import PageKind
from tests.ingest.formats.kit import check, open_file
from tests.ingest.formats.made_epub import BOOK, write_book, write_encrypted


def test_pages_chapters_and_words(tmp_path: Path) -> None:
    path = write_book(tmp_path / "a.epub", BOOK)
    document = open_file(path)
    pages = list(document.pages())
    check(path, document, pages)
    assert document.title == "The Größe Book"
    assert document.page_count == len(pages) > 4
    assert [entry.title for entry in document.outline] == list(BOOK)
    labels = [page.label for page in pages]
    assert labels[0] == "Preface"
    assert labels[-1] == "Tables"
    assert set(labels[1:-1]) == {"Costs"}
    assert all(page.kind is PageKind.PAGE and not page.problem for page in pages)
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
    # Read backwards, the pages are the same.
    again = open_file(path)
    backwards = [next(iter(again.pages(number, number))) for number in range(again.page_count, 0, -1)]
    assert [page.text for page in reversed(backwards)] == [page.text for page in pages]
    again.close()
    document.close()


def test_books_with_encrypted_fonts_are_read_and_large_ones_refused(tmp_path: Path) -> None:
    write_encrypted(tmp_path / "b.epub", "http://www.idpf.org/2008/embedding")
    document = open_file(tmp_path / "b.epub")
    assert document.page_count > 4
    document.close()
    with pytest.raises(DocumentError, match="more than 0 MB"):
        open_epub(tmp_path / "b.epub", ReadLimits(unpacked_bytes=1_000))
