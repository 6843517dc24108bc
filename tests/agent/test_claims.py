"""The gate refuses what no opened source says, what only repeats the question, and what a source denies."""

from __future__ import annotations

import pytest

from core.agent.checks.claims import (
    CONTRADICTED_STATEMENT,
    SUSPICIOUS_TERMS,
    suspicious_terms,
    ungrounded_facts,
    validate_grounded_claims,
)
from core.agent.checks.read_texts import Known
from core.agent.final.final_answer import FinalDraft
from core.answer.sources import Source
from core.types import Answer, Evidence, Statement, StatementStatus, VerdictCode
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


@pytest.mark.parametrize("code", VerdictCode)
@pytest.mark.parametrize("status", StatementStatus)
def test_of_weak_statements_only_the_contradicted_are_refused(
    code: VerdictCode, status: StatementStatus
) -> None:
    """Each statement has the words of its source: only status and code decide."""
    source: Source = source_of(1, "The harbour was built by Karst.")
    row = Evidence(1, source.document.document_id, 1, (), source.chunk.text)
    statement = Statement(source.chunk.text, status, (row,), "why", code=code)
    found = validate_grounded_claims(FinalDraft(), Answer("", (statement,)), state_of(sources=(source,)))
    contradicted = code in ("denial_differs", "opposite", "exchanged")
    expected = {
        StatementStatus.UNSUPPORTED: ("UNSUPPORTED_ANSWER",),
        StatementStatus.WEAK: (CONTRADICTED_STATEMENT,) if contradicted else (),
    }.get(status, ())
    assert tuple(finding.code for finding in found) == expected


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
