"""Documents of one currency: amounts of several are never compared. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from core.fields.filters import And, Comparison, Filter, Operator, Or
from core.fields.schema import FieldSpec, FieldType
from core.fields.values import NO_CURRENCY, Value, money_value


def of_currency(field: str, code: str) -> Filter:
    """Any amount of a currency, below zero, too."""
    zero = money_value(Decimal(0), code)
    return Or((Comparison(field, Operator.AT_LEAST, (zero,)), Comparison(field, Operator.LESS, (zero,))))


def as_compared(spec: FieldSpec | None, value: Value) -> Value:
    """A stored value as a filter takes it for that value only: an amount without a currency is no other's."""
    bare = spec is not None and spec.type is FieldType.MONEY and not value.unit
    return replace(value, unit=NO_CURRENCY) if bare else value


def each_currency(field: str, codes: Sequence[str], where: Filter) -> list[Filter]:
    """Documents that match, for each currency by itself; an empty code: an amount without any."""
    return [And((where, of_currency(field, code or NO_CURRENCY))) for code in codes]
