"""Units behind a figure: which are the same amount, and which only look like it."""

from __future__ import annotations

import pytest

from core.answer.facts.checkable import facts_of
from core.answer.facts.numbers_in_text import Number
from core.answer.verification.verify import verify
from core.types import StatementStatus as S

VERIFIED = (S.QUOTED, S.SUPPORTED)


def number(text: str) -> Number:
    return facts_of(text).numbers[0]


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("20 mg per week", "20 mg per day"),
        ("20 mg/h", "20 mg/d"),
        ("20 mg pro Woche", "20 mg täglich"),
        ("5 A", "5 mA"),
        ("45 l/h", "45 m³/h"),
        ("45 m²", "45 m³"),
        ("310 t", "310 kg"),
        ("20 m/min", "20 m/s"),
        ("20 m", "20 m/s"),
        ("50 s", "50 ms"),
        ("8 s", "8 h"),
        ("12 MW", "12 mW"),
        ("12MW", "12mW"),
        ("30 °F", "30 °C"),
        ("30 Kelvin", "30 °C"),
        ("3 l/h", "3 l/min"),
        ("20 km/s", "20 km/h"),
        ("20km/s", "20km/h"),
        ("6 bar", "6 kPa"),
        ("4 kWh", "4 kW"),
        ("80 € pro Tag", "80 € pro Stunde"),
        ("5 mg", "5 mg/kg"),
        ("5 mg/kg", "5 mg"),
        ("300 K", "300 °C"),
    ],
)
def test_another_unit_is_another_amount(said: str, given: str) -> None:
    assert not number(said).is_carried_by(number(given))


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("8 hours", "8 h"),
        ("8 Stunden", "8h"),
        ("45 cubic metres", "45 m³"),
        ("45 m3", "45 Kubikmeter"),
        ("80 square meters", "80 m²"),
        ("310 kilograms", "310 KG"),
        ("20 mg per day", "20 mg/d"),
        ("20 mg pro Tag", "20 mg daily"),
        ("20 mg a day", "20 mg per day"),
        ("20 mg", "20 mg per day"),
        ("3 litres per minute", "3 l/min"),
        ("3 Liter je Minute", "3 L/min"),
        ("20 kilometres per hour", "20 km/h"),
        ("20 km an hour", "20 kph"),
        ("500 litres", "0.5 m³"),
        ("180 l/h", "3 l/min"),
        ("0.31 t", "310 kg"),
        ("30 degrees Celsius", "30 °C"),
        ("30 Grad", "30°C"),
        ("50 milliseconds", "0.05 s"),
        ("1500 rpm", "1500 U/min"),
        ("1500 revolutions per minute", "1500 rpm"),
        ("5 amps", "5 A"),
        ("1200 € pro Jahr", "100 Euro pro Monat"),
        ("$5K", "5,000 dollars"),
        ("45 m³/h", "45"),
    ],
)
def test_the_same_amount_in_other_words(said: str, given: str) -> None:
    assert number(said).is_carried_by(number(given))


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The dose is 20 mg per day.", "The daily dose is 20 mg."),
        ("The daily dose is 20 mg.", "The dose is 20 mg per day."),
        ("The pump moves 45 cubic metres an hour.", "The pump moves 45 m³/h."),
        ("The tank holds 500 litres.", "The tank holds 0.5 m³."),
        ("The speed is 20 kilometres per hour.", "The speed is 20 km/h."),
        ("Die Pumpe fördert 3 Liter pro Minute.", "Die Pumpe fördert 3 l/min."),
        ("The flat has 80 square metres.", "The flat has 80 m²."),
    ],
)
def test_verified_in_another_unit(statement: str, evidence: str) -> None:
    verdict = verify(statement, [evidence])
    assert verdict.status in VERIFIED, verdict.reason


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The dose is 20 mg per week.", "The dose is 20 mg per day."),
        ("The dose is 20 mg per day.", "The dose is 20 mg."),
        ("The pump moves 45 l/h.", "The pump moves 45 m³/h."),
        ("The fuse is rated for 5 A.", "The fuse is rated for 5 mA."),
        ("Die Anlage leistet 12 MW.", "Die Anlage leistet 12 mW."),
        ("The press weighs 310 t.", "The press weighs 310 kg."),
    ],
)
def test_not_verified_with_another_unit(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status not in VERIFIED
