"""Filters from JSON and as typed lines: what they mean, how they are written out, and what is refused."""

from __future__ import annotations

import datetime
import json
import random
from decimal import Decimal
from typing import Any

import pytest

from core.errors import UsageError
from core.fields.filters import (
    EVERYTHING,
    And,
    Comparison,
    IsNull,
    Not,
    Operator,
    Or,
    described,
    fields_of,
    matches,
    parse_filter,
    parse_where,
    to_packed,
)
from core.fields.filters.tree import DEEPEST, MOST_NODES
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import (
    Value,
    bool_value,
    date_value,
    enum_value,
    money_value,
    number_value,
    text_value,
)
from tests.fields.filter_kit import NASTY, SCHEMA, Chance
from tests.scored import scored

OVER_1000 = Comparison("total_amount", Operator.MORE, (Value("1000", number=1000.0),))


def parsed(packed: Any, *, german: bool = False) -> Any:
    return parse_filter(packed, SCHEMA, german=german)


def test_bare_values_are_compared_for_equality_and_lists_mean_in() -> None:
    assert parsed({"paid": True}) == parsed({"paid": {"=": "yes"}}) == parsed({"paid": {"==": "ja"}})
    assert parsed({"status": "unpaid"}) == Comparison("status", Operator.EQUAL, (enum_value("not_paid"),))
    listed = Comparison("status", Operator.IN, (enum_value("open"), enum_value("closed")))
    assert parsed({"status": ["open", "closed", "Offen"]}) == listed
    assert parsed({"status": ["open"]}) == parsed({"status": "open"})
    assert parsed({"vendor_name": 1234}) == parsed({"vendor_name": "1234"})
    assert parsed({"pieces": {"<>": 5}}) == parsed({"pieces": {"!=": "5.0"}})


def test_several_operators_and_fields_mean_and() -> None:
    where = parsed({"invoice_date": {">=": "2023-01-01", "<": "2024-01-01"}, "paid": True})
    days = And(
        (
            Comparison("invoice_date", Operator.AT_LEAST, (date_value(datetime.date(2023, 1, 1)),)),
            Comparison("invoice_date", Operator.LESS, (date_value(datetime.date(2024, 1, 1)),)),
        )
    )
    assert where == And((days, Comparison("paid", Operator.EQUAL, (bool_value(True),))))
    assert fields_of(where) == ("invoice_date", "paid")


def test_and_or_not_are_nested() -> None:
    where = parsed(
        {"OR": [{"NOT": {"paid": True}}, {"AND": [{"total_amount": {">": 1000}}, {"note": None}]}]}
    )
    paid = Comparison("paid", Operator.EQUAL, (bool_value(True),))
    assert where == Or((Not(paid), And((OVER_1000, IsNull("note")))))
    assert described(where, SCHEMA) == ("not (paid is true) or total amount > 1000 and Note on it is missing")
    turned = parsed({"AND": [{"OR": [{"paid": True}, {"note": None}]}, {"note": {"IS NOT NULL": True}}]})
    assert described(turned, SCHEMA) == "(paid is true or Note on it is missing) and Note on it is known"


@scored("filters")
def test_and_so_is_known(known: Any) -> None:
    assert parsed({"note": known}) == Not(IsNull("note"))


def test_figures_take_units_and_money_currencies() -> None:
    assert parsed({"current": "100 mA"}) == parsed({"current": 0.1})
    assert matches(parsed({"current": {"<": "100 mA"}}), {"current": number_value(Decimal("0.05"), "A")})
    assert parsed({"tax": "1.234,50 €"}, german=True) == parsed({"tax": "1,234.50 EUR"})
    assert described(parsed({"tax": {">": "1.5 EUR"}}), SCHEMA) == "tax > 1.50 EUR"
    assert parsed({"tax": {"BETWEEN": [5, "7 USD"]}}) == parsed({"tax": {"BETWEEN": ["5 USD", "7 USD"]}})
    assert parsed({"invoice_date": "31.12.2022"}) == parsed({"invoice_date": "2022-12-31"})


def test_a_year_or_month_is_all_of_it() -> None:
    whole = parsed({"invoice_date": {"BETWEEN": ["2023-01-01", "2023-12-31"]}})
    assert parsed({"invoice_date": 2023}) == parsed({"invoice_date": "2023"}) == whole
    assert parsed({"invoice_date": {">": "2023"}}) == parsed({"invoice_date": {">": "2023-12-31"}})
    assert parsed({"invoice_date": {"<": 2023}}) == parsed({"invoice_date": {"<": "2023-01-01"}})
    assert parsed({"invoice_date": {"<=": "February 2024"}}) == parsed({"invoice_date": {"<=": "2024-02-29"}})
    months = {"BETWEEN": ["2023-11", "2023-12"]}
    assert parsed({"invoice_date": months}) == parsed(
        {"invoice_date": {"BETWEEN": ["2023-11-01", "2023-12-31"]}}
    )
    other = parsed({"invoice_date": {"!=": 2023}})
    assert matches(other, {"invoice_date": date_value(datetime.date(2024, 1, 1))})
    assert not matches(other, {"invoice_date": date_value(datetime.date(2023, 12, 31))})
    assert not matches(other, {})
    either = parsed({"invoice_date": [2022, "2024-05-01"]})
    days = ["2021-12-31", "2022-06-01", "2023-06-01", "2024-05-01", "2024-05-02"]
    found = [d for d in days if matches(either, {"invoice_date": date_value(datetime.date.fromisoformat(d))})]
    assert found == ["2022-06-01", "2024-05-01"]


@scored("filters")
def test_a_comparison_with_a_missing_value_is_false(operator: str) -> None:
    where = parsed({"tax": {operator: 5}})
    for missing in ({}, {"tax": None}, {"tax": Value("")}):
        assert not matches(where, missing)
        assert matches(Not(where), missing)
        assert matches(IsNull("tax"), missing)
    for negated in ("NOT IN", "NOT BETWEEN"):
        assert not matches(parsed({"tax": {negated: [5, 6]}}), {})
        assert matches(parsed({"tax": {negated: [5, 6]}}), {"tax": money_value(Decimal(7), "")})


def test_money_needs_the_same_currency_only_where_one_is_named() -> None:
    euros, dollars, unknown = (money_value(Decimal(1000), unit) for unit in ("EUR", "USD", ""))
    for where, expected in (
        ({"=": 1000}, (True, True, True)),
        ({"=": "1000 EUR"}, (True, False, False)),
        ({"!=": "1000 EUR"}, (False, True, True)),
        ({">": "999 USD"}, (False, True, False)),
        ({"IN": ["1000 USD", 5]}, (False, True, False)),
        ({"BETWEEN": ["1 EUR", 2000]}, (True, False, False)),
    ):
        found = tuple(matches(parsed({"tax": where}), {"tax": value}) for value in (euros, dollars, unknown))
        assert found == expected, where


def test_texts_are_compared_without_regard_to_capitals_and_width() -> None:
    value = {"vendor_name": text_value("ＡＣＭＥ  Straße\u00a0GmbH")}
    assert matches(parsed({"vendor_name": "acme STRASSE gmbh"}), value)
    assert matches(parsed({"vendor_name": {"LIKE": "acme%G_BH"}}), value)
    assert matches(parsed({"vendor_name": {"LIKE": "% straße %"}}), value)
    assert not matches(parsed({"vendor_name": {"LIKE": "acme"}}), value)


@scored("filters", list)
def test_filters_in_words(packed: Any, told: str) -> None:
    assert described(parsed(packed), SCHEMA) == told


def refused(packed: Any, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as told:
        parsed(packed)
    assert message in told.value.message
    assert hint in told.value.hint
    assert len(str(told.value)) < 300
    assert str(told.value).isprintable()


@scored("filters", list)
def test_what_is_wrong_is_said_in_plain_words(packed: Any, message: str, hint: str) -> None:
    refused(packed, message, hint)


@pytest.mark.parametrize(
    ("packed", "message", "hint"),
    [
        ({"tax": float("nan")}, "“nan” is no value", ""),
        ({"tax": float("-inf")}, "“-inf” is no value", ""),
        ({"tax": 10**5000}, "a number of that size", ""),
        ({"vendor_name": {"LIKE": "\ud800%"}}, "control characters", ""),
        ({"vendor_name": "x" * 501}, "has 501 characters; 500 are allowed", ""),
        ({"tax": {5: 5}}, "An operator of tax is no text", ""),
        ({5: 5}, "named by something else", ""),
    ],
)
def test_what_json_cannot_say_is_refused_too(packed: Any, message: str, hint: str) -> None:
    refused(packed, message, hint)


def nested(levels: int) -> Any:
    packed: Any = {"paid": True}
    for _ in range(levels):
        packed = {"NOT": packed}
    return packed


def test_depth_and_size_have_limits() -> None:
    parsed(nested(DEEPEST - 1))
    for levels in (DEEPEST, 100_000):
        with pytest.raises(UsageError, match="more than 20 levels deep"):
            parsed(nested(levels))
    lists: Any = {"paid": True}
    for _ in range(5000):
        lists = [lists]
    with pytest.raises(UsageError, match="levels deep"):
        parsed(lists)
    names = [f"n{number}" for number in range(MOST_NODES)]
    assert len(parsed({"vendor_name": names}).values) == MOST_NODES
    parsed({"AND": [{"pieces": number} for number in range(MOST_NODES - 1)]})
    for packed in (
        {"vendor_name": [*names, "one more"]},
        {"AND": [{"pieces": number} for number in range(MOST_NODES)]},
        {"AND": [{"vendor_name": names[:100]}, {"vendor_name": names[:101]}]},
        {"OR": [{"pieces": 1}] * 1_000_000},
        {"invoice_date": {"IN": ["2023-01-01"] * 500}},
    ):
        with pytest.raises(UsageError, match="more than 200 parts"):
            parsed(packed)


def test_a_field_may_be_called_field_or_not() -> None:
    odd = BucketSchema(
        bucket="odd",
        fields=tuple(FieldSpec(name=name, type=FieldType.TEXT) for name in ("field", "not", "operator")),
    )
    where = parse_filter({"field": "a", "not": "b", "operator": "c"}, odd)
    assert fields_of(where) == ("field", "not", "operator")
    assert parse_filter(to_packed(where), odd) == where
    with pytest.raises(UsageError, match="have no field"):
        parse_filter({"field": "a", "value": "b"}, odd)


def test_an_ambiguous_title_is_not_guessed() -> None:
    twice = BucketSchema(
        bucket="twice",
        fields=(
            FieldSpec(name="net", type=FieldType.MONEY, title="Amount"),
            FieldSpec(name="gross", type=FieldType.MONEY, title="Amount"),
        ),
    )
    with pytest.raises(UsageError, match="have no field “amount”"):
        parse_filter({"amount": 5}, twice)


def test_written_out_and_read_back() -> None:
    chance = Chance(99)
    chance.made(60)
    count = 0
    for _ in range(600):
        packed = json.loads(json.dumps(chance.filter()))
        try:
            where = parsed(packed)
        except UsageError:
            continue
        count += 1
        again = json.loads(json.dumps(to_packed(where)))
        assert parsed(again) == where
        assert to_packed(parsed(again)) == again
        assert "\n" not in described(where, SCHEMA)
    assert count > 500


def test_nothing_but_usage_errors_comes_of_garbage() -> None:
    chance = random.Random(4)
    atoms: list[Any] = [
        None,
        True,
        5,
        -0.0,
        1e308,
        "x",
        "",
        "AND",
        "not",
        "2023",
        "5 EUR",
        b"x",
        object(),
        *NASTY,
    ]
    names = [
        *(spec.name for spec in SCHEMA.fields),
        "AND",
        "OR",
        "NOT",
        "field",
        "operator",
        "value",
        "=",
        "IN",
        "",
    ]

    def garbage(depth: int) -> Any:
        kind = chance.random()
        if depth > 4 or kind < 0.3:
            return chance.choice(atoms)
        if kind < 0.5:
            return [garbage(depth + 1) for _ in range(chance.randrange(4))]
        operators = [*names, ">", "LIKE", "BETWEEN", "IS NULL"]
        return {chance.choice(operators): garbage(depth + 1) for _ in range(chance.randrange(4))}

    read = 0
    for _ in range(4000):
        packed = garbage(0)
        try:
            where = parsed(packed)
        except UsageError:
            continue
        read += 1
        assert parsed(to_packed(where)) == where
        matches(where, {})
    assert read > 50


def test_german_figures() -> None:
    where = parse_where("tax > '1.234,50' AND invoice_date < 01/02/2023", SCHEMA, german=True)
    assert described(where, SCHEMA) == "tax > 1234.5 and invoice date < 2023-02-01"


def line_refused(line: str, message: str) -> None:
    with pytest.raises(UsageError) as told:
        parse_where(line, SCHEMA)
    assert message in told.value.message
    assert told.value.hint
    assert str(told.value).isprintable()


@scored("filters")
def test_errors_point_at_the_place(line: str, message: str | None) -> None:
    if message is None:
        assert described(parse_where(line, SCHEMA), SCHEMA) == "vendor name is “x; DROP TABLE fields”"
        return
    line_refused(line, message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("(" * 10_000, "has 10000 characters; 5000 are allowed"),
        ("(" * 5_000, "more than 20 levels deep"),
        ("pieces = 1" + " OR pieces = 1" * 300, "more than 200 parts"),
    ],
)
def test_long_lines_are_refused(line: str, message: str) -> None:
    line_refused(line, message)


def test_every_text_can_be_written_between_quotes() -> None:
    for text in NASTY:
        for quote in "'\"":
            line = f"vendor_name = {quote}{text.replace(quote, quote * 2)}{quote} AND paid = true"
            assert parse_where(line, SCHEMA) == parse_filter({"vendor_name": text, "paid": True}, SCHEMA)


def test_nothing_but_usage_errors_comes_of_garbage_on_a_line() -> None:
    chance = random.Random(6)
    sound = "tax = 5 AND NOT ( paid = true OR note LIKE 'a' ) AND tax BETWEEN 1 AND 2 OR note IN ( a , b )"
    others = (
        "tax",
        "=",
        "!",
        "(",
        ")",
        ",",
        "'",
        '"',
        "IS",
        "NULL",
        "%",
        "\\",
        "\0",
        "\ud800",
        "\n",
        "==",
        "",
    )
    read = turned_down = 0
    for _ in range(3000):
        words = sound.split()
        for _ in range(chance.randrange(4)):
            words[chance.randrange(len(words))] = chance.choice((*others, *words))
        try:
            read += parse_where(chance.choice((" ", "", " ")).join(words), SCHEMA) != EVERYTHING
        except UsageError:
            turned_down += 1
    assert read > 300
    assert turned_down > 300
