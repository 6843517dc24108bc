"""The gate refuses what no opened source says: citations, terms, figures and names."""

from __future__ import annotations

import pytest

from core.agent.checks.claims import SUSPICIOUS_TERMS, suspicious_terms, ungrounded_facts
from core.agent.checks.read_texts import Known
from tests.agent.gate_kit import WARRANTY, WEIGHT, judge, state_of, stating
from tests.answer.helpers import source_of
from tests.scored import scored


@scored("gate")
def test_markers_name_what_is_open(text: str, codes: tuple[str, ...], message: str) -> None:
    gate = judge(text, state_of())
    assert gate.codes == codes
    assert message in ("", *gate.messages[:1])


@pytest.mark.parametrize("term", SUSPICIOUS_TERMS)
def test_suspicious_terms_need_a_source(term: str) -> None:
    instructions = source_of(1, f"Then run {term.upper()} on the table.")
    assert suspicious_terms(f"Run {term} now.", Known.of([instructions], "")) == ()
    known = Known.of([WARRANTY], f"What does {term} do?")
    assert suspicious_terms(f"Run {term} now.", known) == (term,)


def test_an_invented_command_is_refused_and_a_real_one_is_not() -> None:
    manual = source_of(1, "To rebuild an index run REBUILD INDEX orders_idx at night. It takes 5 minutes.")
    state = state_of(sources=(manual,), question="How is the orders index rebuilt?")
    text = '{"statements":[{"evidence":["1.1"],"text":"To rebuild the index run pg_reindex at night."}]}'
    gate = judge(text, state)
    assert gate.codes == ("UNGROUNDED_CLAIM",)
    assert gate.messages == (
        "Not in any opened citation: “pg_reindex”. Open a citation that says it, or leave it out.",
    )
    assert gate.findings[0].statements == (0,)
    assert judge(text.replace("pg_reindex", "REBUILD INDEX orders_idx"), state).passed


@scored("gate")
def test_facts_stand_in_a_source_or_in_the_question(said: str, strange: tuple[str, ...]) -> None:
    question = "Wie schwer ist die Pumpe?" if said.startswith("Die") else "How heavy was it in 2024?"
    assert ungrounded_facts(said, Known.of([WARRANTY, WEIGHT], question)) == strange


def test_a_table_may_hold_the_year_apart_from_its_day() -> None:
    table = source_of(1, "Year ended December 31,\n2018 2017\nNet sales 5,410 5,190")
    known = Known.of([table], "")
    assert ungrounded_facts("On December 31, 2018 net sales were 5,410.", known) == ()
    assert ungrounded_facts("On December 31, 2016 net sales were 5,410.", known) == ("2016-12-31",)


def test_what_no_source_carries_is_refused() -> None:
    gate = judge(stating("Customers are satisfied everywhere."), state_of())
    assert gate.codes == ("UNSUPPORTED_ANSWER",)
    gate = judge(stating("The B-120 weighs 42 kg.", "Customers are satisfied everywhere."), state_of())
    assert gate.codes == ("UNSUPPORTED_STATEMENT",)
    assert gate.messages[0].startswith("Statement 2 is not carried by the sentences it names.")
