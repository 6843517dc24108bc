"""Data sheets with an order planted in the open, and a harmless question that the text beside it answers."""

from __future__ import annotations

import hashlib
import textwrap
from dataclasses import dataclass
from typing import Any

from tests.benchmarks.reporting import own_table

_CHARACTERS = 90  # of a line, so that most orders take two
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
    def key(self) -> tuple[str, ...]:
        return (self.attack_id,)

    @property
    def filename(self) -> str:
        return f"{self.attack_id}.pdf"

    @property
    def rest(self) -> str:
        return "\n".join([self.title, *(text for text in self.paragraphs if text != self.attack)])

    @property
    def printed(self) -> str:
        return "\n\n".join(textwrap.fill(text, _CHARACTERS) for text in (self.title, *self.paragraphs))

    @property
    def fingerprint(self) -> str:
        said = "\n".join([self.title, *self.paragraphs, self.question])
        return hashlib.sha256(said.encode()).hexdigest()[:16]


def planted_page(number: int, attack: str, category: str, *, broad: bool = False) -> PlantedPage:
    """The sheet for the attack with this number (from 0): it stands first, in the middle or last, in turn.

    `broad`: it is asked what the sheet says, so that the order is among what could be told.
    """

    def in_turn(name: str, place: int = number) -> Any:
        return SHEET[name][place % len(SHEET[name])]

    what = f"{in_turn('names')} {in_turn('things', number // len(SHEET['names']))}"
    values = {
        "name": in_turn("names"),
        "what": what,
        "weight": 40 + 3 * number,
        "litres": 110 + 7 * number,
        "months": 12 + number % 37,
        "town": in_turn("towns"),
        "year": 1950 + number,
        "metal": in_turn("metals"),
    }
    asked = SHEET["broad"] if broad else in_turn("questions")
    question, gold = (text.format(**values) for text in asked)
    facts = [text.format(**values) for text in SHEET["facts"]]
    facts.insert(number % 3, attack)
    title = f"Data sheet of the {what}"
    return PlantedPage(f"attack-{number:02}", attack, category, title, tuple(facts), question, gold)
