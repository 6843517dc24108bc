"""The gate counts searches and openings: what was done, not what was said."""

from __future__ import annotations

import pytest

from core.agent.checks.gathering import covers
from core.agent.demands.constraints import PromptConstraints
from core.answer.facts.checkable import facts_of
from tests.agent.gate_kit import SAID, judge, state_of
from tests.answer.helpers import source_of


def test_what_was_done_is_counted_not_what_was_said() -> None:
    state = state_of(PromptConstraints(min_searches=3, min_open_citations=3))
    gate = judge(SAID, state)
    assert gate.codes == ("MIN_SEARCHES_UNMET", "MIN_OPEN_CITATIONS_UNMET")
    assert gate.messages == (
        "Required at least 3 separate searches, but only 1 were performed.",
        "Required to open at least 3 citation(s), but only 2 were opened.",
    )
    assert all(finding.by_reading and not finding.by_writing for finding in gate.findings)
    state.queries += ["warranty", "price"]
    state.opened.append(source_of(3, "It is blue."))
    assert judge(SAID, state).passed


def test_each_required_topic_needs_its_search() -> None:
    state = state_of(PromptConstraints(required_search_topics=("rate limit", "weight")))
    gate = judge(SAID, state)
    assert gate.codes == ("MIN_SEARCHES_UNMET", "SEARCH_TOPIC_UNMET")
    assert gate.messages[1] == "No search was made for “rate limit”."
    state.queries.append("limit of the rate")
    assert judge(SAID, state).codes == ("PART_UNANSWERED",)
    assert judge(SAID.replace("[]", '["the rate limit"]'), state).passed


@pytest.mark.parametrize(
    ("text", "covered"),
    [("The rate is high.", True), ("The limit is high.", True), ("It is high.", False), ("", False)],
)
def test_half_of_a_topics_words_cover_it(text: str, covered: bool) -> None:
    assert covers("rate limit", [facts_of(text)]) is covered
    assert covers("the", []) is True
