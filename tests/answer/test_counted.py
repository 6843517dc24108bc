"""What "how many" counts: a number of other things answers nothing, however it is said."""

from __future__ import annotations

import time

import pytest

from core.answer.relevance.content_given import gives_figure
from core.answer.relevance.counted_things import counted_things, counts, speaks_of_counted

STAFF = "How many employees does the brewery have in all of its sites?"
PEOPLE = "How many people were killed in the fire?"
FIRMA = "Wie viele Mitarbeiter hat die Firma?"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (STAFF, "The brewery has 4,200 employees in Ghent and in Bruges."),
        (STAFF, "There is a workforce of 4,200 in the brewery."),
        (STAFF, "At the end of the year it had 4,200."),
        (STAFF, "None are left since the brewery was sold."),
        (PEOPLE, "Twelve miners were killed in the fire."),
        (PEOPLE, "There were 12 casualties in the fire."),
        ("How many children does she have?", "She is the mother of three daughters and a son."),
        ("How many albums did the band sell?", "The band sold 3.5 million worldwide in the first year."),
        ("How many countries does it operate in?", "It operates in Germany, in France and in 14 others."),
        ("How many brothers does she have?", "She has three."),
        # A unit may be another one, and occasions stand beside no number.
        ("How many litres does the tank hold?", "The tank of the van holds 80 l at the most."),
        ("How many weeks of notice are there?", "There are three months of notice for the tenant."),
        ("How many square metres does the flat have?", "It has the 78 m² of the flat above."),
        ("How many times did he win the cup?", "He won the cup twice in the nineties."),
        (FIRMA, "Die Firma hat 4.200 Vollzeitmitarbeiter in der Stadt."),
        (FIRMA, "Es gibt 4.200 Kolleginnen und Kollegen in der Firma."),
        ("Wie viele Mitarbeitende hat die Firma?", "Die Firma hat 4.200 Beschäftigte."),
        ("Wie viele Aktien wurden erworben?", "Es wurden 3,2 Mio. Stammaktien an der Börse erworben."),
        ("Wie viele Kinder hat er?", "Er hat zwei Söhne und eine Tochter."),
        ("Wie viele Tage Urlaub hat man?", "Der Urlaub ist mit sechs Wochen im Jahr vereinbart."),
        ("Wie viele Fahrzeuge wurden verkauft?", "Es wurden im Jahr 12.000 Stück an die Kunden verkauft."),
        ("Wie viele Personen dürfen in den Aufzug?", "Der Aufzug ist für 8 Fahrgäste zugelassen."),
        ("Wie viele Anträge wurden gestellt?", "Es wurden im Mai keine gestellt."),
        # Across languages words do not tell.
        (FIRMA, "The firm had 4,200 employees at the end of the year."),
        (STAFF, "Die Brauerei hat 4.200 Beschäftigte in der Stadt."),
    ],
)
def test_a_number_of_what_is_counted_answers(question: str, text: str) -> None:
    assert speaks_of_counted(text, question)
    assert gives_figure(text, question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (STAFF, "The brewery has 120 pubs in the whole of Flanders."),
        (STAFF, "The brewery was visited by 900 pupils in the spring."),
        (STAFF, "There are two cellars under the brewery."),
        (STAFF, "It was founded in 1971 by the monks of the abbey."),
        (STAFF, "It is one of the oldest in the country."),
        (PEOPLE, "The fire was seen by 3,000 customers of the shop."),
        (PEOPLE, "The fire destroyed 14 houses and the church."),
        ("How many members does the club have?", "The club is the owner of 6 tennis courts."),
        ("How many children does she have?", "She is the owner of 12 horses and of a farm."),
        (FIRMA, "Die Firma hat 120 Filialen in der Stadt."),
        (FIRMA, "Die Firma hat keine Filialen in der Stadt."),
        ("Wie viele Aktien wurden erworben?", "Es wurden 14 Gebäude in der Stadt erworben."),
        ("Wie viele Schüler hat die Schule?", "Die Schule hat 14 Klassenzimmer und eine Halle."),
    ],
)
def test_a_number_of_others_does_not(question: str, text: str) -> None:
    assert not speaks_of_counted(text, question)
    assert not gives_figure(text, question)


def test_a_row_of_a_table_has_a_name_for_what_it_counts() -> None:
    assert speaks_of_counted("Employees of the brewery at the end | 4,200 | 4,100", STAFF)
    assert not speaks_of_counted("Pubs of the brewery at the end | 120 | 118", STAFF)


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("How many new delivery vans did they buy?", ("van",)),
        ("How many kg does the pump weigh?", ("kg",)),
        ("Who opened it?", ()),
        ("How many", ()),
        ("How many ?", ()),
    ],
)
def test_what_is_counted_stands_before_the_verb(question: str, things: tuple[str, ...]) -> None:
    assert counted_things(question) == things


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("It has approximately 114,000 employees.", True),
        ("It has 3.5 thousand full-time employees.", True),
        ("It has 12 breweries. Employees like them.", False),
        ("", False),
    ],
)
def test_the_number_stands_right_before_what_is_counted(text: str, right: bool) -> None:
    assert counts(text, STAFF) is right


@pytest.mark.parametrize("text", ["\n" * 20_000, "1 " * 5_000, "12 vans " * 3_000, "12" + " " * 200, ". , -"])
def test_odd_texts_take_no_time(text: str) -> None:
    begun = time.perf_counter()
    speaks_of_counted(text, STAFF)
    counts(text, STAFF)
    gives_figure(text, STAFF)
    assert time.perf_counter() - begun < 2


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
