"""A filter written out: as JSON that reads back as the same filter, and in words for chips and messages.

Pure functions, any thread.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from core.fields.filters.patterns import words_between
from core.fields.filters.tree import And, Comparison, Filter, IsNull, Not, Operator, Or, present_and_not
from core.fields.schema import BucketSchema, FieldType
from core.fields.values import Value

_LISTS = (Operator.IN, Operator.BETWEEN)
_WITH_OPPOSITE = (Operator.LIKE, Operator.IN, Operator.BETWEEN)
_MOST_SHOWN = 5  # values of a list


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


def described(where: Filter, schema: BucketSchema) -> str:
    """In words: "total amount > 1000 EUR and vendor name contains Acme"; empty where all pass."""
    return "" if where == And(()) else _said(where, schema, 0)


def _packed(value: Value) -> str | int | float:
    if value.number is None:
        return value.shown
    if value.unit:
        return f"{value.shown} {value.unit}"
    try:
        figure = Decimal(value.shown)
    except InvalidOperation:
        return value.shown  # a date
    number: int | float = int(figure) if figure == figure.to_integral_value() else float(figure)
    return number if abs(number) < 10**15 and Decimal(repr(number)) == figure else value.shown


def _said(where: Filter, schema: BucketSchema, binding: int) -> str:
    """`binding` of what stands around it: 0 nothing, 1 OR, 2 AND, 3 NOT."""
    if isinstance(where, Comparison):
        return _comparison(where, schema)
    if isinstance(where, IsNull):
        return f"{_shown(schema, where.field)} is missing"
    if isinstance(where, Not):
        if isinstance(where.part, IsNull):
            return f"{_shown(schema, where.part.field)} is known"
        return f"not ({_said(where.part, schema, 0)})"
    opposite = _opposite(where, schema)
    if opposite:
        return opposite
    if not where.parts:
        return "anything" if isinstance(where, And) else "nothing"
    own, word = (2, " and ") if isinstance(where, And) else (1, " or ")
    said = word.join(_said(part, schema, own) for part in where.parts)
    return f"({said})" if binding > own else said


def _opposite(where: And | Or, schema: BucketSchema) -> str:
    """NOT LIKE, NOT IN and NOT BETWEEN in words; empty for anything else."""
    first = where.parts[0] if len(where.parts) == 2 else None
    if not isinstance(first, Not) or not isinstance(first.part, Comparison):
        return ""
    compared = first.part
    if compared.operator not in _WITH_OPPOSITE or where != present_and_not(compared.field, compared):
        return ""
    return _comparison(compared, schema, denied=True)


def _comparison(where: Comparison, schema: BucketSchema, *, denied: bool = False) -> str:
    name, operator = _shown(schema, where.field), where.operator
    said = [_value(value, where, schema) for value in where.values]
    if operator is Operator.LIKE:
        return f"{name} {_pattern(where.values[0], denied)}"
    if operator is Operator.BETWEEN:
        return f"{name} {'not ' if denied else ''}between {said[0]} and {said[1]}"
    if operator is Operator.IN:
        more = f" and {len(said) - _MOST_SHOWN} more" if len(said) > _MOST_SHOWN else ""
        listed = ", ".join(said[:_MOST_SHOWN]) or "nothing"
        return f"{name} is {'none' if denied else 'one'} of {listed}{more}"
    if operator is Operator.DIFFERENT:
        return f"{name} is not {said[0]}"
    sign = "is" if operator is Operator.EQUAL and where.values[0].number is None else operator.value
    return f"{name} {sign} {said[0]}"


def _pattern(value: Value, denied: bool) -> str:
    ends = words_between(value.shown)
    before, text, behind = ends or ("", value.shown, "")
    verbs = {("%", "%"): "contain", ("%", ""): "end with", ("", "%"): "begin with", ("", ""): "match"}
    verb, _, rest = verbs[before, behind].partition(" ")
    if denied:
        said = f"does not {verb}"
    else:
        said = f"{verb}es" if verb == "match" else f"{verb}s"
    return " ".join(part for part in (said, rest, _quoted(text.strip())) if part)


def _value(value: Value, where: Comparison, schema: BucketSchema) -> str:
    spec = schema.field(where.field)
    if value.number is None:
        is_text = spec is None or spec.type is FieldType.TEXT
        return _quoted(value.shown) if is_text else value.shown.replace("_", " ")
    unit = value.unit or (spec.unit if spec else "")
    return f"{value.shown} {unit}" if unit else value.shown


def _quoted(text: str) -> str:
    """One word stands by itself."""
    return f"“{text}”" if not text or " " in text else text


def _shown(schema: BucketSchema, field: str) -> str:
    spec = schema.field(field)
    return spec.shown if spec else field.replace("_", " ")
