"""A figure asked of each quarter: an answer with some of them does not look complete."""

from __future__ import annotations

import pytest

from core.answer.asking.series import series_share
from core.answer.assemble import build_answer
from core.answer.statements import DraftStatement
from core.types import Confidence
from tests.answer.helpers import on_page_one, source_of


@pytest.mark.parametrize(
    ("question", "answer", "share"),
    [
        ("What was revenue by quarter?", "It was 10 in the first quarter and 12 in the second quarter.", 0.5),
        (
            "What was revenue by quarter?",
            "9 and 8 in the first, second, third and fourth quarters.",
            1.0,
        ),
        ("What was revenue in each quarter?", "It was 10 in Q1, 12 in Q2, 13 in Q3 and 14 in Q4.", 1.0),
        ("Wie hoch war der Umsatz nach Quartalen?", "Im 1. Quartal 10 und im 2. Quartal 12.", 0.5),
        ("Wie hoch war der Umsatz pro Quartal?", "Im ersten Quartal lag er bei 10.", 0.25),
        ("What was revenue in every quarter, Q1 and Q2?", "10 in Q1 and 12 in Q2.", 1.0),
        ("What was revenue in each of the four quarters?", "In Q1 it was 10.", 0.25),
        ("What was net income in each half-year?", "In H1 it was 5.", 0.5),
        ("How many were sold each month?", "In March 2023 it was 500, in April 700, in May 800.", 0.25),
        ("What was the profit each year from 2019 to 2022?", "It was 5 in 2019 and 6 in 2020.", 0.5),
        ("What was the profit each year from 2019 to 2020?", "It was 5 in 2019 and 6 in 2020.", 1.0),
        ("How many were sold per region?", "In the north 500 were sold.", 0.5),
        ("Wie viele wurden je Region verkauft?", "Im Norden 500 und im Süden 300.", 1.0),
        # One figure for all of them.
        ("What is the rent per month?", "The rent is 950 euros per month.", 1.0),
        ("What is the rent per month?", "From January 1, 2024 the rent is 950 euros.", 1.0),
        ("How many days of leave per year?", "From 2020 on there are 28 days.", 1.0),
        # Not asked of each.
        ("Who had paid by quarter-end?", "In Q1 Karst had paid.", 1.0),
        ("What was revenue in the first quarter?", "It was 10 in the first quarter.", 1.0),
    ],
)
def test_how_much_of_a_series_is_given(question: str, answer: str, share: float) -> None:
    assert series_share(question, answer) == share


@pytest.mark.parametrize(("quarters", "word"), [(2, Confidence.MEDIUM), (4, Confidence.HIGH)])
def test_an_answer_for_two_of_four_quarters_is_not_high(quarters: int, word: Confidence) -> None:
    names = ("first", "second", "third", "fourth")
    said = [f"Revenue by segment in the {name} quarter was {n} million." for n, name in enumerate(names, 21)]
    source = source_of(1, " ".join(said))
    drafts = [DraftStatement(text, (1,)) for text in said[:quarters]]
    answer = build_answer(drafts, [source], "What was revenue by quarter?", locate=on_page_one)
    assert answer.confidence is word
