"""The tree a filter is: comparisons of fields, joined by AND, OR and NOT. Values only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from core.errors import UsageError
from core.fields.values import Value

DEEPEST = 20  # a filter may come from a language model
MOST_NODES = 200  # comparisons, each value of a list, and what joins them


class Operator(StrEnum):
    """How a value is compared. `LIKE`: `%` stands for anything, `_` for one character, `\\` before one of
    these, or itself, for the character."""

    EQUAL = "="
    DIFFERENT = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="
    LIKE = "LIKE"
    IN = "IN"
    BETWEEN = "BETWEEN"

    @property
    def needs_order(self) -> bool:
        """Whether it asks for less and more."""
        return self in _ORDERING


_ORDERING = frozenset({Operator.LESS, Operator.AT_MOST, Operator.MORE, Operator.AT_LEAST, Operator.BETWEEN})


@dataclass(frozen=True, slots=True)
class Comparison:
    """One field with one value; with two, both included, for BETWEEN; with any number for IN (none: false).

    A value with `unit` is money of that currency and compares with no other; `NO_CURRENCY`: with amounts that
    have none. Of LIKE, `key` of the value is
    the pattern in the form of keys.
    """

    field: str
    operator: Operator
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class IsNull:
    """The field has no value: none was found, or the user says that there is none."""

    field: str


@dataclass(frozen=True, slots=True)
class And:
    """All of these; true of every document when there are none."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of these at least; false when there are none."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The complement."""

    part: Filter


Filter: TypeAlias = "Comparison | IsNull | And | Or | Not"
EVERYTHING: Filter = And(())


def all_of(parts: Iterable[Filter]) -> Filter:
    """AND, without a node where there is one part only."""
    listed = tuple(parts)
    return listed[0] if len(listed) == 1 else And(listed)


def any_of(parts: Iterable[Filter]) -> Filter:
    """OR, without a node where there is one part only."""
    listed = tuple(parts)
    return listed[0] if len(listed) == 1 else Or(listed)


def present_and_not(field: str, part: Filter) -> Filter:
    """The field has a value, and it is another one: what NOT IN, NOT LIKE and NOT BETWEEN mean."""
    return And((Not(part), Not(IsNull(field))))


def leaves(where: Filter) -> Iterator[Comparison | IsNull]:
    """What it compares, from left to right."""
    if isinstance(where, Comparison | IsNull):
        yield where
    elif isinstance(where, Not):
        yield from leaves(where.part)
    else:
        for part in where.parts:
            yield from leaves(part)


def fields_of(where: Filter) -> tuple[str, ...]:
    """Names of the fields it compares, each once, in the order of their first mention."""
    return tuple(dict.fromkeys(leaf.field for leaf in leaves(where)))


def needs_value(where: Filter, field: str) -> bool:
    """Whether only documents pass that have a value of the field. False where that is not plain."""
    if isinstance(where, Comparison):
        return where.field == field
    if isinstance(where, And):
        return any(needs_value(part, field) for part in where.parts)
    if isinstance(where, Or):
        return bool(where.parts) and all(needs_value(part, field) for part in where.parts)
    return False


def checked(where: Filter) -> Filter:
    """The same filter, if it is of a size that every engine takes.

    Raises:
        UsageError: it is nested deeper than `DEEPEST` or has more than `MOST_NODES` parts.
    """
    if _depth(where) > DEEPEST:
        raise too_deep()
    if _size(where) > MOST_NODES:
        raise too_large()
    return where


def too_deep() -> UsageError:
    return UsageError(
        f"The filter is nested more than {DEEPEST} levels deep.", "Write it with fewer brackets."
    )


def too_large() -> UsageError:
    return UsageError(f"The filter has more than {MOST_NODES} parts.", "Leave some of them out.")


def _depth(where: Filter) -> int:
    if isinstance(where, Comparison | IsNull):
        return 1
    parts = (where.part,) if isinstance(where, Not) else where.parts
    return 1 + max((_depth(part) for part in parts), default=0)


def _size(where: Filter) -> int:
    if isinstance(where, Comparison):
        return max(1, len(where.values))
    if isinstance(where, IsNull):
        return 1
    parts = (where.part,) if isinstance(where, Not) else where.parts
    return 1 + sum(map(_size, parts))
