"""Two computations over tables in one sentence, and what comes of both: how far apart they are, or how much
of the second the first is.

"Highest “Fee” of 5 rows: 9 (“Ash”); Lowest “Fee” of 5 rows: 2 (“Elm”); difference: 7" is read again and
computed anew, as each of them is. Pure functions, exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from core.answer.calculated.cell_values import Figure, figure_in, in_unit, told_as
from core.answer.calculated.computing import Computed, Refused
from core.answer.calculated.grid import Grid
from core.answer.calculated.told import Recalculated, count_told, recalculated, sentence_of
from core.types import Operation

Relation = Literal["difference", "share"]
_WORDS: dict[Relation, tuple[str, str]] = {  # in English, in German
    "difference": ("difference", "Unterschied"),
    "share": ("share", "Anteil"),
}
_RELATIONS = {word: relation for relation, words in _WORDS.items() for word in words}
_COMBINED = re.compile(rf"(?P<both>.+); (?P<word>{'|'.join(_RELATIONS)}): (?P<result>[^;:“„]+)", re.DOTALL)
_BETWEEN = re.compile("; ")
_SHARE = Decimal("0.1")  # of a percent
_MOST_TRIED = 60  # cells of a computation that names each of them


@dataclass(frozen=True, slots=True)
class Part:
    """One of the two."""

    grid: Grid
    done: Computed

    @property
    def figure(self) -> Figure:
        """What comes out, in the unit of its cells."""
        unit = self.done.figures[0].unit if self.done.figures else ""
        return Figure(self.done.amount, "", unit)


def sentence_of_both(first: Part, second: Part, relation: Relation, *, german: bool) -> str | Refused:
    """Both and what comes of them; "" where one of them cannot be told."""
    parts = [sentence_of(one.grid, one.done, german=german) for one in (first, second)]
    if not all(parts):
        return ""
    other = in_unit(second.figure, first.figure.unit)
    if other is None:
        columns = [one.grid.names[one.done.choice.column] for one in (first, second)]
        values: dict[str, object] = {"column": columns[0], "cell": parts[0], "other": parts[1]}
        return Refused("units_differ", values)
    if relation == "share" and not other.amount:
        return ""
    comma, word = first.grid.decimal_comma or False, _WORDS[relation][german]
    if relation == "share":
        share = _result(relation, first.figure.amount, other.amount).quantize(_SHARE, ROUND_HALF_UP)
        told = f"{share} %".replace(".", "," if comma else ".")
    else:
        figures = (*first.done.figures, *second.done.figures)
        more = "average" in (first.done.choice.act, second.done.choice.act)
        amount = _result(relation, first.figure.amount, other.amount)
        told = told_as(amount, figures, decimal_comma=comma, more=more)
    return f"{'; '.join(parts)}; {word}: {told}"


def read_again(text: str, operands: Sequence[str], quotes: Sequence[str]) -> Recalculated | None:
    """As `recalculated`, also of two computations in one sentence; `operands` are those of the first, then
    those of the second."""
    match = _COMBINED.fullmatch(text)
    for first, second in _halves(match["both"], operands, quotes) if match else ():
        relation = _RELATIONS[match["word"]] if match else "difference"
        if found := _both(relation, first, second, match["result"] if match else ""):
            return found
    return recalculated(text, operands, quotes)


def _halves(
    both: str, operands: Sequence[str], quotes: Sequence[str]
) -> Iterator[tuple[Recalculated, Recalculated]]:
    """Both computations, wherever the text and its cells can be parted into two."""
    for between in _BETWEEN.finditer(both):
        before, behind = both[: between.start()], both[between.end() :]
        told = count_told(before)
        counts = range(min(len(operands), _MOST_TRIED) + 1) if told is None else (told,)
        for count in counts:
            first = recalculated(before, operands[:count], quotes[:count])
            second = recalculated(behind, operands[count:], quotes[count:]) if first else None
            if first and second and first.is_right:
                yield first, second


def _both(relation: Relation, first: Recalculated, second: Recalculated, result: str) -> Recalculated | None:
    other = in_unit(Figure(second.result, "", second.unit), first.unit)
    if other is None or (relation == "share" and not other.amount):
        return None
    amount = _result(relation, first.result, other.amount)
    # Which mark is the decimal one, only the cells tell; the right result is right in one of both ways.
    readings = [one for comma in (False, True) if (one := figure_in(result, comma)) is not None]
    half = _SHARE / 2 if relation == "share" else first.tolerance + second.tolerance
    stated = min(readings, key=lambda one: abs(one.amount - amount), default=None)
    if stated is None:
        return None
    own = stated if relation == "share" else in_unit(stated, first.unit)
    right = own is not None and abs(own.amount - amount) <= half and first.is_right and second.is_right
    sign = "÷" if relation == "share" else "−"
    act: Operation = "ratio" if relation == "share" else "difference"
    shown = f"{first.shown}; {second.shown}; {first.stated:f} {sign} {second.stated:f} = {result}"
    return Recalculated(act, shown, amount, stated.amount, half, right, first.unit)


def _result(relation: Relation, first: Decimal, second: Decimal) -> Decimal:
    return abs(first - second) if relation == "difference" else first / second * 100
