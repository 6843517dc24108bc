"""Documents that give different words for the same thing, not different figures."""

from __future__ import annotations

from core.agent.checks.conflict_values import other_denial, other_words, says
from core.agent.checks.conflicts import find_conflicts
from core.agent.demands.constraints import PromptConstraints
from core.agent.gate import validate_agent_state
from core.agent.grounding import ground_citations_from_state
from core.agent.repair_answer import settle
from tests.agent.test_gate import attempt_of, judge, state_of
from tests.answer.helpers import on_page_one, source_of
from tests.scored import scored

ASKED = "Who gives approval of the budget?"
OLD = source_of(1, "Approval of the budget is given by the managing director.", "old.pdf", date="2019-01-01")
NEW = source_of(2, "Approval of the budget is given by the supervisory board.", "new.pdf", date="2023-01-01")
NEWEST = PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="newest")


def test_the_newer_words_count_and_both_are_named() -> None:
    (conflict,) = find_conflicts([OLD, NEW], ASKED, "newest")
    assert (conflict.first.shown_value, conflict.second.shown_value, conflict.decided) == (
        "supervisory board",
        "managing director",
        True,
    )
    state = state_of(NEWEST, (OLD, NEW), ASKED)
    old = attempt_of(f"{OLD.chunk.text} [1]", state)
    gate = validate_agent_state(old.draft, old.answer, state)
    assert gate.codes == ("CONFLICT_RULE_BROKEN",)
    settled = settle(old.draft, gate.findings, state)
    assert [row.text for row in settled.statements] == [f"“{OLD.chunk.text}”", f"“{NEW.chunk.text}”"]
    both = f"{NEW.chunk.text} [2] {OLD.chunk.text} [1]"
    assert judge(both, state).passed


@scored("gate")
def test_one_run_of_other_words_is_a_value(one: str, other: str, question: str, differ: bool) -> None:
    assert (other_words(one, other, question) is not None) is differ


def test_what_was_not_done_as_asked_stands_in_the_text() -> None:
    state = state_of(NEWEST, (NEW,), ASKED)
    attempt = attempt_of(f"{NEW.chunk.text} [2]", state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    assert gate.codes == ("CONFLICT_NOT_FOUND",)
    settled = ground_citations_from_state(settle(attempt.draft, gate.findings, state), state, on_page_one)
    assert "Not done as asked: which of several values counts: only sentences of the opened documents" in (
        settled.answer.text
    )


@scored("gate")
def test_a_flat_denial_is_a_value(one: str, other: str, differ: bool) -> None:
    for text, rival in ((one, other), (other, one)):
        found = other_denial(text, rival)
        assert (found is not None) is differ
        if found:
            assert (says(text, found[0]), says(text, found[1])) == (True, False)
            assert found[0].denied is not found[1].denied


POOL = "May guests use the pool? The newest document counts."
MAY = source_of(1, "Guests may use the pool.", "old.pdf", date="2021-01-01")
MAY_NOT = source_of(2, "Guests must not use the pool.", "new.pdf", date="2023-01-01")


def test_an_old_permission_gives_way_to_the_new_ban() -> None:
    state = state_of(NEWEST, (MAY, MAY_NOT), POOL)
    old = attempt_of("Guests may use the pool [1].", state)
    gate = validate_agent_state(old.draft, old.answer, state)
    assert "CONFLICT_RULE_BROKEN" in gate.codes
    settled = ground_citations_from_state(settle(old.draft, gate.findings, state), state, on_page_one)
    assert [row.text for row in settled.answer.statements] == [
        f"“{each.chunk.text}”" for each in (MAY, MAY_NOT)
    ]
    (conflict,) = settled.answer.conflicts
    assert (conflict.first.filename, conflict.decided) == ("new.pdf", True)
    assert judge("Guests must not use the pool [2]. Guests may use the pool [1].", state).passed


@scored("gate", list)
def test_a_name_where_the_answer_stands_is_a_value(
    question: str, one: str, other: str, values: list[str]
) -> None:
    sources = [source_of(1, one, "a.pdf", date="2021"), source_of(2, other, "b.pdf", date="2023")]
    found = find_conflicts(sources, question, "newest")
    assert [side.shown_value for each in found for side in (each.first, each.second)] == values
