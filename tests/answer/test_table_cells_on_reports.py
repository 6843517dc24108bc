"""What is read off the tables of real reports stands under its year on the printed page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.answer.figures.table_cells import cell, heading_over
from core.answer.sources import SourceSentence
from core.ingest.readers.pdf import PdfReader
from core.store.words import unpack_words
from core.text.textspan import split_sentences
from core.types import Box, Word

pytestmark = pytest.mark.slow
_LEAST_ROWS = 500
_NUMBER = re.compile(r"\d[\d.,]*")


def sentences_of(text: str) -> list[SourceSentence]:
    """A page as one passage; word for word, so that places in a sentence are places on the page."""
    return [
        SourceSentence(str(place), 1, 1, span, text[span.start : span.end])
        for place, span in enumerate(split_sentences(text))
    ]


def boxes_of(sentence: SourceSentence, words: Sequence[Word]) -> list[tuple[str, Box]]:
    """Its figures in their order, with the boxes of the words they are part of."""
    found = []
    for match in _NUMBER.finditer(sentence.text):
        start = sentence.span.start + match.start()
        found += [(match.group(), word.box) for word in words if word.span.start <= start < word.span.end]
    return found


def is_under(figure: Box, year: str, headings: dict[str, Box]) -> bool:
    """Of all years that of the reading is nearest, by right edges or by middles."""
    by_edge = min(headings, key=lambda each: abs(headings[each].x1 - figure.x1))
    middle = (figure.x0 + figure.x1) / 2
    by_middle = min(headings, key=lambda each: abs((headings[each].x0 + headings[each].x1) / 2 - middle))
    return year in (by_edge, by_middle)


def test_figures_stand_under_their_year(shared_folder: Path) -> None:
    folder = shared_folder / "eval" / "financebench" / "pdfs"
    if not folder.is_dir():
        pytest.skip(f"needs the reports in {folder}")
    rows, wrong = 0, []
    for path in sorted(folder.glob("*.pdf")):
        document = PdfReader().open(path)
        for page in document.pages(check=False):
            sentences, words = sentences_of(page.text), unpack_words(page.words, 0)
            for row in sentences:
                heading = heading_over(sentences, row)
                lines = [line.text for line in heading]
                dated = boxes_of(heading[-1], words) if heading else []
                headings = {year: box for year, box in dated if re.fullmatch(r"(?:19|20)\d\d", year)}
                read = {year: text for year in headings if (text := cell(row.text, lines, int(year)))}
                if not read:
                    continue
                rows += 1
                figures = boxes_of(row, words)
                for year, text in read.items():
                    value = _NUMBER.search(text.partition(f" {year}: ")[2])
                    places = [box for figure, box in figures if value and figure == value.group()]
                    if not any(is_under(box, year, headings) for box in places):
                        wrong.append((path.name, page.number, row.text, text))
        document.close()
    assert wrong == []
    assert rows >= _LEAST_ROWS
