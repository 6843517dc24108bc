"""A filter written out as JSON that reads back as the same filter; in words: `describing.py`.

Pure functions, any thread.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from core.fields.filters.tree import And, Comparison, Filter, IsNull, Not, Operator
from core.fields.values import Value, unmistakable

_LISTS = (Operator.IN, Operator.BETWEEN)


def to_packed(where: Filter) -> dict[str, Any]:
    """Plain JSON values: `parse_filter` of them, with `german` off, gives the same filter back."""
    if isinstance(where, Comparison):
        values = [_packed(value) for value in where.values]
        return {where.field: {where.operator.value: values if where.operator in _LISTS else values[0]}}
    if isinstance(where, IsNull):
        return {where.field: {"IS NULL": True}}
    if isinstance(where, Not):
        return {"NOT": to_packed(where.part)}
    if isinstance(where, And) and not where.parts:
        return {}
    return {"AND" if isinstance(where, And) else "OR": [to_packed(part) for part in where.parts]}


def _packed(value: Value) -> str | int | float:
    if value.number is None:
        return value.shown
    if value.unit:
        return f"{unmistakable(value.exact)} {value.unit}"
    try:
        figure = Decimal(value.shown)
    except InvalidOperation:
        return value.shown  # a date
    number: int | float = int(figure) if figure == figure.to_integral_value() else float(figure)
    return number if abs(number) < 10**15 and Decimal(repr(number)) == figure else value.shown
