"""Distinct documents that read like reports, the same for the same seed on every machine.

Prose with names and figures, numbered headings, tables and running headers; the last page of each holds a
phrase that stands nowhere else. Written by a process of its own (`main`): the program that is measured never
loads PyMuPDF.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.procs.channel import Channel
from core.procs.worker import WorkerProcess


def _words(text: str) -> list[str]:
    return text.split()


_WIDTH, _HEIGHT, _MARGIN = 595, 842, 60
_LINE_CHARACTERS = 96  # of 9.5 pt Helvetica in the 475 pt between the margins
_LEADING = 13.0
_BOTTOM = 790.0
_WRITE_TIMEOUT_S = 600.0

_SYLLABLES = _words(
    "al bar cor den el fal gar hol in jor kel lan mar nor ost pel quin ros sen tal ul ver wes yar zel"
)
_NOUNS = _words(
    """agreement assembly audit average backlog balance bearing boiler budget cable capacity cargo casing
    claim compressor condition contract controller cost coupling coverage customer damage deadline delivery
    deposit deviation dispatch document drainage dividend employee equipment estimate exposure facility filter
    forecast freight gasket generator guarantee inspection instalment insurance interest inventory invoice
    ledger licence lining liability margin maintenance manifold material measurement network obligation
    operator outage overhaul panel parcel payment penalty permit pipeline premium pressure procedure pump
    quarter receipt refund regulation remedy repair reserve revenue sample schedule sensor settlement shipment
    supplier surcharge survey tariff temperature tender terminal threshold turbine valve vessel voltage
    warehouse warranty workshop"""
)
_ADJECTIVES = _words(
    """additional adjusted annual applicable average binding combined confirmed conservative
    contractual damaged deferred direct domestic earlier estimated external final foreign gross higher idle
    improved indirect initial interim internal joint lower monthly net nominal operating outstanding partial
    planned preliminary previous quarterly recurring regional remaining reported reserved seasonal spare
    standard statutory temporary total unpaid valid variable written"""
)
_VERBS = _words(
    """approved calculated charged compared confirmed corrected covered deducted deferred delivered
    estimated exceeded extended inspected lowered measured noted offset postponed raised recorded recovered
    reduced replaced reported required reserved reviewed revised settled shipped stored tested transferred
    valued withheld"""
)
_UNITS = ["percent", "EUR", "million EUR", "hours", "days", "units", "bar", "kWh", "tonnes", "months"]
_LINKS = ["because", "while", "after", "although", "before", "whereas"]
_BOILERPLATE = (
    "This document is confidential and intended for the addressee only. Copies need the written consent of "
    "the issuing office. Statements about the future rest on assumptions that may turn out to be wrong, and "
    "nobody is obliged to update them. Figures are rounded, so that totals may differ from the sum of their "
    "parts."
)
_RARE = _words("amber basalt cobalt damask ember fennel garnet hazel indigo jasper kelp larch maple nickel")


@dataclass(frozen=True, slots=True)
class Generated:
    """A written document. `phrase` stands on its last page only, and in no other document of the seed."""

    path: Path
    pages: int
    phrase: str


def generate_documents(
    folder: Path, *, documents: int, pages: int, seed: int, cancel: CancelToken
) -> list[Generated]:
    """Write `documents` PDF files of `pages` pages each into `folder`, byte for byte the same each time.

    Raises:
        KnownError: the folder cannot be written to; Cancelled.
    """
    folder.mkdir(parents=True, exist_ok=True)
    worker = WorkerProcess("tests.benchmarks.ingest.generate:main", name="document generator")
    order = {"folder": str(folder), "documents": documents, "pages": pages, "seed": seed}
    try:
        for _ in worker.call("generate", order, timeout_s=_WRITE_TIMEOUT_S, cancel=cancel):
            pass
    finally:
        worker.close()
    return [
        Generated(folder / _filename(seed, number), pages, last_page_phrase(seed, number))
        for number in range(1, documents + 1)
    ]


def last_page_phrase(seed: int, number: int) -> str:
    """What a keyword search has to find on the last page of document `number` (1-based)."""
    chance = random.Random(f"phrase {seed} {number}")
    return f"{' '.join(chance.sample(_RARE, 3))} {seed:03}{number:05}"


def main(channel: Channel) -> None:
    """The child's work: one request `generate`."""
    for request in channel:
        order = request.payload
        for number in range(1, int(order["documents"]) + 1):
            channel.check()
            target = Path(order["folder"]) / _filename(int(order["seed"]), number)
            _write(target, int(order["pages"]), int(order["seed"]), number)
        channel.done()


def _filename(seed: int, number: int) -> str:
    return f"report-{seed:03}-{number:05}.pdf"


def _write(target: Path, pages: int, seed: int, number: int) -> None:
    import pymupdf

    prose = _Prose(random.Random(f"document {seed} {number}"))
    title = f"{prose.name()} {prose.chance.choice(_NOUNS)} report {2000 + prose.chance.randrange(26)}"
    document = pymupdf.open()
    for page_number in range(1, pages + 1):
        page = document.new_page(width=_WIDTH, height=_HEIGHT)
        sheet = _Sheet(page)
        sheet.put(f"{title} | page {page_number} of {pages}", size=8, at=36)
        sheet.put(f"{page_number}. {prose.heading()}", size=14)
        if page_number == pages:
            sheet.put(f"The seal of this report reads {last_page_phrase(seed, number)}.")
            sheet.put(_BOILERPLATE)
        if page_number % 3 == 2:
            sheet.table(prose.table())
        section = 0
        while sheet.room > 5 * _LEADING:
            if section % 3 == 0:
                sheet.put(f"{page_number}.{section // 3 + 1} {prose.heading()}", size=11)
            sheet.put(prose.paragraph(), fit=True)
            section += 1
    document.set_metadata({"title": title})
    # A new file id and the time of writing would make every run's files different ones.
    document.save(target, no_new_id=True, deflate=True)
    document.close()


class _Sheet:
    """Fills one page from the top."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._y = 72.0

    @property
    def room(self) -> float:
        return _BOTTOM - self._y

    def put(self, text: str, *, size: float = 9.5, at: float | None = None, fit: bool = False) -> None:
        """A block of lines. `fit` cuts what the page has no room for; `at` is a fixed place."""
        lines = textwrap.wrap(text, int(_LINE_CHARACTERS * 9.5 / size))
        if fit:
            lines = lines[: int(self.room / _LEADING)]
        if at is not None:
            self._page.insert_text((_MARGIN, at), lines, fontsize=size)
            return
        leading = _LEADING * size / 9.5
        self._page.insert_text((_MARGIN, self._y), lines, fontsize=size, lineheight=leading / size)
        self._y += leading * len(lines) + _LEADING * 0.6

    def table(self, rows: list[list[str]]) -> None:
        for row in rows:
            for column, cell in enumerate(row):
                self._page.insert_text((_MARGIN + 96 * column, self._y), cell, fontsize=9)
            self._page.draw_line((_MARGIN, self._y + 4), (_WIDTH - _MARGIN, self._y + 4), width=0.4)
            self._y += _LEADING + 2
        self._y += _LEADING


class _Prose:
    """Sentences of one document: its own names and figures, everybody's vocabulary."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self._names = [self.name() for _ in range(12)]

    def name(self) -> str:
        return "".join(self.chance.choices(_SYLLABLES, k=self.chance.choice((2, 3)))).capitalize()

    def figure(self) -> str:
        amount = self.chance.choice((self.chance.randrange(2, 400), round(self.chance.uniform(0.1, 99.9), 1)))
        return f"{amount} {self.chance.choice(_UNITS)}"

    def heading(self) -> str:
        words = (
            f"{self.chance.choice(_ADJECTIVES)} {self.chance.choice(_NOUNS)} and {self.chance.choice(_NOUNS)}"
        )
        return words.capitalize()

    def paragraph(self) -> str:
        return " ".join(self._sentences(self.chance.randrange(3, 7)))

    def table(self) -> list[list[str]]:
        year = 2000 + self.chance.randrange(20)
        rows = [["Item", *(str(year + column) for column in range(4))]]
        for _ in range(self.chance.randrange(6, 11)):
            item = f"{self.chance.choice(_ADJECTIVES)} {self.chance.choice(_NOUNS)}".capitalize()[:20]
            rows.append([item, *(f"{self.chance.randrange(100, 99_999):,}" for _ in range(4))])
        return rows

    def _sentences(self, count: int) -> Iterator[str]:
        for _ in range(count):
            clause = self._clause()
            if self.chance.random() < 0.6:
                clause += f" {self.chance.choice(_LINKS)} {self._clause()}"
            yield clause[0].upper() + clause[1:] + "."

    def _clause(self) -> str:
        pick = self.chance.choice
        subject = f"the {pick(_ADJECTIVES)} {pick(_NOUNS)}"
        form = self.chance.randrange(4)
        if form == 0:
            return f"{subject} of {pick(self._names)} was {pick(_VERBS)} by {self.figure()}"
        if form == 1:
            return f"{pick(self._names)} {pick(_VERBS)} {subject} for the {pick(_NOUNS)} in {self._year()}"
        if form == 2:
            return f"{subject} and the {pick(_NOUNS)} were {pick(_VERBS)} at {self.figure()}"
        section = self.chance.randrange(1, 40)
        return f"{subject} under section {section} was {pick(_VERBS)} within {self.figure()}"

    def _year(self) -> int:
        return 1995 + self.chance.randrange(31)
