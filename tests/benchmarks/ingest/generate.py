"""Distinct documents that read like reports, the same for the same seed on every machine.

Prose with names and figures, numbered headings, tables and running headers; the last page of each holds a
phrase that stands nowhere else.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken
from tests.benchmarks.reporting import own_table
from tests.benchmarks.writing import write_documents

_PAGE_CHARACTERS = 3600
_TOLD = own_table("reports/words")
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
    """Write `documents` PDF files of `pages` pages each into `folder`, with the same texts each time."""
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
        self._chance, self._pick = chance, chance.choice
        self._names = [self._name() for _ in range(12)]

    def pages(self, count: int, phrase: str) -> list[str]:
        """The text of each page, in lines and paragraphs."""
        title = f"{self._name()} {self._pick(_NOUNS)} report {2000 + self._chance.randrange(26)}"
        written: list[str] = []
        for page in range(1, count + 1):
            parts = [f"{title} | page {page} of {count}", f"{page}. {self._heading()}"]
            if page == count:
                parts += [f"The seal of this report reads {phrase}.", _BOILERPLATE]
            if page % 3 == 2:
                parts.append(self._table())
            while sum(map(len, parts)) < _PAGE_CHARACTERS:
                if len(parts) % 4 == 2:
                    parts.append(f"{page}.{len(parts) // 4 + 1} {self._heading()}")
                parts.append(" ".join(self._sentence() for _ in range(self._chance.randrange(3, 7))))
            written.append("\n\n".join(parts))
        return written

    def _name(self) -> str:
        return "".join(self._chance.choices(_SYLLABLES, k=self._pick((2, 3)))).capitalize()

    def _figure(self) -> str:
        amount = self._pick((self._chance.randrange(2, 400), round(self._chance.uniform(0.1, 99.9), 1)))
        return f"{amount} {self._pick(_UNITS)}"

    def _heading(self) -> str:
        return f"{self._pick(_ADJECTIVES)} {self._pick(_NOUNS)} and {self._pick(_NOUNS)}".capitalize()

    def _table(self) -> str:
        year = 2000 + self._chance.randrange(20)
        rows = [["Item", *(str(year + column) for column in range(4))]]
        for _ in range(self._chance.randrange(6, 11)):
            item = f"{self._pick(_ADJECTIVES)} {self._pick(_NOUNS)}".capitalize()[:20]
            rows.append([item, *(f"{self._chance.randrange(100, 99_999):,}" for _ in range(4))])
        return "\n".join("".join(cell.ljust(22) for cell in row) for row in rows)

    def _sentence(self) -> str:
        clause = self._clause()
        if self._chance.random() < 0.6:
            clause += f" {self._pick(_LINKS)} {self._clause()}"
        return clause[0].upper() + clause[1:] + "."

    def _clause(self) -> str:
        pick = self._pick
        subject = f"the {pick(_ADJECTIVES)} {pick(_NOUNS)}"
        form = self._chance.randrange(4)
        if form == 0:
            return f"{subject} of {pick(self._names)} was {pick(_VERBS)} by {self._figure()}"
        if form == 1:
            done = f"{pick(self._names)} {pick(_VERBS)} {subject}"
            return f"{done} for the {pick(_NOUNS)} in {1995 + self._chance.randrange(31)}"
        if form == 2:
            return f"{subject} and the {pick(_NOUNS)} were {pick(_VERBS)} at {self._figure()}"
        section = self._chance.randrange(1, 40)
        return f"{subject} under section {section} was {pick(_VERBS)} within {self._figure()}"
