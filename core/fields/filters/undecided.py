"""Documents of which nobody can tell whether they pass a filter, for they lack a value. Pure functions."""

from __future__ import annotations

from collections.abc import Callable

from core.fields.filters.tree import And, Comparison, Filter, IsNull, Not, fields_of

Ids = frozenset[str]


def undecided(
    where: Filter, field: str, lacking: Callable[[str], Ids], passing: Callable[[Comparison], Ids]
) -> Ids:
    """Those that lack the field and would pass with some value and not with another; what else they lack is
    open, too.

    Args:
        lacking: the documents without a value of a field.
        passing: those that a comparison selects; asked only of other fields.
    """
    among = lacking(field)
    if not among:
        return among
    bounds = _Bounds(field, among, lacking, passing)
    return bounds.of(where, upper=True) - bounds.of(where, upper=False)


def is_open_alone(where: Filter, field: str) -> bool:
    """Whether a filter over no other field is open for every document that lacks this one."""
    if fields_of(where) != (field,):
        return False
    every = frozenset(("any",))
    return bool(undecided(where, field, lambda _: every, lambda _: frozenset()))


class _Bounds:
    """What passes whatever the missing values are, and what might, `among` documents that lack a field."""

    def __init__(
        self,
        field: str,
        among: Ids,
        lacking: Callable[[str], Ids],
        passing: Callable[[Comparison], Ids],
    ) -> None:
        self._field = field
        self._among = among
        self._lacking = lacking
        self._passing = passing

    def of(self, where: Filter, *, upper: bool) -> Ids:
        nobody: Ids = frozenset()
        if isinstance(where, IsNull):
            return self._lacking(where.field) & self._among
        if isinstance(where, Comparison):
            if where.field == self._field:
                return self._among if upper and where.values else nobody
            open_ones = self._lacking(where.field) & self._among if upper else nobody
            return (self._passing(where) & self._among) | open_ones
        if isinstance(where, Not):
            return self._among - self.of(where.part, upper=not upper)
        parts = [self.of(part, upper=upper) for part in where.parts]
        if isinstance(where, And):
            return self._among.intersection(*parts)
        return nobody.union(*parts)
