"""The values of a document's fields: of all that could be one, the likeliest. Pure functions, any thread.

A document is read from its first and last pages; what stands only in the middle of a long one is not found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from core.fields.extraction.candidates import Candidate, beside_labels, in_sentences
from core.fields.extraction.giveaways import given_away
from core.fields.extraction.labels import LabelIndex
from core.fields.extraction.layout import sheet_of
from core.fields.extraction.standing import standing
from core.fields.extraction.typed import locale_of
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import FieldValue, Value
from core.types import Page

EXTRACTOR_VERSION = 2  # part of what values are read with: a change lets all documents be read again
FIRST_PAGES, LAST_PAGES = 8, 3
_LEAST_SCORE = 0.33
_AGREEING, _DISPUTED, _CLOSE = 0.05, 0.8, 0.08
_MOST_CHOICES = 4  # candidates of each part of a sum
_CENT = Decimal("0.02")
_SUM_HOLDS, _SUM_FAILS = 0.98, 0.75


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a document beside its pages: language (ISO 639-1); names and years, best first."""

    language: str = ""
    names: tuple[str, ...] = ()
    years: tuple[int, ...] = ()


def pages_to_read(page_count: int) -> list[int]:
    """Numbers of the pages (1-based) that `read_fields` wants."""
    first = range(1, min(page_count, FIRST_PAGES) + 1)
    last = range(max(FIRST_PAGES, page_count - LAST_PAGES) + 1, page_count + 1)
    return [*first, *last]


def read_fields(schema: BucketSchema, pages: Sequence[Page], known: Known) -> list[FieldValue]:
    """Values of the schema's fields, at most one each, in the schema's order.

    Args:
        pages: with their words; see `pages_to_read`.
    """
    sheets = [sheet for page in pages if (sheet := sheet_of(page)).rows]
    if not sheets or not schema.fields:
        return []
    specs = {spec.name: spec for spec in schema.fields}
    labels = LabelIndex(schema)
    locale = locale_of([sheet.text for sheet in sheets], known.language)
    found: list[Candidate] = []
    for sheet in sheets:
        found += beside_labels(sheet, labels, specs, locale)
        found += in_sentences(sheet, labels, specs, locale)
    found += standing(schema, sheets, known.names, known.years, locale)
    found += given_away(schema, sheets)
    by_field = {name: _ranked(spec, found) for name, spec in specs.items()}
    chosen = {name: ranked[0] for name, ranked in by_field.items() if ranked}
    confidence = {name: _confidence(ranked) for name, ranked in by_field.items() if ranked}
    for spec in schema.fields:
        if spec.sum_of:
            _check_sum(spec, by_field, chosen, confidence)
    return [chosen[name].as_value(min(0.99, confidence[name])) for name in specs if name in chosen]


def _ranked(spec: FieldSpec, found: Iterable[Candidate]) -> list[Candidate]:
    """The field's candidates, the best first, of equal values only the best."""
    own = [
        candidate for candidate in found if candidate.field == spec.name and candidate.score >= _LEAST_SCORE
    ]
    own.sort(key=lambda candidate: -candidate.score)
    best: dict[object, Candidate] = {}
    for candidate in own:
        best.setdefault(_identity(candidate.value), candidate)
    return list(best.values())


def _identity(value: Value) -> object:
    return (value.number, value.unit) if value.number is not None else value.key


def _confidence(ranked: Sequence[Candidate]) -> float:
    best = ranked[0].score
    if len(ranked) > 1 and best - ranked[1].score < _CLOSE:
        return best * _DISPUTED
    return best + (_AGREEING if len(ranked) == 1 else 0.0)


def _check_sum(
    spec: FieldSpec,
    by_field: dict[str, list[Candidate]],
    chosen: dict[str, Candidate],
    confidence: dict[str, float],
) -> None:
    """Of amounts that must add up, those that do."""
    names = [name for name in (*spec.sum_of, spec.name) if by_field.get(name)]
    if len(names) < len(spec.sum_of) + 1 or spec.type is not FieldType.MONEY:
        return
    options = [by_field[name][:_MOST_CHOICES] for name in names]
    holding = [
        choice
        for choice in product(*options)
        if abs(sum(part.value.exact for part in choice[:-1]) - choice[-1].value.exact) <= _CENT
        and choice[-1].value.exact != 0
    ]
    if not holding:
        for name in names:
            confidence[name] *= _SUM_FAILS
        return
    best = max(holding, key=lambda choice: sum(part.score for part in choice))
    for name, candidate in zip(names, best, strict=True):
        chosen[name] = candidate
        confidence[name] = max(confidence[name], _SUM_HOLDS)
