"""Numbers, identifiers and words of a text: what verification compares."""

from __future__ import annotations

from decimal import Decimal

from core.answer.facts.checkable import facts_of
from core.answer.facts.commands import normalise_command
from core.answer.facts.dates_in_text import Date
from core.answer.facts.numbers_in_text import parse_number


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


def test_german_number_words_in_every_spelling() -> None:
    for written in ("dreißig Tage", "DREISSIG Tage", "Dreißig Tage", "einunddreißig Tage"):
        value = "31" if written.startswith("ein") else "30"
        assert [str(number.value) for number in facts_of(written).numbers] == [value], written


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


def test_groups_of_three_are_a_number() -> None:
    assert [number.value for number in facts_of("Es gab 1.234.567 Teile.").numbers] == [1234567]
    assert facts_of("The address is 192.168.0.1 here.").identifiers == {"192.168.0.1"}


def test_a_row_without_words_may_be_read_either_way() -> None:
    (number,) = facts_of("Umsatzerlöse 214.610").numbers
    assert {number.value, number.other} == {Decimal("214.610"), Decimal(214610)}


def test_a_date_is_one_fact_in_every_way_of_writing() -> None:
    for text in ("am 3. Mai 2024", "am 03.05.2024", "on May 3, 2024", "on 3 May 2024"):
        assert [date.iso for date in facts_of(text).dates] == ["2024-05-03"]
    assert not facts_of("Version 3.15.2024, Nr. 41.5.2024").dates
