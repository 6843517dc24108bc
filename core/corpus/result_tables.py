"""Rows, sums and groups as Markdown tables and sentences. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Decimal

from core.corpus.asking.intents import Form
from core.corpus.base import LibraryRow
from core.corpus.decomposition import Decomposition
from core.fields.results import Amount, Group
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.titles import german_value
from core.fields.values import FieldValue, Value, plain

MOST_COLUMNS = 6
_CENTS = Decimal("0.01")
_NOTHING = "–"
_GERMAN_MARKS = str.maketrans(",.", ".,")
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
    for name in (*asked.columns, *usual):
        if len(chosen) < MOST_COLUMNS and name not in chosen:
            chosen.append(name)
    return [spec for spec in schema.fields if spec.name in chosen]


def table(head: Sequence[str], rows: Sequence[str]) -> str:
    """A Markdown table; each row as `cells` makes it."""
    rule = "|".join("---" for _ in head)
    return "\n".join([f"| {' | '.join(map(cell, head))} |", f"|{rule}|", *(f"| {row} |" for row in rows)])


def cells(row: LibraryRow, specs: Sequence[FieldSpec], *, german: bool = False) -> str:
    """The cells of a row, its file first."""
    shown = [shown_value(spec, row.values.get(spec.name), german=german) for spec in specs]
    return " | ".join(map(cell, [row.filename, *shown]))


def cell(text: str) -> str:
    """A text that cannot break its table, or be more than text."""
    escaped = _MARKS.sub(r"\\\g<0>", text)
    return " ".join(escaped.split()) or _NOTHING


def words(row: LibraryRow, specs: Sequence[FieldSpec], *, german: bool = False) -> str:
    """A row outside a table: "R-1.pdf: Vendor Acme GmbH, Total 1,190.00 EUR"; what it lacks is left out."""
    held = [(spec, row.values.get(spec.name)) for spec in specs]
    parts = [
        f"{spec.shown} {shown(spec, found.value, german=german)}"
        for spec, found in held
        if found is not None and found.value is not None
    ]
    return cell(f"{row.filename}: {', '.join(parts)}" if parts else row.filename)


def laid_out(form: Form, head: Sequence[str], lines: Sequence[str]) -> str:
    """Rows as `cells` or, for the other forms, as `words` makes them."""
    if form == "table":
        return table(head, lines)
    if form == "list":
        return "\n".join(f"- {line}" for line in lines)
    return "; ".join(lines) + "." if lines else ""


def shown_value(spec: FieldSpec, found: FieldValue | None, *, german: bool = False) -> str:
    """A value as a user reads it."""
    if found is None or found.value is None:
        return _NOTHING
    return shown(spec, found.value, german=german)


def shown(spec: FieldSpec, value: Value, *, german: bool = False) -> str:
    """A value as a user reads it: kinds without underscores, amounts with their currency. Days stay as they
    are, which is the same in any language."""
    if spec.type is FieldType.ENUM:
        return german_value(value.shown) if german else value.shown.replace("_", " ")
    if spec.type is FieldType.BOOL and german:
        return "ja" if value.key == "true" else "nein"
    figure = money(value.exact) if spec.type is FieldType.MONEY else value.shown
    if spec.type.is_numeric and german:
        figure = with_comma(figure)
    return f"{figure} {value.unit}".rstrip()


def amount(spec: FieldSpec, entry: Amount, *, german: bool = False) -> str:
    """A sum or average; averages are rounded as amounts and measures are."""
    figure = money(entry.figure) if spec.type is FieldType.MONEY else _short(entry.figure)
    return f"{with_comma(figure) if german else figure} {entry.unit}".rstrip()


def with_comma(figure: str) -> str:
    """1,234.56 as German texts write it: 1.234,56."""
    return figure.translate(_GERMAN_MARKS)


def money(figure: Decimal) -> str:
    """At least two digits behind the point, with commas between thousands."""
    exponent = figure.as_tuple().exponent
    digits = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    if digits > 4 or digits < 2:
        figure = figure.quantize(_CENTS, ROUND_HALF_EVEN)
    return f"{figure:,f}"


def group_cells(group: Group, by: FieldSpec, of: FieldSpec | None, *, german: bool = False) -> str:
    """Name, number of documents, and what was added up."""
    name = group.shown
    if by.type in (FieldType.ENUM, FieldType.BOOL):
        name = shown(by, Value(group.shown, key=group.key), german=german)
    parts = [name, str(group.documents)]
    if of is not None:
        parts.append("; ".join(amount(of, entry, german=german) for entry in group.amounts) or _NOTHING)
    return " | ".join(map(cell, parts))


def group_words(group: Group, by: FieldSpec, of: FieldSpec | None, documents: str, *, german: bool) -> str:
    """A group outside a table: "Acme GmbH: 2 invoices, 1,428.00 EUR"; `documents`: "2 invoices"."""
    name, _, *rest = group_cells(group, by, of, german=german).split(" | ")
    return f"{name}: {', '.join([documents, *rest])}"


def _short(figure: Decimal) -> str:
    rounded = figure.quantize(Decimal("0.0001"), ROUND_HALF_EVEN)
    text = plain(rounded)
    return text.rstrip("0").rstrip(".") if "." in text else text
