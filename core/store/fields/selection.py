"""Which documents and which values of theirs the questions to a bucket's fields are about. Any thread,
through `Database`.

A filter that tens of thousands of documents pass is not looked up document by document: each field it names
is read off its index in one go, and what these have in common is found here. Lists come as one text from
SQLite, which is three times as fast as a row for each (100,000 documents: 10 to 40 ms instead of 100 to 400).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Literal

from core.fields.filters import EVERYTHING, And, Comparison, Filter, Or
from core.fields.filters.tree import all_of, fields_of, needs_value
from core.fields.schema import FieldSpec
from core.fields.values import Method
from core.store.database import Database
from core.store.fields.filters import DocumentColumn, condition_of
from core.types import DocumentStatus

# Most documents can be searched: leaving out the others is a shorter list than naming these.
_UNREADY = ", ".join(f"'{status.value}'" for status in DocumentStatus if not status.can_be_searched)
_READY = f"NOT IN (SELECT document_id FROM documents WHERE status IN ({_UNREADY}))"  # noqa: S608 - constants
# What was read of a document stands in its own bucket only; what the user entered stays in others, too.
_PLACED = (
    f"(held.method != '{Method.USER.value}' OR EXISTS (SELECT 1 FROM sorted_documents AS placed "  # noqa: S608
    "WHERE placed.document_id = held.document_id AND placed.bucket = held.bucket))"
)
_APART = "\x1f"  # a space to `text_key`, so that no key has it; nor has an id, a figure or a unit
_FEW = 8000  # documents whose values are looked up one by one
Column = Literal["number", "key"]


Part = Literal["document_ids", "keys", "units", "written"]


@dataclass(frozen=True, slots=True)
class HeldValues:
    """One field's values in the documents that match, in parallel lists and no order; what was not asked for
    is empty.

    `keys`: as they are compared, figures as text. `units` and `written`, what is shown, are those of figures
    and dates; the index of other fields does not hold them.
    """

    count: int
    document_ids: Sequence[str] = ()
    keys: Sequence[str] = ()
    units: Sequence[str] = ()
    written: Sequence[str] = ()

    @property
    def figures(self) -> list[float]:
        """Of figures and dates the numbers they are compared by."""
        return list(map(float, self.keys))

    def of(self, document_ids: Set[str]) -> HeldValues:
        """Only those of these documents."""
        chosen = [document_id in document_ids for document_id in self.document_ids]
        lists = (self.document_ids, self.keys, self.units, self.written)
        return HeldValues(sum(chosen), *(list(compress(one, chosen)) for one in lists))


_TEXTS: Mapping[Part, str] = {"document_ids": "held.document_id", "keys": "held.key"}
_FIGURES: Mapping[Part, str] = {
    "document_ids": "held.document_id",
    # Whole numbers, as days are, become text three times as fast.
    "keys": "IIF(held.number = CAST(held.number AS INTEGER), CAST(held.number AS INTEGER), held.number)",
    "units": "held.unit",
    "written": "held.value",
}


class FieldSelection:
    """The documents of one bucket that can be searched; of these the selected ones.

    Conditions are SQL with what is bound to its question marks; nothing but constants is written into it.

    Args:
        document_ids: only these; None: all of the bucket.
    """

    def __init__(self, database: Database, bucket: str, document_ids: Sequence[str] | None) -> None:
        self._database = database
        self._bucket = bucket
        self._selected = None if document_ids is None else json.dumps(list(document_ids))

    def placed(self, where: Filter) -> tuple[str, list[object]]:
        """The condition that a row `placed` of `sorted_documents` counts."""
        sql, bound = self._selection(where, "placed.document_id")
        return f"placed.bucket = ? AND {sql}", [self._bucket, *bound]

    def held(self, spec: FieldSpec, where: Filter) -> tuple[str, list[object]]:
        """The condition that a row `held` of `fields` is a value of the field in a document that counts."""
        return self._held(spec.name, column(spec), where)

    def _held(self, name: str, of: Column, where: Filter) -> tuple[str, list[object]]:
        sql, bound = self._selection(where, "held.document_id", own=name)
        held = f"held.bucket = ? AND held.field = ? AND held.{of} IS NOT NULL AND {_PLACED} AND {sql}"
        return held, [self._bucket, name, *bound]

    def _selection(self, where: Filter, document: DocumentColumn, own: str = "") -> tuple[str, list[object]]:
        sql, bound = f"{document} {_READY}", list[object]()
        if self._selected is not None:
            sql += f" AND {document} IN (SELECT value FROM json_each(?))"  # noqa: S608 - a constant
            bound.append(self._selected)
        if where != EVERYTHING:
            condition = condition_of(where, self._bucket, document, own=own)
            sql += f" AND ({condition.sql})"
            bound += condition.parameters
        return sql, bound

    def matching(self, where: Filter) -> Matching:
        """What is asked of the documents that match; for one question, since it remembers which they are."""
        return Matching(self, where)

    def ids(self, where: Filter) -> list[str]:
        """All documents that match, in no order."""
        scans, rest = _parted(where)
        if not scans:
            sql, bound = self.placed(where)
            return self._list(f"placed.document_id FROM sorted_documents AS placed WHERE {sql}", bound)
        found: list[str] | None = None
        for (name, of), parts in scans.items():
            narrowed = all_of(parts) if found is not None else all_of((*parts, *rest))
            sql, bound = self._held(name, of, narrowed)
            passing = self._list(f"held.document_id FROM fields AS held WHERE {sql}", bound)
            found = passing if found is None else _common(found, passing)
        return found or []

    def count(self, where: Filter) -> int:
        """How many documents match."""
        scans, _ = _parted(where)
        if where == EVERYTHING and self._selected is None:  # without a look at each document
            row = self._database.query_one(
                "SELECT (SELECT COUNT(*) FROM sorted_documents WHERE bucket = ?) - (SELECT COUNT(*) "  # noqa: S608
                "FROM documents CROSS JOIN sorted_documents AS placed USING (document_id) "
                f"WHERE documents.status IN ({_UNREADY}) AND placed.bucket = ?)",
                (self._bucket, self._bucket),
            )
        elif len(scans) > 1:
            return len(self.ids(where))
        elif scans:
            (name, of), *_ = scans
            sql, bound = self._held(name, of, where)
            row = self._database.query_one(
                f"SELECT COUNT(*) FROM fields AS held WHERE {sql}",  # noqa: S608 - constants
                bound,
            )
        else:
            sql, bound = self.placed(where)
            row = self._database.query_one(
                f"SELECT COUNT(*) FROM sorted_documents AS placed WHERE {sql}",  # noqa: S608 - constants
                bound,
            )
        return int(row[0]) if row else 0

    def with_value(self, spec: FieldSpec, where: Filter) -> int:
        """How many of them have a value of the field."""
        sql, bound = self.held(spec, where)
        row = self._database.query_one(
            f"SELECT COUNT(*) FROM fields AS held WHERE {sql}",  # noqa: S608 - constants
            bound,
        )
        return int(row[0]) if row else 0

    def columns(
        self, spec: FieldSpec, parts: Sequence[Part], where: Filter, among: Sequence[str] | None = None
    ) -> HeldValues:
        """Parts of the field's values in the documents that match, or those `among` them that do."""
        columns = _FIGURES if spec.type.is_ordered else _TEXTS
        wanted = [part for part in parts if part in columns]
        lists = ", ".join(f"GROUP_CONCAT({columns[part]}, ?)" for part in wanted)
        source, first = "fields AS held", list[object]()
        if among is not None:  # the primary key finds each
            source = "json_each(?) AS chosen CROSS JOIN fields AS held ON held.document_id = chosen.value"
            first = [json.dumps(list(among))]
        sql, bound = self.held(spec, where)
        row = self._database.query_one(
            f"SELECT COUNT(*), {lists} FROM {source} WHERE {sql}",  # noqa: S608 - constants
            (*[_APART] * len(wanted), *first, *bound),
        )
        if row is None or not row[0]:
            return HeldValues(0)
        return HeldValues(row[0], **dict(zip(wanted, (text.split(_APART) for text in row[1:]), strict=True)))

    def _list(self, selected: str, bound: Sequence[object]) -> list[str]:
        """The ids of a SELECT; `selected` is their column and what stands behind it."""
        named, _, rest = selected.partition(" FROM ")
        row = self._database.query_one(
            f"SELECT GROUP_CONCAT({named}, ?) FROM {rest}",  # noqa: S608 - constants
            (_APART, *bound),
        )
        return [] if row is None or row[0] is None else row[0].split(_APART)


class Matching:
    """The documents of a selection that pass a filter, looked for once."""

    def __init__(self, selection: FieldSelection, where: Filter) -> None:
        self._selection = selection
        self._where = where

    @cached_property
    def ids(self) -> list[str]:
        """All of them, in no order."""
        return self._selection.ids(self._where)

    @cached_property
    def count(self) -> int:
        """How many they are."""
        if "ids" in self.__dict__ or len(fields_of(self._where)) > 1:
            return len(self.ids)
        return self._selection.count(self._where)

    def is_about(self, spec: FieldSpec) -> bool:
        """Whether the filter looks at no other field."""
        return set(fields_of(self._where)) <= {spec.name}

    @property
    def are_few(self) -> bool:
        """Whether their values are better looked up one by one."""
        return len(self.ids) <= _FEW

    def held(self, spec: FieldSpec, *parts: Part) -> HeldValues:
        """Parts of the values of a field in them."""
        if self.is_about(spec):  # its own index tells both
            return self._selection.columns(spec, parts, self._where)
        if self.are_few:
            return self._selection.columns(spec, parts, EVERYTHING, self.ids)
        named = parts if "document_ids" in parts else ("document_ids", *parts)
        return self._selection.columns(spec, named, EVERYTHING).of(set(self.ids))

    def covered(self, spec: FieldSpec, *parts: Part) -> HeldValues:
        """As `held`, for who knows which documents they are: others may be among them."""
        if self.is_about(spec) or self.are_few:
            return self.held(spec, *parts)
        return self._selection.columns(spec, parts, EVERYTHING)

    def without(self, spec: FieldSpec, held: int) -> int:
        """How many have no value of a field that `held` of them have."""
        return 0 if needs_value(self._where, spec.name) else self.count - held


def column(spec: FieldSpec) -> Column:
    """What values of a field are compared and ordered by, in rows `held`."""
    return "number" if spec.type.is_ordered else "key"


def _parted(where: Filter) -> tuple[dict[tuple[str, Column], list[Filter]], list[Filter]]:
    """Field and column → parts of the filter that are about it alone and that only documents with a value
    there pass; and the other parts. All must hold."""
    scans: dict[tuple[str, Column], list[Filter]] = {}
    rest: list[Filter] = []
    for part in where.parts if isinstance(where, And) else (where,):
        own = _own_column(part)
        if own is None:
            rest.append(part)
        else:
            scans.setdefault(own, []).append(part)
    return scans, rest


def _own_column(part: Filter) -> tuple[str, Column] | None:
    if isinstance(part, Comparison) and part.values:
        return part.field, "key" if part.values[0].number is None else "number"
    if isinstance(part, And | Or) and part.parts:
        own = {_own_column(one) for one in part.parts}
        return own.pop() if len(own) == 1 else None
    return None


def _common(one: Iterable[str], other: Iterable[str]) -> list[str]:
    return list(set(one).intersection(other))
