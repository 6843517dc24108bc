"""Facts that stand in no source are found, whatever the question says."""

from __future__ import annotations

import pytest

from core.answer.verification.claims import SUSPICIOUS_TERMS, suspicious_terms, ungrounded_facts
from core.answer.verification.read_texts import Known
from tests.agent.gate_kit import WARRANTY, WEIGHT
from tests.answer.helpers import source_of
from tests.scored import scored


@pytest.mark.parametrize("term", SUSPICIOUS_TERMS)
def test_suspicious_terms_need_a_source(term: str) -> None:
    instructions = source_of(1, f"Then run {term.upper()} on the table.")
    assert suspicious_terms(f"Run {term} now.", Known.of([instructions], "")) == ()
    known = Known.of([WARRANTY], f"What does {term} do?")
    assert suspicious_terms(f"Run {term} now.", known) == (term,)


@scored("gate")
def test_facts_stand_in_a_source_or_in_the_question(said: str, strange: tuple[str, ...]) -> None:
    question = "Wie schwer ist die Pumpe?" if said.startswith("Die") else "How heavy was it in 2024?"
    assert ungrounded_facts(said, Known.of([WARRANTY, WEIGHT], question)) == strange


def test_a_table_may_hold_the_year_apart_from_its_day() -> None:
    table = source_of(1, "Year ended December 31,\n2018 2017\nNet sales 5,410 5,190")
    known = Known.of([table], "")
    assert ungrounded_facts("On December 31, 2018 net sales were 5,410.", known) == ()
    assert ungrounded_facts("On December 31, 2016 net sales were 5,410.", known) == ("2016-12-31",)


@pytest.mark.parametrize(
    ("said", "strange"),
    [
        ("The limit is 165 EUR, and it was 120 EUR before.", ()),
        ("The limit is 165 USD.", ("165 USD",)),
        ("The limit is 165 EUR in Hamburg.", ("Hamburg",)),
    ],
)
@pytest.mark.parametrize("read", ["165 EUR a night, before 120 EUR.", "€165 a night, before €120."])
def test_a_currency_is_known_by_its_figures(read: str, said: str, strange: tuple[str, ...]) -> None:
    known = Known.of_texts([f"Hotels are paid up to {read}"], "What is the limit?")
    assert ungrounded_facts(said, known) == strange
