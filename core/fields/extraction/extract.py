"""The values of a document's fields: of all that could be one, the likeliest. Pure functions, any thread.

A document is read from its first and last pages; what stands only in the middle of a long one is not found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.fields.extraction.candidates import Candidate, beside_labels
from core.fields.extraction.document_number import days_of
from core.fields.extraction.giveaways import given_away
from core.fields.extraction.labelled_sentences import in_sentences
from core.fields.extraction.layout import Sheet, sheet_of
from core.fields.extraction.row_values import measured_cells
from core.fields.extraction.schema_labels import LabelIndex
from core.fields.extraction.sums import check_sum
from core.fields.extraction.typed import Locale, locale_of
from core.fields.extraction.unlabelled_values import standing
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import FieldValue, Method, Value, number_value
from core.text.units import unit_of
from core.types import Page

EXTRACTOR_VERSION = 6  # part of what values are read with: a change lets all documents be read again
FIRST_PAGES, LAST_PAGES = 8, 3
_LEAST_SCORE = 0.33
_YEARS = 1900, 2100
_SIGNED_WAYS = frozenset({unit.measure for name in ("V", "A") if (unit := unit_of(name)) is not None})
_AGREEING, _DISPUTED, _CLOSE = 0.05, 0.8, 0.08


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
    measured = [text for sheet in sheets for text in measured_cells(sheet)]
    locale = locale_of([sheet.text for sheet in sheets], known.language, measured)
    found: list[Candidate] = []
    for sheet in sheets:
        found += beside_labels(sheet, labels, specs, locale)
        found += in_sentences(sheet, labels, specs, locale)
    found += standing(schema, sheets, known.names, known.years, locale)
    found += given_away(schema, sheets)
    by_field = {name: _ranked(spec, found) for name, spec in specs.items()}
    _date_by_number(schema, sheets, by_field, locale)
    _keep_apart(schema, by_field)
    _keep_to_its_end(by_field)
    _keep_what_is_alone(schema, by_field)
    chosen = {name: ranked[0] for name, ranked in by_field.items() if ranked}
    confidence = {name: _confidence(ranked) for name, ranked in by_field.items() if ranked}
    for spec in schema.fields:
        if spec.sum_of:
            check_sum(spec, by_field, chosen, confidence)
    return [chosen[name].as_value(min(0.99, confidence[name])) for name in specs if name in chosen]


def _date_by_number(
    schema: BucketSchema, sheets: Sequence[Sheet], by_field: dict[str, list[Candidate]], locale: Locale
) -> None:
    """A reminder has the date of the invoice whose number it gives, not that of its letter."""
    stands = {spec.stands: spec for spec in schema.fields if spec.stands}
    number, day = stands.get("number"), stands.get("dateline")
    ranked = by_field.get(number.name, []) if number else []
    if day is not None and day.type is FieldType.DATE and ranked:
        found = days_of(ranked[0].value.shown, day, sheets, locale.day_first)
        by_field[day.name] = _ranked(day, [*found, *by_field[day.name]])


def _keep_apart(schema: BucketSchema, by_field: dict[str, list[Candidate]]) -> None:
    """Who issues a document is neither the product it is about nor whom it is sent to; where only its place
    on the page says so, the next best is taken, or none. The party that is named first is the first one."""
    stands: dict[str, str] = {}
    for spec in schema.fields:
        stands.setdefault(spec.stands, spec.name)
    for sure, unsure in (("heading", "issuer"), ("recipient", "issuer"), ("issuer", "recipient")):
        one, other = by_field.get(stands.get(sure, "")), by_field.get(stands.get(unsure, ""))
        if sure == "recipient" and not (one and _is_sure_against(one[0], other or [])):
            continue
        while one and other and other[0].method is Method.LAYOUT and _same(one[0], other[0]):
            other.pop(0)
    first, second = by_field.get(stands.get("first_party", "")), by_field.get(stands.get("second_party", ""))
    if first and second and _both_labelled(first[0], second[0]) and _stands_before(second[0], first[0]):
        a, b = stands["first_party"], stands["second_party"]
        by_field[a], by_field[b] = [replace(second[0], field=a)], [replace(first[0], field=b)]


def _keep_to_its_end(by_field: dict[str, list[Candidate]]) -> None:
    """One figure is not both ends of a range: "Junction temperature 150 °C" is no least temperature."""
    for name, least in by_field.items():
        greatest = by_field.get(name.removesuffix("_min") + "_max") if name.endswith("_min") else None
        while least and greatest and least[0].span is not None and least[0].span == greatest[0].span:
            if least[0].value != greatest[0].value:
                break
            (greatest if least[0].value.exact < 0 else least).pop(0)


def _keep_what_is_alone(schema: BucketSchema, by_field: dict[str, list[Candidate]]) -> None:
    """Of an invoice with 7 % and 19 % neither is the rate of its tax."""
    for spec in schema.fields:
        ranked = by_field.get(spec.name, [])
        if spec.pick == "only" and ranked and sum(_both_labelled(one) for one in ranked) > 1:
            ranked.clear()


def _same(left: Candidate, right: Candidate) -> bool:
    return _identity(left.value) == _identity(right.value)


def _is_sure_against(one: Candidate, others: Sequence[Candidate]) -> bool:
    """Whether a label says who it is, or that somebody else is the other."""
    return _both_labelled(one) or any(_both_labelled(other) and not _same(other, one) for other in others)


def _both_labelled(*candidates: Candidate) -> bool:
    return all(candidate.method in (Method.LABEL, Method.TABLE) for candidate in candidates)


def _stands_before(left: Candidate, right: Candidate) -> bool:
    if left.page != right.page or left.span is None or right.span is None:
        return False
    return left.span.start < right.span.start


def _ranked(spec: FieldSpec, found: Iterable[Candidate]) -> list[Candidate]:
    """The field's candidates, the best first, of equal values only the best."""
    own = [
        _as_size(spec, one)
        for one in found
        if one.field == spec.name and one.score >= _LEAST_SCORE and _fits(spec, one)
    ]
    own.sort(key=lambda candidate: -candidate.score)
    best: dict[object, Candidate] = {}
    for candidate in own:
        best.setdefault(_identity(candidate.value), candidate)
    return list(best.values())


def _as_size(spec: FieldSpec, candidate: Candidate) -> Candidate:
    """The limit of a PNP transistor is written "-45 V": the sign says which way, not how much."""
    unit = unit_of(spec.unit) if spec.unit else None
    number = candidate.value.number
    if (
        spec.pick != "max"
        or unit is None
        or unit.measure not in _SIGNED_WAYS
        or number is None
        or number >= 0
    ):
        return candidate
    return replace(candidate, value=number_value(-candidate.value.exact, spec.unit))


def _fits(spec: FieldSpec, candidate: Candidate) -> bool:
    """A year is one of ours: "for the year ended December 31" names none."""
    number = candidate.value.number
    return spec.stands != "year" or number is None or _YEARS[0] <= number <= _YEARS[1]


def _identity(value: Value) -> object:
    return (value.number, value.unit) if value.number is not None else value.key


def _confidence(ranked: Sequence[Candidate]) -> float:
    best = ranked[0].score
    if len(ranked) > 1 and best - ranked[1].score < _CLOSE:
        return best * _DISPUTED
    return best + (_AGREEING if len(ranked) == 1 else 0.0)
