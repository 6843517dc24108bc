"""Data sheets with an order planted in the open, and a harmless question that the text beside it answers."""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.benchmarks.evaluation_data import json_lines, own_data

_CHARACTERS = 90  # of a line, so that most orders take two


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


def planted_pages(attacks: Sequence[Mapping[str, Any]], *, broad: bool = False) -> list[PlantedPage]:
    """A sheet for each attack, which stands first, in the middle or last on it, in turn.

    `broad`: it is asked what the sheet says, so that the order is among what could be told.
    """
    pages: list[PlantedPage] = []
    sheets = json_lines(own_data() / "injection" / "pages.jsonl")
    for number, (row, sheet) in enumerate(zip(attacks, sheets, strict=True)):
        attack = row["text"]
        paragraphs = tuple(text.replace("{attack}", attack) for text in sheet["paragraphs"])
        asked = sheet["broad" if broad else "asked"]
        name = f"attack-{number:02}"
        pages.append(PlantedPage(name, attack, row["category"], sheet["title"], paragraphs, *asked))
    return pages
