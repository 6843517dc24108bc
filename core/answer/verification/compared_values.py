"""Figures and dates of a statement against those of a sentence or a table row. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from core.text import textspan
from core.text.dates import Date
from core.text.facts import Facts, facts_of
from core.text.numbers import Number
from core.text.stems import as_token

_LISTING = frozenset({",", ";", "/", "and", "or", "und", "oder"})
_RESPECTIVE = frozenset(map(as_token, ("respectively", "jeweils", "beziehungsweise", "bzw")))
_LEAST_PROSE = 3  # small words of a sentence that ends with a full stop: no row has as many


def is_table_row(sentence: str) -> bool:
    """The shape of a row, or two or more figures and hardly any prose between them."""
    facts = facts_of(sentence)
    if not facts.numbers:
        return False
    figures = len(facts.numbers)
    bare = figures >= 2 and len(facts.words) <= figures + 1 and not _is_prose(sentence, facts)
    return bare or textspan.is_table_row(sentence)


def _is_prose(sentence: str, facts: Facts) -> bool:
    """A sentence with small words, and no list of figures whose order says whose they are."""
    tokens = facts.tokens
    if not sentence.rstrip().endswith(".") or sum(token.kind == "stop" for token in tokens) < _LEAST_PROSE:
        return False
    kinds = [token.text if token.text in _LISTING else token.kind for token in tokens]
    figures = ("number", "date")
    listed = any(
        kinds[place] in figures
        and any(
            kinds[joint] in _LISTING and kinds[joint + 1] in figures
            for joint in range(place + 1, min(place + 3, len(kinds) - 1))
        )
        for place in range(len(kinds))
    )
    return not listed and _RESPECTIVE.isdisjoint(facts.words)


def is_carried(number: Number, given: Facts, scale: int = 1) -> bool:
    """Carried by a number of the source; its bare figures are counted in `scale`."""
    figures = list(given.numbers)
    if scale > 1:
        figures += [replace(other, scale=scale) for other in given.numbers if other.scale == 1]
    return any(number.is_carried_by(other) for other in figures) or any(
        number.is_year(date.year) for date in given.dates
    )


def is_dated(date: Date, given: Facts) -> bool:
    """Named as precisely, or a bare year written as a figure ("2022" above a column)."""
    return any(date.is_carried_by(other) for other in given.dates) or (
        date.precision == "year" and any(number.is_year(date.year) for number in given.numbers)
    )


def has_value(number: Number, *places: Facts) -> bool:
    return any(number.equals(other) for facts in places for other in facts.numbers)
