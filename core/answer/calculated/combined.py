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
from core.text.units import unit_of
from core.types import Operation

Relation = Literal["difference", "share"]
_WORDS: dict[Relation, tuple[str, str]] = {  # in English, in German
    "difference": ("difference", "Unterschied"),
    "share": ("share", "Anteil"),
}
_RELATIONS = {word: relation for relation, words in _WORDS.items() for word in words}
_COMBINED = re.compile(rf"(?P<both>.+); (?P<word>{'|'.join(_RELATIONS)}): (?P<result>[^;:“„]+)", re.DOTALL)
_BETWEEN = re.compile("; ")
_QUOTED = re.compile(r"[“„][^“”„]*[”“]")
_IN_HEAD = re.compile(r"[(\[]\s*([^)\]]+)[)\]]|\bin (\S+)$")
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
    """Both and what comes of them; "" where one of them cannot be told, or where they are not of one sort."""
    parts = [sentence_of(one.grid, one.done, german=german) for one in (first, second)]
    counted = {one.done.choice.act == "count" for one in (first, second)}
    if not all(parts) or len(counted) > 1 or (relation == "share" and not second.done.amount):
        return ""
    pair = _in_one_unit(first.figure, second.figure)
    if pair is None or len({_unit_of_column(one) for one in (first, second)}) > 1:
        columns = [one.grid.names[one.done.choice.column] for one in (first, second)]
        values: dict[str, object] = {"column": columns[0], "cell": parts[0], "other": parts[1]}
        return Refused("units_differ", values)
    comma, word = first.grid.decimal_comma or False, _WORDS[relation][german]
    amount = _result(relation, *pair)
    if relation == "share":
        told = f"{amount.quantize(_SHARE, ROUND_HALF_UP)} %".replace(".", "," if comma else ".")
    else:
        figures = [*first.done.figures, *second.done.figures]
        figures.sort(key=lambda one: one.unit != pair[0].unit)  # told as those of its unit are
        more = "average" in (first.done.choice.act, second.done.choice.act)
        told = told_as(amount, figures, decimal_comma=comma, more=more)
    return f"{'; '.join(parts)}; {word}: {told}"


def read_again(text: str, operands: Sequence[str], quotes: Sequence[str]) -> Recalculated | None:
    """As `recalculated`, also of two computations in one sentence; `operands` are those of the first, then
    those of the second."""
    match = _COMBINED.fullmatch(text)
    found: list[Recalculated] = []
    for first, second in _halves(match["both"], operands, quotes) if match else ():
        one = _both(_RELATIONS[match["word"]], first, second, match["result"]) if match else None
        if one is not None and one.is_right:
            return one
        found += [one] if one is not None else []
    return found[0] if found else recalculated(text, operands, quotes)


def _halves(
    both: str, operands: Sequence[str], quotes: Sequence[str]
) -> Iterator[tuple[Recalculated, Recalculated]]:
    """Both computations, wherever the text and its cells can be parted into two."""
    for between in _BETWEEN.finditer(_QUOTED.sub(lambda name: "_" * len(name[0]), both)):
        before, behind = both[: between.start()], both[between.end() :]
        told = count_told(before)
        counts = range(min(len(operands), _MOST_TRIED) + 1) if told is None else (told,)
        for count in counts:
            first = recalculated(before, operands[:count], quotes[:count])
            second = recalculated(behind, operands[count:], quotes[count:]) if first else None
            if first and second and first.is_right:
                yield first, second


def _both(relation: Relation, first: Recalculated, second: Recalculated, result: str) -> Recalculated | None:
    pair = _in_one_unit(Figure(first.result, "", first.unit), Figure(second.result, "", second.unit))
    if pair is None or (relation == "share" and not pair[1].amount):
        return None
    amount = _result(relation, *pair)
    # Which mark is the decimal one, only the cells tell; the right result is right in one of both ways.
    readings = [one for comma in (False, True) if (one := figure_in(result, comma)) is not None]
    unit = pair[0].unit
    if relation == "difference":
        readings = [same for one in readings if (same := in_unit(one, unit)) is not None]
    stated = min(readings, key=lambda one: abs(one.amount - amount), default=None)
    if stated is None:
        return None
    half = _SHARE / 2 if relation == "share" else first.tolerance + second.tolerance
    right = abs(stated.amount - amount) <= half and first.is_right and second.is_right
    act: Operation = "ratio"
    sign = "÷"
    ordered = [one.amount for one in pair]
    if relation == "difference":
        sign, act = "−", "difference"
        ordered.sort(reverse=True)
    shown = f"{first.shown}; {second.shown}; {ordered[0]:f} {sign} {ordered[1]:f} = {result}"
    return Recalculated(act, shown, amount, stated.amount, half, right, unit)


def _in_one_unit(first: Figure, second: Figure) -> tuple[Figure, Figure] | None:
    """Both in the smaller of their units, in which nothing is rounded away; None where they have no unit in
    common."""
    units = sorted((first.unit, second.unit), key=lambda name: unit.factor if (unit := unit_of(name)) else 0)
    both = (in_unit(first, units[0]), in_unit(second, units[0]))
    return None if both[0] is None or both[1] is None else (both[0], both[1])


def _unit_of_column(part: Part) -> str:
    """What the name of a column says that its bare figures are in: "Length (km)"."""
    if part.done.choice.column < 0 or part.figure.unit:
        return ""
    told = _IN_HEAD.search(part.grid.names[part.done.choice.column])
    return next(filter(None, told.groups())).strip().casefold() if told else ""


def _result(relation: Relation, first: Figure, second: Figure) -> Decimal:
    difference = abs(first.amount - second.amount)
    return difference if relation == "difference" else first.amount / second.amount * 100
