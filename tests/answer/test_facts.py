"""Numbers, identifiers and words of a text: what verification compares."""

from __future__ import annotations

from decimal import Decimal

from core.answer.facts.checkable import facts_of
from core.answer.facts.commands import normalise_command
from core.answer.facts.dates_in_text import Date
from core.answer.facts.numbers_in_text import parse_number
from core.answer.verification.stopwords import is_light
from tests.scored import scored


def test_what_is_no_number() -> None:
    assert parse_number("1.2.3") is None


def test_percent_belongs_to_the_number() -> None:
    (plain,) = facts_of("It grew by 5.").numbers
    (percent,) = facts_of("It grew by 5 %.").numbers
    assert (plain.value, plain.percent) == (Decimal(5), False)
    assert (percent.value, percent.percent) == (Decimal(5), True)


def test_precision_is_that_of_the_writing() -> None:
    assert [Date(2024).precision, Date(2024, 5).precision, Date(0, 5, 3).precision] == [
        "year",
        "month",
        "day",
    ]


def test_two_spellings_of_one_command_are_equal() -> None:
    assert normalise_command("select Name\n from pumps where site =  'North';") == normalise_command(
        "SELECT name FROM pumps WHERE site='North'"
    )
    assert normalise_command("SELECT a FROM b WHERE c = 'North'") != normalise_command(
        "SELECT a FROM b WHERE c = 'north'"
    )
    assert normalise_command("$ ls  -la") == normalise_command("ls -la")
    assert normalise_command("rm -R x") != normalise_command("rm -r x")


def test_a_row_without_words_may_be_read_either_way() -> None:
    (number,) = facts_of("Umsatzerlöse 214.610").numbers
    assert {number.value, number.other} == {Decimal("214.610"), Decimal(214610)}


@scored("verdicts")
def test_numbers_of_a_text(text: str, values: tuple[str, ...]) -> None:
    assert [number.value for number in facts_of(text).numbers] == [Decimal(value) for value in values]


@scored("verdicts")
def test_identifiers_of_a_text(text: str, identifiers: tuple[str, ...]) -> None:
    assert facts_of(text).identifiers == set(identifiers)


@scored("verdicts")
def test_dates_of_a_text(text: str, dates: tuple[str, ...]) -> None:
    assert tuple(date.iso for date in facts_of(text).dates) == dates


@scored("verdicts")
def test_negations_of_a_text(text: str, negations: int) -> None:
    assert facts_of(text).negations == negations


@scored("verdicts")
def test_the_first_word_may_be_light_too(text: str, word: str, light: bool) -> None:
    assert is_light(facts_of(text), word) is light
