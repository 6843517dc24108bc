"""Where documents disagree about what was asked: does a rule decide?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Finding, Findings, gap, unmet
from core.agent.disclosures import told
from core.agent.state import AgentState
from core.answer.disagreement.conflicts import Conflict, find_conflicts, touched_conflicts
from core.answer.statements import DraftStatement
from core.types import Answer

CONFLICT_UNDECIDED = "CONFLICT_UNDECIDED"
CONFLICT_NOT_FOUND = "CONFLICT_NOT_FOUND"


def validate_conflict_resolution(
    _drafts: Sequence[DraftStatement], answer: Answer, state: AgentState
) -> Findings:
    """What no rule decides is told; and whoever named a rule has to know where it was not applied."""
    if not state.constraints.requires_conflict_resolution or not answer.statements:
        return ()
    rule, touched = state.constraints.conflict_resolution_rule, _touched(answer, state)
    if not touched:
        there_are = find_conflicts(state.citable, state.question, rule)
        told_so = unmet(state, "conflict_untouched" if there_are else "no_conflict")
        return (Finding(CONFLICT_NOT_FOUND, "The answer is not about a disagreement.", told_so),)
    return tuple(
        Finding(
            CONFLICT_UNDECIDED,
            f"Two documents disagree: {conflict.first} – {conflict.second}",
            gap(
                state,
                told(
                    "rule_undecided" if rule else "no_rule",
                    state.question,
                    rule=rule,
                    first=conflict.first.source.document.filename,
                    second=conflict.second.source.document.filename,
                ),
            ),
        )
        for conflict in touched
        if not conflict.decided
    )


def _touched(answer: Answer, state: AgentState) -> list[Conflict]:
    rule = state.constraints.conflict_resolution_rule
    return touched_conflicts(answer, state.citable, state.question, rule)
