"""What the gate refuses and lets pass, and what is left of an answer that is settled."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.agent.checks.gathering import covers
from core.agent.copied_answer import rows_as_read
from core.agent.demands.constraints import PromptConstraints
from core.agent.final.final_answer import FinalDraft
from core.agent.gate import validate_agent_state
from core.agent.grounding import ground_citations_from_state
from core.agent.limits import Limits
from core.agent.repair_answer import settle
from core.agent.state import AgentState
from core.answer.facts.checkable import facts_of
from core.answer.statements import DraftStatement
from tests.agent.gate_kit import (
    HITS,
    SAID,
    WARRANTY,
    WEIGHT,
    attempt_of,
    gate_of,
    judge,
    settled,
    state_of,
    stating,
)
from tests.answer.helpers import on_page_one, source_of
from tests.scored import scored


def test_only_the_program_can_disclose() -> None:
    state = state_of(PromptConstraints(min_searches=3))
    attempt = attempt_of(SAID, state)
    (finding,) = gate_of(attempt, state).findings
    words = finding.disclosure[0].missing
    said = SAID.replace('"insufficiencies":[]', f'"insufficiencies":["{words}"]')
    assert judge(said, state).codes == ("MIN_SEARCHES_UNMET",)
    left = settled(attempt, state)
    gate = gate_of(left, state)
    assert (gate.passed, gate.codes) == (True, ("MIN_SEARCHES_UNMET",))
    assert finding.disclosure[0] in left.answer.insufficiencies


def test_a_disclosure_excuses_no_statement() -> None:
    state = state_of()
    attempt = attempt_of(stating("Customers are satisfied everywhere."), state)
    (finding,) = gate_of(attempt, state).findings
    assert finding.disclosure
    told = replace(attempt.draft, disclosed=finding.disclosure)
    assert not validate_agent_state(told, attempt.answer, state).passed


def test_nothing_opened_is_no_failure_unless_opening_was_demanded() -> None:
    state = state_of(sources=(), tool_calls_used=1)
    state.add_results("weight", HITS)
    attempt = ground_citations_from_state(FinalDraft(), state, on_page_one)
    assert gate_of(attempt, state).passed
    state.constraints = PromptConstraints(min_open_citations=1)
    assert gate_of(attempt, state).codes == ("MIN_OPEN_CITATIONS_UNMET",)


@scored("gate")
def test_every_quotation_is_checked(said: str, exact: bool, left: str) -> None:
    state = state_of()
    attempt = attempt_of(said, state)
    gate = gate_of(attempt, state)
    assert ("INEXACT_QUOTE" not in gate.codes) is exact
    inexact = [finding for finding in gate.findings if finding.code == "INEXACT_QUOTE"]
    draft = settle(attempt.draft, inexact, state)
    assert draft.statements[0].text == (left or attempt.draft.statements[0].text)
    again = ground_citations_from_state(draft, state, on_page_one)
    assert "INEXACT_QUOTE" not in gate_of(again, state).codes


@pytest.mark.parametrize(
    ("text", "covered"),
    [("The rate is high.", True), ("The limit is high.", True), ("It is high.", False), ("", False)],
)
def test_half_of_a_topics_words_cover_it(text: str, covered: bool) -> None:
    assert covers("rate limit", [facts_of(text)]) is covered
    assert covers("the", []) is True


REPORT = source_of(
    1,
    "Net sales rose to 10.2 billion euros. Stores are our home. We ran 1,355 stores. Karst is a town.",
    "K.pdf",
)


def test_a_heading_of_which_nothing_is_left_says_so() -> None:
    two = PromptConstraints(required_sections=("Net sales", "Workforce"))
    state = state_of(two, (REPORT,), "Summarise Karst under Net sales and Workforce.", queries=["Workforce"])
    sales = {"evidence": ["1.1"], "text": "Net sales rose to 10.2 billion euros."}
    wrong = {"evidence": ["1.3"], "text": "Karst had 75 workers in its stores."}
    attempt = attempt_of(json.dumps({"sections": {"Net sales": [sales], "Workforce": [wrong]}}), state)
    for _ in range(2):
        attempt = settled(attempt, state)
    assert [row.section for row in attempt.answer.statements] == ["Net sales"]
    told = {row.missing for row in attempt.answer.insufficiencies if row.section == "Workforce"}
    assert "the opened passages carry nothing of what was written for this section" in told
    assert gate_of(attempt, state).passed


TABLE = "Consolidated Statements of Income (in millions)\nNet revenue 17,846 16,200\nIt was a good quarter."
READ = "“Consolidated Statements of Income (in millions)” · “Net revenue 17,846 16,200”"


def _shown(text: str, labels: tuple[str, ...], *, exact: bool = False) -> DraftStatement:
    state = AgentState(Limits.standard(), question="What was the net revenue?")
    state.opened = [source_of(1, TABLE, "karst 2023.pdf")]
    state.constraints = PromptConstraints(requires_exact_quote=exact)
    draft = FinalDraft((DraftStatement(text, (1,), labels, section="Revenue"),))
    (statement,) = rows_as_read(draft, state).statements
    return statement


@pytest.mark.parametrize(
    "text",
    ["Net revenue 17,846 16,200", "Net revenue 17,846 16,200.", "“Net revenue 17,846 16,200” [1]"],
)
def test_a_row_that_is_repeated_says_what_it_is_counted_in(text: str) -> None:
    shown = _shown(text, ("1.2",))
    assert shown.text == READ
    assert (shown.labels, shown.quoted, shown.section) == (("1.1", "1.2"), True, "Revenue")


@scored("gate")
def test_what_a_model_says_in_its_words_or_of_a_sentence_stays(text: str, labels: tuple[str, ...]) -> None:
    assert _shown(text, labels).text == text


def test_where_words_are_demanded_the_row_stays_as_it_stands() -> None:
    assert _shown("Net revenue 17,846 16,200", ("1.2",), exact=True).text == "Net revenue 17,846 16,200"


def test_snippets_are_cited_only_when_nothing_was_opened_and_are_marked() -> None:
    state = state_of()
    state.opened.clear()
    state.snippets.append(replace(WEIGHT, from_snippet=True))
    text = "The B-120 weighs 42 kg [2]."
    answer = attempt_of(text, state).answer
    assert [row.from_snippet for row in answer.citations] == [True]
    assert answer.safety_flags == ("snippets_only",)
    state.opened.append(WARRANTY)
    assert attempt_of(text, state).answer.citations == ()


def test_an_admission_is_remembered_when_the_attempt_is_settled() -> None:
    """The sentence itself is gone by then."""
    state = state_of()
    first = attempt_of("The documents do not say how long its warranty is. It weighs 42 kg [2].", state)
    again = ground_citations_from_state(first.draft, state, on_page_one)
    assert [row.missing for row in again.answer.insufficiencies] == ["how long its warranty is"]
    assert again.answer == first.answer
