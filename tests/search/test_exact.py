"""Numbers, dates, identifiers and phrases: one word however they are written, with their boundaries."""

from __future__ import annotations

import pytest

from core.search.exact import Exact, coded, exact_parts
from core.search.keywords import word_tokens


def parts(text: str) -> list[str]:
    return [part.text for part in exact_parts(text)]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        (
            'Where is "force majeure" in contract AB-1234/7, 1,234.50 EUR, in FY2022 or 2021?',
            ["force majeure", "1,234.50", "AB-1234/7"],
        ),
        ("What does § 573 BGB say?", ["§ 573"]),
        ("Who owns DE89 3704 0044 0532 0130 00?", ["DE89 3704 0044 0532 0130 00"]),
        ("contract 447881 or 447 881 20", ["447 881 20", "447881"]),
        ("Rechnung vom 8. Mai 2023", ["8. Mai 2023"]),
        ("fiscal 2018, Q2 of FY2024, FY2023Q1 and 2019-2021", []),
        ("error E12 of the X200", ["E12", "X200"]),
        ("Was gilt ab 1.5.2024 für 1.5 Mio. oder 2.500,00 Euro?", ["1.5.2024", "1.5", "2.500,00"]),
    ],
)
def test_what_must_stand_exactly(question: str, found: list[str]) -> None:
    assert parts(question) == found


@pytest.mark.parametrize(
    "spellings",
    [
        ("8. Mai 2023", "08.05.2023", "2023-05-08", "May 8, 2023", "8 May 2023", "8th of May 2023"),
        ("36,000", "36.000", "36\u00a0000", "36’000"),
        ("1.250,50", "1,250.50", "1250.5"),
        ("B-120", "B120", "B/120"),
        ("447-881-20", "447 881 20"),
        ("DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
    ],
)
def test_spellings_of_one_thing_find_each_other(spellings: tuple[str, ...]) -> None:
    for asked in spellings:
        (part,) = exact_parts(asked)
        for written in spellings:
            assert part.stands_in(f"See {written}, please."), (asked, written)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("RE-2023-1", "invoice RE-2023-11"),
        ("RE-2023-1", "invoice RE-2023-1.5"),
        ("36,000", "a salary of 54,000"),
        ("E12", "Error E1: motor"),
        ("4.2", "section 4.2.1"),
        ("4410-B", "part 88-4410-B"),
        ("§ 573", "room 573"),
        ("8. Mai 2023", "am 18.05.2023"),
    ],
)
def test_boundaries_are_kept(asked: str, text: str) -> None:
    (part,) = exact_parts(asked)
    assert not part.stands_in(text)
    assert part.stands_in(f"{text} and {asked} too")


def test_a_phrase_stands_word_by_word_whatever_is_between_them() -> None:
    phrase = Exact("right of first refusal")
    assert phrase.stands_in("has a Right of\nfirst-refusal.")
    assert not phrase.stands_in("the right of the first refusal")
    assert not phrase.stands_in("the bright of first refusal")


def test_the_index_has_one_word_for_each_spelling() -> None:
    assert coded("am 08.05.2023 über 36.000 Euro") == (
        "am  08 05 2023  über   Euro",
        ["20230508", "202305", "36000"],
    )
    for one, other in (("36,000", "36.000"), ("RE-2023-1", "RE/2023/1"), ("2023-05-08", "May 8, 2023")):
        assert word_tokens(one, "en") & word_tokens(other, "en")
    assert not word_tokens("36,000", "en") & word_tokens("54,000", "en")
    assert word_tokens("Mai 2023", "de") & word_tokens("08.05.2023", "de") - word_tokens("2023", "de")
