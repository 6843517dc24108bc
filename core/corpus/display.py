"""Rows, sums and groups as Markdown tables and sentences. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Decimal

from core.corpus.base import LibraryRow
from core.corpus.decomposition import Decomposition
from core.fields.results import Amount, Group
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import FieldValue, Value, plain

MOST_COLUMNS = 6
_CENTS = Decimal("0.01")
_NOTHING = "–"
# An underscore within a word is no mark of Markdown.
_MARKS = re.compile(r"[\\|*`\[\]<>~]|(?<![^\W_])_|_(?![^\W_])")


def columns(schema: BucketSchema, asked: Decomposition) -> list[FieldSpec]:
    """The fields that tell documents apart and those the question is about, in the schema's order."""
    wanted = {name for entry in asked.constraints for name in (entry.field, *entry.any_of)}
    if asked.computation is not None:
        wanted |= {asked.computation.field, asked.computation.group_by.partition("/")[0]}
    if asked.ordering is not None:
        wanted.add(asked.ordering.field)
    usual = [spec.name for spec in schema.fields if spec.type is FieldType.TEXT][:3]
    for kind in (FieldType.DATE, FieldType.MONEY):
        found = [spec for spec in schema.fields if spec.type is kind]
        usual += [spec.name for spec in found if spec.sum_of][:1] or [spec.name for spec in found][:1]
    chosen = [spec.name for spec in schema.fields if spec.name in wanted][:MOST_COLUMNS]
    for name in usual:
        if len(chosen) < MOST_COLUMNS and name not in chosen:
            chosen.append(name)
    return [spec for spec in schema.fields if spec.name in chosen]


def table(head: Sequence[str], rows: Sequence[str]) -> str:
    """A Markdown table; each row as `cells` makes it."""
    rule = "|".join("---" for _ in head)
    return "\n".join([f"| {' | '.join(map(cell, head))} |", f"|{rule}|", *(f"| {row} |" for row in rows)])


def cells(row: LibraryRow, specs: Sequence[FieldSpec]) -> str:
    """The cells of a row, its file first."""
    shown = [shown_value(spec, row.values.get(spec.name)) for spec in specs]
    return " | ".join(map(cell, [row.filename, *shown]))


def cell(text: str) -> str:
    """A text that cannot break its table, or be more than text."""
    escaped = _MARKS.sub(r"\\\g<0>", text)
    return " ".join(escaped.split()) or _NOTHING


def shown_value(spec: FieldSpec, found: FieldValue | None) -> str:
    """A value as a user reads it."""
    if found is None or found.value is None:
        return _NOTHING
    return shown(spec, found.value)


def shown(spec: FieldSpec, value: Value) -> str:
    """A value as a user reads it: kinds without underscores, amounts with their currency."""
    if spec.type is FieldType.ENUM:
        return value.shown.replace("_", " ")
    if spec.type is FieldType.MONEY:
        return f"{money(value.exact)} {value.unit}".rstrip()
    return f"{value.shown} {value.unit}".rstrip()


def amount(spec: FieldSpec, entry: Amount) -> str:
    """A sum or average; averages are rounded as amounts and measures are."""
    if spec.type is FieldType.MONEY:
        return f"{money(entry.figure)} {entry.unit}".rstrip()
    return f"{_short(entry.figure)} {entry.unit}".rstrip()


def money(figure: Decimal) -> str:
    """At least two digits behind the point, with commas between thousands."""
    exponent = figure.as_tuple().exponent
    digits = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    if digits > 4 or digits < 2:
        figure = figure.quantize(_CENTS, ROUND_HALF_EVEN)
    return f"{figure:,f}"


def group_cells(group: Group, by: FieldSpec, of: FieldSpec | None) -> str:
    """Name, number of documents, and what was added up."""
    name = group.shown.replace("_", " ") if by.type is FieldType.ENUM else group.shown
    parts = [name, str(group.documents)]
    if of is not None:
        parts.append("; ".join(amount(of, entry) for entry in group.amounts) or _NOTHING)
    return " | ".join(map(cell, parts))


def _short(figure: Decimal) -> str:
    rounded = figure.quantize(Decimal("0.0001"), ROUND_HALF_EVEN)
    text = plain(rounded)
    return text.rstrip("0").rstrip(".") if "." in text else text
