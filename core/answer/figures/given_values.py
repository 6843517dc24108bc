"""Whether an answer in a model's words tells the figure that was read from tables. Pure functions."""

from __future__ import annotations

from decimal import Decimal

from core.answer.facts.checkable import facts_of
from core.answer.statements import normalise_markers
from core.answer.verification.equations import equation_in
from core.text.numbers import Number


def tells_figure(text: str, figure: str) -> bool:
    """Whether `text` has the figure that the statement `figure` gives, rounded or in another scale.

    Of a development that is the change in percent, or both of its ends.
    """
    said = facts_of(normalise_markers(text)).numbers
    equation = equation_in(figure)
    if equation is None:
        return any(_is(number, wanted) for wanted in facts_of(figure).numbers[-1:] for number in said)
    if equation.by is not None and any(_is(number, equation.by) for number in said):
        return True
    return all(any(_is(number, wanted) for number in said) for wanted in equation.stated)


def _is(number: Number, wanted: Number) -> bool:
    """As exactly as it is written. A ratio may be told in percent."""
    if number.percent != wanted.percent and wanted.scale != 1:
        return False
    factor = Decimal(1)
    if number.percent != wanted.percent:
        factor = Decimal(100) if number.percent else Decimal("0.01")
    exponent = number.value.as_tuple().exponent
    half = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) / 2 * number.scale
    return abs(abs(number.amount) - abs(wanted.amount) * factor) <= half
