"""Sentences as spans, cut as a reader would; numbers, units, dates and quotations, each by its one reader."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.text.dates import Date, find_dates, find_days, parse_day, quarter_in
from core.text.number_words import (
    ENGLISH_NUMBERS,
    ENGLISH_ORDINALS,
    GERMAN_NUMBERS,
    GERMAN_ORDINALS,
    folded,
    ordinal_in_figures,
    words_for,
)
from core.text.numbers import find_measured, find_money, parse_number
from core.text.quotations import quotations_in
from core.text.textspan import best_window, is_table_row, split_sentences
from core.text.units import converted
from tests.cases import score_rules


def cut(text: str) -> list[str]:
    return [text[span.start : span.end] for span in split_sentences(text)]


alphabet = st.sampled_from(
    [*"aB1. \n\f?!,;:()$%-•é。", "Inc. ", "Mr. ", "\n\n", "3.5 ", "Net sales 1,234 99\n"]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(alphabet, max_size=60).map("".join), st.integers(0, 1000))
def test_spans_cover_everything_once(text: str, base: int) -> None:
    spans = split_sentences(text, base)
    covered = "".join(text[span.start - base : span.end - base] for span in spans)
    assert "".join(covered.split()) == "".join(text.split())
    for before, after in pairwise(spans):
        assert before.end <= after.start
    for span in spans:
        piece = text[span.start - base : span.end - base]
        assert piece == piece.strip() != ""


def test_sentences_end_where_a_reader_would_end_them_and_rows_are_known() -> None:
    """Not at abbreviations, dates, ordinals or line breaks; but at rows, items, headings and pages."""
    score_rules("sentences", {"sentences": cut, "table_rows": is_table_row})


def test_the_snippet_is_the_sentence_asked_for() -> None:
    text = "The pump is blue. The warranty is 36 months from delivery. " + "Nothing more is said here. " * 20
    snippet = best_window(text, ["warranty", "month"], limit=80)
    assert "warranty is 36 months" in snippet
    assert len(snippet) <= 80
    long = "word " * 100 + "needle " + "word " * 100
    assert "needle" in best_window(long, ["needle"], limit=100)
    assert len(best_window(long, ["needle"], limit=100)) <= 100
    assert best_window("", ["x"]) == ""


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


def separators_of_a_number(text: str, comma_is_decimal: bool | None) -> object:
    found = parse_number(text, comma_is_decimal)
    return None if found is None else str(found)


def money_in_a_value(text: str) -> object:
    return [[str(found.amount), found.currency] for found in find_money(text)]


def first_measure_in_a_value(text: str) -> object:
    found = find_measured(text)
    return [str(found[0].amount), found[0].unit] if found else None


def a_figure_in_another_unit(figure: str, unit: str, target: str) -> object:
    found = converted(Decimal(figure), unit, target)
    return None if found is None else str(found)


def a_text_that_is_a_day(text: str) -> object:
    return parse_day(text)


def a_date_carries_one_as_precise(said: dict[str, int], source: dict[str, int]) -> object:
    return Date(**said).is_carried_by(Date(**source))


def dates_in_a_text(text: str) -> object:
    return [
        date.iso
        for one in find_dates(text, day_first=False)
        for date in (one.date, one.other)
        if date is not None
    ]


def what_stands_between_marks(text: str, quoted: list[str]) -> bool:
    found = quotations_in(text)
    return [quotation.text for quotation in found] == quoted and all(
        text[each.start : each.end].strip("“”„«»\"‹›‚‘’'「」『』` ") == each.text.strip("“”")
        for each in found
    )


def test_what_the_exact_layer_reads() -> None:
    score_rules("exact", {**globals(), "quarter_in": quarter_in})


def test_days_stand_where_they_are_found() -> None:
    text = "from 1 July 2024 until 30. Juni 2027, revised March 2021, on 7 to 9 June 2019"
    found = find_days(text)
    assert [(text[date.start : date.end], date.first.isoformat(), date.exact) for date in found] == [
        ("1 July 2024", "2024-07-01", True),
        ("30. Juni 2027", "2027-06-30", True),
        ("March 2021", "2021-03-01", False),
        ("7 to 9 June 2019", "2019-06-07", True),
        ("9 June 2019", "2019-06-09", True),
    ]
    assert parse_day("04/01/2023", day_first=False) == date(2023, 4, 1)


def test_values_stand_where_they_are_found() -> None:
    text = "It is (EUR 1.5 million), weighs 131 kg and costs 12,- EUR."
    spans = [text[one.start : one.end] for one in (*find_money(text), *find_measured(text))]
    assert spans == ["(EUR 1.5 million)", "12,- EUR", "131 kg"]


def test_precision_is_that_of_the_writing() -> None:
    assert [Date(*parts).precision for parts in ((2024,), (2024, 5), (0, 5, 3))] == ["year", "month", "day"]


def test_the_rest_of_a_line_is_no_heading() -> None:
    """A passage may begin in the middle of a line, whose rest is short for that reason."""
    text = "Regardless of the server\nCorresponding Source stays available as long as it is needed by all."
    assert [span.start for span in split_sentences(text)] == [0, 25]
    assert [span.start for span in split_sentences(text, within_line=True)] == [0]
