"""From the conditions of a question to a filter over the fields of its bucket. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.corpus.decomposition import Constraint
from core.fields.filters import Filter, parse_filter
from core.fields.schema import BucketSchema

_DENYING = ("!=", "NOT LIKE")
_WITHOUT_VALUE = ("IS NULL", "IS NOT NULL")


def filter_of(constraints: Sequence[Constraint], schema: BucketSchema, *, german: bool = False) -> Filter:
    """All conditions at once; of those of one group, one.

    Raises:
        core.errors.UsageError: a condition does not suit the schema.
    """
    parts: list[Mapping[str, Any]] = []
    groups: dict[int, list[Mapping[str, Any]]] = {}
    for constraint in constraints:
        part = _packed(constraint)
        if constraint.group:
            groups.setdefault(constraint.group, []).append(part)
        else:
            parts.append(part)
    parts += [{"OR": group} if len(group) > 1 else group[0] for group in groups.values()]
    return parse_filter(parts, schema, german=german)


def _packed(constraint: Constraint) -> Mapping[str, Any]:
    fields = (constraint.field, *constraint.any_of)
    parts = [part for field in fields for part in _of_field(field, constraint)]
    if len(parts) == 1:
        return parts[0]
    # "Not from Acme" denies all of them, "with Acme" needs one.
    return {"AND" if constraint.operator in _DENYING else "OR": parts}


def _of_field(field: str, constraint: Constraint) -> list[Mapping[str, Any]]:
    operator, value = constraint.operator, constraint.value
    if operator in _WITHOUT_VALUE:
        return [{field: {"operator": operator}}]
    if isinstance(value, tuple) and operator not in ("IN", "BETWEEN"):
        return [{field: {"operator": operator, "value": one}} for one in value]
    packed = list(value) if isinstance(value, tuple) else value
    return [{field: {"operator": operator, "value": packed}}]
