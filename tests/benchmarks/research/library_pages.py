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
    places: dict[str, int] = {}
    bookmarks: list[list[Any]] = []
    page, down = None, _HEIGHT
    for block in ({"kind": "title", "text": told["title"], "name": ""}, *told["blocks"]):
        heading = block["kind"] == "heading"
        size = _TITLE if block["kind"] == "title" else _TYPE
        size = _HEADING if heading and told["style"] == "sized" else size
        lines = textwrap.wrap(block["text"], int((_WIDTH - 2 * _MARGIN) / (size * _WIDE))) or [""]
        # A heading stands with room for a line below it.
        if down + size * _STEP * (len(lines) + 3 * heading) > _HEIGHT - _MARGIN:
            page, down = document.new_page(width=_WIDTH, height=_HEIGHT), _MARGIN
        for line in lines:
            down += size * _STEP
            page.insert_text((_MARGIN, down), line, fontsize=size)
        down += _GAP
        if block["name"]:
            places[block["name"]] = len(document)
        if heading:
            bookmarks.append([1 + block["name"].count("."), block["text"], len(document)])
    if told["style"] == "bookmarks":
        document.set_toc(bookmarks)
    document.set_metadata({"title": told["title"]})
    document.save(folder / told["filename"], no_new_id=True)
    document.close()
    return places
