"""Distinct documents that read like reports, the same for the same seed on every machine.

Prose with names and figures, numbered headings, tables and running headers; the last page of each holds a
phrase that stands nowhere else.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken
from tests.benchmarks.evaluation_data import own_data
from tests.benchmarks.writing import write_documents

_PAGE_CHARACTERS = 3600
_TOLD = tomllib.loads((own_data() / "reports" / "words.toml").read_text(encoding="utf-8"))
_SYLLABLES, _NOUNS, _ADJECTIVES, _VERBS, _LINKS, _RARE = (
    _TOLD[name].split() for name in ("syllables", "nouns", "adjectives", "verbs", "links", "rare")
)
_UNITS = _TOLD["units"].split(", ")
_BOILERPLATE = " ".join(_TOLD["boilerplate"].split())


@dataclass(frozen=True, slots=True)
class Generated:
    """A written document. `phrase` stands on its last page only, and in no other document of the seed."""

    path: Path
    pages: int
    phrase: str


def generate_documents(
    folder: Path, *, documents: int, pages: int, seed: int, cancel: CancelToken
) -> list[Generated]:
    """Write `documents` PDF files of `pages` pages each into `folder`, with the same texts each time.

    Raises:
        DocumentError: the folder cannot be written to. `Cancelled` after Stop.
    """
    made: list[Generated] = []
    told: list[dict[str, object]] = []
    for number in range(1, documents + 1):
        cancel.check()
        chance = random.Random(f"phrase {seed} {number}")
        phrase = f"{' '.join(chance.sample(_RARE, 3))} {seed:03}{number:05}"
        made.append(Generated(folder / f"report-{seed:03}-{number:05}.pdf", pages, phrase))
        prose = _Prose(random.Random(f"document {seed} {number}"))
        told.append({"filename": made[-1].path.name, "pages": prose.pages(pages, phrase)})
    write_documents(told, folder)
    return made


class _Prose:
    """Sentences of one document: its own names and figures, everybody's vocabulary."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self._names = [self.name() for _ in range(12)]

    def pages(self, count: int, phrase: str) -> list[str]:
        """The text of each page, in lines and paragraphs."""
        title = f"{self.name()} {self.chance.choice(_NOUNS)} report {2000 + self.chance.randrange(26)}"
        written: list[str] = []
        for page in range(1, count + 1):
            parts = [f"{title} | page {page} of {count}", f"{page}. {self.heading()}"]
            if page == count:
                parts += [f"The seal of this report reads {phrase}.", _BOILERPLATE]
            if page % 3 == 2:
                parts += ["\n".join("".join(cell.ljust(22) for cell in row) for row in self.table())]
            while sum(map(len, parts)) < _PAGE_CHARACTERS:
                if len(parts) % 4 == 2:
                    parts.append(f"{page}.{len(parts) // 4 + 1} {self.heading()}")
                parts.append(self.paragraph())
            written.append("\n\n".join(parts))
        return written

    def name(self) -> str:
        return "".join(self.chance.choices(_SYLLABLES, k=self.chance.choice((2, 3)))).capitalize()

    def figure(self) -> str:
        amount = self.chance.choice((self.chance.randrange(2, 400), round(self.chance.uniform(0.1, 99.9), 1)))
        return f"{amount} {self.chance.choice(_UNITS)}"

    def heading(self) -> str:
        pick = self.chance.choice
        return f"{pick(_ADJECTIVES)} {pick(_NOUNS)} and {pick(_NOUNS)}".capitalize()

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
