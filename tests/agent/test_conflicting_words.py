"""Documents that give different words for the same thing, not different figures."""

from __future__ import annotations

import pytest

from core.agent.checks.conflicts import find_conflicts, other_words
from core.agent.constraints import PromptConstraints
from core.agent.gate import validate_agent_state
from core.agent.grounding import ground_citations_from_state
from core.agent.settling import settle
from tests.agent.test_gate import attempt_of, judge, state_of
from tests.answer.helpers import on_page_one, source_of

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


@pytest.mark.parametrize(
    ("one", "other", "question", "differ"),
    [
        (
            "The contract was signed by Miller in Karst.",
            "The contract was signed by Smith in Karst.",
            "Who signed?",
            True,
        ),
        (
            "The pump in the hall is painted red.",
            "The pump in the hall is painted blue.",
            "Which colour?",
            True,
        ),
        ("Miller pays the rent of the hall.", "Smith pays the rent of the hall.", "Who pays the rent?", True),
        # Its subject, what is asked about, the same in other words, figures, a denial, two runs, too little.
        ("Karst sells pumps in the north.", "Aldermoor sells pumps in the north.", "What is sold?", False),
        (
            "The hall of Karst is painted red.",
            "The hall of Bolt is painted red.",
            "Is the hall of Karst red?",
            False,
        ),
        ("The pump was purchased by the firm.", "The pump was bought by the firm.", "Who got it?", False),
        ("The pump of the hall has 3 red seals.", "The pump of the hall has 3 blue seals.", "Which?", False),
        ("The pump of the hall is not red.", "The pump of the hall is blue.", "Which?", False),
        ("The red pump of the hall is new.", "The blue pump of the hall is old.", "Which?", False),
        ("It is red.", "It is blue.", "Which colour?", False),
    ],
)
def test_one_run_of_other_words_is_a_value(one: str, other: str, question: str, differ: bool) -> None:
    assert (other_words(one, other, question) is not None) is differ


def test_what_was_not_done_as_asked_stands_in_the_text() -> None:
    state = state_of(NEWEST, (NEW,), ASKED)
    attempt = attempt_of(f"{NEW.chunk.text} [2]", state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    assert gate.codes == ("CONFLICT_NOT_FOUND",)
    settled = ground_citations_from_state(settle(attempt.draft, gate.findings, state), state, on_page_one)
    assert "Not done as asked: which of several values counts: no different figures, dates or words" in (
        settled.answer.text
    )
