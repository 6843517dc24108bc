"""German answers over German text: numbers, dates, scales and compounds as a German reader takes them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from core.answer.facts.checkable import facts_of
from core.answer.facts.numbers_in_text import parse_number
from core.answer.verification.verify import verify
from core.types import StatementStatus as S

RENT = "Die monatliche Grundmiete beträgt 6.820,00 € zuzüglich der gesetzlichen Umsatzsteuer."
START = "Das Mietverhältnis beginnt am 1. April 2023 und wird auf fünf Jahre fest geschlossen."
SALES = "Unser Umsatz ging um 3,8 % auf 214,6 Mio. € zurück."
NOTICE = "Die Frist der Kündigung beträgt neun Monate zum Ende der Mietzeit."
AREA = "Die Halle hat eine Nutzfläche von 1.240 m²."
DIVIDEND = "Der Vorstand schlägt eine Dividende von 0,85 € je Aktie vor (Vorjahr: 0,80 €)."


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("Die Kündigungsfrist beträgt neun Monate.", NOTICE),
        ("Die Kündigungsfrist beträgt 9 Monate.", NOTICE),
        (
            "Die Frist der Kündigung ist neun Monate.",
            "Für die Halle gilt eine Kündigungsfrist von neun Monaten.",
        ),
        ("Die Grundmiete beläuft sich auf 6.820 €.", RENT),
        ("Die Grundmiete ist 6820 Euro.", RENT),
        ("Die Grundmiete ist 6 820,00 €.".replace("6 8", "6\u202f8"), RENT),
        ("Der Umsatz ging um 3,8 Prozent auf 214,6 Millionen Euro zurück.", SALES),
        ("Das Mietverhältnis beginnt am 01.04.2023.", START),
        ("Das Mietverhältnis beginnt am 1.4.2023.", START),
        ("Das Mietverhältnis beginnt am 1. April 2023.", "Das Mietverhältnis beginnt am 01.04.2023."),
        ("Das Mietverhältnis beginnt im April 2023.", START),
        ("Die Halle hat 1240 m² Nutzfläche.", AREA),
        ("Die Dividende je Aktie beträgt 0,85 €.", DIVIDEND),
        ("Die Säumigen werden bis Ende Juli gemahnt.", "Die Saeumigen werden bis Ende Juli gemahnt."),
        ("The lease begins on April 1, 2023.", "The lease begins on 1 April 2023."),
    ],
)
def test_what_stands_there_is_verified(statement: str, evidence: str) -> None:
    verdict = verify(statement, [evidence])
    assert verdict.status in (S.QUOTED, S.SUPPORTED), verdict.reason


@pytest.mark.parametrize(
    ("statement", "evidence", "expected"),
    [
        ("Die Kündigungsfrist beträgt sechs Monate.", NOTICE, S.UNSUPPORTED),
        ("Die Kündigungsfrist beträgt neun Wochen.", NOTICE, S.WEAK),
        ("Die Grundmiete beträgt 6.280,00 €.", RENT, S.UNSUPPORTED),
        ("Die Grundmiete beträgt 6,82 €.", RENT, S.UNSUPPORTED),
        ("Die Grundmiete beträgt 6.820,00 $.", RENT, S.WEAK),
        ("Der Umsatz ging auf 214,6 Milliarden Euro zurück.", SALES, S.UNSUPPORTED),
        ("Der Umsatz ging auf 214,6 Mio. Dollar zurück.", SALES, S.WEAK),
        ("Der Umsatz ging um 3,8 Mio. € zurück.", SALES, S.UNSUPPORTED),
        ("Das Mietverhältnis beginnt am 01.05.2023.", START, S.UNSUPPORTED),
        ("Das Mietverhältnis beginnt am 1. Mai 2023.", START, S.UNSUPPORTED),
        (
            "Das Mietverhältnis beginnt am 4. Januar 2023.",
            "Das Mietverhältnis beginnt am 01.04.2023.",
            S.UNSUPPORTED,
        ),
        ("Das Mietverhältnis beginnt im Mai 2023.", START, S.UNSUPPORTED),
        ("Die Nutzfläche der Halle beträgt 1,24 m².", AREA, S.UNSUPPORTED),
        # Every noun has a capital: who pays whom cannot be told from what belongs to what.
        ("Der Vermieter zahlt dem Mieter die Kosten.", "Der Mieter zahlt dem Vermieter die Kosten.", S.WEAK),
        ("Die Dividende beträgt 0,58 € je Aktie.", DIVIDEND, S.UNSUPPORTED),
        (
            "Der Mieter darf die Räume nicht untervermieten.",
            "Der Mieter darf die Räume untervermieten.",
            S.WEAK,
        ),
        ("Die Gewährleistungsfrist beträgt neun Monate.", NOTICE, S.WEAK),
        ("The lease begins on April 4, 2023.", "The lease begins on 1 April 2023.", S.UNSUPPORTED),
        ("Revenue was 2.5 million dollars.", "Revenue was 2.5 million euros.", S.WEAK),
    ],
)
def test_what_does_not_stand_there_is_not(statement: str, evidence: str, expected: S) -> None:
    verdict = verify(statement, [evidence])
    assert verdict.status is expected, verdict.reason


@pytest.mark.parametrize(
    ("digits", "german", "english"),
    [
        ("6.820", "6820", "6.820"),
        ("1,234", "1.234", "1234"),
        ("1.234,56", "1234.56", "1234.56"),
        ("0,85", "0.85", "0.85"),
        ("214.610.000", "214610000", "214610000"),
    ],
)
def test_separators_are_those_of_the_language(digits: str, german: str, english: str) -> None:
    assert parse_number(digits, german=True) == Decimal(german)
    assert parse_number(digits, german=False) == Decimal(english)


def test_a_row_without_words_may_be_read_either_way() -> None:
    (number,) = facts_of("Umsatzerlöse 214.610").numbers
    assert {number.value, number.other} == {Decimal("214.610"), Decimal(214610)}


def test_a_date_is_one_fact_in_every_way_of_writing() -> None:
    for text in ("am 3. Mai 2024", "am 03.05.2024", "on May 3, 2024", "on 3 May 2024"):
        assert [date.iso for date in facts_of(text).dates] == ["2024-05-03"]
    assert not facts_of("Version 3.15.2024, Nr. 41.5.2024").dates


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("Der Festpreis beträgt 48.000 Euro.", "The fixed price is 48,000 Euros plus VAT."),
        ("Der Festpreis beträgt 48.000 Euro.", "Fixed price: 48,000 Euros (Die Firma Karst)"),
        ("Der Festpreis beträgt 48,000 Euros.", "The fixed price is 48,000 Euros plus VAT."),
        ("The fixed price is 48.000 Euro.", "The fixed price is 48,000 Euros plus VAT."),
        ("Festpreis: 48.000,00 €", "The fixed price is EUR 48,000."),
        ("Der Weg ist 3.500 Meter lang.", "The way is 3,500 meters long."),
        ("Der Weg ist 3,5 km lang.", "The way is 3.5 km long."),
    ],
)
def test_one_figure_in_german_and_in_english_notation(statement: str, sentence: str) -> None:
    assert verify(statement, [sentence]).status is not S.UNSUPPORTED


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("Der Festpreis beträgt 48 Euro.", "Fixed price: 48,000 Euros (Die Firma Karst)"),
        ("The fixed price is 48 Euro.", "Festpreis: 48.000 Euro"),
        ("Der Weg ist 3.500 Meter lang.", "The way is 3.5 meters long."),
        ("Der Umsatz betrug 1.234 Millionen Euro.", "The revenue was 1.234 million euros."),
    ],
)
def test_another_figure_in_another_notation(statement: str, sentence: str) -> None:
    assert verify(statement, [sentence]).status is S.UNSUPPORTED
