"""Pages to read values from: words at their places, or HTML that MuPDF lays out as a real PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pymupdf

from core.fields.extraction.extract import Known, read_fields
from core.fields.extraction.layout import sheet_of
from core.fields.schema import built_in_schemas
from core.fields.sorting import Head, Sorter
from core.ingest.readers import format_named, load_reader
from core.store.words import unpack_words
from core.types import Page, Span

Line = tuple[float, float, str]  # x, y of the baseline, text


def page(folder: Path, *lines: Line, large: Sequence[Line] = (), font: str = "helv") -> Page:
    """A page with `lines` in the usual size and `large` ones in twice that."""
    document = pymupdf.open()
    sheet = document.new_page(width=595, height=842).new_shape()
    for size, written_so in ((10, lines), (20, large)):
        for x, y, text in written_so:
            sheet.insert_text((x, y), text, fontsize=size, fontname=font)
    sheet.commit()
    path = folder / "page.pdf"
    document.save(path)
    document.close()
    return read(path)[0]


def written(html: str, path: Path) -> Path:
    story, writer, more = pymupdf.Story(html), pymupdf.DocumentWriter(str(path)), 1
    while more:
        device = writer.begin_page(pymupdf.paper_rect("a4"))
        more, _ = story.place(pymupdf.Rect(60, 60, 540, 780))
        story.draw(device)
        writer.end_page()
    writer.close()
    return path


def read(path: Path) -> list[Page]:
    document = load_reader(format_named("pdf")).open(path, "")
    pages, start = [], 0
    for page in document.pages(1, document.page_count, check=False):
        span = Span(start, start + len(page.text))
        words = unpack_words(page.words, start)
        pages.append(Page(page.number, page.text, span, page.width, page.height, words=words))
        start = span.end + 1
    document.close()
    return pages


def pages_of(given: Mapping[str, object], folder: Path) -> list[Page]:
    """The pages of a case: `html`, or `lines` (texts below one another, or with x and y) and `large` ones."""
    html, lines, large = (given.get(part, []) for part in ("html", "lines", "large"))
    assert isinstance(html, list)
    assert isinstance(lines, list)
    assert isinstance(large, list)
    if html:
        return read(written("\n".join(html), folder / "document.pdf"))
    placed = [
        (60, 200 + 14 * number, line) if isinstance(line, str) else line for number, line in enumerate(lines)
    ]
    return [page(folder, *placed, large=large)]


def values(bucket: str, pages: Sequence[Page], language: str = "en", name: str = "") -> dict[str, str]:
    found = read_fields(built_in_schemas()[bucket], pages, Known(language, (name,) if name else ()))
    return {one.field: f"{one.value.shown} {one.value.unit}".strip() for one in found if one.value}


def sorted_into(pages: Sequence[Page], filename: str = "Scan 12.pdf") -> tuple[str, float]:
    sheets = [sheet_of(page) for page in pages]
    return Sorter(built_in_schemas()).sort(Head(filename, "", sheets))[0]
