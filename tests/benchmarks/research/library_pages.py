"""Writes the constructed library as PDF files, the same on every machine.

`_write` runs in a process of its own: the program that is measured never loads PyMuPDF itself.
"""

from __future__ import annotations

import json
import multiprocessing
import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.errors import DocumentError
from tests.benchmarks.research.library_plan import PlannedDocument

_WIDTH, _HEIGHT, _MARGIN = 595.0, 842.0, 64.0  # points
_TYPE, _HEADING, _TITLE, _GAP = 10.5, 14.0, 19.0, 9.0
_STEP = 1.35  # line height over type size
_WIDE = 0.5  # mean width of a character over type size

Places = dict[str, dict[str, int]]  # file name → name of heading or caption → 1-based page


def write_library(documents: Sequence[PlannedDocument], folder: Path) -> Places:
    """Write the files and tell on which page each heading and caption stands."""
    folder.mkdir(parents=True, exist_ok=True)
    orders = folder.with_suffix(".json")
    orders.write_text(json.dumps([asdict(one) for one in documents]), encoding="utf-8")
    process = multiprocessing.get_context("spawn").Process(target=_write, args=(str(orders), str(folder)))
    process.start()
    process.join()
    if process.exitcode != 0:
        raise DocumentError(f"The documents to measure with could not be written to {folder}.")
    places: Places = json.loads(orders.read_text(encoding="utf-8"))
    orders.unlink()
    return places


def _write(orders: str, folder: str) -> None:
    """The child's work."""
    told = json.loads(Path(orders).read_text(encoding="utf-8"))
    places = {document["filename"]: _draw(document, Path(folder)) for document in told}
    Path(orders).write_text(json.dumps(places), encoding="utf-8")


def _draw(told: dict[str, Any], folder: Path) -> dict[str, int]:
    import pymupdf

    document = pymupdf.open()
    sheet = _Sheet(document)
    sheet.write(told["title"], _TITLE)
    places: dict[str, int] = {}
    bookmarks: list[list[Any]] = []
    for block in told["blocks"]:
        heading = block["kind"] == "heading"
        size = _HEADING if heading and told["style"] == "sized" else _TYPE
        page = sheet.write(block["text"], size, keep=heading)
        if block["name"]:
            places[block["name"]] = page
        if heading:
            level = 1 + block["name"].count(".")
            bookmarks.append([level, block["text"], page])
    if told["style"] == "bookmarks":
        document.set_toc(bookmarks)
    document.set_metadata({"title": told["title"]})
    document.save(folder / told["filename"], no_new_id=True)
    document.close()
    return places


class _Sheet:
    """Text from top to bottom, on as many pages as it takes."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._page = document.new_page(width=_WIDTH, height=_HEIGHT)
        self._y = _MARGIN

    def write(self, text: str, size: float, *, keep: bool = False) -> int:
        """1-based page on which the text begins; `keep`: with room for a line below it."""
        lines = self._wrapped(text, size)
        needed = size * _STEP * (len(lines) + 3 * keep)
        if self._y + needed > _HEIGHT - _MARGIN:
            self._page = self._document.new_page(width=_WIDTH, height=_HEIGHT)
            self._y = _MARGIN
        for line in lines:
            self._y += size * _STEP
            self._page.insert_text((_MARGIN, self._y), line, fontsize=size)
        self._y += _GAP
        return len(self._document)

    def _wrapped(self, text: str, size: float) -> list[str]:
        characters = int((_WIDTH - 2 * _MARGIN) / (size * _WIDE))
        return textwrap.wrap(text, characters) or [""]
