"""Documents that look like those a question is about: reports of organisations that never existed.

Each is made of pages of real reports, with every organisation renamed and every figure changed: the words,
tables and page roles are those of the right pages.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from core.engine import Engine
from core.search.concepts import words
from core.search.name_index import LEGAL_FORMS
from core.store.pages import PageRepository
from tests.benchmarks.writing import write_documents

PAGES = 12  # of each document
_PLAIN_PAGES = 7  # of these; the rest are pages with a role: statements
_LEAST_NAME = 3  # letters of a word that is a name of its own
_LEAST_TEXT = 400  # characters of a page that is worth taking
_HEADS = (
    "Alder Birch Cedar Dorn Elm Fenn Garth Holt Iver Jarrow Kell Lorn Marl Norr Orrin Pell Quill Rusk Sarn"
)
_TAILS = "bridge combe dale field ford gate holm land mere port stead vale wick worth yard"
_TRADES = ("Foods", "Energy", "Industries", "Systems")
_KINDS = ("10K", "annual report", "10Q")


def make_reports(engine: Engine, folder: Path, count: int) -> list[Path]:
    """Write `count` reports into `folder`, made of pages of the engine's library; those there are kept."""
    return write_documents(_invented(engine, count), folder)


def _invented(engine: Engine, count: int) -> Iterator[dict[str, object]]:
    """File name and page texts of each report; the same for the same library."""
    pages = PageRepository(engine.database)
    plain: list[str] = []
    with_role: list[str] = []
    names: set[str] = set()
    for document in sorted(engine.registry().documents.values(), key=lambda one: one.filename):
        names.update(document.facts.names)
        numbers = {page.number for found in document.facts.roles.values() for page in found}
        for number, (_, text) in enumerate(pages.texts(document.document_id, 1, 10_000), 1):
            if len(text) >= _LEAST_TEXT:
                (with_role if number in numbers else plain).append(text)
    others = _any_of(names)
    for number in range(count):
        chance = random.Random(number)
        place = chance.choice(_HEADS.split()) + chance.choice(_TAILS.split())
        name = f"{place} {chance.choice(_TRADES)}"
        year = chance.randint(2015, 2023)
        chosen = chance.sample(plain, min(_PLAIN_PAGES, len(plain)))
        chosen += chance.sample(with_role, min(PAGES - len(chosen), len(with_role)))
        kind = chance.choice(_KINDS)
        told = [_changed(text, others, name, chance) for text in chosen]
        yield {
            "filename": f"{name.replace(' ', '')}_{year}_{kind.replace(' ', '_')}_{number:04}.pdf",
            "pages": [f"{name} Inc.\n{kind} {year}\nReport of the management", *told],
        }


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """Finds the names of organisations: as wholes in any case, by their telling words with a capital."""
    wholes: set[str] = set()
    single: set[str] = set()
    for name in names:
        own = name.split()
        while len(own) > 1 and set(words(own[-1])) <= LEGAL_FORMS:
            own.pop()
        wholes.add(" ".join(own).strip(" ,"))
        telling = [word.strip(" ,") for word in own if len(word) >= _LEAST_NAME and word[:1].isupper()]
        single.update(form for word in telling for form in (word, word.upper(), word.capitalize()))

    def longest_first(found: set[str]) -> str:
        return "|".join(map(re.escape, sorted(found - {""}, key=lambda one: (-len(one), one)))) or "(?!)"

    return re.compile(rf"(?<!\w)(?:(?i:{longest_first(wholes)})|{longest_first(single)})(?!\w)")


def _changed(text: str, names: re.Pattern[str], name: str, chance: random.Random) -> str:
    """The text with other names and other figures; years and single digits stay."""
    return re.sub(
        r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{2,}",
        lambda match: "".join(str(chance.randint(1, 9)) for _ in match[0]),
        names.sub(name, text),
    )
