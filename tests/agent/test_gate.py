"""The gate as a whole: an answer says something, and only the program discloses what is missing."""

from __future__ import annotations

from dataclasses import replace

from core.agent.demands.constraints import PromptConstraints
from core.agent.final.final_answer import FinalDraft
from core.agent.gate import validate_agent_state
from core.agent.grounding import ground_citations_from_state
from core.agent.repair_answer import settle
from tests.agent.gate_kit import SAID, WARRANTY, WEIGHT, attempt_of, judge, state_of, stating
from tests.agent.test_state import HITS
from tests.answer.helpers import on_page_one
from tests.scored import scored

# Other tests of this folder take them from here.
__all__ = ["SAID", "WARRANTY", "WEIGHT", "attempt_of", "judge", "state_of", "stating"]


@scored("gate")
def test_an_answer_says_something_or_that_it_cannot(text: str, codes: tuple[str, ...]) -> None:
    assert judge(text, state_of()).codes == codes


def test_only_the_program_can_disclose() -> None:
    state = state_of(PromptConstraints(min_searches=3))
    attempt = attempt_of(SAID, state)
    (finding,) = validate_agent_state(attempt.draft, attempt.answer, state).findings
    words = finding.disclosure[0].missing
    said = SAID.replace('"insufficiencies":[]', f'"insufficiencies":["{words}"]')
    assert judge(said, state).codes == ("MIN_SEARCHES_UNMET",)
    settled = ground_citations_from_state(settle(attempt.draft, [finding], state), state, on_page_one)
    gate = validate_agent_state(settled.draft, settled.answer, state)
    assert (gate.passed, gate.codes) == (True, ("MIN_SEARCHES_UNMET",))
    assert finding.disclosure[0] in settled.answer.insufficiencies


def test_a_disclosure_excuses_no_statement() -> None:
    state = state_of()
    attempt = attempt_of(stating("Customers are satisfied everywhere."), state)
    (finding,) = validate_agent_state(attempt.draft, attempt.answer, state).findings
    assert finding.disclosure
    told = replace(attempt.draft, disclosed=finding.disclosure)
    assert not validate_agent_state(told, attempt.answer, state).passed


def test_nothing_opened_is_no_failure_unless_opening_was_demanded() -> None:
    state = state_of(sources=(), tool_calls_used=1)
    state.add_results("weight", HITS)
    attempt = ground_citations_from_state(FinalDraft(), state, on_page_one)
    assert validate_agent_state(attempt.draft, attempt.answer, state).passed
    state.constraints = PromptConstraints(min_open_citations=1)
    assert validate_agent_state(attempt.draft, attempt.answer, state).codes == ("MIN_OPEN_CITATIONS_UNMET",)
