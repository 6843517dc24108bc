"""Questions to the fields of one bucket's documents: which, how many, how much, by what. Any thread, through
`Database`.

Counted are documents that can be searched, and of these the selected ones. Sums are exact: the values as they
are written are added up as decimals, each unit and currency by itself.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Context, Decimal, InvalidOperation, localcontext
from typing import Literal

from core.errors import UsageError
from core.fields.filters import EVERYTHING, Filter, fields_of
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
from core.store.field_selection import FieldSelection, column

Period = Literal["year", "quarter", "month", "day"]
BY_NAME = ":name"  # what documents are ordered by beside fields, whose names never begin like that
_EXACT = Context(prec=1000)  # digits: far more than a sum of figures can have
_ADDED = (
    "LEFT JOIN fields AS added ON added.document_id = held.document_id AND added.bucket = held.bucket "
    "AND added.field = ? AND added.number IS NOT NULL"
)
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
        count = self._selection.count(where)
        if order_by is None or order_by == BY_NAME:
            sql, bound = self._selection.placed(where)
            order = "documents.filename COLLATE NOCASE" if order_by else "documents.rowid"
            rows = self._database.query(
                "SELECT placed.document_id FROM sorted_documents AS placed "  # noqa: S608 - constants
                "JOIN documents ON documents.document_id = placed.document_id "
                f"WHERE {sql} ORDER BY {order} {_direction(descending)}, documents.rowid LIMIT ? OFFSET ?",
                (*bound, limit, offset),
            )
            return DocumentPage(tuple(row[0] for row in rows), count)
        spec = self._field(order_by)
        with_value = self._selection.with_value(spec, where)
        sql, bound = self._selection.held(spec, where)
        rows = self._database.query(
            f"SELECT held.document_id FROM fields AS held WHERE {sql} "  # noqa: S608 - constants
            f"ORDER BY {column(spec)} {_direction(descending)}, held.document_id LIMIT ? OFFSET ?",
            (*bound, limit, offset),
        )
        found = [row[0] for row in rows]
        if len(found) < limit:
            found += self._selection.without_value(
                spec, where, limit - len(found), max(0, offset - with_value)
            )
        return DocumentPage(tuple(found), count, count - with_value)

    def ids(self, where: Filter = EVERYTHING) -> list[str]:
        """All documents that match, in no order: what a search is limited to."""
        sql, bound = self._selection.placed(where)
        rows = self._database.query(
            f"SELECT placed.document_id FROM sorted_documents AS placed WHERE {sql}",  # noqa: S608 - constants
            bound,
        )
        return [row[0] for row in rows]

    def count(self, where: Filter = EVERYTHING) -> Counted:
        """How many match, of how many, and how many nobody can tell of."""
        of = self._selection.count(EVERYTHING)
        count = of if where == EVERYTHING else self._selection.count(where)
        compared = (self._schema.field(name) for name in fields_of(where))
        missing = {spec.name: of - self._selection.with_value(spec, EVERYTHING) for spec in compared if spec}
        return Counted(count, of, missing)

    def total(self, name: str, where: Filter = EVERYTHING) -> Amounts:
        """The sum of a field of numbers or money.

        Raises:
            UsageError: there is no such field, or nothing to add up in it.
        """
        spec = self._numeric(name)
        sql, bound = self._selection.held(spec, where)
        rows = self._database.query(
            "SELECT held.unit, COUNT(*), GROUP_CONCAT(held.value, ' ') "  # noqa: S608 - constants
            f"FROM fields AS held WHERE {sql} GROUP BY held.unit",
            bound,
        )
        amounts = _ordered(_added(unit, written) for unit, _, written in rows)
        held = sum(count for _, count, _ in rows)
        unsound = held - sum(amount.documents for amount in amounts)
        return Amounts(tuple(amounts), self._selection.without(spec, where, held) + unsound)

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
        sql, bound = self._selection.held(spec, where)
        rows = self._database.query(
            "SELECT held.unit, MIN(held.number), MAX(held.number), COUNT(*) "  # noqa: S608 - constants
            f"FROM fields AS held WHERE {sql} GROUP BY held.unit ORDER BY COUNT(*) DESC, held.unit",
            bound,
        )
        numbers = {number for row in rows for number in row[1:3]}
        having = self._having(spec, where, sorted(numbers))
        per_unit = tuple(
            Extreme(unit, *having[unit, low], *having[unit, high], count) for unit, low, high, count in rows
        )
        return Extremes(per_unit, self._selection.without(spec, where, sum(row[3] for row in rows)))

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
        held, found = self._grouped(spec, summed, where, period)
        ordered = sorted(found) if spec.type is FieldType.DATE else _by_size(found)
        groups = tuple(self._group(spec, key, found[key]) for key in ordered[:limit])
        grouped = sum(group.documents for group in found.values())
        added = sum(amount.documents for group in found.values() for amount in group.amounts)
        without = self._selection.without(spec, where, held) + held - grouped
        return Groups(groups, len(found), without, grouped - added if summed else 0)

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
        sql, bound = self._selection.held(spec, where)
        rows = self._database.query(
            "SELECT held.key, COUNT(*), MIN(held.document_id) FROM fields AS held "  # noqa: S608 - constants
            f"WHERE {sql} GROUP BY held.key ORDER BY COUNT(*) DESC, held.key LIMIT ?",
            (*bound, limit),
        )
        totals = self._database.query_one(
            f"SELECT COUNT(DISTINCT held.key), COUNT(*) FROM fields AS held WHERE {sql}",  # noqa: S608
            bound,
        )
        different, held = totals or (0, 0)
        groups = tuple(self._group(spec, key, _Gathered(document, count)) for key, count, document in rows)
        return Groups(groups, different, self._selection.without(spec, where, held))

    def figures(self, name: str, where: Filter = EVERYTHING) -> dict[str, list[float]]:
        """unit → the figures of a field of numbers, money or dates (ordinals of days) as they are compared,
        the least first: what ranges are cut from.

        Raises:
            UsageError: there is no such field, or it has no order.
        """
        spec = self._ordered_field(name)
        sql, bound = self._selection.held(spec, where)
        rows = self._database.query(
            "SELECT held.unit, held.number FROM fields AS held "  # noqa: S608 - constants
            f"WHERE {sql} ORDER BY held.unit, held.number",
            bound,
        )
        found: dict[str, list[float]] = {}
        for unit, number in rows:
            found.setdefault(unit, []).append(number)
        return found

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

    def keys_like(self, name: str, pattern: str) -> list[str]:
        """The different keys of a text field that a folded pattern of LIKE matches, in all documents."""
        rows = self._database.query(
            "SELECT DISTINCT key FROM fields WHERE bucket = ? AND field = ? AND key IS NOT NULL "
            r"AND key LIKE ? ESCAPE '\'",
            (self._bucket, name, pattern),
        )
        return [row[0] for row in rows]

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

    def _having(
        self, spec: FieldSpec, where: Filter, numbers: Sequence[float]
    ) -> dict[tuple[str, float], tuple[Value, tuple[str, ...]]]:
        """(unit, number) → the value, and some of the documents that have it."""
        sql, bound = self._selection.held(spec, where)
        rows = self._database.query(
            "SELECT unit, number, value, document_id FROM (SELECT held.unit, held.number, held.value, "  # noqa: S608
            "held.document_id, ROW_NUMBER() OVER (PARTITION BY held.unit, held.number "
            "ORDER BY held.document_id) AS place FROM fields AS held "
            f"WHERE {sql} AND held.number IN ({', '.join('?' * len(numbers))})) "
            "WHERE place <= ? ORDER BY document_id",
            (*bound, *numbers, _LISTED),
        )
        found: dict[tuple[str, float], tuple[Value, tuple[str, ...]]] = {}
        for unit, number, shown, document_id in rows:
            value, documents = found.get((unit, number), (Value(shown, number=number, unit=unit), ()))
            found[unit, number] = value, (*documents, document_id)
        return found

    def _grouped(
        self, spec: FieldSpec, summed: FieldSpec | None, where: Filter, period: Period
    ) -> tuple[int, dict[str, _Gathered]]:
        """Documents that have a value of the field, and by the keys of groups what they hold."""
        sql, bound = self._selection.held(spec, where)
        own, unit, written, joined = column(spec), "NULL", "NULL", ""
        if summed is not None:
            unit, written = "added.unit", "GROUP_CONCAT(added.value, ' ')"
            joined = _ADDED
            bound = [summed.name, *bound]
        rows = self._database.query(
            f"SELECT {own}, {unit}, COUNT(*), MIN(held.document_id), {written} "  # noqa: S608 - constants
            f"FROM fields AS held {joined} WHERE {sql} GROUP BY {own}, {unit}",
            bound,
        )
        found: dict[str, _Gathered] = {}
        for value, of_unit, count, document_id, figures in rows:
            key = _group_key(value, period)
            if key is None:
                continue
            group = found.setdefault(key, _Gathered(document_id))
            group.documents += count
            if figures is not None:
                group.figures.setdefault(of_unit, []).append(figures)
        for group in found.values():
            parts = (_added(unit, " ".join(written)) for unit, written in group.figures.items())
            group.amounts = tuple(_ordered(parts))
        return sum(row[2] for row in rows), found

    def _group(self, spec: FieldSpec, key: str, found: _Gathered) -> Group:
        shown = None
        if spec.type is not FieldType.DATE:
            shown = self._database.query_one(
                "SELECT value FROM fields WHERE document_id = ? AND bucket = ? AND field = ?",
                (found.document_id, self._bucket, spec.name),
            )
        return Group(key, shown[0] if shown else key, found.documents, found.amounts)


@dataclass(slots=True)
class _Gathered:
    """A group while its rows come in: one of its documents, how many there are, figures by unit."""

    document_id: str
    documents: int = 0
    figures: dict[str, list[str]] = field(default_factory=dict)
    amounts: tuple[Amount, ...] = ()


def _direction(descending: bool) -> str:
    return "DESC" if descending else "ASC"


def _group_key(own: str | float, period: Period) -> str | None:
    """The group of a key, or of the ordinal of a day; None for a number that is no day."""
    if isinstance(own, str):
        return own
    if not 1 <= own <= datetime.date.max.toordinal():
        return None
    day = datetime.date.fromordinal(int(own))
    if period == "quarter":
        return f"{day.year:04}-Q{(day.month + 2) // 3}"
    return day.isoformat()[: {"year": 4, "month": 7, "day": 10}[period]]


def _added(unit: str, written: str) -> Amount:
    """The sum of figures between spaces."""
    figures = written.split(" ")
    with localcontext(_EXACT):
        try:
            return Amount(unit, sum(map(Decimal, figures), Decimal(0)), len(figures))
        except InvalidOperation:  # dates that the user entered when the field was one of dates
            sound = [found for figure in figures if (found := _decimal(figure)) is not None]
            return Amount(unit, sum(sound, Decimal(0)), len(sound))


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def _ordered(amounts: Iterable[Amount]) -> list[Amount]:
    """Without empty ones, the most documents first."""
    kept = (amount for amount in amounts if amount.documents)
    return sorted(kept, key=lambda amount: (-amount.documents, amount.unit))


def _by_size(found: dict[str, _Gathered]) -> list[str]:
    """Keys of groups, the largest first."""
    documents: dict[str, int] = {}
    sums: dict[str, dict[str, Decimal]] = {}
    for key, group in found.items():
        for amount in group.amounts:
            documents[amount.unit] = documents.get(amount.unit, 0) + amount.documents
            sums.setdefault(amount.unit, {})[key] = amount.figure
    unit = min(documents, key=lambda name: (-documents[name], name), default="")
    size = sums.get(unit, {})
    return sorted(
        found, key=lambda key: (key not in size, -size.get(key, Decimal(0)), -found[key].documents, key)
    )
