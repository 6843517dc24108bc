"""Numbers, dates, units, quotations and markers, as texts write them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from core.answer.facts.checkable import facts_of
from core.answer.facts.dates_in_text import Date
from core.answer.facts.numbers_in_text import Number, parse_number
from core.answer.figures.copied_cells import cell_statement
from core.answer.figures.table_cells import cell, heading_over
from core.answer.plain_text import plain_words
from core.answer.quotes import find_verbatim, lone_marks, quotations_in, without_marks
from core.answer.statements import (
    is_no_answer,
    normalise_markers,
    split_statements,
    without_markers,
)
from tests.answer.helpers import source_of
from tests.answer.test_quotes import PAGE
from tests.answer.test_statements import VALID
from tests.answer.test_table_cells import HEADING, INCOME, row_of
from tests.cases import score_rules


def number(text: str) -> Number:
    return facts_of(text).numbers[0]


def group_and_decimal_separators(written: str, value: str) -> bool:
    return parse_number(written) == Decimal(value)


def letters_that_stand_for_others_are_read_in_number_words(written: str) -> object:
    return [int(number.value) for number in facts_of(f"It takes {written} months.").numbers]


def quotations_in_any_marks(text: str) -> object:
    return facts_of(text).quotes


def commands_normalised(text: str) -> object:
    return facts_of(text).commands


def dates_in_iso(text: str) -> object:
    facts = facts_of(text)
    return [date.iso for date in facts.dates], facts.numbers


def what_is_no_date(text: str) -> object:
    return facts_of(text).dates


def a_source_carries_what_it_says_as_precisely(said: dict[str, Any], source: dict[str, Any]) -> object:
    return Date(**said).is_carried_by(Date(**source))


def another_unit_is_another_amount(said: str, given: str) -> bool:
    return bool(number(said).is_carried_by(number(given)))


def separators_are_those_of_the_language(digits: str, german: str, english: str) -> bool:
    return parse_number(digits, german=True) == Decimal(german) and parse_number(
        digits, german=False
    ) == Decimal(english)


def all_spellings_become_one(text: str) -> object:
    return normalise_markers(text, {"c5bd8bfc-1234-5678-abcd-1234567890ab": 2})


def honest_admissions(text: str) -> bool:
    return bool(is_no_answer(text))


def joined_markers_cite_the_same_statement(text: str, citations: list[int]) -> bool:
    return [
        (each.text, list(each.citations)) for each in split_statements(normalise_markers(text), VALID)
    ] == [("The pump weighs 42 kg.", citations)] and without_markers(
        normalise_markers(text.splitlines()[0])
    ).startswith("The pump weighs 42 kg.")


def a_figure_alone_ends_without_a_comma(text: str, statement: str) -> bool:
    return [one.text for one in split_statements(text, frozenset({1}))] == [statement]


def words_stay_and_markup_goes(text: str) -> object:
    return plain_words(text)


def what_stands_between_marks(text: str, quoted: list[str]) -> bool:
    found = quotations_in(text)
    return [quotation.text for quotation in found] == quoted and all(
        text[each.start : each.end].strip("“”„«»\"‹›‚‘’'「」『』` ") == each.text.strip("“”")
        for each in found
    )


def marks_without_their_partner(text: str, alone: list[str]) -> bool:
    return [text[mark.start : mark.end] for mark in lone_marks(text)] == alone and lone_marks(
        without_marks(text, lone_marks(text))
    ) == ()


def what_a_page_makes_of_a_text_does_not_count(quote: str) -> object:
    (span,) = find_verbatim(quote, PAGE)
    return PAGE[span.start : span.end]


def everything_else_counts(quote: str) -> object:
    return find_verbatim(quote, PAGE)


def words_are_left_out_only_near_by_and_never_a_denial(quote: str, text: str) -> bool:
    return bool(find_verbatim(quote, text))


def a_row_says_of_a_year_what_stands_in_its_column(row: str) -> object:
    return cell(row, HEADING, 2019)


def under_a_heading_that_leaves_doubt_nothing_is_read(heading: str) -> object:
    return cell("Net sales $ 519,926 $ 510,329 $ 495,761", (heading,), 2019)


def two_columns_are_years_only_where_a_line_says_so(heading: list[str]) -> object:
    return cell("Net sales $ 519 $ 510", heading, 2019)


def what_stands_between_may_be_another_heading(between: str) -> bool:
    source = source_of(1, f"(in millions) 2020 2019\nNet sales $ 519 $ 510\n{between}\nBonds $ 12 $ 14")
    return heading_over(source.sentences, source.sentences[-1]) == () and heading_over(
        source.sentences, source.sentences[1]
    ) == (source.sentences[0],)


def a_copied_row_says_what_the_one_year_asked_for_has(question: str) -> bool:
    total = INCOME.sentences[row_of(INCOME, "Total revenues")]
    statement = cell_statement(total, INCOME, question)
    return statement and statement.text


RULES = (
    a_copied_row_says_what_the_one_year_asked_for_has,
    a_figure_alone_ends_without_a_comma,
    a_row_says_of_a_year_what_stands_in_its_column,
    a_source_carries_what_it_says_as_precisely,
    all_spellings_become_one,
    another_unit_is_another_amount,
    commands_normalised,
    dates_in_iso,
    everything_else_counts,
    group_and_decimal_separators,
    honest_admissions,
    joined_markers_cite_the_same_statement,
    letters_that_stand_for_others_are_read_in_number_words,
    marks_without_their_partner,
    quotations_in_any_marks,
    separators_are_those_of_the_language,
    two_columns_are_years_only_where_a_line_says_so,
    under_a_heading_that_leaves_doubt_nothing_is_read,
    what_a_page_makes_of_a_text_does_not_count,
    what_is_no_date,
    what_stands_between_marks,
    what_stands_between_may_be_another_heading,
    words_are_left_out_only_near_by_and_never_a_denial,
    words_stay_and_markup_goes,
)


def test_what_is_read() -> None:
    score_rules("facts", {rule.__name__: rule for rule in RULES})
