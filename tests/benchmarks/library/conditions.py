"""What a question asks of a document, decided from what the document states.

A comparison with a value that is not stated is false, also a negated one. An amount without a currency
compares whatever the currency; with one, only amounts in it count. Names match as part of the printed one,
without regard to capitals.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from tests.benchmarks.library.generator.truth import MoneyTruth, Truth

Period = tuple[date, date]  # both days belong to it


@dataclass(frozen=True, slots=True)
class Condition:
    """`words` say what `holds` decides, for a report."""

    words: str
    holds: Callable[[Truth], bool]


def named(name: str, *fields: str) -> Condition:
    """One of the fields has `name` as a part."""
    wanted = name.casefold()
    return Condition(
        f"{' or '.join(fields)} has {name!r}",
        lambda truth: any(wanted in _text(truth, field) for field in fields),
    )


def not_named(name: str, *fields: str) -> Condition:
    """Every field is stated, and none has `name` as a part."""
    wanted = name.casefold()

    def holds(truth: Truth) -> bool:
        return all((text := _text(truth, field)) and wanted not in text for field in fields)

    return Condition(f"{' and '.join(fields)} without {name!r}", holds)


def kind_is(field: str, *keys: str) -> Condition:
    return Condition(f"{field} is {' or '.join(keys)}", lambda truth: truth.value(field) in keys)


def kind_is_not(field: str, *keys: str) -> Condition:
    return Condition(
        f"{field} is not {' or '.join(keys)}",
        lambda truth: truth.value(field) is not None and truth.value(field) not in keys,
    )


def is_true(field: str) -> Condition:
    return Condition(f"{field} is true", lambda truth: truth.value(field) is True)


def is_false(field: str) -> Condition:
    return Condition(f"{field} is false", lambda truth: truth.value(field) is False)


def stated(field: str) -> Condition:
    return Condition(f"{field} is stated", lambda truth: truth.value(field) is not None)


def missing(field: str) -> Condition:
    return Condition(f"{field} is not stated", lambda truth: truth.value(field) is None)


def written_in(language: str) -> Condition:
    """To pick words of a language; no question asks for it."""
    return Condition(f"written in {language}", lambda truth: truth.language == language)


def in_months(field: str, first: int, last: int) -> Condition:
    """In these months of any year; to pick a year, no question asks for it."""
    return _dated(field, f"in months {first} to {last}", lambda stated: first <= stated.month <= last)


def either(*conditions: Condition) -> Condition:
    return Condition(
        " or ".join(condition.words for condition in conditions),
        lambda truth: any(condition.holds(truth) for condition in conditions),
    )


def over(field: str, limit: Decimal, currency: str = "") -> Condition:
    return _compared(field, ">", limit, currency, lambda number: number > limit)


def under(field: str, limit: Decimal, currency: str = "") -> Condition:
    return _compared(field, "<", limit, currency, lambda number: number < limit)


def at_least(field: str, limit: Decimal, currency: str = "") -> Condition:
    return _compared(field, ">=", limit, currency, lambda number: number >= limit)


def at_most(field: str, limit: Decimal, currency: str = "") -> Condition:
    return _compared(field, "<=", limit, currency, lambda number: number <= limit)


def equal(field: str, wanted: Decimal) -> Condition:
    return _compared(field, "=", wanted, "", lambda number: number == wanted)


def from_to(field: str, low: Decimal, high: Decimal, currency: str = "") -> Condition:
    """Both ends belong to it."""
    return Condition(
        f"{field} from {low} to {high} {currency}".strip(),
        lambda truth: (number := number_of(truth, field, currency)) is not None and low <= number <= high,
    )


def in_currency(field: str, currency: str) -> Condition:
    return Condition(f"{field} in {currency}", lambda truth: number_of(truth, field, currency) is not None)


def before(field: str, day: date) -> Condition:
    return _dated(field, f"before {day}", lambda stated: stated < day)


def after(field: str, day: date) -> Condition:
    return _dated(field, f"after {day}", lambda stated: stated > day)


def since(field: str, day: date) -> Condition:
    """On the day or later."""
    return _dated(field, f"since {day}", lambda stated: stated >= day)


def until(field: str, day: date) -> Condition:
    """On the day or earlier."""
    return _dated(field, f"until {day}", lambda stated: stated <= day)


def during(field: str, period: Period) -> Condition:
    first, last = period
    return _dated(field, f"from {first} to {last}", lambda stated: first <= stated <= last)


def years(first: int, last: int = 0) -> Period:
    return date(first, 1, 1), date(last or first, 12, 31)


def months(year: int, first: int, last: int = 0) -> Period:
    """Whole months of one year, 1 to 12."""
    last = last or first
    return date(year, first, 1), date(year, last, monthrange(year, last)[1])


def quarter(year: int, number: int) -> Period:
    return months(year, 3 * number - 2, 3 * number)


def half(year: int, number: int) -> Period:
    return months(year, 6 * number - 5, 6 * number)


def number_of(truth: Truth, field: str, currency: str = "") -> Decimal | None:
    """The number or amount; None where it is not stated, or the amount is in another currency."""
    value = truth.value(field)
    if isinstance(value, MoneyTruth):
        return value.amount if currency in ("", value.currency) else None
    return value if isinstance(value, Decimal) else None


def day_of(truth: Truth, field: str) -> date | None:
    value = truth.value(field)
    return value if isinstance(value, date) else None


def _text(truth: Truth, field: str) -> str:
    value = truth.value(field)
    return value.casefold() if isinstance(value, str) else ""


def _compared(
    field: str, sign: str, limit: Decimal, currency: str, holds: Callable[[Decimal], bool]
) -> Condition:
    return Condition(
        f"{field} {sign} {limit} {currency}".strip(),
        lambda truth: (number := number_of(truth, field, currency)) is not None and holds(number),
    )


def _dated(field: str, words: str, holds: Callable[[date], bool]) -> Condition:
    return Condition(
        f"{field} {words}", lambda truth: (day := day_of(truth, field)) is not None and holds(day)
    )
