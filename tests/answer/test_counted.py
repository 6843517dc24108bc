"""What "how many" counts: a number of other things answers nothing, however it is said."""

from __future__ import annotations

import time

import pytest

from core.answer.relevance.content_given import gives_figure
from core.answer.relevance.counted_things import counts, speaks_of_counted
from core.answer.relevance.missing_kinds import is_bare_figure

STAFF = "How many employees does the brewery have in all of its sites?"


def test_a_row_of_a_table_has_a_name_for_what_it_counts() -> None:
    assert speaks_of_counted("Employees of the brewery at the end | 4,200 | 4,100", STAFF)
    assert not speaks_of_counted("Pubs of the brewery at the end | 120 | 118", STAFF)


@pytest.mark.parametrize("text", ["\n" * 20_000, "1 " * 5_000, "12 vans " * 3_000, "12" + " " * 200, ". , -"])
def test_odd_texts_take_no_time(text: str) -> None:
    begun = time.process_time()
    speaks_of_counted(text, STAFF)
    counts(text, STAFF)
    gives_figure(text, STAFF)
    assert time.process_time() - begun < 4


def test_the_number_of_one_line_and_what_another_speaks_of_do_not_belong_together() -> None:
    asked = "How many consoles did the company sell in 2016?"
    phones = "The company sold 13 million phones in the year 2016."
    consoles = "The consoles of the company were released in November."
    assert not gives_figure(f"{phones}\n{consoles}", asked)
    assert gives_figure(f"{phones}\nThe company sold 2 million consoles in the year 2016.", asked)


def test_numbers_beside_one_that_counts_something_else_are_of_the_same() -> None:
    asked = "How many consoles did the company sell in 2016?"
    said = "The company sold 13 million phones in the year, compared with 11 and 12 sold before."
    assert not speaks_of_counted(said, asked)


def test_a_unit_is_a_word_beside_a_figure() -> None:
    assert is_bare_figure("1,890.00, [1]")
    assert not any(map(is_bare_figure, ("24 months", "$ 12", "5 %", "B-120", "none")))
