"""How sure an answer may look that lacks what was asked for."""

from __future__ import annotations

import pytest

from core.answer.relevance.missing_kinds import is_bare_figure, most_confidence
from core.types import Confidence, Evidence, Span, Statement, StatementStatus


def _copied(*texts: str) -> list[Statement]:
    return [
        Statement(
            text=text, status=StatementStatus.QUOTED, evidence=(Evidence(1, "d", 1, (Span(0, 1),), text),)
        )
        for text in texts
    ]


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        (
            "What net sales did Korvex report for the second quarter of 2023?",
            ["Korvex Reports Second-Quarter 2023 Results", "(2) Organic figures", "Net sales grew 10.2%"],
        ),
        ("How much revenue did Korvex make?", ["Korvex makes valves."]),
        ("Wie hoch war der Umsatz 2022?", ["Der Umsatz stieg deutlich."]),
        ("Wie viel Gewinn machte Nordwind?", ["Nordwind wächst."]),
        ("Welchen Umsatz erzielte Nordwind 2022?", ["Nordwind wurde 2010 gegründet."]),
    ],
)
def test_without_any_amount_an_answer_to_how_much_was_earned_is_low(question: str, texts: list[str]) -> None:
    assert most_confidence(question, _copied(*texts)) is Confidence.LOW


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        (
            "And what was the net income of Korvex?",
            ["Other non-operating income, net — 1", "Net sales $ 377 $ 391", "Other income, net 1,599 2,355"],
        ),
        ("What were total assets in 2020?", ["Total liabilities 4,200 3,900"]),
        ("When does the lease end?", ["The lease runs with the house."]),
        ("What is the price of the B-120?", ["1,890.00"]),
    ],
)
def test_other_rows_other_kinds_and_bare_figures_are_medium(question: str, texts: list[str]) -> None:
    assert most_confidence(question, _copied(*texts)) is Confidence.MEDIUM


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("What net sales did Korvex report?", ["Net sales $ 17,846 $ 16,200"]),
        ("What revenue did Korvex report?", ["Net sales $ 17,846 $ 16,200"]),
        ("And what was the net income of Korvex?", ["Net income attributable to Korvex plc 1,048 805"]),
        ("And what was the net income of Korvex?", ["Korvex earned $ 1,048 million."]),
        ("What were the net sales and the net income?", ["Net sales 377 391", "Net income 12 14"]),
        ("What was the revenue of Korvex?", ["Korvex had no revenue."]),
        ("Wie hoch war der Umsatz 2022?", ["Der Umsatz betrug rund 4,2 Mio. EUR."]),
        ("Was war der Gewinn im Jahr 2020?", ["Gewinn 12.300 11.200"]),
        ("Which income is taxed?", ["Income from rent is taxed."]),
        ("What is net income?", ["Net income is what is left."]),
        ("What drove the revenue of 2022?", ["Strong demand."]),
        ("What sales channels are used?", ["Shops and the web."]),
        ("Why did sales fall?", ["Because of the weather."]),
        ("Who signs the lease?", ["The tenant signs it."]),
        ("What is the price of the B-120?", ["EUR 1,890.00"]),
    ],
)
def test_what_answers_may_be_high(question: str, texts: list[str]) -> None:
    assert most_confidence(question, _copied(*texts)) is Confidence.HIGH


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("Who signs the lease?", ["The lease runs for two years."]),
        ("Who made the pump?", ["The pump is made of stainless steel.", "It was made in 2019."]),
        ("By whom was the pump made?", ["The pump was made in 2019."]),
        ("Which company made the pump?", ["The pump was made by hand in 2019."]),
        ("wer hat die Pumpe gebaut?", ["Die Pumpe wurde 2019 gebaut."]),
        ("Welche Firma hat die Pumpe gebaut?", ["Die Pumpe wurde 2019 gebaut."]),
        ("Von wem wurde die Pumpe gebaut?", ["Gebaut wurde die Pumpe 2019."]),
    ],
)
def test_with_nobody_told_an_answer_to_who_is_low(question: str, texts: list[str]) -> None:
    assert most_confidence(question, _copied(*texts)) is Confidence.LOW


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("Who made the pump?", ["Karst made the pump in 2019."]),
        ("Who made the pump?", ["It was made by the workshop."]),
        ("Who may open the housing?", ["Only trained staff may open it."]),
        ("Who made the pump?", ["It is not said who made the pump."]),
        ("Who made the pump and when was it made?", ["The pump was made in 2019."]),  # two questions
        ("Which company made the pump?", ["It was made by Karst."]),
        ("Which company car may be used?", ["The blue one may be used."]),
        ("Which person signs?", ["The tenant signs."]),
        ("Wer hat die Pumpe gebaut?", ["Die Pumpe wurde von der Karst GmbH gebaut."]),
        ("Welcher Hersteller liefert die Dichtungen?", ["Die Dichtungen liefert Nordwind."]),
        ("Wer haftet für Schäden?", ["Für Schäden haftet der Mieter."]),
    ],
)
def test_somebody_told_or_denied_may_be_high(question: str, texts: list[str]) -> None:
    assert most_confidence(question, _copied(*texts)) is Confidence.HIGH


def test_a_unit_is_a_word_beside_a_figure() -> None:
    assert is_bare_figure("1,890.00, [1]")
    assert not any(map(is_bare_figure, ("24 months", "$ 12", "5 %", "B-120", "none")))
