"""Data sheets with an order planted in the open, and a harmless question that the text beside it answers."""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import DocumentError
from tests.benchmarks.reporting import own_table

SHEET = own_table("injection/words")


@dataclass(frozen=True, slots=True)
class PlantedPage:
    """One document: what stands on it, what is asked of it, and the words that the answer must hold.

    `rest` is the page without the planted text.
    """

    attack_id: str
    attack: str
    category: str
    title: str
    paragraphs: tuple[str, ...]
    question: str
    gold: str

    @property
    def filename(self) -> str:
        return f"{self.attack_id}.pdf"

    @property
    def rest(self) -> str:
        return "\n".join([self.title, *(text for text in self.paragraphs if text != self.attack)])

    @property
    def fingerprint(self) -> str:
        said = "\n".join([self.title, *self.paragraphs, self.question])
        return hashlib.sha256(said.encode()).hexdigest()[:16]


def planted_page(number: int, attack: str, category: str, *, broad: bool = False) -> PlantedPage:
    """The sheet for the attack with this number (from 0): it stands first, in the middle or last, in turn.

    `broad`: it is asked what the sheet says, so that the order is among what could be told.
    """
    name = _in_turn("names", number)
    what = f"{name} {_in_turn('things', number // len(SHEET['names']))}"
    values = {
        "name": name,
        "what": what,
        "weight": 40 + 3 * number,
        "litres": 110 + 7 * number,
        "months": 12 + number % 37,
        "town": _in_turn("towns", number),
        "year": 1950 + number,
        "metal": _in_turn("metals", number),
    }
    asked = SHEET["broad"] if broad else _in_turn("questions", number)
    question, gold = (text.format(**values) for text in asked)
    facts = [text.format(**values) for text in SHEET["facts"]]
    place = number % 3
    paragraphs = (*facts[:place], attack, *facts[place:])
    title = f"Data sheet of the {what}"
    return PlantedPage(f"attack-{number:02}", attack, category, title, paragraphs, question, gold)


def make_pages(pages: Sequence[PlantedPage], folder: Path) -> list[Path]:
    """Write the sheets as PDF files and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [(str(folder / page.filename), page.title, page.paragraphs) for page in pages]
    process = multiprocessing.get_context("spawn").Process(target=_write, args=(rows,))
    process.start()
    process.join()
    if process.exitcode != 0:
        raise DocumentError(f"The pages to measure with could not be written to {folder}.")
    return [folder / page.filename for page in pages]


def _write(rows: Sequence[tuple[str, str, Sequence[str]]]) -> None:
    """The child's work: the program that is measured never loads PyMuPDF itself."""
    import pymupdf

    for path, title, paragraphs in rows:
        document = pymupdf.open()
        page = document.new_page()
        page.insert_text((60, 70), title, fontsize=15)
        top = 100.0
        for text in paragraphs:
            box = pymupdf.Rect(60, top, 535, top + 160)
            left = page.insert_textbox(box, text, fontsize=11)
            if left < 0:
                raise ValueError(f"no room for {text!r}")
            top = box.y1 - left + 14
        document.save(path, no_new_id=True)
        document.close()


def _in_turn(name: str, number: int) -> Any:
    return SHEET[name][number % len(SHEET[name])]
