"""Values and filters, as people and documents write them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from core.fields.amounts import find_measured, find_money, parse_figure
from core.fields.dates import parse_date
from core.fields.extraction.extract import Known, read_fields
from core.fields.filters import (
    EVERYTHING,
    And,
    Comparison,
    Operator,
    described,
    matches,
    parse_filter,
    parse_where,
    to_packed,
    undecided,
)
from core.fields.filters.patterns import like, pattern_value
from core.fields.schema import (
    FieldSpec,
    built_in_schemas,
    schema_problems,
)
from core.fields.units import converted, unit_of
from core.fields.values import (
    Value,
    text_key,
    text_value,
)
from core.types import Page, Span
from tests.cases import score_rules
from tests.fields.filter_kit import SCHEMA
from tests.fields.test_filters import OVER_1000, parsed

SCHEMAS = built_in_schemas()
A4_HEIGHT = 842
ACME = Comparison("vendor_name", Operator.LIKE, (Value("%Acme%", key="%acme%"),))


def values(bucket: str, sheet: Page, language: str = "en") -> dict[str, str]:
    found = read_fields(SCHEMAS[bucket], [sheet], Known(language))
    return {one.field: f"{one.value.shown} {one.value.unit}".strip() for one in found if one.value}


def lines_mean_what_the_same_json_means(line: str, packed: object) -> bool:
    if packed is None:
        packed = {"AND": [{"invoice_date": {">=": "2023-01-01"}}, {"invoice_date": {"<": "2023-02-01"}}]}
    return parse_where(line, SCHEMA) == parse_filter(packed, SCHEMA)


def a_box_that_is_not_ticked_means_the_opposite(line: str) -> object:
    return values("contracts", Page(1, line, Span(0, len(line)), 595, A4_HEIGHT))["auto_renewal"]


def what_many_values_come_to(field: dict[str, str]) -> object:
    return FieldSpec.model_validate({"name": "it", **field}).totalled


def words_of_questions_must_suit_their_field(field: dict[str, object], reason: str) -> bool:
    [problem] = schema_problems({"bucket": "leases", "fields": [{"name": "rent", **field}]})
    return reason in problem.reason


def another_kind_of_value_is_told_in_words(packed: dict[str, object]) -> object:
    [problem] = schema_problems(packed)
    return f"{problem.place}: {problem.reason}"


def a_day_is_read_however_it_is_written(text: str) -> object:
    return parse_date(text)


def money_is_read_with_its_currency(text: str, amount: str, currency: str) -> bool:
    [found] = find_money(text)
    return (found.figure, found.currency) == (Decimal(amount), currency)


def separators_of_a_figure(text: str, comma_is_decimal: bool | None, figure: str | None) -> bool:
    return parse_figure(text, comma_is_decimal) == (None if figure is None else Decimal(figure))


def figures_are_converted(figure: str, unit: str, target: str, result: str) -> bool:
    source, wanted = (unit_of(unit), unit_of(target))
    return (
        source is not None
        and wanted is not None
        and (converted(Decimal(figure), source, wanted) == Decimal(result))
    )


def figures_with_units_in_text(text: str, figure: str, unit: str) -> bool:
    first = find_measured(text)[0]
    return first.unit is not None and (first.figure, first.unit.name) == (Decimal(figure), unit)


def all_spellings_are_one_filter(packed: Any) -> bool:
    return (
        parsed(packed) == And((OVER_1000, ACME))
        and described(parsed(packed), SCHEMA) == "total amount > 1000 and vendor name contains Acme"
    )


def missing_is_spelled_in_many_ways(missing: Any) -> object:
    return parsed({"note": missing})


def no_filter_lets_everything_pass(nothing: Any) -> bool:
    return (
        parsed(nothing) == EVERYTHING
        and matches(EVERYTHING, {})
        and (to_packed(EVERYTHING) == {})
        and (described(EVERYTHING, SCHEMA) == "")
    )


def patterns(pattern: str, text: str, wanted: bool) -> bool:
    value = pattern_value(pattern)
    return like(text_key(text), value.key or "") is wanted and pattern_value(value.shown) == value


def who_cannot_tell_is_told_from_who_can(where: str) -> bool:
    document = {"vendor_name": text_value("Acme")}
    here = frozenset(("here",))
    found = undecided(
        parse_where(where, SCHEMA),
        "pieces",
        lambda field: frozenset() if field in document else here,
        lambda comparison: here if matches(comparison, document) else frozenset(),
    )
    return bool(found)


RULES = (
    a_box_that_is_not_ticked_means_the_opposite,
    a_day_is_read_however_it_is_written,
    all_spellings_are_one_filter,
    another_kind_of_value_is_told_in_words,
    figures_are_converted,
    figures_with_units_in_text,
    lines_mean_what_the_same_json_means,
    missing_is_spelled_in_many_ways,
    money_is_read_with_its_currency,
    no_filter_lets_everything_pass,
    patterns,
    separators_of_a_figure,
    what_many_values_come_to,
    who_cannot_tell_is_told_from_who_can,
    words_of_questions_must_suit_their_field,
)


def test_values_and_filters_as_they_are_written() -> None:
    score_rules("fields", {rule.__name__: rule for rule in RULES})
