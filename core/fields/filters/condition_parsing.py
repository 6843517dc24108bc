"""A filter from plain JSON values, as programs and language models write it, checked against the schema.

All of these mean AND of their parts, and may be nested in `{"AND": [...]}`, `{"OR": [...]}`, `{"NOT": ...}`:

- `{"vendor_name": "Acme GmbH", "paid": true}`: bare values are compared for equality, lists mean IN
- `{"total_amount": {">": 1000}}`, also with several operators: `{">=": "2023-01-01", "<": "2024-01-01"}`
- `{"total_amount": {"operator": ">", "value": 1000}}`
- `[{"field": "total_amount", "operator": ">", "value": 1000, "raw_text": "over $1k"}]`

Pure functions, any thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.errors import UsageError
from core.fields.filters.operands import compared, field_named, operator_named, shortened
from core.fields.filters.tree import (
    DEEPEST,
    EVERYTHING,
    MOST_NODES,
    Filter,
    IsNull,
    Not,
    Operator,
    all_of,
    any_of,
    checked,
    too_deep,
    too_large,
)
from core.fields.schema import BucketSchema, FieldSpec

_JOINING = ("AND", "OR", "NOT")
_CONSTRAINT = frozenset({"field", "operator", "value", "raw_text"})
_COMPARED = frozenset({"operator", "value", "raw_text"})


def parse_filter(packed: object, schema: BucketSchema, *, german: bool = False) -> Filter:
    """The filter that was written; nothing, `{}` and `[]` are a filter that every document passes.

    Args:
        packed: what `json.loads` gives.
        german: of "1,234" and "03/04/2023": the comma is the decimal one, the day comes first.

    Raises:
        UsageError: it is none, or does not suit the schema; says what and what would.
    """
    if packed is None or packed == {} or packed == []:
        return EVERYTHING
    return checked(_Parser(schema, german).node(packed, 1))


class _Parser:
    """`left`: parts that may still come, so that a huge filter ends early."""

    def __init__(self, schema: BucketSchema, german: bool) -> None:
        self._schema = schema
        self._german = german
        self._left = MOST_NODES

    def node(self, packed: object, depth: int) -> Filter:
        self._count(depth)
        if isinstance(packed, list | tuple):
            return all_of(self._parts(packed, depth, "AND"))
        if not isinstance(packed, Mapping):
            raise UsageError(
                f"{_kind(packed)} is no filter.",
                'Write for example {"total_amount": {">": 1000}}.',
            )
        if not packed:
            raise UsageError("A part of the filter is empty.", "Leave it out.")
        if self._is_constraint(packed):
            return self._constraint(packed, depth)
        return all_of([self._entry(name, value, depth) for name, value in packed.items()])

    def _entry(self, name: object, value: object, depth: int) -> Filter:
        if not isinstance(name, str):
            raise UsageError("A field of the filter is named by something else than a text.", "Name it.")
        word = name.strip().upper()
        if word in _JOINING and self._schema.field(name) is None:
            return self._joined(word, value, depth)
        return self._of_field(field_named(self._schema, name), value, depth)

    def _joined(self, word: str, value: object, depth: int) -> Filter:
        if word == "NOT":
            return Not(self.node(value, depth + 1))
        parts = self._parts(value if isinstance(value, list | tuple) else [value], depth, word)
        return all_of(parts) if word == "AND" else any_of(parts)

    def _parts(self, packed: Sequence[object], depth: int, word: str) -> list[Filter]:
        if not packed:
            raise UsageError(f"{word} of nothing is no filter.", "Name what it joins, or leave it out.")
        if len(packed) > self._left:
            raise too_large()
        return [self.node(part, depth + 1) for part in packed]

    def _of_field(self, spec: FieldSpec, value: object, depth: int) -> Filter:
        self._count(depth)
        if isinstance(value, list | tuple):
            return compared(spec, Operator.IN, value, german=self._german)
        if not isinstance(value, Mapping):
            return compared(spec, Operator.EQUAL, value, german=self._german)
        if "operator" in value:
            _only(value, _COMPARED)
            return self._with_operator(spec, value["operator"], value)
        if not value:
            raise UsageError(f"{spec.shown} is compared with nothing.", 'Write for example {">": 1000}.')
        if len(value) > self._left:
            raise too_large()
        return all_of([self._with_operator(spec, name, {"value": entry}) for name, entry in value.items()])

    def _is_constraint(self, packed: Mapping[object, object]) -> bool:
        """One of a list of constraints, unless the schema has a field of that name."""
        return "field" in packed and self._schema.field("field") is None

    def _constraint(self, packed: Mapping[object, object], depth: int) -> Filter:
        _only(packed, _CONSTRAINT)
        name = packed["field"]
        if not isinstance(name, str):
            raise UsageError("A field of the filter is named by something else than a text.", "Name it.")
        spec = field_named(self._schema, name)
        self._count(depth)
        return self._with_operator(spec, packed.get("operator", "="), packed)

    def _with_operator(self, spec: FieldSpec, name: object, packed: Mapping[object, object]) -> Filter:
        if not isinstance(name, str):
            raise UsageError(f"An operator of {spec.shown} is no text.", "Write for example >.")
        operator, opposite = operator_named(name)
        if operator is None:
            return self._null(spec, packed.get("value"), opposite)
        if "value" not in packed:
            raise UsageError(f"{operator} of {spec.shown} needs a value.", 'Add "value".')
        return compared(spec, operator, packed["value"], german=self._german, opposite=opposite)

    @staticmethod
    def _null(spec: FieldSpec, value: object, opposite: bool) -> Filter:
        """`{"IS NULL": true}`; false turns it round."""
        if value is not None and not isinstance(value, bool):
            raise UsageError(f"IS NULL of {spec.shown} takes no value.", "Write true, or nothing.")
        missing = IsNull(spec.name)
        return Not(missing) if opposite == (value is not False) else missing

    def _count(self, depth: int) -> None:
        if depth > DEEPEST:
            raise too_deep()
        self._left -= 1
        if self._left < -MOST_NODES:  # the tree is counted exactly at the end
            raise too_large()


def _only(packed: Mapping[object, object], allowed: frozenset[str]) -> None:
    others = [name for name in packed if name not in allowed]
    if others:
        raise UsageError(
            f"“{shortened(others[0])}” is no part of a comparison.", f"It has {', '.join(sorted(allowed))}."
        )


def _kind(packed: object) -> str:
    if isinstance(packed, str):
        return f"The text “{shortened(packed)}”"
    return "Nothing" if packed is None else "A bare value"
