"""The gate on quotations: word for word, long enough, and about what was asked."""

from __future__ import annotations

from core.agent.demands.constraints import PromptConstraints
from core.agent.gate import validate_agent_state
from core.agent.grounding import ground_citations_from_state
from core.agent.repair_answer import settle
from core.types import InsufficiencyKind
from tests.agent.gate_kit import WARRANTY, attempt_of, judge, state_of, stating
from tests.answer.helpers import on_page_one, source_of
from tests.scored import scored

QUOTE = PromptConstraints(requires_exact_quote=True, exact_quote_indicators=("sentence",))


@scored("gate")
def test_a_demanded_quote_is_word_for_word(text: str, codes: tuple[str, ...]) -> None:
    assert judge(text, state_of(QUOTE)).codes == codes


def test_a_short_sentence_is_one() -> None:
    state = state_of(QUOTE, (source_of(1, "Weight: 42 kg. The rest is not known."),))
    assert "EXACT_QUOTE_UNMET" not in judge("It says “Weight: 42 kg” [1].", state).codes
    assert "EXACT_QUOTE_UNMET" in judge("The weight is “42 kg” [1].", state).codes


def test_a_term_may_be_quoted_as_short_as_it_is() -> None:
    demand = PromptConstraints(requires_exact_quote=True, exact_quote_indicators=("term",))
    assert judge(stating("It is a “B-120 pump”."), state_of(demand)).codes == ()


def test_a_quote_has_to_be_about_what_was_asked() -> None:
    sources = (WARRANTY, source_of(2, "Karst is closed on Mondays."))
    state = state_of(QUOTE, sources)
    beside = judge('{"quotes":[{"evidence":["2.1"]}],"statements":[]}', state)
    assert beside.codes == ("ONLY_NEAR", "EXACT_QUOTE_UNMET")
    assert judge('{"quotes":[{"evidence":["1.1"]}],"statements":[]}', state).passed


def test_a_demanded_statement_of_code_is_code() -> None:
    demand = PromptConstraints(requires_exact_quote=True, exact_quote_indicators=("SQL statement",))
    runbook = source_of(1, "Deleting an order is final.\n\nDELETE FROM orders WHERE id = 7;")
    state = state_of(demand, (runbook,), "Quote the SQL statement that deletes an order.")
    assert judge('{"quotes":[{"evidence":["1.1"]}]}', state).codes == ("EXACT_QUOTE_UNMET",)
    assert judge('{"quotes":[{"evidence":["1.2"]}]}', state).passed


def test_marks_around_other_words_are_asked_about_then_lost_and_told() -> None:
    state = state_of()
    attempt = attempt_of(stating("The “B-120” weighs “42 kg”, says the “data sheet of Karst”."), state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    inexact = [finding for finding in gate.findings if finding.code == "INEXACT_QUOTE"]
    assert [(finding.by_reading, finding.by_writing) for finding in inexact] == [(False, True)]
    settled = settle(attempt.draft, inexact, state)
    assert [row.missing.partition(":")[0] for row in settled.disclosed] == ["quotation marks"]
    assert settled.statements[0].text == "The “B-120” weighs “42 kg”, says the data sheet of Karst."


def test_what_was_stitched_together_is_no_claim_without_its_marks_either() -> None:
    said = "The manual says “The warranty of the B-120 pump … are excluded.” [1] The B-120 weighs 42 kg [2]."
    state = state_of()
    attempt = attempt_of(said, state)
    findings = validate_agent_state(attempt.draft, attempt.answer, state).findings
    (inexact,) = [finding for finding in findings if finding.code == "INEXACT_QUOTE"]
    settled = settle(attempt.draft, [inexact], state)
    assert [row.text for row in settled.statements] == ["The B-120 weighs 42 kg."]
    assert [row.kind for row in settled.disclosed] == [InsufficiencyKind.LEFT_OUT]


@scored("gate")
def test_every_quotation_is_checked(said: str, exact: bool, left: str) -> None:
    state = state_of()
    attempt = attempt_of(said, state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    assert ("INEXACT_QUOTE" not in gate.codes) is exact
    inexact = [finding for finding in gate.findings if finding.code == "INEXACT_QUOTE"]
    settled = settle(attempt.draft, inexact, state)
    assert settled.statements[0].text == (left or attempt.draft.statements[0].text)
    again = ground_citations_from_state(settled, state, on_page_one)
    assert "INEXACT_QUOTE" not in validate_agent_state(again.draft, again.answer, state).codes
