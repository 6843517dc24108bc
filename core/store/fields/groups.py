"""Values of fields, added up and put into groups. Pure functions."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, InvalidOperation, localcontext
from typing import Literal

from core.fields.results import Amount
from core.store.fields.selection import HeldValues

Period = Literal["year", "quarter", "month", "day"]
_EXACT = Context(prec=1000)  # digits: far more than a sum of figures can have


@dataclass(frozen=True, slots=True)
class Gathered:
    """A group: how many documents, and what they add up to."""

    documents: int
    amounts: tuple[Amount, ...]


def amounts_of(held: HeldValues) -> list[Amount]:
    """The sum in each unit; what is no figure is left out."""
    by_unit: defaultdict[str, list[str]] = defaultdict(list)
    for unit, written in zip(held.units, held.written, strict=True):
        by_unit[unit].append(written)
    with localcontext(_EXACT):
        return _ordered(_added(unit, written) for unit, written in by_unit.items())


def grouped(
    keys: Sequence[str], document_ids: Sequence[str], added: HeldValues | None
) -> dict[str, Gathered]:
    """Groups by the keys of documents; `added`: the values that are added up in each."""
    figures: defaultdict[tuple[str | None, str], list[str]] = defaultdict(list)
    if added is not None:
        key_of = dict(zip(document_ids, keys, strict=True))
        own = zip(map(key_of.get, added.document_ids), added.units, strict=True)
        for group, written in zip(own, added.written, strict=True):
            figures[group].append(written)
    amounts: defaultdict[str, list[Amount]] = defaultdict(list)
    with localcontext(_EXACT):
        for (key, unit), listed in figures.items():
            if key is not None:  # what is added up stands in documents without a key, too
                amounts[key].append(_added(unit, listed))
    return {
        key: Gathered(count, tuple(_ordered(amounts.get(key, ())))) for key, count in Counter(keys).items()
    }


def in_periods(held: HeldValues, period: Period) -> tuple[list[str], list[str]]:
    """Documents and the periods of their dates; without those whose figure is no day."""
    named = {own: _period(float(own), period) for own in set(held.keys)}
    pairs = ((name, named[own]) for name, own in zip(held.document_ids, held.keys, strict=True))
    kept = [(document_id, key) for document_id, key in pairs if key is not None]
    return [document_id for document_id, _ in kept], [key for _, key in kept]


def by_size(found: dict[str, Gathered]) -> list[str]:
    """Keys of groups: the largest sums in the unit that most documents have, then the most documents."""
    documents: Counter[str] = Counter()
    sums: defaultdict[str, dict[str, Decimal]] = defaultdict(dict)
    for key, group in found.items():
        for amount in group.amounts:
            documents[amount.unit] += amount.documents
            sums[amount.unit][key] = amount.figure
    unit = min(documents, key=lambda name: (-documents[name], name), default="")
    size = sums[unit]
    return sorted(
        found, key=lambda key: (key not in size, -size.get(key, Decimal(0)), -found[key].documents, key)
    )


def _period(own: float, period: Period) -> str | None:
    """The group of the ordinal of a day; None for a number that is no day."""
    if not 1 <= own <= datetime.date.max.toordinal():
        return None
    day = datetime.date.fromordinal(int(own))
    if period == "quarter":
        return f"{day.year:04}-Q{(day.month + 2) // 3}"
    return day.isoformat()[: {"year": 4, "month": 7, "day": 10}[period]]


def _added(unit: str, figures: Sequence[str]) -> Amount:
    """The sum of figures as they are written; in an exact context."""
    try:
        return Amount(unit, sum(map(Decimal, figures), Decimal(0)), len(figures))
    except InvalidOperation:  # dates that the user entered when the field was one of dates
        sound = [found for figure in figures if (found := _decimal(figure)) is not None]
        return Amount(unit, sum(sound, Decimal(0)), len(sound))


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def _ordered(amounts: Iterable[Amount]) -> list[Amount]:
    """Without empty ones, the most documents first."""
    kept = (amount for amount in amounts if amount.documents)
    return sorted(kept, key=lambda amount: (-amount.documents, amount.unit))
