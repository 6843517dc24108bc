"""Passages about other years, or about others than the question names, answer nothing."""

from __future__ import annotations

import time

import pytest

from core.answer.relevance.aboutness import is_about_other_matters, tells_only_earlier
from tests.answer.helpers import source_of

DELIVERED = "In 2021, we delivered 142 aircraft, including 68 to international customers."
SOLD = "How many tractors were sold in 2016?"
UMSATZ = "Wie hoch war der Umsatz 2016?"


def test_one_passage_may_have_what_another_lacks() -> None:
    question = "How many aircraft did Norway order in 2021?"
    norway = source_of(2, "Norway ordered twelve of them.", "orders.pdf")
    assert is_about_other_matters(question, [source_of(1, DELIVERED, "report.pdf")])
    assert not is_about_other_matters(question, [source_of(1, DELIVERED, "report.pdf"), norway])


def test_a_word_that_says_many_things_compares_only_figures() -> None:
    assert tells_only_earlier("Nach Angaben der Firma gab es im Jahr 2015 41 Mio. € Umsatz.", UMSATZ)
    assert tells_only_earlier("After a slow spring the plant sold 9,100 tractors in 2015.", SOLD)


@pytest.mark.parametrize(
    "text", ["", "than " * 3_000, "built in in " * 2_000, "vertrag" * 2_000, "in 2015, " * 2_000]
)
def test_odd_texts_take_no_time(text: str) -> None:
    begun = time.perf_counter()
    tells_only_earlier(text, SOLD)
    assert time.perf_counter() - begun < 2
