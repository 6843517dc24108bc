"""Numbers, identifiers and words of a text: what verification compares."""

from __future__ import annotations

from decimal import Decimal

import pytest

from core.answer.facts.checkable import facts_of
from core.answer.facts.numbers_in_text import parse_number


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("4,584,833", "4584833"),
        ("4.584.833", "4584833"),
        ("1,234.56", "1234.56"),
        ("1.234,56", "1234.56"),
        ("1 234,5", "1234.5"),
        ("1,234", "1234"),
        ("0,125", "0.125"),
        ("65.4", "65.4"),
        ("3", "3"),
    ],
)
def test_group_and_decimal_separators(written: str, value: str) -> None:
    assert parse_number(written) == Decimal(value)


def test_what_is_no_number() -> None:
    assert parse_number("1.2.3") is None


def test_percent_belongs_to_the_number() -> None:
    (plain,) = facts_of("It grew by 5.").numbers
    (percent,) = facts_of("It grew by 5 %.").numbers
    assert (plain.value, plain.percent) == (Decimal(5), False)
    assert (percent.value, percent.percent) == (Decimal(5), True)


def test_only_narrow_spaces_group() -> None:
    assert [n.value for n in facts_of("Net sales 412 388 300").numbers] == [412, 388, 300]
    assert [n.value for n in facts_of("Umsatz 1\u202f234,5 und 12\u00a0345").numbers] == [
        Decimal("1234.5"),
        12345,
    ]


def test_hyphens_that_look_alike_are_one() -> None:
    for hyphen in "-\u2010\u2011":
        assert facts_of(f"The B{hyphen}120 weighs 42 kg.").identifiers == {"b-120"}


def test_digits_in_identifiers_are_not_numbers() -> None:
    facts = facts_of("The B-120 and form 10-K")
    assert facts.numbers == ()
    assert facts.identifiers == {"b-120", "10-k"}


def test_parentheses_are_a_minus_sign() -> None:
    assert [number.value for number in facts_of("Loss (1,508) against $ 1,559").numbers] == [
        Decimal(-1508),
        Decimal(1559),
    ]


def test_fiscal_years_count_as_years() -> None:
    assert [date.iso for date in facts_of("In FY2018 and FY19").dates] == ["2018", "2019"]


def test_negation_is_noticed_in_both_languages() -> None:
    assert facts_of("It does not leak.").negations == 1
    assert facts_of("Es gibt keine Garantie.").negations == 1
    assert facts_of("It leaks.").negations == 0


@pytest.mark.parametrize("written", ["six", "SIX", "ſix", "Sıx", "SİX"])
def test_letters_that_stand_for_others_are_read_in_number_words(written: str) -> None:
    assert [number.value for number in facts_of(f"It takes {written} months.").numbers] == [6]


def test_german_number_words_in_every_spelling() -> None:
    for written in ("dreißig Tage", "DREISSIG Tage", "Dreißig Tage", "einunddreißig Tage"):
        value = "31" if written.startswith("ein") else "30"
        assert [str(number.value) for number in facts_of(written).numbers] == [value], written
