"""Numbers, dates, units, quotations, markers and statements, as texts write them."""

from __future__ import annotations

import re
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.answer.figures.copied_cells import cell_statement
from core.answer.figures.table_cells import cell, heading_over
from core.answer.plain_text import plain_words
from core.answer.quotes import find_verbatim
from core.answer.statements import (
    is_no_answer,
    markers_in,
    normalise_markers,
    split_statements,
    without_markers,
)
from core.text.facts import facts_of
from core.text.numbers import Number
from core.text.quotations import quotations_in
from tests.answer.helpers import source_of
from tests.answer.test_table_cells import HEADING, INCOME, row_of
from tests.cases import score_rules
from tests.scored import scored


def number(text: str) -> Number:
    return facts_of(text).numbers[0]


def letters_that_stand_for_others_are_read_in_number_words(written: str) -> object:
    return [int(number.value) for number in facts_of(f"It takes {written} months.").numbers]


def quotations_in_any_marks(text: str) -> object:
    return tuple(" ".join(one.text.split()) for one in quotations_in(text))


def dates_in_iso(text: str) -> object:
    facts = facts_of(text)
    return [date.iso for date in facts.dates], facts.numbers


def what_is_no_date(text: str) -> object:
    return facts_of(text).dates


def another_unit_is_another_amount(said: str, given: str) -> bool:
    return bool(number(said).is_carried_by(number(given)))


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


def test_what_is_read() -> None:
    score_rules("facts", globals())


def test_percent_belongs_to_the_number() -> None:
    (plain,) = facts_of("It grew by 5.").numbers
    (percent,) = facts_of("It grew by 5 %.").numbers
    assert (plain.value, plain.percent) == (Decimal(5), False)
    assert (percent.value, percent.percent) == (Decimal(5), True)


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


PAGE = (
    "The ﬁnal oﬃcial oper-\nating pressure is “6 bar” at most.\n"
    "Long-\nterm leases end af\u00adter ten years; the lessee\u2019s rights\u00a0remain."
)


def test_words_left_out_need_every_part_in_order() -> None:
    spans = find_verbatim("The final […] at most", PAGE)
    assert [PAGE[span.start : span.end] for span in spans] == ["The ﬁnal", "at most"]
    assert find_verbatim("at most … The final", PAGE) == ()


WORDS = st.lists(st.text("abcdefghijklmnop", min_size=2, max_size=8), min_size=4, max_size=20)


VALID = frozenset({1, 2, 3})


def test_bullets_are_kept() -> None:
    statements = split_statements("- One thing [1]\n- Another [2]", VALID)
    assert [(s.text, s.citations, s.bullet) for s in statements] == [
        ("One thing", (1,), True),
        ("Another", (2,), True),
    ]


def test_all_markers_are_told_whether_they_are_sources_or_not() -> None:
    assert markers_in("A [1] and [9].\n[0] B [1001], C [9] [" + "7" * 5000 + "]") == (
        1,
        9,
        0,
        1001,
        777777777,
    )


@scored("verdicts")
def test_statements_and_their_sources(text: str, statements: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
    found = split_statements(normalise_markers(text), VALID)
    assert tuple((each.text, each.citations) for each in found) == statements


PIECES = st.lists(
    st.sampled_from(
        [
            "[",
            "]",
            "(",
            ")",
            "!",
            "<",
            ">",
            "http://e.org",
            "javascript:x",
            "img src=x",
            "a",
            " ",
            "b",
            "/",
            "x@y.z",
        ]
    ),
    max_size=14,
)


@settings(max_examples=150, deadline=None)
@given(PIECES)
def test_no_renderer_makes_a_link_of_it(pieces: list[str]) -> None:
    shown = MarkdownIt("commonmark", {"html": True}).render(plain_words("".join(pieces)))
    assert not re.search(r"<(?:a|img)\b", shown), shown


def test_both_ways_to_write_an_answer_are_cleaned() -> None:
    linked = "The pump weighs [42 kg](http://e.org) <b>net</b>"
    (statement,) = split_statements(f"{linked} [1].", frozenset({1}))
    assert (statement.text, statement.citations) == ("The pump weighs 42 kg net.", (1,))
