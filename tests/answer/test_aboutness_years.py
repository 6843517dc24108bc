"""Figures of years before the one that is asked for: no answer, unless they stand beside one of it."""

from __future__ import annotations

import time

import pytest

from core.answer.relevance.aboutness import tells_only_earlier

SOLD = "How many tractors were sold in 2016?"
UMSATZ = "Wie hoch war der Umsatz 2016?"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (SOLD, "The plant sold 9,100 tractors in 2015."),
        (SOLD, "The plant sold 9,100 tractors in 2015, compared with 8,700 in 2014."),
        (SOLD, "In fiscal 2015 there were 400 more tractors than in fiscal 2014."),
        (SOLD, "Built in 2003, the plant sold 9,100 tractors in 2015."),
        (SOLD, "At December 31, 2015 9,100 tractors had been sold."),
        # A limit is no comparison.
        (SOLD, "The plant sold more than 9,100 tractors in 2015, compared with 8,700 in 2014."),
        (SOLD, "Over 9,100 tractors were sold in 2015."),
        (UMSATZ, "Mehr als 41 Mio. € betrug der Umsatz im Jahr 2015."),
        (UMSATZ, "Der Umsatz betrug im Jahr 2015 41 Mio. €."),
        (UMSATZ, "2015 betrug der Umsatz 41 Mio. €."),
        (UMSATZ, "Ende 2015 lag der Umsatz um 12 % höher als im Jahr 2014."),
    ],
)
def test_a_figure_of_an_earlier_year_is_told(question: str, text: str) -> None:
    assert tells_only_earlier(text, question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (SOLD, "The plant sold 9,900 tractors in 2016 and 9,100 in 2015."),
        (SOLD, "The plant sold 9,900 tractors."),
        (SOLD, "Tractors were sold in 2015."),  # no figure
        # The earlier year is only what the figure is compared with.
        (SOLD, "Sales came to 9,900 tractors, compared with 9,100 in 2015."),
        (SOLD, "Sales came to 9,900 tractors, 800 more than in 2015."),
        (SOLD, "The 9,900 tractors exceeded the 9,100 of 2015."),
        (SOLD, "Sales came to 9,900 tractors, after 9,100 in 2015."),
        (SOLD, "Sales of 9,900 tractors were 9% over 2015."),
        (UMSATZ, "Der Umsatz wuchs im Vergleich zum Jahr 2015 um 12 % auf 45 Mio. €."),
        (UMSATZ, "Der Umsatz stieg gegenüber dem Jahr 2015 um 4 Mio. € auf 45 Mio. €."),
        (UMSATZ, "Der Umsatz betrug 45 Mio. €, nach 41 Mio. € im Jahr 2015."),
        (UMSATZ, "Mit 45 Mio. € war der Umsatz höher als im Jahr 2015."),
        # What was done in a year holds in later ones.
        ("What was the rent in 2022?", "Under the lease of 2018 the rent is 950 EUR per month."),
        ("How many seats did the hall have in 2024?", "Built in 2006, the hall has 5,400 seats."),
        ("How much did the bridge cost in 2005?", "The contract signed in 2003 sets a price of $12 million."),
        (
            "Wie hoch ist der Grenzwert 2025?",
            "Nach der Verordnung vom 3. Mai 2012 gilt ein Grenzwert von 50 mg.",
        ),
        ("Wie viele Plätze hat die Halle 2024?", "Die Halle, im Jahr 2006 erbaut, hat 5.400 Plätze."),
        ("How many members did the club have in 2020?", "It has had 312 members since 2014."),
        # No year, or several.
        ("How many tractors were sold?", "The plant sold 9,100 tractors in 2015."),
        ("How many more were sold in 2016 than in 2014?", "The plant sold 9,100 tractors in 2013."),
    ],
)
def test_a_figure_of_the_year_may_stand_there(question: str, text: str) -> None:
    assert not tells_only_earlier(text, question)


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
