"""Calculations that a statement shows over cells of tables, and whether they come out. Pure functions.

Two forms. An equation: “Total current assets” 2016 ÷ “Total current liabilities” 2016 = 1.73. A development:
“Net sales” rose from 14,544 million (2022) to 14,694 million (2023), by 1 %. In quotation marks stand labels
of rows, letter by letter; bars around one take its sign away. Everything is computed anew from the cells of
these rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from core.answer.figures.formulas import Constant, Formula, Item, Sign, Term, dated, evaluate, items_of
from core.answer.figures.table_cells import Cell, heading_among, label_of, read_cell, scale_word
from core.answer.verification.calculations import Recomputed
from core.text.numbers import Number, parse_number
from core.types import Operation

_NUMBER = r"[-−]?\d(?:[\d.,]*\d)?(?: (?:%|thousand|million|billion|Tsd\.|Mio\.|Mrd\.))?"
_EQUATION = re.compile(rf"(?P<formula>[^=]*[“„][^=]+?) = (?P<stated>{_NUMBER})\.?")
_DEVELOPMENT = re.compile(
    rf"(?:(?P<lead>Yes|No|Ja|Nein): )?(?P<formula>[^=]*[“„][^=]+?) (?P<verb>rose|fell|stieg"
    rf"|sank) (?:from|von) (?P<first>{_NUMBER})"
    rf" \((?P<from>\d{{4}})\) (?:to|auf) (?P<last>{_NUMBER}) \((?P<to>\d{{4}})\)(?:, (?:by"
    rf"|um) (?P<by>{_NUMBER}))?\.?"
)
_TOKEN = re.compile(
    r"[“„](?P<label>[^“”„]+)[”“](?: (?P<year>\d{4}))?|(?P<number>\d[\d.,]*)|(?P<sign>[+−×÷()|])|\s+"
    r"|(?P<odd>.)"
)
_SCALES: Mapping[str, int] = {
    word: scale
    for german in (False, True)
    for scale in (10**3, 10**6, 10**9)
    if (word := scale_word(scale, german=german))
}

Lookup = Callable[[str, int], Cell | None]  # of a label and a year


@dataclass(frozen=True, slots=True)
class Equation:
    """A calculation as a statement shows it. `stated`: its results, of a development the first and the last.

    `years`: of these, empty where each label has its own. `by`: the percentage between them. `rises` and
    `yes`: what the words say; that one answers the question, nobody computes, and only older runs say it.
    """

    formula: Formula
    stated: tuple[Number, ...]
    years: tuple[int, ...] = ()
    by: Number | None = None
    rises: bool | None = None
    yes: bool | None = None


def equation_in(statement: str) -> Equation | None:
    """None for a statement of any other form."""
    german = "„" in statement
    if match := _DEVELOPMENT.fullmatch(statement):
        formula = _formula(match.group("formula"), german=german)
        ends = [_number(match.group(name), german=german) for name in ("first", "last")]
        by = _number(match.group("by"), german=german) if match.group("by") else None
        if formula is None or None in ends or (match.group("by") and (by is None or not by.percent)):
            return None
        lead = match.group("lead")
        years = (int(match.group("from")), int(match.group("to")))
        rises = match.group("verb") in ("rose", "stieg")
        yes = None if lead is None else lead in ("Yes", "Ja")
        return Equation(formula, tuple(end for end in ends if end), years, by, rises, yes)
    if match := _EQUATION.fullmatch(statement):
        formula = _formula(match.group("formula"), german=german)
        stated = _number(match.group("stated"), german=german)
        dated = formula is not None and all(item.year for item in items_of(formula))
        return Equation(formula, (stated,)) if formula is not None and stated and dated else None
    return None


def recomputed(equation: Equation, cell_of: Lookup) -> tuple[Recomputed, tuple[Cell, ...]] | None:
    """The calculation from the cells, with these; None where one of them is not there or cannot be read."""
    cells: dict[Item, Cell] = {}
    formulas = [dated(equation.formula, year) for year in equation.years] or [equation.formula]
    for formula in formulas:
        for item in items_of(formula):
            cell = cell_of(item.words, item.year)
            if cell is None:
                return None
            cells[item] = cell
    results = [evaluate(formula, lambda item: _amount(item, cells[item])) for formula in formulas]
    if not cells or any(result is None for result in results):
        return None
    values = [result for result in results if result is not None]
    checks = list(zip(equation.stated, values, strict=True))
    if equation.by is not None:
        if values[0] <= 0 or values[1] < 0:
            return None
        checks.append((equation.by, abs(values[1] - values[0]) / values[0]))
    wrong = [check for check in checks if not _is_near(*check)]
    stated, result = wrong[0] if wrong else checks[-1]
    rightly = True
    if equation.rises is not None:
        rightly = values[1] > values[0] if equation.rises else values[1] < values[0]
    shown = _in_figures(equation, formulas, cells, values)
    operands = tuple(_operand(cell) for cell in cells.values())
    told = result * 100 if stated.percent else result
    operation: Operation = "percent change" if equation.by is not None else "formula"
    places = tuple(range(len(operands)))
    found = Recomputed(operation, operands, places, stated, told, _half(stated), rightly, in_figures=shown)
    return found, tuple(cells.values())


def cells_among(quotes: Sequence[str]) -> Lookup:
    """Cells by label and year among quotes in their order, each row under the heads that stand before it."""

    def cell_of(label: str, year: int) -> Cell | None:
        found = [
            cell
            for place, quote in enumerate(quotes)
            if label_of(quote).strip(" :.") == label
            if (cell := read_cell(quote, heading_among(quotes, place), year)) is not None
        ]
        return found[0] if len({cell.amount for cell in found}) == 1 else None

    return cell_of


def _amount(item: Item, cell: Cell) -> Decimal:
    amount = cell.amount / 100 if cell.percent else cell.amount
    return abs(amount) if item.unsigned else amount


def _is_near(stated: Number, result: Decimal) -> bool:
    told = result * 100 if stated.percent else result
    return abs(told - stated.amount) <= _half(stated)


def _half(stated: Number) -> Decimal:
    exponent = stated.value.as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) / 2 * stated.scale


def _operand(cell: Cell) -> Number:
    return Number(cell.value, cell.percent, cell.shown, scale=cell.scale)


def _in_figures(
    equation: Equation, formulas: list[Formula], cells: Mapping[Item, Cell], values: list[Decimal]
) -> str:
    """ "1,001,425 ÷ 577,464 = 1.7342", as the cells are written."""
    parts = []
    percent = equation.stated[0].percent
    scale = equation.stated[0].scale
    for formula, value in zip(formulas, values, strict=True):
        told = value * 100 if percent else value / scale
        figures = written(formula, lambda item: _figure(item, cells[item]))
        rounded = round(told, 4).normalize()
        result = f"{rounded:f}{' %' if percent else ''}"
        parts.append(figures if isinstance(formula, Item) else f"{figures} = {result}")
    if equation.by is not None and isinstance(equation.formula, Item):
        first, last = parts
        change = round((values[1] - values[0]) / values[0] * 100, 4).normalize()
        return f"({last} − {first}) ÷ {first} = {change:f} %"
    return "; ".join(parts)


def _figure(item: Item, cell: Cell) -> str:
    digits = re.search(r"\d(?:[\d.,]*\d)?", cell.text)
    text = digits.group() if digits else cell.text
    return text if item.unsigned or cell.value >= 0 else f"(−{text})"


def written(formula: Formula, item_text: Callable[[Item], str], outer: str = "") -> str:
    """The formula with signs and the parentheses that it needs."""
    if isinstance(formula, Item):
        return item_text(formula)
    if isinstance(formula, Constant):
        return f"{formula.value.normalize():f}"
    inner = formula.sign
    left = written(formula.left, item_text, "(" if inner in "×÷" else "")
    right = written(formula.right, item_text, ")" if inner in "×÷" else "−" if inner == "−" else "")
    text = f"{left} {inner} {right}"
    is_sum = inner in "+−"
    needed = (outer in ("(", ")") and is_sum) or (outer == ")" and not is_sum) or (outer == "−" and is_sum)
    return f"({text})" if needed else text


def _number(text: str, *, german: bool) -> Number | None:
    digits, _, unit = text.partition(" ")
    value = parse_number(digits.lstrip("-−"), german)
    if value is None:
        return None
    value = -value if digits[0] in "-−" else value
    return Number(value, unit == "%", text, scale=_SCALES.get(unit, 1))


class _Reader:
    """Reads a formula whose leaves are labels in quotation marks."""

    def __init__(self, text: str, *, german: bool) -> None:
        self._tokens = [match for match in _TOKEN.finditer(text) if not match.group().isspace()]
        self._place = 0
        self._german = german

    def whole(self) -> Formula | None:
        found = self._joined("+−", self._product)
        return found if self._place == len(self._tokens) else None

    def _next(self) -> str:
        if self._place >= len(self._tokens):
            return ""
        return self._tokens[self._place].group("sign") or ""

    def _product(self) -> Formula | None:
        return self._joined("×÷", self._leaf)

    def _joined(self, signs: str, part: Callable[[], Formula | None]) -> Formula | None:
        found = part()
        while found is not None and self._next() and self._next() in signs:
            sign: Sign = self._next()  # type: ignore[assignment]
            self._place += 1
            right = part()
            found = None if right is None else Term(sign, found, right)
        return found

    def _leaf(self) -> Formula | None:
        if self._place >= len(self._tokens):
            return None
        token = self._tokens[self._place]
        self._place += 1
        if token.group("label"):
            return Item(token.group("label"), int(token.group("year") or 0))
        if token.group("number"):
            try:
                value = parse_number(token.group("number"), self._german)
            except InvalidOperation:
                return None
            return None if value is None else Constant(value)
        if token.group() == "(":
            found = self._joined("+−", self._product)
        elif token.group() == "|":
            inner = self._leaf()
            found = replace(inner, unsigned=True) if isinstance(inner, Item) else None
        else:
            return None
        closes = {"(": ")", "|": "|"}[token.group()]
        if found is None or self._next() != closes:
            return None
        self._place += 1
        return found


def _formula(text: str, *, german: bool) -> Formula | None:
    return _Reader(text, german=german).whole()
