"""What a column can be narrowed down to: frequent values, years, ranges, each with its number. No widgets.

Numbers and amounts are cut where about a fifth of the documents lies on each side, at figures a person would
choose. Computed on the thread `figures`.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from core.corpus.currencies import of_currency
from core.fields.filters import Filter, IsNull, parse_filter
from core.fields.filters.tree import Comparison, Operator
from core.fields.results import Group
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import NO_CURRENCY, Value, unmistakable
from desktop.shared.numbers import localised
from desktop.tables.field_words import shown_key

if TYPE_CHECKING:
    from core.store.fields.queries import FieldQueries

MOST_VALUES = 8
_PARTS = 5  # ranges of a unit
_MOST_UNITS = 3
_MOST_YEARS = 30


@dataclass(frozen=True, slots=True)
class FacetEntry:
    """A condition to click. `whole`: the label names the field itself."""

    key: str
    label: str
    where: Filter
    documents: int
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    """What a field can be narrowed down to. `more`: different values that are not listed."""

    field: str
    entries: tuple[FacetEntry, ...]
    more: int = 0


def _tr(text: str) -> str:
    return QCoreApplication.translate("Facets", text)


def facet_of(questions: FieldQueries, schema: BucketSchema, spec: FieldSpec, where: Filter) -> Facet:
    """Over the documents that pass the filter; without entries where nothing tells documents apart."""
    if spec.type is FieldType.DATE:
        entries, more, without = _years(questions, schema, spec, where)
    elif spec.type.is_numeric:
        entries, more, without = _ranges(questions, schema, spec, where)
    else:
        entries, more, without = _values(questions, spec, where)
    if entries and without:
        entries.append(FacetEntry("?", _tr("no value"), IsNull(spec.name), without))
    return Facet(spec.name, tuple(entries), more)


def _values(questions: FieldQueries, spec: FieldSpec, where: Filter) -> tuple[list[FacetEntry], int, int]:
    found = questions.frequent(spec.name, where, limit=MOST_VALUES)
    if spec.type is FieldType.TEXT and found.groups and found.groups[0].documents == 1 and found.count > 1:
        return [], 0, 0  # each document has another one: numbers of invoices, titles
    entries = [FacetEntry(group.key, shown_key(spec, group.shown), _equal(spec, group), group.documents)
               for group in found.groups]  # fmt: skip
    return entries, found.count - len(entries), found.without


def _equal(spec: FieldSpec, group: Group) -> Filter:
    return Comparison(spec.name, Operator.EQUAL, (Value(group.shown, key=group.key),))


def _years(
    questions: FieldQueries, schema: BucketSchema, spec: FieldSpec, where: Filter
) -> tuple[list[FacetEntry], int, int]:
    found = questions.groups(spec.name, where, limit=10_000)
    newest = list(reversed(found.groups))[:_MOST_YEARS]
    entries = [
        FacetEntry(group.key, group.key, year_filter(schema, spec, group.key), group.documents)
        for group in newest
    ]
    return entries, found.count - len(entries), found.without


def year_filter(schema: BucketSchema, spec: FieldSpec, year: str) -> Filter:
    """Any day of a year."""
    return _between(schema, spec, f"{year}-01-01", f"{year}-12-31")


def _between(schema: BucketSchema, spec: FieldSpec, first: str, last: str) -> Filter:
    return parse_filter({spec.name: {"BETWEEN": [first, last]}}, schema)


def _ranges(
    questions: FieldQueries, schema: BucketSchema, spec: FieldSpec, where: Filter
) -> tuple[list[FacetEntry], int, int]:
    by_unit = questions.figures(spec.name, where)
    units = sorted(by_unit, key=lambda unit: (-len(by_unit[unit]), unit))
    entries = []
    is_money = spec.type is FieldType.MONEY
    if is_money and len(units) > 1:
        entries += [_currency(spec, unit, len(by_unit[unit])) for unit in units[:MOST_VALUES]]
    for unit in units[:_MOST_UNITS]:
        entries += _ranges_of_unit(schema, spec, unit, by_unit[unit])
    held = sum(map(len, by_unit.values()))
    listed = MOST_VALUES if is_money else _MOST_UNITS
    return entries, len(units[listed:]), questions.count(where).count - held


def _currency(spec: FieldSpec, unit: str, documents: int) -> FacetEntry:
    """Any amount of one currency: those of several are not compared."""
    label = unit or _tr("no currency")
    return FacetEntry(f"in {unit}", label, of_currency(spec.name, unit or NO_CURRENCY), documents)


def _ranges_of_unit(
    schema: BucketSchema, spec: FieldSpec, unit: str, figures: Sequence[float]
) -> list[FacetEntry]:
    bounds = nice_bounds(figures)
    currency = f" {unit or NO_CURRENCY}" if spec.type is FieldType.MONEY else ""
    entries = []
    for low, high in zip([None, *bounds], [*bounds, None], strict=True):
        first = 0 if low is None else bisect_left(figures, float(low))
        last = len(figures) if high is None else bisect_left(figures, float(high))
        if last == first:
            continue
        limits = {}
        if low is not None:
            limits[">="] = f"{unmistakable(low)}{currency}"
        if high is not None:
            limits["<"] = f"{unmistakable(high)}{currency}"
        if not limits:  # all of them have the same figure
            limits["="] = f"{unmistakable(_exact(figures[0]))}{currency}"
        packed = {spec.name: limits}
        key = "/".join(f"{sign}{limit}" for sign, limit in limits.items())
        label = _label(low, high, figures, unit)
        entries.append(FacetEntry(key, label, parse_filter(packed, schema), last - first))
    return entries


def _label(low: Decimal | None, high: Decimal | None, figures: Sequence[float], unit: str) -> str:
    behind = f" {unit}" if unit else ""
    if low is None and high is None:
        return f"{_figure(_exact(figures[0]))}{behind}"
    if low is None and high is not None:
        return f"< {_figure(high)}{behind}"
    if high is None and low is not None:
        return f"≥ {_figure(low)}{behind}"
    return f"{_figure(low or Decimal(0))}–{_figure(high or Decimal(0))}{behind}"


def nice_bounds(figures: Sequence[float]) -> list[Decimal]:
    """Round figures that cut sorted ones into about five parts; none where all are alike."""
    if not figures or figures[0] == figures[-1]:
        return []
    bounds = {
        bound
        for part in range(1, _PARTS)
        if figures[0] < float(bound := _nice(figures[len(figures) * part // _PARTS])) <= figures[-1]
    }
    return sorted(bounds)


def _nice(figure: float) -> Decimal:
    """The nearest of 1, 2, 5 times a power of ten."""
    if figure == 0 or not math.isfinite(figure):
        return Decimal(0)
    power = Decimal(1).scaleb(math.floor(math.log10(abs(figure))))
    lead = min((1, 2, 5, 10), key=lambda step: abs(abs(figure) - step * float(power)))
    nice = power * lead if figure > 0 else -power * lead
    return nice.normalize() + 0


def _exact(figure: float) -> Decimal:
    return Decimal(f"{figure:.15g}")


def _figure(figure: Decimal) -> str:
    whole = figure == figure.to_integral_value()
    return localised(f"{int(figure):,}" if whole else f"{figure:,f}")
