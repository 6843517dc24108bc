"""The sentence that tells a computation over a table, in English and German, and how it is read again.

"Highest “Length (km)” of 5 rows: 655 (“Corva”)": what was done, with which column, over which rows, and what
came out. Whoever checks an answer computes it anew from the cells that it names. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer.calculated.cell_values import (
    Figure,
    Misfit,
    bare,
    comma_is_decimal,
    figure_in,
    figures_in,
    in_unit,
    places_of,
    told_as,
)
from core.answer.calculated.computing import Act, Computed, are_alternatives, result_of
from core.answer.calculated.grid import Grid
from core.types import Operation

_MOST_NAMED = 60  # rows that are named one by one
_ENGLISH: dict[Act, str] = {
    "sum": "Sum of", "average": "Average of", "highest": "Highest", "lowest": "Lowest",
    "difference": "Difference in",
}  # fmt: skip
_GERMAN: dict[Act, str] = {
    "sum": "Summe von", "average": "Durchschnitt von", "highest": "Höchster Wert von",
    "lowest": "Niedrigster Wert von", "difference": "Unterschied bei",
}  # fmt: skip
_GERMAN_TESTS = {
    "is": "gleich", "is not": "ungleich", "more than": "größer als", "less than": "kleiner als",
    "at least": "mindestens", "at most": "höchstens", "before": "vor", "after": "nach", "in": "in",
    "calendar day": "als Kalendertag",
}  # fmt: skip
_ACTS = {words: act for acts in (_ENGLISH, _GERMAN) for act, words in acts.items()}
_OF, _ROWS = ("of", "von"), ("rows", "Zeilen")  # in English, in German
_OF_ROWS = rf"(?:{'|'.join(_OF)}) (?P<count>\d+) (?:{'|'.join(_ROWS)})"
_QUOTED = re.compile(r"[“„]([^“”„]*)[”“]")
_COUNTED = re.compile(
    rf"(?P<found>\d+) {_OF_ROWS}(?: (?:[^:“„]|[“„][^“”„]*[”“])*)?(?:: (?P<names>.*))?", re.DOTALL
)
_COMPUTED = re.compile(
    rf"(?P<act>{'|'.join(map(re.escape, _ACTS))}) (?P<scope>.*): "
    r"(?P<result>[^:“„]+?)(?: \((?P<best>[“„].*)\))?",
    re.DOTALL,
)
_COUNT = re.compile(_OF_ROWS)
_MARKS = frozenset("“”„")


@dataclass(frozen=True, slots=True)
class Recalculated:
    """What comes out of the cells that a sentence names, beside what it says."""

    act: Operation
    shown: str
    result: Decimal
    stated: Decimal
    tolerance: Decimal
    is_right: bool
    unit: str = ""


def sentence_of(grid: Grid, done: Computed, *, german: bool) -> str:
    """The computation told; "" where a name has a quotation mark that could not be read again."""
    choice, tests = done.choice, ""
    is_named = bool(choice.rows) or grid.head is None
    names = [grid.name_of(row) for row in (done.rows if is_named else done.best)]
    columns = [grid.names[one.column] for one in choice.conditions] + [one.value for one in choice.conditions]
    if choice.column >= 0:
        columns.append(grid.names[choice.column])
    if any(_MARKS & set(text) for text in (*names, *columns)):
        return ""
    for place, one in enumerate(choice.conditions):
        joint = " mit " if german else " with "
        if place:
            either = are_alternatives(choice.conditions[place - 1], one)
            joint = (" oder " if either else " und ") if german else (" or " if either else " and ")
        test = _GERMAN_TESTS[one.test] if german else one.test
        value = f" {_quoted(one.value, german=german)}" if one.value else ""
        tests += f"{joint}{_quoted(grid.names[one.column], german=german)} {test}{value}"
    rows, of = _ROWS[german], _OF[german]
    if choice.act == "count":
        listed = ", ".join(_quoted(name, german=german) for name in names[:_MOST_NAMED])
        more = ", …" if len(names) > _MOST_NAMED else ""
        told = f": {listed}{more}" if names and (choice.conditions or choice.rows) else ""
        return f"{len(done.rows)} {of} {len(done.looked)} {rows}{tests}{told}"
    words = (_GERMAN if german else _ENGLISH)[choice.act]
    column = f" {_quoted(grid.names[choice.column], german=german)}" if grid.head else ""
    if is_named and len(names) <= _MOST_NAMED:
        scope = ", ".join(_quoted(name, german=german) for name in names)
        scope = f" {of} {scope}" if column else f" {scope}"
    else:
        scope = f" {of} {len(done.rows)} {rows}"
    result = result_text(grid, done)
    best = ", ".join(_quoted(grid.name_of(row), german=german) for row in done.best)
    return f"{words}{column}{scope}{tests}: {result}{f' ({best})' if best else ''}"


def result_text(grid: Grid, done: Computed) -> str:
    comma = grid.decimal_comma or False
    if done.choice.act in ("highest", "lowest"):
        return bare(grid.rows[done.best[0]].cells[done.choice.column])
    return told_as(done.amount, done.figures, decimal_comma=comma, more=done.choice.act == "average")


def recalculated(text: str, operands: Sequence[str], quotes: Sequence[str]) -> Recalculated | None:
    """The computation of a sentence from its cells, each of which stands in the quote of its place; None for
    another form of sentence, or where a cell does not stand there."""
    if len(operands) != len(quotes) or not all(
        cell and cell in quote for cell, quote in zip(operands, quotes, strict=True)
    ):
        return None
    if counted := _COUNTED.fullmatch(text):
        names = _QUOTED.findall(counted["names"] or "")
        there = all(any(name in quote for quote in quotes) for name in names)
        said, count = Decimal(counted["found"]), Decimal(len(operands))
        shown = f"{', '.join(operands)}: {len(operands)}" if operands else "0"
        return Recalculated("count", shown, count, said, Decimal(0), there and said == count)
    match = _COMPUTED.fullmatch(text)
    if match is None or not operands:
        return None
    act = _ACTS[match["act"]]
    rows = _COUNT.search(_QUOTED.sub("", match["scope"]))
    if rows is not None and int(rows["count"]) != len(operands):
        return None
    best = _QUOTED.findall(match["best"] or "")
    told = comma_is_decimal([*operands, match["result"]])
    found = [
        one
        for comma in ((told,) if told is not None else (True, False))
        if (one := _again(act, operands, match["result"], comma)) is not None
    ]
    right = next((one for one in found if one.is_right), found[0] if found else None)
    if right is None or not best:
        return right
    holders = [quote for cell, quote in zip(operands, quotes, strict=True) if bare(cell) == match["result"]]
    there = all(any(name in quote for quote in holders) for name in best)
    return right if there else replace(right, is_right=False)


def count_told(text: str) -> int | None:
    """The number of cells behind a computation, where its sentence says it and names none."""
    if _COUNTED.fullmatch(text):
        return int(text.split()[0])
    rows = _COUNT.search(_QUOTED.sub("", text))
    return int(rows["count"]) if rows else None


def _again(act: Act, operands: Sequence[str], result: str, comma: bool) -> Recalculated | None:
    figures = figures_in(operands, comma)
    stated = figure_in(result, comma)
    if isinstance(figures, Misfit) or stated is None or any(one is None for one in figures):
        return None
    own = [one for one in figures if one is not None]
    amount = result_of(act, [one.amount for one in own])
    stated = in_unit(stated, own[0].unit) or stated
    half = Decimal(1).scaleb(-places_of(stated)) / 2 if act == "average" else Decimal(0)
    is_right = abs(amount - stated.amount) <= half and stated.unit == own[0].unit
    shown = _shown(act, operands, result, own)
    return Recalculated(act, shown, amount, stated.amount, half, is_right, own[0].unit)


def _shown(act: Act, operands: Sequence[str], result: str, figures: Sequence[Figure]) -> str:
    """ "3 + 2 + 2 + 2 = 9", the cells as they are written."""
    cells = [bare(cell) for cell in operands]
    match act:
        case "sum":
            return f"{' + '.join(cells)} = {result}"
        case "average":
            return f"({' + '.join(cells)}) ÷ {len(cells)} = {result}"
        case "difference":
            first, last = cells if figures[0].amount >= figures[1].amount else cells[::-1]
            return f"{first} − {last} = {result}"
    sign = "max" if act == "highest" else "min"
    return f"{sign}({'; '.join(cells)}) = {result}"


def _quoted(text: str, *, german: bool) -> str:
    return f"„{text}“" if german else f"“{text}”"
