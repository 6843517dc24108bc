"""What every kind of document is made with: chance, language, notation and the facts it states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from random import Random
from typing import TypeVar

from tests.benchmarks.library.generator.drawing import Ink
from tests.benchmarks.library.generator.facts import Facts
from tests.benchmarks.library.generator.formats import Notation, notation_for
from tests.benchmarks.library.generator.truth import FieldValue, MoneyTruth

_Item = TypeVar("_Item")
_ACCENTS: tuple[Ink, ...] = (
    (0.1, 0.25, 0.5),
    (0.55, 0.1, 0.12),
    (0.05, 0.4, 0.35),
    (0.25, 0.25, 0.28),
    (0.75, 0.4, 0.05),
    (0.35, 0.15, 0.45),
)


@dataclass(slots=True)
class Job:
    """One document that is being made. `accent` is its colour."""

    chance: Random
    language: str
    notation: Notation
    facts: Facts
    layout: str
    accent: Ink

    def settle(self, country: str) -> None:
        """From here on, numbers and dates are printed as firms of `country` do."""
        self.notation = notation_for(country, self.language, self.chance)

    def pick(self, *options: _Item) -> _Item:
        return self.chance.choice(options)

    def t(self, german: str | Sequence[str], english: str | Sequence[str]) -> str:
        """The words of the document's language; one of several."""
        words = german if self.language == "de" else english
        return words if isinstance(words, str) else self.chance.choice(words)

    def likely(self, share: float) -> bool:
        return self.chance.random() < share

    def money(self, field: str, amount: Decimal, currency: str, *, bare: bool = False) -> str:
        """A marked amount, with its currency unless `bare`."""
        text = self.notation.bare_amount(amount) if bare else self.notation.amount(amount)
        return self.facts.say(field, MoneyTruth(amount, currency), text)

    def date(self, field: str, day: date, *, prose: bool = False) -> str:
        return self.facts.say(field, day, self.notation.long_date(day) if prose else self.notation.date(day))

    def text(self, field: str, value: str) -> str:
        return self.facts.say(field, value, value)

    def key(self, field: str, value: FieldValue, printed: str) -> str:
        """A marked word for a value of another form: an enum's key, a bool, a number in the field's unit."""
        return self.facts.say(field, value, printed)


def some_accent(chance: Random) -> Ink:
    return chance.choice(_ACCENTS)
