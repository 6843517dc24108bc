"""Documents of a benchmark from their texts: PDF and text files that read the same on every machine.

`_write` runs in a process of its own: the program that is measured never loads PyMuPDF itself.
"""

from __future__ import annotations

import json
import multiprocessing
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from core.errors import DocumentError

_WIDTH, _HEIGHT, _MARGIN = 612, 792, 40  # points
_CHARACTERS = 100  # of a line of 10 points
_LINE, _TYPE, _LEAST_TYPE = 14.0, 10.0, 4.0  # points; small enough for the fullest page


def write_documents(documents: Iterable[Mapping[str, Any]], folder: Path) -> list[Path]:
    """Write documents (`filename`, `pages`: the text of each) into `folder`; files that are there stay."""
    folder.mkdir(parents=True, exist_ok=True)
    told = [dict(document) for document in documents]
    orders = folder / "documents.json"
    orders.write_text(json.dumps(told), encoding="utf-8")
    process = multiprocessing.get_context("spawn").Process(target=_write, args=(str(orders),))
    process.start()
    process.join()
    orders.unlink()
    if process.exitcode != 0:
        message = f"The documents to measure with could not be written to {folder}."
        raise DocumentError(message, "Choose another folder with --work.")
    return [folder / document["filename"] for document in told]


def _write(orders: str) -> None:
    """The child's work."""
    import pymupdf

    path = Path(orders)
    for told in json.loads(path.read_text(encoding="utf-8")):
        target = path.parent / told["filename"]
        if target.exists():
            continue
        if target.suffix != ".pdf":
            target.write_text("\n\n".join(told["pages"]) + "\n", encoding="utf-8")
            continue
        with pymupdf.open() as document:
            for text in told["pages"]:
                _add_page(document, text)
            document.save(target)


def _add_page(document: Any, text: str) -> None:
    page = document.new_page(width=_WIDTH, height=_HEIGHT)
    lines = [part for line in text.split("\n") for part in (textwrap.wrap(line, _CHARACTERS) or [""])]
    step = min(_LINE, (_HEIGHT - 2 * _MARGIN) / max(1, len(lines)))
    for place, line in enumerate(lines, 1):
        if line:
            size = max(_LEAST_TYPE, min(_TYPE, step * 0.8))
            page.insert_text((_MARGIN, _MARGIN + place * step), line, fontsize=size)
