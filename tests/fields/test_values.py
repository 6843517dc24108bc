"""Units, figures, dates and values as documents and users write them, also when a field becomes another."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest

from core.errors import UsageError
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
from core.fields.refitting import refitted
from core.fields.schema import FieldSpec, FieldType, built_in_schemas, schema_problems
from core.fields.values import FieldValue, Method, Value, parse_value, text_key, text_value, unmistakable
from core.types import Page, Span
from tests.cases import score_rules
from tests.fields.filter_kit import SCHEMA
from tests.fields.test_filters import OVER_1000, parsed
from tests.scored import scored

FIELDS = {
    "AMOUNT": FieldSpec(name="total", type=FieldType.MONEY),
    "CURRENT": FieldSpec(name="current", type=FieldType.NUMBER, unit="A"),
    "WEIGHT": FieldSpec(name="weight", type=FieldType.NUMBER, unit="kg"),
    "PIECES": FieldSpec(name="pieces", type=FieldType.NUMBER, unit="pcs"),
    "DAY": FieldSpec(name="day", type=FieldType.DATE),
    "KIND": FieldSpec(
        name="kind", type=FieldType.ENUM, values={"credit_note": ("Gutschrift",), "invoice": ()}
    ),
    "PAID": FieldSpec(name="paid", type=FieldType.BOOL),
    "NAME": FieldSpec(name="name", type=FieldType.TEXT),
}
THOUSANDS = [FIELDS[name] for name in ("AMOUNT", "WEIGHT", "PIECES")]


@scored("filters")
def test_what_a_user_writes_becomes_a_value(spec: str, text: str, shown: str, unit: str) -> None:
    value = parse_value(FIELDS[spec], text)
    assert (value.shown, value.unit) == (shown, unit)
    assert (value.number is None) != (value.key is None)


@scored("filters")
def test_what_is_no_value_is_refused_in_words(spec: str, text: str) -> None:
    with pytest.raises(UsageError, match=f"is no value of {FIELDS[spec].shown}") as refused:
        parse_value(FIELDS[spec], text)
    assert refused.value.hint


def test_texts_are_compared_without_capitals_and_kinds_of_spaces() -> None:
    assert text_key("ACME\u00a0 GmbH") == text_key("acme gmbh")


@pytest.mark.parametrize("spec", THOUSANDS, ids=lambda spec: spec.name)
@pytest.mark.parametrize(
    ("text", "german", "shown"),
    [
        ("1.234", False, ""),
        ("-1.234", False, ""),
        ("1,234", True, ""),
        ("1,234", False, "1234"),
        ("1.234", True, "1234"),
        ("1.234,56", False, "1234.56"),
        ("1.2340", False, "1.2340"),
        ("0.125", False, "0.125"),
        ("1234.567", False, "1234.567"),
    ],
)
def test_thousands_of_another_language_are_not_taken_for_decimals(
    spec: FieldSpec, text: str, german: bool, shown: str
) -> None:
    unit = spec.unit or "EUR"
    if shown:
        assert parse_value(spec, text, german=german).shown == shown
        assert Decimal(parse_value(spec, f"{text} {unit}", german=german).shown) == Decimal(shown)
        return
    for written in (text, f"{text} {unit}"):
        with pytest.raises(UsageError, match="two ways") as caught:
            parse_value(spec, written, german=german)
        thousands, decimals = re.findall(r"Write (.*), or (.*) if", caught.value.hint)[0]
        read = [float(parse_value(spec, one, german=german).shown) for one in (thousands, decimals)]
        assert [abs(figure) for figure in read] == [1234, 1.234]


@pytest.mark.parametrize("german", [False, True])
@pytest.mark.parametrize("figure", ["1.234", "0.125", "12.5", "-1.234", "1234", "1234.567"])
def test_a_figure_that_is_written_for_a_reader_of_any_language(figure: str, german: bool) -> None:
    written = unmistakable(Decimal(figure))
    assert parse_value(FIELDS["WEIGHT"], written, german=german).number == float(figure)


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


def test_values_and_filters_as_they_are_written() -> None:
    score_rules("fields", globals())


REFITTED = {
    "TEXT": FieldSpec(name="f", type=FieldType.TEXT),
    "PLAIN": FieldSpec(name="f", type=FieldType.NUMBER),
    "KILOGRAMS": FieldSpec(name="f", type=FieldType.NUMBER, unit="kg"),
    "GRAMS": FieldSpec(name="f", type=FieldType.NUMBER, unit="g"),
    "VOLTS": FieldSpec(name="f", type=FieldType.NUMBER, unit="V"),
    "MONEY": FieldSpec(name="f", type=FieldType.MONEY),
    "DATE": FieldSpec(name="f", type=FieldType.DATE),
    "BOOL": FieldSpec(name="f", type=FieldType.BOOL),
    "KIND": FieldSpec(name="f", type=FieldType.ENUM, values={"invoice": (), "credit_note": ("Gutschrift",)}),
    "OTHER_KIND": FieldSpec(name="f", type=FieldType.ENUM, values={"invoice": ()}),
}


def entered(spec: FieldSpec, text: str) -> FieldValue:
    return FieldValue("f", parse_value(spec, text), Method.USER, 1.0)


@scored("filters")
def test_what_is_exact_is_converted(before: str, text: str, after: str, shown: str) -> None:
    now = refitted(REFITTED[after], entered(REFITTED[before], text))
    assert now.value is not None
    assert f"{now.value.shown} {now.value.unit}".rstrip() == shown
    assert (now.method, now.misfit) == (Method.USER, "")
    assert refitted(REFITTED[after], now) == now


@scored("filters")
def test_what_would_be_a_guess_is_kept_as_it_was_written(
    before: str, text: str, after: str, misfit: str
) -> None:
    value = entered(REFITTED[before], text)
    now = refitted(REFITTED[after], value)
    assert (now.value, now.misfit) == (None, misfit)
    back = refitted(REFITTED[before], now)
    assert back == value


def test_none_stays_none() -> None:
    nothing = FieldValue("f", None, Method.USER, 1.0)
    assert refitted(REFITTED["MONEY"], nothing) is nothing
