"""Where documents disagree about what was asked: does a rule decide?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Finding, Findings, gap, unmet
from core.agent.disclosures import told
from core.agent.state import AgentState
from core.answer.statements import DraftStatement
from core.types import Answer, ConflictSide

CONFLICT_UNDECIDED = "CONFLICT_UNDECIDED"
CONFLICT_NOT_FOUND = "CONFLICT_NOT_FOUND"


def validate_conflict_resolution(
    _drafts: Sequence[DraftStatement], answer: Answer, state: AgentState
) -> Findings:
    """What no rule decides is told; and whoever named a rule has to know where it was not applied."""
    if not state.constraints.requires_conflict_resolution or not answer.statements:
        return ()
    rule = state.constraints.conflict_resolution_rule
    if not answer.conflicts:
        told_so = unmet(state, "no_conflict")
        return (Finding(CONFLICT_NOT_FOUND, "The answer is not about a disagreement.", told_so),)
    return tuple(
        Finding(
            CONFLICT_UNDECIDED,
            f"Two documents disagree: {_told(conflict.first)} – {_told(conflict.second)}",
            gap(
                state,
                told(
                    "rule_undecided" if rule else "no_rule",
                    state.question,
                    rule=rule,
                    first=conflict.first.filename,
                    second=conflict.second.filename,
                ),
            ),
        )
        for conflict in answer.conflicts
        if not conflict.decided
    )


def _told(side: ConflictSide) -> str:
    date = f", {side.date}" if side.date else ""
    return f"[{side.citation}] {side.filename}{date}: “{side.quote}”"
