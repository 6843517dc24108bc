"""A filter as a condition of SQL over the tables of fields. Pure functions.

Nothing of a filter becomes part of the text of a statement: fields, units, figures, texts and patterns are
bound, and what is written is put together from the constants below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.fields.filters import And, Comparison, Filter, IsNull, Not, Operator
from core.fields.filters.patterns import beginning
from core.fields.values import NO_CURRENCY, Value

DocumentColumn = Literal["placed.document_id", "held.document_id"]  # sorted_documents, fields
_SIGNS = {
    Operator.EQUAL: "=",
    Operator.DIFFERENT: "!=",
    Operator.LESS: "<",
    Operator.AT_MOST: "<=",
    Operator.MORE: ">",
    Operator.AT_LEAST: ">=",
}
_VALUES = "SELECT document_id FROM fields WHERE bucket = ? AND field = ?"
_Column = Literal["number", "key"]
_LAST = "\U0010ffff"  # no text goes on with this


@dataclass(frozen=True, slots=True)
class Condition:
    """What stands behind WHERE, and what is bound to its question marks, in their order."""

    sql: str
    parameters: tuple[object, ...]


def condition_of(where: Filter, bucket: str, document: DocumentColumn, *, own: str = "") -> Condition:
    """True of the documents of a bucket that pass the filter; true or false of each, never NULL.

    Each comparison is a sub-select that an index of `fields` answers by itself.

    Args:
        document: the column of the outer statement that names the document.
        own: the outer statement's rows `held` are values of this field, each document's only one, so that
            comparisons with it need no sub-select.
    """
    writer = _Writer(bucket, document, own)
    return Condition(writer.written(where), tuple(writer.parameters))


@dataclass(slots=True)
class _Writer:
    bucket: str
    document: DocumentColumn
    own: str
    parameters: list[object] = field(default_factory=list)

    def written(self, where: Filter) -> str:
        if isinstance(where, Comparison):
            return self._comparison(where)
        if isinstance(where, IsNull):
            number = self._holds(where.field, "number", "1")
            return f"NOT {number} AND NOT {self._holds(where.field, 'key', '1')}"
        if isinstance(where, Not):
            return f"NOT ({self.written(where.part)})"
        if not where.parts:
            return "1" if isinstance(where, And) else "0"
        parts = [f"({self.written(part)})" for part in where.parts]
        return (" AND " if isinstance(where, And) else " OR ").join(parts)

    def _comparison(self, where: Comparison) -> str:
        if not where.values:
            return "0"
        if where.values[0].number is None:
            return self._of_key(where.field, where.operator, where.values)
        if where.operator is Operator.IN:
            units = dict.fromkeys(value.unit for value in where.values)
            parts = [self._in_numbers(where.field, unit, where.values) for unit in units]
            return " OR ".join(parts)
        return self._of_number(where.field, where.operator, where.values)

    def _of_key(self, name: str, operator: Operator, values: Sequence[Value]) -> str:
        keys = [value.key for value in values]
        if operator is Operator.LIKE:
            return self._like(name, keys[0])
        if operator is Operator.IN:
            return self._holds(name, "key", f"{{key}} IN ({_marks(keys)})", *keys)
        return self._holds(name, "key", f"{{key}} {_SIGNS[operator]} ?", *keys)

    def _like(self, name: str, pattern: str | None) -> str:
        # From LIKE alone, an index cannot tell between which keys the matching ones stand.
        test = r"{key} >= ? AND {key} < ? AND {key} LIKE ? ESCAPE '\'"
        start = beginning(pattern or "")
        return self._holds(name, "key", test, start, start + _LAST, pattern)

    def _of_number(self, name: str, operator: Operator, values: Sequence[Value]) -> str:
        numbers, unit = [value.number for value in values], values[0].unit
        if operator is Operator.BETWEEN:
            test = "{number} BETWEEN ? AND ?"
        else:
            test = f"{{number}} {_SIGNS[operator]} ?"
        if not unit:
            return self._holds(name, "number", test, *numbers)
        if operator is Operator.DIFFERENT:  # another amount, or another currency
            return self._holds(name, "number", f"({test} OR {{unit}} != ?)", *numbers, _stored(unit))
        return self._holds(name, "number", f"{test} AND {{unit}} = ?", *numbers, _stored(unit))

    def _in_numbers(self, name: str, unit: str, values: Sequence[Value]) -> str:
        numbers = [value.number for value in values if value.unit == unit]
        test = f"{{number}} IN ({_marks(numbers)})"
        if not unit:
            return self._holds(name, "number", test, *numbers)
        return self._holds(name, "number", f"{test} AND {{unit}} = ?", *numbers, _stored(unit))

    def _holds(self, name: str, column: _Column, test: str, *bound: object) -> str:
        """The document has a value of the field that passes the test, in which columns stand in braces.

        IS NOT NULL lets the planner use the indexes, which leave out what has no number or no key.
        """
        rows = "held." if name == self.own else ""
        tested = test.format(number=f"{rows}number", key=f"{rows}key", unit=f"{rows}unit")
        condition = f"{rows}{column} IS NOT NULL AND {tested}"
        if rows:
            self.parameters.extend(bound)
            return f"({condition})"
        self.parameters.extend((self.bucket, name, *bound))
        return f"{self.document} IN ({_VALUES} AND {condition})"


def _stored(unit: str) -> str:
    """A unit of a filter as the table has it."""
    return "" if unit == NO_CURRENCY else unit


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
