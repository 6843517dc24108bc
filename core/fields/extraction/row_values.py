"""The figure of a field in a row of a table, chosen by its columns: least, typical, largest, unit.

Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from core.fields.extraction.layout import Cell, Row, Sheet, Token, normal
from core.fields.extraction.typed import Locale, readings
from core.fields.schema import FieldSpec
from core.fields.values import Value, number_value
from core.text.numbers import find_figures, find_measured
from core.text.units import Unit, converted, unit_of

_COLUMNS = {
    "min": ("min", "minimum", "mindestwert", "min."),
    "typ": ("typ", "typical", "typisch", "nom", "nominal"),
    "max": ("max", "maximum", "höchstwert"),
    "result": ("result", "results", "value", "values", "rating", "ratings", "limit", "ergebnis", "wert",
               "grenzwert", "ergebnisse", "istwert", "messwert", "analysenwert", "found", "actual",
               "measured"),
    "limit": ("specification", "spec", "spezifikation", "sollwert", "soll", "limits", "requirement",
              "anforderung"),
    "unit": ("unit", "units", "einheit"),
    "condition": ("condition", "conditions", "testconditions", "bedingung", "bedingungen", "prüfbedingung",
                  "method", "methode", "testmethod", "symbol", "parameter", "note", "notes", "kurzzeichen"),
}  # fmt: skip
_KIND = {normal(word): kind for kind, words in _COLUMNS.items() for word in words}
# Beside a column with one of these, "Limit" says what was allowed, not what was found.
_FOUND = frozenset(
    map(normal, ("result", "results", "ergebnis", "istwert", "messwert", "analysenwert", "found", "actual",
                 "measured", "ergebnisse"))
)  # fmt: skip
_ALLOWED = frozenset(map(normal, ("limit", "limits", "grenzwert")))
_ENDS = frozenset({"min", "typ", "max"})
_ROWS_UP = 25
_FEW_TOKENS, _BEGINS = 4, tuple("0123456789<>≤≥±+-−–")
_LOWER = re.compile(r"[-−–]?\s?\d[\d.,]*")
_ONLY_FIGURES = re.compile(
    r"^[<>≤≥≈~]?\s*[±+\-−–]?[\d.,\s'’]+(?:(?:to|bis|\.\.\.?|…|-|–|/)\s*[±+\-−–]?[\d.,\s]+)?$"
)


def figures_of_row(
    sheet: Sheet, row_number: int, label_cell: int, spec: FieldSpec, locale: Locale
) -> list[tuple[Value, tuple[Token, ...]]]:
    """The value of a row whose unit stands in a cell of its own, or above; at most one.

    Cells with figure and unit together are left to whoever reads cells, unless columns say which is wanted.
    """
    row = sheet.rows[row_number]
    cells = row.cells[label_cell + 1 :]
    heads = _heads(sheet, row_number)
    unit = _unit_cell(row, cells, spec, heads)
    found: list[tuple[str, Decimal, Cell]] = []
    for cell in cells:
        kind = _kind_of(cell, heads)
        if kind in ("condition", "unit", "limit"):
            continue
        found += [(kind, figure, cell) for figure in _figures(cell, spec, unit, locale)]
    chosen = _chosen(found, spec)
    if chosen is None:
        return []
    figure, cell = chosen
    return [(number_value(figure, spec.unit), cell.tokens)]


def _figures(cell: Cell, spec: FieldSpec, unit: Unit | None, locale: Locale) -> list[Decimal]:
    if not _ONLY_FIGURES.match(cell.text):
        return [reading.value.exact for reading in readings(spec, cell.text, locale) if spec.unit]
    figures = find_figures(cell.text.lstrip("<>≤≥≈~± "), locale.german)
    if not spec.unit:
        return [amount.amount for amount in figures]
    if unit is None:
        return []
    in_unit = [converted(amount.amount, unit.name, spec.unit) for amount in figures]
    return [figure for figure in in_unit if figure is not None]


def _chosen(found: Sequence[tuple[str, Decimal, Cell]], spec: FieldSpec) -> tuple[Decimal, Cell] | None:
    if not found:
        return None
    kinds = {kind for kind, _, _ in found}
    if spec.pick == "min" and kinds & {"min", "typ", "max"}:
        found = [entry for entry in found if entry[0] == "min"] if "min" in kinds else []
    elif spec.pick == "max" and "max" in kinds:
        found = [entry for entry in found if entry[0] == "max"]
    elif "result" in kinds:
        found = [entry for entry in found if entry[0] == "result"]
    elif "typ" in kinds and not spec.pick:
        found = [entry for entry in found if entry[0] == "typ"]
    if not found:
        return None
    figures = [(figure, cell) for _, figure, cell in found]
    if spec.pick == "min":
        return min(figures, key=lambda entry: entry[0])
    if spec.pick == "max":
        return max(figures, key=lambda entry: entry[0])
    return figures[0]


def _heads(sheet: Sheet, row_number: int) -> list[tuple[str, float, float]]:
    """(kind, left, right) of the columns that the nearest heading above names."""
    for number in range(row_number - 1, max(-1, row_number - _ROWS_UP), -1):
        cells = [("".join(cell.norms), cell) for cell in _words_apart(sheet.rows[number])]
        found = any(key in _FOUND for key, _ in cells)
        heads = [
            ("limit" if found and key in _ALLOWED else _KIND[key], cell.x0, cell.x1)
            for key, cell in cells
            if key in _KIND
        ]
        if len(heads) >= 2 or (heads and len(sheet.rows[number].cells) >= 3):
            return heads
    return []


def _words_apart(row: Row) -> list[Cell]:
    """The cells of a row, those of several headings ("Min Typ Max") taken apart."""
    cells: list[Cell] = []
    for cell in row.cells:
        if len(cell.tokens) > 1 and all(norm in _KIND for norm in cell.norms):
            cells += [Cell((token,)) for token in cell.tokens]
        else:
            cells.append(cell)
    return cells


def _kind_of(cell: Cell, heads: Sequence[tuple[str, float, float]]) -> str:
    """The column a cell is in: the one it overlaps, else the nearest by its middle."""
    if not heads:
        return ""
    middle = (cell.x0 + cell.x1) / 2
    over = [
        kind
        for kind, left, right in heads
        if left - 1 <= middle <= right + 1 or cell.x0 <= (left + right) / 2 <= cell.x1
    ]
    if over:
        return over[0]
    kind, left, right = min(heads, key=lambda head: abs((head[1] + head[2]) / 2 - middle))
    return kind if abs((left + right) / 2 - middle) < 40 + (right - left) else ""


def _unit_cell(
    row: Row, cells: Sequence[Cell], spec: FieldSpec, heads: Sequence[tuple[str, float, float]]
) -> Unit | None:
    """The unit of a row: in its cell below "Unit", else in any cell that is nothing but a fitting unit."""
    units = [(cell, unit) for cell in cells if (unit := unit_of(cell.text.strip("[]()")))]
    for cell, unit in units:
        if _kind_of(cell, heads) == "unit":
            return unit
    target = unit_of(spec.unit) if spec.unit else None
    fitting = [unit for _, unit in units if target is not None and unit.measure == target.measure]
    return fitting[-1] if fitting else _unit_of_range(cells)


def _unit_of_range(cells: Sequence[Cell]) -> Unit | None:
    """Of "-55 | +150 °C" the unit: it stands behind the second figure only."""
    for left, right in pairwise(cells):
        if _LOWER.fullmatch(left.text) and right.text.startswith("+"):
            measured = find_measured(right.text)
            if measured:
                return unit_of(measured[0].unit)
    return None


def heads_figures(row: Row, cell: Cell) -> bool:
    """Whether a cell heads a column of least, typical or largest figures, beside another such column."""
    heads = [_KIND.get("".join(other.norms)) in _ENDS for other in row.cells]
    return _KIND.get("".join(cell.norms)) in _ENDS and sum(heads) > 1


def measured_cells(sheet: Sheet) -> Iterator[str]:
    """Cells that are a figure with its unit, or a figure before a cell that is its unit."""
    for row in sheet.rows:
        if len(row.cells) < 2:
            continue  # the end of a sentence
        for place, cell in enumerate(row.cells):
            beside = row.cells[place + 1].text if place + 1 < len(row.cells) else ""
            figure = _ONLY_FIGURES.match(cell.text) and unit_of(beside.strip("[]()")) is not None
            short = len(cell.tokens) <= _FEW_TOKENS and cell.text.startswith(_BEGINS)
            if figure or (short and find_measured(cell.text)):
                yield cell.text


def column_kind(sheet: Sheet, row_number: int, cell: Cell) -> str:
    """What the heading above says about a cell ("result", "condition", …); empty where none does."""
    return _kind_of(cell, _heads(sheet, row_number))
