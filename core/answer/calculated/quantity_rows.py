"""Quantities that stand in sentences, as rows of a grid: a column for each thing that is measured.

"Prep time: 30 min" is a row by itself; of a sentence with several quantities each has the words before it. A
span ("10–15 minutes") is no figure, and stands as it is written. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.answer.calculated.cell_values import comma_is_decimal, quantities_in
from core.answer.calculated.grid import Grid, GridRow
from core.answer.sources import SourceSentence
from core.text.numbers import Number
from core.text.textspan import CELL_SEPARATOR
from core.text.units import unit_of

_BEGINS = re.compile(r"^[^\w\d(“„\"']+")
_SPAN_BEFORE = re.compile(r"\d[\d.,]*\s?(?:[–—/-]|[^\W\d_]{2,3})\s?$")
_LONGEST = 90  # characters of a line that is told as a whole
_WORDS = 10  # before a quantity, of a longer one


def quantity_grid(title: str, sentences: Sequence[SourceSentence], language: str) -> Grid | None:
    """None for fewer than two quantities of one sort."""
    comma = comma_is_decimal([one.text for one in sentences])
    comma = comma if comma is not None else language == "de"
    found = [
        (sentence, label, cell, measure)
        for sentence in sentences
        if CELL_SEPARATOR not in sentence.text  # the row of a table
        for label, cell, measure in _quantities(sentence.text, comma)
    ]
    measures = [one for _, _, _, one in found]
    kept = [name for name in dict.fromkeys(measures) if measures.count(name) > 1]
    labels = [label for _, label, _, measure in found if measure in kept]
    rows = tuple(
        GridRow(sentence, (label, *(cell if measure == name else "" for name in kept)))
        for sentence, label, cell, measure in found
        if measure in kept and labels.count(label) == 1
    )
    return Grid(title, None, ("Text", *kept), rows, language) if len(rows) > 1 else None


def _quantities(text: str, comma: bool) -> list[tuple[str, str, str]]:
    """Of each quantity the words it stands with, the quantity itself, and what it measures."""
    numbers = [(one, measure) for one in quantities_in(text, comma) if (measure := _measure(one))]
    found: list[tuple[str, str, str]] = []
    last = 0
    for number, measure in numbers:
        before = _SPAN_BEFORE.search(text, 0, number.start)
        start = before.start() if before else number.start
        lead = text[last : number.end]
        if len(numbers) == 1 and len(text) <= _LONGEST:
            lead = text
        lead = _BEGINS.sub("", " ".join(lead.split(" ")[-_WORDS:]) if len(lead) > _LONGEST else lead)
        found.append((lead.strip(" .;,"), text[start : number.end], measure))
        last = number.end
    return found


def _measure(number: Number) -> str:
    if number.currency:
        return number.currency
    unit = unit_of(number.unit)
    return "" if unit is None or unit.measure == "share" else unit.measure
