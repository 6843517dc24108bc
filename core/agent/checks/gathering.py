"""Has the run really searched and opened what the question demands?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Finding, Findings, unmet
from core.agent.state import AgentState
from core.answer.statements import DraftStatement
from core.types import Answer

MIN_SEARCHES_UNMET = "MIN_SEARCHES_UNMET"
SEARCH_TOPIC_UNMET = "SEARCH_TOPIC_UNMET"
MIN_OPEN_CITATIONS_UNMET = "MIN_OPEN_CITATIONS_UNMET"


def validate_min_searches(_drafts: Sequence[DraftStatement], _answer: Answer, state: AgentState) -> Findings:
    """As many searches as demanded, and one for each topic that was named."""
    findings: list[Finding] = []
    needed, done = state.min_searches, len(state.queries)
    if done < needed:
        findings.append(
            Finding(
                MIN_SEARCHES_UNMET,
                f"Required at least {needed} separate searches, but only {done} were performed.",
                disclosure=unmet(state, "searches", needed=needed, done=done),
            )
        )
    for topic in state.unsearched_topics:
        findings.append(
            Finding(
                SEARCH_TOPIC_UNMET,
                f"No search was made for “{topic}”.",
                disclosure=unmet(state, "topic_search", topic=topic),
            )
        )
    return tuple(findings)


def validate_min_open_citations(
    _drafts: Sequence[DraftStatement], _answer: Answer, state: AgentState
) -> Findings:
    """As many opened citations as the question demands."""
    needed, done = state.constraints.min_open_citations, len(state.opened)
    if done >= needed:
        return ()
    return (
        Finding(
            MIN_OPEN_CITATIONS_UNMET,
            f"Required to open at least {needed} citation(s), but only {done} were opened.",
            disclosure=unmet(state, "openings", needed=needed, done=done),
        ),
    )
