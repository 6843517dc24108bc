"""A sentence about another code or numbered thing than the question's is no answer."""

from __future__ import annotations

import pytest

from core.answer.judged_sentences import judge_sentences
from core.answer.relevance.another_thing import names_another
from core.judge.word_judge import WordJudge
from tests.answer.helpers import source_of


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does CVE-2024-1234 allow?", "CVE-2024-1243 allows an attacker to restart it."),
        ("Who has locker 318?", "Locker 317 belongs to Mira Falk."),
        ("Which customer placed order ORD150123?", "ORD150121 | Halden Ltd | Valve | 120.00"),
        ("How heavy is the B-120?", "The B-140 weighs 52 kg."),
        ("Was regelt Paragraf 5?", "Paragraf 6 regelt die Kaution."),
        ("What did invoice 4711 come to?", "Invoice 4712 came to 300 euro."),
        ("What does ISO 14001 deal with?", "ISO 9001 deals with quality."),
        ("Was regelt § 5 Abs. 3?", "§ 5 Abs. 2 regelt die Kaution."),
        ("Was zahlt Konto DE12 5001 0517 91?", "Konto DE12 5001 0517 90 zahlt den Strom."),
        ("What does error E2 mean?", "Error F2: dry run detected."),
        ("Was steht in Art. 12 DSGVO?", "Art. 13 DSGVO regelt die Auskunft."),
    ],
)
def test_another_of_the_series_is_none(question: str, text: str) -> None:
    assert names_another(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does CVE-2024-1234 allow?", "Unlike CVE-2024-1243, CVE-2024-1234 allows reading."),
        ("How heavy is the B-120?", "B-120 operating manual: it replaces the B-100."),  # its heading names it
        ("How heavy is the B-120?", "Pump C-200 needs another seal."),  # another series: who knows
        ("What happens after 24 months?", "The warranty ends after 8,000 hours or 24 months."),
        ("What was sold in 2023?", "In 2022 the store was closed."),  # years are judged elsewhere
        ("How many lockers are there?", "Locker 317 belongs to Mira Falk."),
        ("Can I cancel within 30 days?", "It may be cancelled within 14 days of receipt."),
        ("Are at least 3 directors needed?", "The board has at least 5 directors."),
        ("Does it last more than 12 months?", "The warranty lasts more than 24 months."),
        ("Is the shop open at 6 pm?", "The shop is open until 8 pm."),
        ("Bis 18 Uhr geöffnet?", "Bis 20 Uhr ist geöffnet."),
        ("Was EUR 300 paid?", "EUR 250 was paid in May."),
    ],
)
def test_what_may_be_the_same(question: str, text: str) -> None:
    assert not names_another(question, text)


def test_only_the_one_that_is_asked_about_is_likely() -> None:
    text = "Locker 36 belongs to Jana Ruiz. Locker 33 belongs to Tom Abel. Locker 317 belongs to Mira Falk."
    found = judge_sentences("Who has locker 317?", "en", [source_of(1, text)], WordJudge())
    assert [one.sentence.text for one in found.likely] == ["Locker 317 belongs to Mira Falk."]
    none = judge_sentences("Who has locker 318?", "en", [source_of(1, text)], WordJudge())
    assert not none.likely


def test_a_document_about_another_model_tells_nothing_of_the_one_that_is_asked_about() -> None:
    sheet = [source_of(1, "DW-620 dishwasher. Made in 2024."), source_of(2, "Weight 38.5 kg")]
    assert judge_sentences("What is the weight of the DW-620?", "en", sheet, WordJudge()).likely
    assert not judge_sentences("What is the weight of the DW-640?", "en", sheet, WordJudge()).likely
