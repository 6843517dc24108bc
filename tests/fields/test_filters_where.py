"""Filters as a line of text, as they are typed on the command line."""

from __future__ import annotations

import random

import pytest

from core.errors import UsageError
from core.fields.filters import EVERYTHING, described, parse_filter, parse_where
from tests.fields.filter_kit import NASTY, SCHEMA
from tests.scored import scored


def test_german_figures() -> None:
    where = parse_where("tax > '1.234,50' AND invoice_date < 01/02/2023", SCHEMA, german=True)
    assert described(where, SCHEMA) == "tax > 1234.5 and invoice date < 2023-02-01"


def refused(line: str, message: str) -> None:
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
    refused(line, message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("(" * 10_000, "has 10000 characters; 5000 are allowed"),
        ("(" * 5_000, "more than 20 levels deep"),
        ("pieces = 1" + " OR pieces = 1" * 300, "more than 200 parts"),
    ],
)
def test_long_lines_are_refused(line: str, message: str) -> None:
    refused(line, message)


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
