"""Simple arithmetic in a statement, recomputed from the figures it rests on.

Difference, percent change, ratio, sum and average. A figure counts as calculated when a word says so ("an
increase of", "together"), no cited sentence has it, and the figures it follows from stand in the statement
and in cited sentences. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.text.facts import Facts, facts_of
from core.text.numbers import Number
from core.types import Operation

_CUES: Mapping[Operation, re.Pattern[str]] = {
    "average": re.compile(r"\b(?:average|mean|durchschnitt\w*|mittelwert|im mittel)\b", re.IGNORECASE),
    "sum": re.compile(
        r"\b(?:total\w*|sum|altogether|combined|together|overall|summe|insgesamt|zusammen|gesamt\w*)\b",
        re.IGNORECASE,
    ),
    "ratio": re.compile(
        r"\b(?:ratio|times|fold|share|margin|verhältnis|mal|fache|anteil|marge)\b", re.IGNORECASE
    ),
    "difference": re.compile(
        r"\b(?:difference|differ\w*|increase\w*|decrease\w*|rise|rose|risen|grew|growth|fell|fallen"
        r"|decline\w*"
        r"|drop\w*|more|less|fewer|higher|lower|gain\w*|change\w*|differenz|unterschied|anstieg|stieg"
        r"|gestiegen"
        r"|zunahme|rückgang|sank|gesunken|abnahme|mehr|weniger|höher|niedriger|veränderung)\b",
        re.IGNORECASE,
    ),
}  # fmt: skip
_FALLING = re.compile(
    r"\b(?:decrease\w*|fell|fallen|decline\w*|drop\w*|less|fewer|lower|rückgang|sank|gesunken|abnahme|weniger"
    r"|niedriger)\b",
    re.IGNORECASE,
)
_RISING = re.compile(
    r"\b(?:increase\w*|rise|rose|risen|grew|growth|more|higher|gain\w*|anstieg|stieg|gestiegen|zunahme|mehr"
    r"|höher)\b",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:about|around|roughly|approximately|nearly|almost|circa|etwa|rund|ungefähr|knapp)\b", re.IGNORECASE
)
# "by 3 percentage points": the difference of two percentages
_POINTS = re.compile(r"(?:percentag|prozentpunkt)", re.IGNORECASE)
_MOST_OPERANDS = 12
_SHOWN = Decimal("0.0001")


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A calculation found in a statement. `places`: for each operand the cited sentence that has it.

    `result` and `stated` are in the unit of the operands, those of percent changes and shares in percent;
    `tolerance` is half of the last digit of `stated`. `in_figures`: the calculation of a formula, written
    out.
    """

    operation: Operation
    operands: tuple[Number, ...]
    places: tuple[int, ...]
    stated: Number
    result: Decimal
    tolerance: Decimal
    direction_is_right: bool = True
    in_figures: str = ""

    @property
    def is_right(self) -> bool:
        off = abs(abs(self.result) - abs(self.stated.amount))
        return self.direction_is_right and off <= self.tolerance

    @property
    def shown(self) -> str:
        """ "120 − 100 = 20", in the scale of the operands."""
        if self.in_figures:
            return self.in_figures
        signs = {"sum": " + ", "difference": " − ", "ratio": " ÷ "}
        scale = min(number.scale for number in self.operands)
        figures = [_plain(number.amount / scale) for number in self.operands]
        in_scale = self.operation in ("sum", "difference", "average")
        result = _plain(self.result / scale if in_scale else self.result)
        result += " %" if self.stated.percent else ""
        if self.operation == "percent change":
            first, last = figures
            return f"({last} − {first}) ÷ {first} = {result}"
        if self.operation == "average":
            return f"({' + '.join(figures)}) ÷ {len(figures)} = {result}"
        ordered = figures[::-1] if self.operation == "difference" else figures
        return f"{signs[self.operation].join(ordered)} = {result}"


def calculation_in(statement: str, sentences: Sequence[str]) -> Recomputed | None:
    """The calculated figure of a statement, or None when it has none that can be recomputed."""
    said = facts_of(statement)
    given = [facts_of(sentence) for sentence in sentences]
    placed = {number: place for number in said.numbers if (place := _place_of(number, given)) is not None}
    derived = [number for number in said.numbers if number not in placed]
    if len(derived) == 1:
        return _recomputed(statement, derived[0], placed)
    if derived:
        return None
    # The figure may stand in another sentence by chance: then only a right calculation counts as one.
    tried = (_recomputed(statement, number, placed) for number in reversed(said.numbers))
    return next((found for found in tried if found is not None and found.is_right), None)


def _recomputed(statement: str, stated: Number, placed: Mapping[Number, int]) -> Recomputed | None:
    operands = [number for number in placed if number != stated]
    operands = [number for number in operands if _is_comparable(number, operands[0])]
    operation = _operation(statement, stated)
    if operation is None or not 2 <= len(operands) <= _MOST_OPERANDS:
        return None
    if operation not in ("sum", "average") and len(operands) != 2:
        return None
    result = _compute(operation, [number.amount for number in operands], stated)
    if result is None:
        return None
    tolerance = _tolerance(stated, hedged=bool(_HEDGE.search(statement)))
    rightly = _direction_is_right(statement, operation, result)
    places = tuple(placed[number] for number in operands)
    return Recomputed(operation, tuple(operands), places, stated, result, tolerance, rightly)


def is_calculating(word: str) -> bool:
    """True for the stem of a word that only says that something was calculated ("increase", "total")."""
    return any(cue.fullmatch(word) or cue.fullmatch(f"{word}e") for cue in _CUES.values())


def _operation(statement: str, stated: Number) -> Operation | None:
    if _POINTS.match(stated.unit) and _CUES["difference"].search(statement):
        return "difference"  # "the margin rose by 3 percentage points": no ratio, whatever changes
    for operation, cue in _CUES.items():
        if cue.search(statement):
            return "percent change" if operation == "difference" and stated.percent else operation
    return None


def _compute(operation: Operation, amounts: Sequence[Decimal], stated: Number) -> Decimal | None:
    if operation == "sum":
        return sum(amounts, Decimal(0))
    if operation == "average":
        return sum(amounts, Decimal(0)) / len(amounts)
    first, last = amounts
    if operation == "difference":
        return last - first
    if operation == "percent change":
        return (last - first) / abs(first) * 100 if first else None
    ratio = first / last if last else None
    return ratio * 100 if ratio is not None and stated.percent else ratio


def _direction_is_right(statement: str, operation: Operation, result: Decimal) -> bool:
    """ "rose" with a smaller second figure is wrong, whatever the difference."""
    if operation not in ("difference", "percent change") or not re.search(r"\b(?:from|von)\b", statement):
        return True
    rises, falls = bool(_RISING.search(statement)), bool(_FALLING.search(statement))
    return rises == falls or (result >= 0 if rises else result <= 0)


def _tolerance(stated: Number, *, hedged: bool) -> Decimal:
    exponent = stated.value.as_tuple().exponent
    half = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) / 2 * stated.scale
    return half * 2 if hedged else half


def _place_of(number: Number, given: Sequence[Facts]) -> int | None:
    return next(
        (n for n, facts in enumerate(given) if any(number.is_carried_by(other) for other in facts.numbers)),
        None,
    )


def _is_comparable(number: Number, other: Number) -> bool:
    alike = (number.percent, number.currency) == (other.percent, other.currency)
    return alike and (number.measured == other.measured)


def _plain(value: Decimal) -> str:
    if value == value.to_integral_value():
        return f"{int(value)}"
    return f"{value.quantize(_SHOWN).normalize():f}"
