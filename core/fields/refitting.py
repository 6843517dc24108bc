"""What the user entered, when the schema has changed since: converted where that is exact, else kept as it
was written. Pure functions.
"""

from __future__ import annotations

import datetime
from dataclasses import replace
from decimal import InvalidOperation

from core.errors import UsageError
from core.fields.schema import FieldSpec, FieldType
from core.fields.values import FieldValue, Value, parse_value, text_value, unmistakable
from core.text.currency_names import is_currency
from core.text.units import unit_of


def refitted(spec: FieldSpec, entered: FieldValue) -> FieldValue:
    """What the user entered as the field holds it now; the same where nothing has to change.

    Without a value and with a `misfit` where it can only be read by guessing. A misfit that the field can
    hold again becomes a value again.
    """
    if entered.value is None and not entered.misfit:
        return entered
    if entered.value is not None and _fits(spec, entered.value):
        return entered
    text = entered.misfit if entered.value is None else _written(entered.value)
    value = _read(spec, entered.value, text)
    if value is None:
        return replace(entered, value=None, quote=text)
    return replace(entered, value=value, quote="")


def _fits(spec: FieldSpec, value: Value) -> bool:
    """Whether it is in the form that the field's values have."""
    if spec.type is FieldType.ENUM:
        return value.key in spec.values
    if spec.type is FieldType.BOOL:
        return value.key in ("true", "false")
    if spec.type is FieldType.TEXT:
        return value.key is not None
    if spec.type is FieldType.DATE:
        return value.number is not None and _day(value.shown)
    if value.number is None or not _is_figure(value):
        return False
    if spec.type is FieldType.NUMBER:
        return value.unit == spec.unit
    return not value.unit or is_currency(value.unit) or unit_of(value.unit) is None


def _written(value: Value) -> str:
    """As the user would write it for a field of any type, so that it is read back without a doubt."""
    figure = unmistakable(value.exact) if value.number is not None and _is_figure(value) else value.shown
    return f"{figure} {value.unit}".rstrip()


def _read(spec: FieldSpec, before: Value | None, text: str) -> Value | None:
    """What the text is in any language; None where languages differ, or it is none."""
    if spec.type is FieldType.TEXT:
        return text_value(text)
    if before is not None and before.number is not None and not spec.type.is_numeric:
        return None  # 1 is no "yes", and 2023 is no day
    found = []
    for german in (False, True):
        try:
            found.append(parse_value(spec, text, german=german))
        except UsageError:
            return None
    return found[0] if found[0] == found[1] else None


def _is_figure(value: Value) -> bool:
    try:
        return value.exact.is_finite()
    except InvalidOperation:
        return False


def _day(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True
