"""What only repeats the question, or says what its source denies, does not pass the gate."""

from __future__ import annotations

import pytest

from core.agent.checks.asked_kind import ONLY_NEAR
from core.agent.checks.claims import (
    CONTRADICTED_STATEMENT,
    ECHOED_CLAIM,
    ungrounded_facts,
    validate_grounded_claims,
)
from core.agent.checks.read_texts import Known
from core.agent.final.final_answer import FinalDraft
from core.answer.sources import Source
from core.types import Answer, Evidence, Statement, StatementStatus, VerdictCode
from tests.agent.test_gate import judge, state_of
from tests.answer.helpers import source_of
from tests.scored import scored

TERM = source_of(1, "The warranty of the pump is 36 months from delivery. It was sold on 5 May 2021.")


@scored("gate")
def test_a_fact_of_the_question_is_claimed_only_with_a_source(
    question: str, said: str, codes: tuple[str, ...]
) -> None:
    assert judge(said, state_of(sources=(TERM,), question=question)).codes == codes


def test_the_message_names_what_only_the_question_says() -> None:
    state = state_of(sources=(TERM,), question="Is the warranty 99 weeks?")
    gate = judge("The warranty of the pump is 99 weeks [1].", state)
    assert gate.messages == (
        "Only the question says “99 weeks”, the cited text does not. Say what the opened text gives instead, "
        "or that it does not say so.",
    )
    assert (gate.findings[0].statements, gate.findings[0].by_reading) == ((0,), True)


def test_figures_stand_in_the_sentence_and_years_in_the_document() -> None:
    elsewhere = source_of(1, "The warranty of the pump is 36 months. Delivery takes 99 weeks.")
    state = state_of(sources=(elsewhere,), question="Is the warranty 99 weeks?")
    assert judge("The warranty of the pump is 99 weeks [1].", state).codes == (ECHOED_CLAIM,)
    beside = source_of(1, "The warranty of the pump is 36 months. Delivery of the pump takes 99 weeks.")
    state = state_of(sources=(beside,), question="Is the warranty 99 weeks?")
    assert judge("The warranty of the pump is 99 weeks [1].", state).codes == (ECHOED_CLAIM,)
    assert judge("The pump is delivered in 99 weeks, says the offer [1].", state).codes == ()
    other = source_of(2, "The warranty of the valve was 99 weeks in 2019.", "valve.pdf")
    state = state_of(sources=(TERM, other), question="Is the warranty 99 weeks?")
    assert judge("The warranty of the pump is 99 weeks [1].", state).codes == (ECHOED_CLAIM,)
    said = "The warranty of the pump in 2019 is 36 months [1]."
    asked = "What was the warranty in 2019?"
    assert judge(said, state_of(sources=(TERM, other), question=asked)).codes == (ECHOED_CLAIM, ONLY_NEAR)
    same = source_of(2, "All terms are those of 2019.")
    assert judge(said, state_of(sources=(TERM, same), question=asked)).passed
    named = source_of(1, TERM.chunk.text, "terms 2019.pdf")
    assert judge(said, state_of(sources=(named,), question=asked)).passed
    for date, passes in (("2019-04-01", True), ("2020", True), ("2021-04-01", False), ("2018", False)):
        dated = source_of(1, TERM.chunk.text, date=date)
        assert judge(said, state_of(sources=(dated,), question=asked)).passed is passes


@scored("gate")
def test_a_statement_that_its_source_contradicts_is_refused(source: str, said: str) -> None:
    state = state_of(sources=(source_of(1, source),), question=f"Is it right that {said}?")
    gate = judge(f"{said} [1].", state)
    assert gate.codes == (CONTRADICTED_STATEMENT,)
    assert gate.messages[0].startswith("Statement 1 is not what the cited text says. ")
    assert not gate.findings[0].by_reading
    assert gate.findings[0].by_writing
    assert judge(f"{source.removesuffix('.')} [1].", state).passed


def test_that_a_source_is_silent_is_no_contradiction() -> None:
    """ "The manual does not say that …": its source has the words, but nobody claims them."""
    source = source_of(1, "The warranty covers the seals of the pump.")
    row = Evidence(1, source.document.document_id, 1, (), source.chunk.text)
    state = state_of(sources=(source,), question="Does the warranty cover the seals?")
    for text, codes in (
        ("The manual does not say that the warranty covers the seals.", ()),
        ("The warranty does not cover the seals.", (CONTRADICTED_STATEMENT,)),
    ):
        statement = Statement(text, StatementStatus.WEAK, (row,), "why", code=VerdictCode.DENIAL_DIFFERS)
        found = validate_grounded_claims(FinalDraft(), Answer("", (statement,)), state)
        assert tuple(finding.code for finding in found) == codes


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


FEE = source_of(
    1, "The fee is 12 euros per month and is paid by the tenant within 14 days. The B-120 weighs 42 kg."
)
STAFF = source_of(2, "Only trained staff may open the housing. The yearly budget has 9 parts.", "staff.pdf")


@scored("gate")
def test_words_and_figures_of_its_own_are_no_claim(said: str, codes: tuple[str, ...]) -> None:
    state = state_of(sources=(FEE, STAFF), question="What do the papers say of money and people?")
    found = judge(said, state).codes
    assert tuple(code for code in found if code != ONLY_NEAR) == codes


def test_a_statement_in_another_language_than_its_document_is_not_held_to_its_words() -> None:
    state = state_of(sources=(FEE,), question="Wie schwer ist die B-120?")
    assert judge("Die Pumpe B-120 hat ein Gewicht von 42 kg [1].", state).passed
    assert judge("Gewicht: 42 kg, laut Angabe [1].", state).passed
    assert judge("Die B-120 wiegt 42 kg [1].", state).passed


def test_the_message_names_the_words_and_the_statement_is_left_out() -> None:
    state = state_of(sources=(FEE,), question="What is the fee?")
    gate = judge("The fee of 12 euros is refundable [1]. The fee is 12 euros per month [1].", state)
    assert gate.messages == (
        "The cited documents do not have “refundable”. Use the words of the sentences you name, or leave it "
        "out.",
    )
    assert gate.findings[0].statements == (0,)
