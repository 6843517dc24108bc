"""The sentence that tells a figure, in English and German. Pure functions.

Equations and developments have the two forms that `core.answer.verification.equations` reads and recomputes;
both modules change together.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from core.answer.figures.formulas import Formula, Item
from core.answer.figures.number_format import Wish
from core.answer.figures.table_cells import Cell, scale_word
from core.answer.verification.equations import written
from core.text.currency_names import SIGNS

_MOST_PLACES = 4
_EXACT_PLACES, _RESULT_PLACES = 6, 3  # of a cell in another scale, of an amount that was calculated
_PERCENT_PLACES, _RATIO_PLACES = 1, 2


def value_text(cell: Cell, wish: Wish, *, german: bool) -> str:
    """ "Capital spending 2021: (4.625) billion": the cell as it stands, or in the scale that is wished."""
    if cell.percent or wish.scale in (1, cell.scale):
        scale = scale_word(cell.scale, german=german) if not cell.percent else ""
        return f"{cell.label} {cell.year}: {cell.text} {scale}".rstrip()
    figure = _grouped(abs(cell.amount) / wish.scale, wish.places, german=cell.german)
    sign = next((sign for sign in SIGNS if sign in cell.text), "")
    figure = f"{sign} {figure}".strip()
    figure = f"({figure})" if cell.value < 0 else figure
    return f"{cell.label} {cell.year}: {figure} {scale_word(wish.scale, german=german)}"


def equation_text(
    formula: Formula, result: Decimal, scale: int, wish: Wish, *, percent: bool, german: bool
) -> str:
    """ "“Total current assets” 2016 ÷ “Total assets” 2016 = 0.73"; `scale` 0 for a ratio."""
    figures = written(formula, lambda item: _labelled(item, german=german))
    return f"{figures} = {_told(result, scale, wish, percent=percent, german=german)}"


def development_text(
    formula: Formula,
    years: tuple[int, int],
    results: tuple[Decimal, Decimal],
    scale: int,
    wish: Wish,
    *,
    percent: bool,
    by_places: int | None,
    german: bool,
) -> str:
    """ "“Gross profit” ÷ “Net sales” rose from 18.8 % (2022) to 19.4 % (2023)"; "" if nothing moved.

    `by_places`: the change is told in percent, too, to so many places. The figures have as many places as it
    takes to tell them apart.
    """
    first, last = results
    if first == last:
        return ""
    ends = ("", "")
    least = _places(wish, percent=percent, scale=scale)
    for places in [least] if least < 0 else range(least, _MOST_PLACES + 1):
        own = Wish(percent, wish.scale, places)
        ends = (
            _told(first, scale, own, percent=percent, german=german),
            _told(last, scale, own, percent=percent, german=german),
        )
        if ends[0] != ends[1]:
            break
    else:
        return ""
    verb = ("stieg" if german else "rose") if last > first else ("sank" if german else "fell")
    from_, to, by = ("von", "auf", "um") if german else ("from", "to", "by")
    text = f"{written(formula, lambda item: _labelled(item, german=german))}"
    text += f" {verb} {from_} {ends[0]} ({years[0]}) {to} {ends[1]} ({years[1]})"
    if by_places is not None and first > 0 and last >= 0:
        change = abs(last - first) / first
        own = Wish(True, 1, by_places)
        text += f", {by} {_told(change, 1, own, percent=True, german=german)}"
    return text


def _labelled(item: Item, *, german: bool) -> str:
    label = f"„{item.words}“" if german else f"“{item.words}”"
    label = f"{label} {item.year}" if item.year else label
    return f"|{label}|" if item.unsigned else label


def _told(value: Decimal, scale: int, wish: Wish, *, percent: bool, german: bool) -> str:
    places = _places(wish, percent=percent, scale=scale)
    if percent:
        return f"{_grouped(value * 100, places, german=german)} %"
    unit = scale_word(scale, german=german)
    figure = round(value / (scale or 1), _RESULT_PLACES) if places < 0 else value / (scale or 1)
    return f"{_grouped(figure, places, german=german)} {unit}".rstrip()


def _places(wish: Wish, *, percent: bool, scale: int) -> int:
    if wish.places >= 0:
        return wish.places
    return _PERCENT_PLACES if percent else _RATIO_PLACES if scale == 0 else -1


def _grouped(value: Decimal, places: int, *, german: bool) -> str:
    """With thousands apart; `places` -1: as many as it has."""
    if places < 0:
        plain = round(value, _EXACT_PLACES).normalize()
        plain = plain if plain != plain.to_integral_value() else plain.quantize(Decimal(1))
    else:
        plain = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    text = f"{plain:,f}"
    return text.translate(str.maketrans(",.", ".,")) if german else text
