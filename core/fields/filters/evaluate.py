"""What a filter means: the definition that SQL and the index are held to. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping

from core.fields.filters.patterns import like
from core.fields.filters.tree import And, Comparison, Filter, IsNull, Not, Operator
from core.fields.values import NO_CURRENCY, Value


def matches(where: Filter, values: Mapping[str, Value | None]) -> bool:
    """Whether a document with these values passes. A field that is left out, or None, is missing."""
    if isinstance(where, Comparison):
        return _compares(where, values.get(where.field))
    if isinstance(where, IsNull):
        return _is_missing(values.get(where.field))
    if isinstance(where, Not):
        return not matches(where.part, values)
    found = (matches(part, values) for part in where.parts)
    return all(found) if isinstance(where, And) else any(found)


def _is_missing(value: Value | None) -> bool:
    return value is None or (value.number is None and value.key is None)


def _compares(where: Comparison, value: Value | None) -> bool:
    if value is None or not where.values:
        return False
    operator, first = where.operator, where.values[0]
    own = value.key if first.number is None else value.number
    if own is None:
        return False
    if operator is Operator.DIFFERENT:
        return not _equal(value, first)
    if operator is Operator.IN:
        return any(_equal(value, wanted) for wanted in where.values)
    if operator is Operator.EQUAL:
        return _equal(value, first)
    if operator is Operator.LIKE:
        return value.key is not None and like(value.key, first.key or "")
    return _ordered(operator, value, where.values)


def _equal(value: Value, wanted: Value) -> bool:
    if wanted.number is None:
        return value.key == wanted.key
    return value.number == wanted.number and _same_unit(value, wanted)


def _same_unit(value: Value, wanted: Value) -> bool:
    return not wanted.unit or (value.unit or NO_CURRENCY) == wanted.unit


def _ordered(operator: Operator, value: Value, wanted: tuple[Value, ...]) -> bool:
    own, low, high = value.number, wanted[0].number, wanted[-1].number
    if own is None or low is None or high is None or not _same_unit(value, wanted[0]):
        return False
    if operator is Operator.LESS:
        return own < low
    if operator is Operator.AT_MOST:
        return own <= low
    if operator is Operator.MORE:
        return own > low
    if operator is Operator.AT_LEAST:
        return own >= low
    return low <= own <= high
