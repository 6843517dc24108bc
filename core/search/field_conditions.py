"""Filters over fields as conditions of the index: what its points carry, and what is asked of it.

Each point of a document carries, beside its own payload:

- `bucket`: the bucket it is in
- `num`: field → number (figures, amounts, ordinals of days); `key`: field → key of anything else; `unit`:
  field → currency or unit, `NO_CURRENCY` where a number has none
- `has`: the names of all these ("num.total_amount"), so that what is missing is found in one index

An index has no LIKE: patterns are exchanged for the list of keys that match, which SQLite knows. And it reads
numbers back from JSON, the last digit of a double sometimes wrong (Edge 0.9.0: 123456789012345.67 comes back
as its neighbour). Figures of 15 digits are at least four doubles apart, so ranges are asked a little wider or
narrower than they are, which is exact for these. Pure functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypedDict, TypeVar

from core.fields.filters import And, Comparison, Filter, IsNull, Not, Operator, Or
from core.fields.values import NO_CURRENCY, Value, double

BUCKET, HAS, NUMBERS, KEYS, UNITS = "bucket", "has", "num", "key", "unit"
ALWAYS_INDEXED = (BUCKET, HAS)
_MARGIN = 4.4e-16  # of a figure: two to four of its last binary digits
_Condition = TypeVar("_Condition")


class Bounds(TypedDict, total=False):
    """Above, from, below and up to."""

    gt: float
    gte: float
    lt: float
    lte: float


@dataclass(frozen=True, slots=True)
class FieldConditions:
    """Documents of one bucket that pass a filter, in which no LIKE is left; see `field_conditions`."""

    bucket: str
    where: Filter


class ConditionKit(Protocol, Generic[_Condition]):
    """The conditions an index knows, as its own objects."""

    def one_of(self, path: str, keys: Sequence[str]) -> _Condition:
        """The payload at `path` is, or has in its list, one of these; none of these is: false."""
        ...

    def within(self, path: str, bounds: Bounds) -> _Condition:
        """The number at `path` is within these."""
        ...

    def joined(
        self,
        *,
        every: Sequence[_Condition] = (),
        one: Sequence[_Condition] = (),
        none: Sequence[_Condition] = (),
    ) -> _Condition:
        """All of `every`, one of `one` where there are any, and none of `none`."""
        ...


def field_conditions(
    bucket: str, where: Filter, keys_like: Callable[[str, str], Sequence[str]]
) -> FieldConditions:
    """What the index is asked for.

    Args:
        keys_like: (field, folded pattern) → all keys of the field that match; see
            `core.store.field_queries.FieldQueries.keys_like`.
    """
    return FieldConditions(bucket, _without_like(where, keys_like))


def field_payload(bucket: str, values: Mapping[str, Value | None]) -> dict[str, Any]:
    """What the points of a document in this bucket carry; None and values without a figure or key are none.

    Always has all of its parts, so that it takes the place of what was there.
    """
    held = {name: value for name, value in values.items() if value is not None}
    numbers = {name: double(value.number) for name, value in held.items() if value.number is not None}
    keys = {name: value.key for name, value in held.items() if value.number is None and value.key is not None}
    return {
        BUCKET: bucket,
        NUMBERS: numbers,
        KEYS: keys,
        UNITS: {name: held[name].unit or NO_CURRENCY for name in numbers},
        HAS: [*(f"{NUMBERS}.{name}" for name in numbers), *(f"{KEYS}.{name}" for name in keys)],
    }


def payload_values(payload: Mapping[str, Any]) -> dict[str, Value]:
    """The values back from a payload; `shown` is empty."""
    units = {name: unit for name, unit in payload.get(UNITS, {}).items() if unit != NO_CURRENCY}
    found = {
        name: Value("", number=number, unit=units.get(name, ""))
        for name, number in payload.get(NUMBERS, {}).items()
    }
    return found | {name: Value("", key=key) for name, key in payload.get(KEYS, {}).items()}


def is_number_path(path: str) -> bool:
    """Whether numbers stand there; else keys."""
    return path.startswith(f"{NUMBERS}.")


def paths_of(where: Filter) -> list[str]:
    """Paths of the payload that a filter looks at, beside `ALWAYS_INDEXED`."""
    if isinstance(where, Comparison):
        if not where.values:
            return []
        if where.values[0].number is None:
            return [f"{KEYS}.{where.field}"]
        unit = [f"{UNITS}.{where.field}"] if any(value.unit for value in where.values) else []
        return [f"{NUMBERS}.{where.field}", *unit]
    if isinstance(where, IsNull):
        return []
    parts = (where.part,) if isinstance(where, Not) else where.parts
    return list(dict.fromkeys(path for part in parts for path in paths_of(part)))


def compiled(conditions: FieldConditions, kit: ConditionKit[_Condition]) -> _Condition:
    """As the index's own condition."""
    return kit.joined(every=[kit.one_of(BUCKET, [conditions.bucket]), _compiled(conditions.where, kit)])


def _without_like(where: Filter, keys_like: Callable[[str, str], Sequence[str]]) -> Filter:
    if isinstance(where, Comparison):
        if where.operator is not Operator.LIKE:
            return where
        keys = keys_like(where.field, where.values[0].key or "")
        return Comparison(where.field, Operator.IN, tuple(Value(key, key=key) for key in keys))
    if isinstance(where, IsNull):
        return where
    if isinstance(where, Not):
        return Not(_without_like(where.part, keys_like))
    parts = tuple(_without_like(part, keys_like) for part in where.parts)
    return And(parts) if isinstance(where, And) else Or(parts)


def _compiled(where: Filter, kit: ConditionKit[_Condition]) -> _Condition:
    if isinstance(where, Comparison):
        return _comparison(where, kit)
    if isinstance(where, IsNull):
        return kit.joined(none=[kit.one_of(HAS, [f"{NUMBERS}.{where.field}", f"{KEYS}.{where.field}"])])
    if isinstance(where, Not):
        return kit.joined(none=[_compiled(where.part, kit)])
    parts = [_compiled(part, kit) for part in where.parts]
    if isinstance(where, And):
        return kit.joined(every=parts)
    return kit.joined(one=parts) if parts else _nothing(kit)


def _nothing(kit: ConditionKit[_Condition]) -> _Condition:
    return kit.one_of(BUCKET, [])


def _comparison(where: Comparison, kit: ConditionKit[_Condition]) -> _Condition:
    if not where.values:
        return _nothing(kit)
    if where.values[0].number is None:
        path = f"{KEYS}.{where.field}"
        found = kit.one_of(path, [value.key for value in where.values if value.key is not None])
    else:
        path = f"{NUMBERS}.{where.field}"
        found = _number(where, path, kit)
    if where.operator is Operator.DIFFERENT:
        return kit.joined(every=[kit.one_of(HAS, [path])], none=[found])
    return found


def _number(where: Comparison, path: str, kit: ConditionKit[_Condition]) -> _Condition:
    """For `!=` what it must not be."""
    values, operator = where.values, where.operator
    if operator is Operator.IN:
        return kit.joined(one=[_in_unit(_equal(path, value, kit), value, where, kit) for value in values])
    if operator in (Operator.EQUAL, Operator.DIFFERENT):
        return _in_unit(_equal(path, values[0], kit), values[0], where, kit)
    low, high = _number_of(values[0]), _number_of(values[-1])
    if operator is Operator.MORE:
        found = kit.within(path, {"gt": _above(low)})
    elif operator is Operator.AT_LEAST:
        found = kit.within(path, {"gte": _below(low)})
    elif operator is Operator.LESS:
        found = kit.within(path, {"lt": _below(low)})
    elif operator is Operator.AT_MOST:
        found = kit.within(path, {"lte": _above(low)})
    else:
        found = kit.within(path, {"gte": _below(low), "lte": _above(high)})
    return _in_unit(found, values[0], where, kit)


def _equal(path: str, value: Value, kit: ConditionKit[_Condition]) -> _Condition:
    number = _number_of(value)
    return kit.within(path, {"gte": _below(number), "lte": _above(number)})


def _in_unit(found: _Condition, value: Value, where: Comparison, kit: ConditionKit[_Condition]) -> _Condition:
    if not value.unit:
        return found
    return kit.joined(every=[found, kit.one_of(f"{UNITS}.{where.field}", [value.unit])])


def _number_of(value: Value) -> float:
    return double(value.number or 0.0)


def _below(number: float) -> float:
    return number - abs(number) * _MARGIN


def _above(number: float) -> float:
    return number + abs(number) * _MARGIN
