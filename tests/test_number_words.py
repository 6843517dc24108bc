"""Number words: each stands for its number, and what lies between the tens is put together rightly."""

from __future__ import annotations

import re

import pytest

from core.text.number_words import (
    ENGLISH_NUMBERS,
    ENGLISH_ORDINALS,
    GERMAN_NUMBERS,
    GERMAN_ORDINALS,
    folded,
    ordinal_in_figures,
    words_for,
)


@pytest.mark.parametrize("words", [ENGLISH_NUMBERS, GERMAN_NUMBERS])
def test_each_number_up_to_99_has_one_word(words: dict[str, int]) -> None:
    assert sorted(words.values()) == list(range(1, 100))


@pytest.mark.parametrize(
    ("english", "german", "number"),
    [("one", "eins", 1), ("seventeen", "siebzehn", 17), ("eighty-six", "sechsundachtzig", 86)],
)
def test_a_word_and_its_number(english: str, german: str, number: int) -> None:
    assert (ENGLISH_NUMBERS[english], GERMAN_NUMBERS[german]) == (number, number)


def test_ordinals_of_both_languages_count_alike() -> None:
    assert list(ENGLISH_ORDINALS.values()) == list(GERMAN_ORDINALS.values()) == list(range(1, 13))
    assert (ENGLISH_ORDINALS["fifth"], GERMAN_ORDINALS["siebte"]) == (5, 7)


def test_an_ordinal_in_figures() -> None:
    written = ["1st", "2nd", "3rd", "4th", "11th", "13th", "22nd", "111th"]
    assert [ordinal_in_figures(number) for number in (1, 2, 3, 4, 11, 13, 22, 111)] == written


@pytest.mark.parametrize("written", ["sixty-six", "SIXTY-SIX", "ſixty-ſix", "Sıxty-Sıx", "SİXTY-SİX"])
def test_what_a_pattern_without_case_finds_is_one_of_the_words(written: str) -> None:
    assert re.fullmatch("|".join(ENGLISH_NUMBERS), written, re.IGNORECASE)
    assert ENGLISH_NUMBERS[folded(written)] == 66


def test_a_sharp_s_stays_one() -> None:
    assert GERMAN_NUMBERS[folded("DREIẞIG")] == GERMAN_NUMBERS[folded("Dreißig")] == 30


def test_words_are_chosen_by_their_numbers() -> None:
    assert words_for(GERMAN_NUMBERS, (40, 2, 3)) == {"zwei": 2, "drei": 3, "vierzig": 40}
