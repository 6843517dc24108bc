"""What is told is of the kind that was asked for, or it is said not to be; in doubt nothing is said."""

from __future__ import annotations

import pytest

from core.answer.relevance.kinds_given import asked_thing, lacks_kind, lacks_measure

BOILER = "The boiler holds 80 litres."
KESSEL = "Der Kessel fasst 80 Liter."


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the price of the boiler?", BOILER),
        ("What does the boiler cost?", BOILER),
        ("How heavy is the boiler?", BOILER),
        ("What is the temperature of the boiler?", BOILER),
        ("What is the weight of the boiler?", "The boiler costs 900 euros."),
        ("Was kostet der Kessel?", KESSEL),
        ("Wie hoch ist der Preis des Kessels?", KESSEL),
        ("Wie lautet der Kaufpreis?", KESSEL),
    ],
)
def test_a_figure_of_another_kind_is_no_answer(question: str, said: str) -> None:
    assert lacks_measure(question, said, said)
    assert lacks_kind(question, said, said)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the price of the boiler?", "The boiler costs 900 euros."),
        ("What is the price of the boiler?", "Customers pay 900 a year."),
        ("What is the price of the boiler?", "Prices are given on request."),
        ("What is the price of the boiler?", "It is free of charge."),
        ("What is the price of the boiler?", "It sells for 900 rupees."),
        ("What is the price of the boiler?", "The documents do not say it."),
        ("What is the rent?", "Shops pay 7 percent of their sales."),
        ("What is the weight of the boiler?", "It is 5 hundredweight."),
        ("What is the temperature of the boiler?", "It is set to 65 °C."),
        ("What is the price list?", "A list of all boilers."),
        ("What is the price based on?", "The index of the ministry."),
        ("Which costs are refunded?", "Travel and lodging are refunded."),
        ("What is the price and who sets it?", BOILER),  # two questions
        ("How big is the boiler?", BOILER),
        ("Wie hoch ist die Miete?", "Der Mieter zahlt 900 Euro."),
        ("Was kostet der Kessel?", "Der Kessel ist kostenlos."),
        ("What is stored in the boiler?", BOILER),
    ],
)
def test_what_may_be_of_the_kind_is(question: str, said: str) -> None:
    assert not lacks_measure(question, said, said)


@pytest.mark.parametrize(
    ("question", "said", "lacks"),
    [
        ("Who built the boiler?", BOILER, True),
        ("When was the boiler built?", BOILER, True),
        ("Where is the boiler?", BOILER, True),
        ("Wer hat den Kessel gebaut?", KESSEL, True),
        ("Wann wurde der Kessel gebaut?", KESSEL, True),
        ("Who built the boiler?", "Miller built the boiler.", False),
        ("Who built the boiler?", "It was made by the workshop.", False),
        ("Who cleans the boiler?", "The tenant cleans the boiler.", False),
        ("Who built the boiler, and when?", BOILER, False),
        ("When is the boiler cleaned?", "It is cleaned on Mondays.", False),
        ("When is the boiler cleaned?", "It is cleaned before winter.", False),
        ("When is the boiler cleaned?", "It is cleaned 14 days later.", False),
        ("When was the boiler built?", "The boiler was built in 1988.", False),
        ("Where is the boiler?", "The boiler stands behind the stairs.", False),
        ("Where is the boiler?", "The boiler stands in Karst.", False),
        ("Wo steht der Kessel?", "Der Kessel steht im Keller.", False),
        ("Wer reinigt den Kessel?", "Der Mieter reinigt ihn.", False),
    ],
)
def test_a_person_a_time_and_a_place(question: str, said: str, lacks: bool) -> None:
    assert lacks_kind(question, said, said) is lacks


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("What is the notice period of the lease?", "notice period"),
        ("Welche Farbe hat der Kessel?", "Farbe"),
        ("How long does it last?", ""),
    ],
)
def test_what_is_asked_for_by_its_name(question: str, thing: str) -> None:
    assert asked_thing(question) == thing
