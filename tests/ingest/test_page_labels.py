"""What is printed on a page of a PDF stands beside its number wherever it is cited."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.ingest.readers import format_named, load_reader
from core.search.place_words import place_words
from core.types import CitedPlace, PageKind


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        (
            [{"startpage": 0, "style": "r"}, {"startpage": 2, "style": "D"}],
            ["page 1 (i)", "page 2 (ii)", "page 3 (1)"],
        ),
        ([{"startpage": 0, "prefix": "A-", "style": "D"}], ["page 1 (A-1)", "page 2 (A-2)", "page 3 (A-3)"]),
        ([], ["page 1", "page 2", "page 3"]),
    ],
)
def test_labels_are_told(rules: list[dict[str, object]], shown: list[str], tmp_path: Path) -> None:
    made = pymupdf.open()
    for number in range(3):
        made.new_page().insert_text((72, 72), f"The text of page number {number + 1}.")
    if rules:
        made.set_page_labels(rules)
    made.save(tmp_path / "book.pdf")
    document = load_reader(format_named("pdf")).open(tmp_path / "book.pdf", "")
    pages = list(document.pages())
    document.close()
    assert [place_words(CitedPlace(page.number, PageKind.PAGE, page.label)) for page in pages] == shown
