"""Questions to the fields of one bucket's documents: which, how many, how much, by what. Any thread, through
`Database`.

Counted are documents that can be searched, and of these the selected ones. Sums are exact: the values as they
are written are added up as decimals, each unit and currency by itself. Measured at 100,000 documents: see
`docs/library.md`.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
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
)
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import Value
from core.store.database import Database
from core.store.field_selection import FieldSelection, column

Period = Literal["year", "month", "day"]
_EXACT = Context(prec=1000)  # digits: far more than a sum of figures can have
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

        Money is ordered by its amount, whatever its currency.

        Raises:
            UsageError: there is no such field.
        """
        count = self._selection.count(where)
        if order_by is None:
            sql, bound = self._selection.placed(where)
            rows = self._database.query(
                "SELECT placed.document_id FROM sorted_documents AS placed "  # noqa: S608 - constants
                "JOIN documents ON documents.document_id = placed.document_id "
                f"WHERE {sql} ORDER BY documents.rowid {_direction(descending)} LIMIT ? OFFSET ?",
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

    def count(self, where: Filter = EVERYTHING) -> Counted:
        """How many match, of how many, and how many nobody can tell of."""
        of = self._selection.count(EVERYTHING)
        count = of if where == EVERYTHING else self._selection.count(where)
        compared = (self._schema.field(name) for name in fields_of(where))
        missing = {spec.name: of - self._selection.with_value(spec, EVERYTHING) for spec in compared if spec}
        return Counted(count, of, missing)

    def total(self, field: str, where: Filter = EVERYTHING) -> Amounts:
        """The sum of a field of numbers or money.

        Raises:
            UsageError: there is no such field, or nothing to add up in it.
        """
        spec = self._numeric(field)
        amounts = tuple(_ordered(self._sums(spec, where)))
        return Amounts(amounts, self._selection.count(where) - sum(amount.documents for amount in amounts))

    def average(self, field: str, where: Filter = EVERYTHING) -> Amounts:
        """The arithmetic mean over the documents that have a value, in 28 digits; see `total`."""
        total = self.total(field, where)
        means = (
            Amount(amount.unit, amount.figure / amount.documents, amount.documents)
            for amount in total.per_unit
        )
        return Amounts(tuple(means), total.without)

    def extremes(self, field: str, where: Filter = EVERYTHING) -> Extremes:
        """The least and greatest value of a field of numbers, money or dates, with documents that have them.

        Raises:
            UsageError: there is no such field, or it has no order.
        """
        spec = self._field(field)
        if not spec.type.is_ordered:
            raise UsageError(
                f"{spec.shown} has no least and no greatest value.", "Name a number, amount or date."
            )
        sql, bound = self._selection.held(spec, where)
        rows = self._database.query(
            "SELECT held.unit, MIN(held.number), MAX(held.number), COUNT(*) "  # noqa: S608 - constants
            f"FROM fields AS held WHERE {sql} GROUP BY held.unit ORDER BY COUNT(*) DESC, held.unit",
            bound,
        )
        per_unit = []
        for unit, low, high, count in rows:
            least, least_documents = self._having(spec, where, unit, low)
            greatest, greatest_documents = self._having(spec, where, unit, high)
            per_unit.append(Extreme(unit, least, least_documents, greatest, greatest_documents, count))
        return Extremes(tuple(per_unit), self._selection.count(where) - sum(row[3] for row in rows))

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
        counts = self._group_counts(spec, where, period)
        amounts = self._group_sums(spec, summed, where, period) if summed else {}
        ordered = sorted(counts) if spec.type is FieldType.DATE else _by_size(counts, amounts)
        shown = self._shown(spec, ordered[:limit], where)
        groups = tuple(
            Group(key, shown.get(key, key), counts[key], tuple(amounts.get(key, ())))
            for key in ordered[:limit]
        )
        grouped = sum(counts.values())
        added = sum(amount.documents for found in amounts.values() for amount in found)
        return Groups(
            groups,
            len(counts),
            self._selection.count(where) - grouped,
            grouped - added if summed is not None else 0,
        )

    def values(self, field: str, where: Filter = EVERYTHING, *, limit: int = 100) -> Groups:
        """The different values of a field with how many documents have each: `groups`, dates by the day."""
        return self.groups(field, where, period="day", limit=limit)

    def keys_like(self, field: str, pattern: str) -> list[str]:
        """The different keys of a text field that a folded pattern of LIKE matches, in all documents."""
        rows = self._database.query(
            "SELECT DISTINCT key FROM fields WHERE bucket = ? AND field = ? AND key IS NOT NULL "
            r"AND key LIKE ? ESCAPE '\'",
            (self._bucket, field, pattern),
        )
        return [row[0] for row in rows]

    # --- inside --------------------------------------------------------------------------------

    def _field(self, name: str) -> FieldSpec:
        spec = self._schema.field(name)
        if spec is None:
            known = ", ".join(field.name for field in self._schema.fields)
            raise UsageError(f"{self._schema.shown} have no field “{name}”.", f"Fields: {known}.")
        return spec

    def _numeric(self, name: str) -> FieldSpec:
        spec = self._field(name)
        if not spec.type.is_numeric:
            raise UsageError(f"{spec.shown} cannot be added up.", "Name a field of numbers or money.")
        return spec

    def _sums(self, spec: FieldSpec, where: Filter) -> list[Amount]:
        sql, bound = self._selection.held(spec, where)
        rows = self._database.query(
            "SELECT held.unit, GROUP_CONCAT(held.value, ' ') "  # noqa: S608 - constants
            f"FROM fields AS held WHERE {sql} GROUP BY held.unit",
            bound,
        )
        return [_added(unit, written) for unit, written in rows]

    def _having(
        self, spec: FieldSpec, where: Filter, unit: str, number: float
    ) -> tuple[Value, tuple[str, ...]]:
        """One value, and documents that have it."""
        sql, bound = self._selection.held(spec, where)
        rows = self._database.query(
            f"SELECT held.document_id, held.value FROM fields AS held WHERE {sql} "  # noqa: S608 - constants
            "AND held.number = ? AND held.unit = ? ORDER BY held.document_id LIMIT ?",
            (*bound, number, unit, _LISTED),
        )
        shown = rows[0]["value"] if rows else str(number)
        return Value(shown, number=number, unit=unit), tuple(row["document_id"] for row in rows)

    def _group_counts(self, spec: FieldSpec, where: Filter, period: Period) -> dict[str, int]:
        sql, bound = self._selection.held(spec, where)
        counts: dict[str, int] = {}
        for own, count in self._database.query(
            f"SELECT {column(spec)}, COUNT(*) FROM fields AS held WHERE {sql} "  # noqa: S608 - constants
            f"GROUP BY {column(spec)}",
            bound,
        ):
            key = _group_key(own, period)
            if key is not None:
                counts[key] = counts.get(key, 0) + count
        return counts

    def _group_sums(
        self, spec: FieldSpec, summed: FieldSpec, where: Filter, period: Period
    ) -> dict[str, list[Amount]]:
        sql, bound = self._selection.held(spec, where)
        written: dict[str, dict[str, list[str]]] = {}
        for own, unit, values in self._database.query(
            f"SELECT {column(spec)}, added.unit, GROUP_CONCAT(added.value, ' ') "  # noqa: S608 - constants
            "FROM fields AS held JOIN fields AS added ON added.document_id = held.document_id "
            "AND added.bucket = held.bucket AND added.field = ? AND added.number IS NOT NULL "
            f"WHERE {sql} GROUP BY {column(spec)}, added.unit",
            (summed.name, *bound),
        ):
            key = _group_key(own, period)
            if key is not None:
                written.setdefault(key, {}).setdefault(unit, []).append(values)
        return {
            key: _ordered(_added(unit, " ".join(values)) for unit, values in units.items())
            for key, units in written.items()
        }

    def _shown(self, spec: FieldSpec, keys: Iterable[str], where: Filter) -> dict[str, str]:
        """key → how one of the documents writes it; dates are their own."""
        if spec.type is FieldType.DATE:
            return {}
        sql, bound = self._selection.held(spec, where)
        found = {}
        for key in keys:
            row = self._database.query_one(
                f"SELECT held.value FROM fields AS held WHERE {sql} AND held.key = ? LIMIT 1",  # noqa: S608
                (*bound, key),
            )
            if row is not None:
                found[key] = row["value"]
        return found


def _direction(descending: bool) -> str:
    return "DESC" if descending else "ASC"


def _group_key(own: str | float, period: Period) -> str | None:
    """The group of a key, or of the ordinal of a day; None for a number that is no day."""
    if isinstance(own, str):
        return own
    if not 1 <= own <= datetime.date.max.toordinal():
        return None
    day = datetime.date.fromordinal(int(own)).isoformat()
    return day[: {"year": 4, "month": 7, "day": 10}[period]]


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


def _by_size(counts: dict[str, int], amounts: dict[str, list[Amount]]) -> list[str]:
    """Keys of groups, the largest first."""
    documents: dict[str, int] = {}
    for found in amounts.values():
        for amount in found:
            documents[amount.unit] = documents.get(amount.unit, 0) + amount.documents
    unit = min(documents, key=lambda name: (-documents[name], name), default="")
    sums = {key: amount.figure for key, found in amounts.items() for amount in found if amount.unit == unit}
    return sorted(counts, key=lambda key: (key not in sums, -sums.get(key, Decimal(0)), -counts[key], key))
