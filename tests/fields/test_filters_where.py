"""Filters as a line of text, as they are typed on the command line."""

from __future__ import annotations

import random

import pytest

from core.errors import UsageError
from core.fields.filters import EVERYTHING, described, parse_filter, parse_where
from tests.fields.filter_kit import NASTY, SCHEMA


def test_german_figures() -> None:
    where = parse_where("tax > '1.234,50' AND invoice_date < 01/02/2023", SCHEMA, german=True)
    assert described(where, SCHEMA) == "tax > 1234.5 and invoice date < 2023-02-01"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("total_amount", "The filter ends where an operator like = or > is expected"),
        ("total_amount >", "The filter ends where a value is expected"),
        ("total_amount > 5 AND", "ends where the name of a field is expected"),
        ("total_amount > AND", "At character 16 of the filter, at “AND”: a value is expected"),
        ("total_amount 5", "At character 14 of the filter, at “5”: an operator like = or > is expected"),
        ("= 5", "At character 1 of the filter, at “= 5”: the name of a field"),
        ("(paid = true", "The filter ends where a closing bracket is expected"),
        ("paid = true) OR 1", "At character 12 of the filter, at “) OR 1”: AND or OR is expected"),
        ("vendor_name = 'Acme", "At character 15 of the filter, at “'Acme”: a quote that is never closed"),
        ("vendor_name = O'Brien", "At character 16 of the filter, at “'Brien”"),
        ("tax > 1,000", "At character 8 of the filter, at “,000”: AND or OR is expected"),
        ("tax IN 5", "At character 8 of the filter, at “5”: an opening bracket and a list is expected"),
        ("tax IN (5", "The filter ends where a comma or a closing bracket is expected"),
        ("tax IN ()", "At character 5 of the filter: The list for tax is empty"),
        ("tax BETWEEN 5", "The filter ends where AND between the two values is expected"),
        ("tax BETWEEN 7 AND 5", "At character 5 of the filter: No tax is between 7 and 5"),
        ("note IS 5", "At character 9 of the filter, at “5”: NULL is expected"),
        ("note NOT = 5", "at “= 5”: LIKE, IN or BETWEEN is expected"),
        (
            "paid = true AND vendr_name = x",
            "At character 17 of the filter: Invoices have no field “vendr_name”",
        ),
        ("tax > much", "At character 7 of the filter: “much” is no value of tax"),
        ("vendor_name > x", "At character 15 of the filter: > does not suit vendor name"),
        ("vendor_name ! x", "At character 13 of the filter, at “! x”"),
        ("vendor_name = x; DROP TABLE fields", None),
        ("1 = 1", "no field “1”"),
        ("NOT " * 30 + "paid = true", "more than 20 levels deep"),
        ("(" * 10_000, "has 10000 characters; 5000 are allowed"),
        ("(" * 5_000, "more than 20 levels deep"),
        ("pieces = 1" + " OR pieces = 1" * 300, "more than 200 parts"),
    ],
)
def test_errors_point_at_the_place(line: str, message: str | None) -> None:
    if message is None:
        assert described(parse_where(line, SCHEMA), SCHEMA) == "vendor name is “x; DROP TABLE fields”"
        return
    with pytest.raises(UsageError) as refused:
        parse_where(line, SCHEMA)
    assert message in refused.value.message
    assert refused.value.hint
    assert str(refused.value).isprintable()


def test_every_text_can_be_written_between_quotes() -> None:
    for text in NASTY:
        for quote in "'\"":
            line = f"vendor_name = {quote}{text.replace(quote, quote * 2)}{quote} AND paid = true"
            assert parse_where(line, SCHEMA) == parse_filter({"vendor_name": text, "paid": True}, SCHEMA)


def test_nothing_but_usage_errors_comes_of_garbage() -> None:
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
    read = refused = 0
    for _ in range(3000):
        words = sound.split()
        for _ in range(chance.randrange(4)):
            words[chance.randrange(len(words))] = chance.choice((*others, *words))
        try:
            read += parse_where(chance.choice((" ", "", " ")).join(words), SCHEMA) != EVERYTHING
        except UsageError:
            refused += 1
    assert read > 300
    assert refused > 300
