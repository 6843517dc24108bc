"""The same money, however its currency is written; other money is not carried."""

from __future__ import annotations

import pytest

from core.answer.confidence import VERIFIED
from core.answer.verification.verify import verify
from core.text.numbers import find_money


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The Melbury roof cost £41,300.", "The Melbury roof cost 41,300 pounds."),
        ("The Melbury roof cost 41,300 pounds.", "The Melbury roof cost GBP 41,300."),
        ("The parcel weighs 5 lb.", "The parcel weighs 5 pounds."),
        ("The ticket costs 120 CZK.", "The ticket costs 120 Czech crowns."),
        ("The ticket costs 120 Kč.", "The ticket costs CZK 120."),
        ("The ticket costs 120 SEK.", "The ticket costs 120 kr."),
        ("The ticket costs 50 pounds.", "The ticket costs fifty pounds."),
        ("The ticket costs 80 złoty.", "The ticket costs 80 PLN."),
        ("Die Reparatur kostet 4.000 SEK.", "Die Reparatur kostet 4.000 schwedische Kronen."),
        ("Die Reparatur kostet 4.000 Kronen.", "Die Reparatur kostet 4.000 SEK."),
        ("Die Reparatur kostet 300 Pfund.", "Die Reparatur kostet 300 GBP."),
        ("Die Uhr kostet 950 Euro.", "Die Uhr kostet 950,– €."),
        ("Die Orgel kostet CHF 1'250.", "Die Orgel kostet 1'250.– Franken."),
        ("The bell was sold for ₹120,000.", "The bell was sold for ₹ 1,20,000."),
        ("The permit costs 500 INR.", "The permit costs Rs. 500."),
        ("Biletul costă 5 RON.", "Biletul costă 5 lei."),
        ("Le phare a coûté 1,200,000 €.", "Le phare a coûté 1 200 000 €."),
    ],
)
def test_the_same_amount_is_carried(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status in VERIFIED


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The roof cost 41,300 pounds.", "The roof cost 41,300 euros."),
        ("The roof cost 41,300 pounds.", "The roof weighs 41,300 kg."),
        ("The ticket costs 120 CZK.", "The ticket costs 120 PLN."),
        ("The ticket costs 120 EUR.", "The ticket costs 120 kr."),
        ("Die Reparatur kostet 4.000 SEK.", "Die Reparatur kostet 4.000 norwegische Kronen."),
        ("The chairs cost 4,120 €.", "Chairs 4 120 €"),
    ],
)
def test_another_currency_is_not(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status not in VERIFIED


@pytest.mark.parametrize("text", ["Freight to Harrow Vale", "Freight", "Krone"])
def test_no_currency_stands_in_a_word(text: str) -> None:
    assert find_money(text) == []
