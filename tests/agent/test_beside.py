"""Statements that have nothing to do with the question, beside one that answers it."""

from __future__ import annotations

from core.agent.checks.off_topic import BESIDE_THE_QUESTION, validate_what_is_beside
from core.agent.demands.constraints import PromptConstraints
from core.agent.final.final_answer import parse_final
from core.agent.grounding import ground_citations_from_state
from core.agent.repair_answer import settle
from tests.agent.test_gate import state_of
from tests.answer.helpers import on_page_one, source_of
from tests.scored import scored

WARRANTY = "Karst warrants the B-120 pump for 24 months from delivery."
GLOVES = "Operators wear gloves when the housing is open."
CLAIM = "The warranty of the pump is void once it was opened."
SEALS = "Wearing parts are changed every year."
OPENED = (
    source_of(1, f"{WARRANTY} {SEALS}", score=0.8),
    source_of(2, f"{GLOVES} {CLAIM}", "safety.pdf", score=0.6),
)
QUESTION = "Quote the sentence in which Karst says how many months the B-120 pump is warranted."


def beside(text: str, demands: PromptConstraints, question: str = QUESTION) -> tuple[str, ...]:
    """The statements that the check would leave out."""
    state = state_of(demands, OPENED, question)
    attempt = ground_citations_from_state(parse_final(text, OPENED), state, on_page_one)
    findings = validate_what_is_beside(attempt.draft, attempt.answer, state)
    assert {finding.code for finding in findings} <= {BESIDE_THE_QUESTION}
    kept = settle(attempt.draft, findings, state)
    assert kept.disclosed == ()  # nothing that was claimed is missing now
    left = {statement.text for statement in kept.statements}
    return tuple(row.text for row in attempt.draft.statements if row.text not in left)


@scored("gate")
def test_what_is_beside_the_question_goes_where_another_statement_answers(
    text: str, left_out: tuple[str, ...]
) -> None:
    assert beside(text, PromptConstraints()) == left_out


def test_a_statement_that_answers_the_shorter_of_two_questions_stays() -> None:
    asked = "For how many months from delivery does Karst warrant the B-120 pump, and what do operators wear?"
    text = f"{WARRANTY} [1] {GLOVES} [2] {CLAIM} [2] The quarry closed. [2]"
    assert GLOVES not in beside(text, PromptConstraints(), asked)
    other = asked.replace("what do operators wear", "who painted the harbour")
    assert GLOVES in beside(f"{WARRANTY} [1] {GLOVES} [2]", PromptConstraints(), other)


def test_under_demanded_headings_other_words_count() -> None:
    text = f"{WARRANTY} [1] {GLOVES} [2]"
    assert beside(text, PromptConstraints(required_sections=("Warranty", "Safety"))) == ()
