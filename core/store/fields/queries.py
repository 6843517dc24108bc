"""Questions to the fields of one bucket's documents: which, how many, how much, by what. Any thread, through
`Database`.

Counted are documents that can be searched, and of these the selected ones. Sums are exact: the values as they
are written are added up as decimals, each unit and currency by itself.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from core.errors import UsageError
from core.fields.filters import EVERYTHING, Filter
from core.fields.results import (
    Amount,
    Amounts,
    Counted,
    DocumentPage,
    Extreme,
    Extremes,
    Group,
    Groups,
    NamedText,
)
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import Value
from core.store.database import Database
from core.store.fields.groups import Gathered, Period, amounts_of, by_size, grouped, in_periods
from core.store.fields.openness import open_documents
from core.store.fields.selection import FieldSelection, HeldValues, Matching, Part, column

BY_NAME = ":name"  # what documents are ordered by beside fields, whose names never begin like that
_LISTED = 20  # documents that have an extreme value


class FieldQueries:
    """Questions to the documents of one bucket.

    Args:
        document_ids: only these; None: all of the bucket.
    """

    def __init__(
        self, database: Database, schema: BucketSchema, document_ids: Sequence[str] | None = None
    ) -> None:
        self._database = database
        self._schema = schema
        self._bucket = schema.bucket
        self._selection = FieldSelection(database, schema.bucket, document_ids)

    def documents(
        self,
        where: Filter = EVERYTHING,
        *,
        order_by: str | None = None,
        descending: bool = False,
        limit: int = 50,
        offset: int = 0,
    ) -> DocumentPage:
        """Documents that match, in the order they were added, or by a field, those without a value last.

        Money is ordered by its amount, whatever its currency. `BY_NAME`: by the names of their files.

        Raises:
            UsageError: there is no such field.
        """
        matching = self._selection.matching(where)
        if order_by is None or order_by == BY_NAME:
            sql, bound = self._selection.placed(where)
            order = "documents.filename COLLATE NOCASE" if order_by else "documents.rowid"
            rows = self._database.query(
                "SELECT placed.document_id FROM sorted_documents AS placed "  # noqa: S608 - constants
                "JOIN documents ON documents.document_id = placed.document_id "
                f"WHERE {sql} ORDER BY {order} {_direction(descending)}, documents.rowid LIMIT ? OFFSET ?",
                (*bound, limit, offset),
            )
            return DocumentPage(tuple(row[0] for row in rows), matching.count)
        spec = self._field(order_by)
        held = matching.held(spec, "document_ids")
        last = offset + limit
        found = self._first(spec, matching, where, last, descending=descending)[offset:]
        if held.count < last and held.count < matching.count:
            rest = sorted(set(matching.ids).difference(held.document_ids))
            found += rest[max(0, offset - held.count) : last - held.count]
        return DocumentPage(tuple(found), matching.count, matching.count - held.count)

    def ids(self, where: Filter = EVERYTHING) -> list[str]:
        """All documents that match, in no order: what a search is limited to."""
        return self._selection.ids(where)

    def count(self, where: Filter = EVERYTHING) -> Counted:
        """How many match, of how many, and of how many nobody can tell, for each compared field: they have no
        value of it, and what else is known of them neither lets them pass nor keeps them out."""
        of = self._selection.count(EVERYTHING)
        count = of if where == EVERYTHING else self._selection.count(where)
        return Counted(count, of, open_documents(self._selection, self._schema, where, of))

    def total(self, name: str, where: Filter = EVERYTHING) -> Amounts:
        """The sum of a field of numbers or money.

        Raises:
            UsageError: there is no such field, or nothing to add up in it.
        """
        spec = self._numeric(name)
        matching = self._selection.matching(where)
        held = matching.held(spec, "units", "written")
        amounts = amounts_of(held)
        unsound = held.count - sum(amount.documents for amount in amounts)
        return Amounts(tuple(amounts), matching.without(spec, held.count) + unsound)

    def average(self, name: str, where: Filter = EVERYTHING) -> Amounts:
        """The arithmetic mean over the documents that have a value, in 28 digits; see `total`."""
        total = self.total(name, where)
        means = (
            Amount(amount.unit, amount.figure / amount.documents, amount.documents)
            for amount in total.per_unit
        )
        return Amounts(tuple(means), total.without)

    def extremes(self, name: str, where: Filter = EVERYTHING) -> Extremes:
        """The least and greatest value of a field of numbers, money or dates, with documents that have them.

        Raises:
            UsageError: there is no such field, or it has no order.
        """
        spec = self._ordered_field(name)
        matching = self._selection.matching(where)
        held = matching.held(spec, "document_ids", "keys", "units")
        by_unit: defaultdict[str, list[int]] = defaultdict(list)
        for place, unit in enumerate(held.units):
            by_unit[unit].append(place)
        figures = held.figures
        per_unit = []
        for unit, places in sorted(by_unit.items(), key=lambda entry: (-len(entry[1]), entry[0])):
            own = [figures[place] for place in places]
            ends: list[tuple[Value, tuple[str, ...]]] = []
            for end in (min(own), max(own)):
                having = sorted(held.document_ids[place] for place in places if figures[place] == end)
                shown = self._shown(spec, having[0])
                ends.append((Value(shown, number=end, unit=unit), tuple(having[:_LISTED])))
            per_unit.append(Extreme(unit, *ends[0], *ends[1], len(places)))
        return Extremes(tuple(per_unit), matching.without(spec, held.count))

    def groups(
        self,
        by: str,
        where: Filter = EVERYTHING,
        *,
        period: Period = "year",
        of: str | None = None,
        limit: int = 100,
    ) -> Groups:
        """Documents by the value of a field, with what a field `of` numbers or money adds up to in each.

        Dates are grouped by `period` and in their order. Others come by what is added up, in the unit that
        most documents have, the most first; or by the number of documents.

        Raises:
            UsageError: there is no such field; `by` is a number or money, or `of` is neither.
        """
        spec = self._field(by)
        summed = self._numeric(of) if of else None
        if spec.type.is_numeric:
            raise UsageError(
                f"Documents cannot be grouped by {spec.shown}, which is an amount.",
                "Name a text, list or date.",
            )
        matching = self._selection.matching(where)
        held = matching.held(spec, "document_ids", "keys")
        document_ids, keys = held.document_ids, held.keys
        if spec.type is FieldType.DATE:
            document_ids, keys = in_periods(held, period)
        parts: tuple[Part, ...] = ("document_ids", "units", "written")
        found = grouped(keys, document_ids, matching.covered(summed, *parts) if summed else None)
        ordered = sorted(found) if spec.type is FieldType.DATE else by_size(found)
        groups = self._named(spec, held, {key: found[key] for key in ordered[:limit]})
        added = sum(amount.documents for group in found.values() for amount in group.amounts)
        without = matching.without(spec, held.count) + held.count - len(keys)
        return Groups(groups, len(found), without, len(keys) - added if summed else 0)

    def values(self, name: str, where: Filter = EVERYTHING, *, limit: int = 100) -> Groups:
        """The different values of a field with how many documents have each: `groups`, dates by the day."""
        return self.groups(name, where, period="day", limit=limit)

    def frequent(self, name: str, where: Filter = EVERYTHING, *, limit: int = 10) -> Groups:
        """The values of a text, list or yes/no that most documents have: `values` without what stands
        behind the first ones, which is all in SQLite and therefore quick where nearly each value is another.

        Raises:
            UsageError: there is no such field, or its values have an order.
        """
        spec = self._field(name)
        if spec.type.is_ordered:
            raise UsageError(f"{spec.shown} is no text or list.", "Name a text, a list or a yes/no.")
        matching = self._selection.matching(where)
        held = matching.held(spec, "document_ids", "keys")
        counts = Counter(held.keys)
        first = heapq.nsmallest(limit, counts.items(), key=lambda entry: (-entry[1], entry[0]))
        groups = self._named(spec, held, {key: Gathered(count, ()) for key, count in first})
        return Groups(groups, len(counts), matching.without(spec, held.count))

    def figures(self, name: str, where: Filter = EVERYTHING) -> dict[str, list[float]]:
        """unit → the figures of a field of numbers, money or dates (ordinals of days) as they are compared,
        the least first: what ranges are cut from.

        Raises:
            UsageError: there is no such field, or it has no order.
        """
        spec = self._ordered_field(name)
        held = self._selection.matching(where).held(spec, "keys", "units")
        found: defaultdict[str, list[float]] = defaultdict(list)
        for unit, figure in zip(held.units, held.figures, strict=True):
            found[unit].append(figure)
        return {unit: sorted(found[unit]) for unit in sorted(found)}

    def texts(self, name: str, where: Filter = EVERYTHING) -> list[NamedText]:
        """Each document's value of a text field, in the order of the documents' ids.

        Raises:
            UsageError: there is no such field, or it is no text.
        """
        spec = self._field(name)
        if spec.type is not FieldType.TEXT:
            raise UsageError(f"{spec.shown} is no text.", "Name a field of texts.")
        sql, bound = self._selection.held(spec, where)
        rows = self._database.query(
            f"SELECT held.document_id, held.key, held.value FROM fields AS held WHERE {sql} "  # noqa: S608
            "ORDER BY held.document_id",
            bound,
        )
        return [NamedText(*row) for row in rows]

    # --- inside --------------------------------------------------------------------------------

    def _field(self, name: str) -> FieldSpec:
        spec = self._schema.field(name)
        if spec is None:
            known = ", ".join(field.name for field in self._schema.fields)
            raise UsageError(f"{self._schema.shown} have no field “{name}”.", f"Fields: {known}.")
        return spec

    def _ordered_field(self, name: str) -> FieldSpec:
        spec = self._field(name)
        if not spec.type.is_ordered:
            raise UsageError(
                f"{spec.shown} has no least and no greatest value.", "Name a number, amount or date."
            )
        return spec

    def _numeric(self, name: str) -> FieldSpec:
        spec = self._field(name)
        if not spec.type.is_numeric:
            raise UsageError(f"{spec.shown} cannot be added up.", "Name a field of numbers or money.")
        return spec

    def _first(
        self, spec: FieldSpec, matching: Matching, where: Filter, count: int, *, descending: bool
    ) -> list[str]:
        """The first documents by their values, those of one value by their ids.

        The index has them in order; where a filter of other fields leaves many documents, the first ones are
        found near its beginning.
        """
        own = matching.is_about(spec)
        if not own and matching.are_few:
            return _in_order(spec, matching.held(spec, "document_ids", "keys"), descending=descending)[:count]
        passing = None if own else set(matching.ids)
        sql, bound = self._selection.held(spec, where if own else EVERYTHING)
        found: list[str] = []
        depth, seen = count, 0
        while len(found) < count:
            rows = self._database.query(
                f"SELECT held.document_id FROM fields AS held WHERE {sql} "  # noqa: S608 - constants
                f"ORDER BY {column(spec)} {_direction(descending)}, held.document_id LIMIT ? OFFSET ?",
                (*bound, depth, seen),
            )
            found += [row[0] for row in rows if passing is None or row[0] in passing]
            if len(rows) < depth:
                break
            depth, seen = 8 * depth, seen + depth
        return found[:count]

    def _named(self, spec: FieldSpec, held: HeldValues, found: Mapping[str, Gathered]) -> tuple[Group, ...]:
        """Groups under the names that stand in one of their documents; dates under their periods."""
        shown: dict[str, str] = {}
        if spec.type is not FieldType.DATE:
            document_of: dict[str, str] = {}
            for document_id, key in zip(held.document_ids, held.keys, strict=True):
                if key in found:
                    document_of[key] = min(document_of.get(key, document_id), document_id)
            shown = {key: self._shown(spec, document_id) for key, document_id in document_of.items()}
        return tuple(
            Group(key, shown.get(key, key), group.documents, group.amounts) for key, group in found.items()
        )

    def _shown(self, spec: FieldSpec, document_id: str) -> str:
        row = self._database.query_one(
            "SELECT value FROM fields WHERE document_id = ? AND bucket = ? AND field = ?",
            (document_id, self._bucket, spec.name),
        )
        return str(row[0]) if row else ""


def _in_order(spec: FieldSpec, held: HeldValues, *, descending: bool) -> list[str]:
    """Documents by their values, those of one value by their ids."""
    places = sorted(range(held.count), key=held.document_ids.__getitem__)
    if spec.type.is_ordered:
        places.sort(key=held.figures.__getitem__, reverse=descending)
    else:
        places.sort(key=held.keys.__getitem__, reverse=descending)
    return [held.document_ids[place] for place in places]


def _direction(descending: bool) -> str:
    return "DESC" if descending else "ASC"
