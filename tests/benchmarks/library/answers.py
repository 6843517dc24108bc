"""What is computed from the values documents state: sums, means, extremes, groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from tests.benchmarks.library.conditions import day_of, number_of
from tests.benchmarks.library.generator.schema import FIELDS
from tests.benchmarks.library.generator.truth import MoneyTruth, Truth


@dataclass(frozen=True, slots=True)
class Amount:
    """`unit` is a currency's code, or the field's unit; empty where a number has none."""

    value: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class Extreme:
    """The lowest or highest value of a unit, and every document that states it, sorted."""

    value: Decimal | date
    unit: str
    filenames: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """`key` is the text, the enum's key, `true`, `false` or the year; `amounts` are empty if only counted."""

    key: str
    count: int
    amounts: tuple[Amount, ...]


def groups(truths: Iterable[Truth], by: str, of: str, *, by_year: bool) -> tuple[Group, ...]:
    """By the value of `by` or its year; with the sums of `of`, where it is not empty."""
    members: defaultdict[str, list[Truth]] = defaultdict(list)
    for truth in truths:
        if (key := _key(truth, by, by_year)) is not None:
            members[key].append(truth)
    return tuple(
        Group(key, len(found), sums(found, of) if of else ()) for key, found in sorted(members.items())
    )


def plain(number: Decimal) -> Decimal:
    """Without zeros that say nothing."""
    whole = number.to_integral_value()
    return whole if number == whole else number.normalize()


def _unit(truth: Truth, of: str) -> str:
    value = truth.value(of)
    return value.currency if isinstance(value, MoneyTruth) else FIELDS[truth.bucket][of].unit


def _by_unit(truths: Iterable[Truth], of: str) -> list[tuple[str, list[Decimal]]]:
    found: defaultdict[str, list[Decimal]] = defaultdict(list)
    for truth in truths:
        if (number := number_of(truth, of)) is not None:
            found[_unit(truth, of)].append(number)
    return sorted(found.items())


def sums(truths: Iterable[Truth], of: str) -> tuple[Amount, ...]:
    return tuple(Amount(sum(numbers, Decimal()), unit) for unit, numbers in _by_unit(truths, of))


def means(truths: Iterable[Truth], of: str) -> tuple[Amount, ...]:
    return tuple(
        Amount(sum(numbers, Decimal()) / len(numbers), unit) for unit, numbers in _by_unit(truths, of)
    )


def extremes(truths: Iterable[Truth], of: str, pick: Callable[[Iterable[Any]], Any]) -> tuple[Extreme, ...]:
    found: defaultdict[str, list[tuple[Decimal | date, str]]] = defaultdict(list)
    for truth in truths:
        value = number_of(truth, of)
        known = day_of(truth, of) if value is None else value
        if known is not None:
            found[_unit(truth, of)].append((known, truth.filename))
    best_of = []
    for unit, pairs in sorted(found.items()):
        best = pick(value for value, _ in pairs)
        best_of.append(Extreme(best, unit, tuple(name for value, name in pairs if value == best)))
    return tuple(best_of)


def _key(truth: Truth, by: str, by_year: bool) -> str | None:
    value = truth.value(by)
    if by_year:
        return str(value.year) if isinstance(value, date) else None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return f"{plain(value):f}"
    return value if isinstance(value, str) else None
