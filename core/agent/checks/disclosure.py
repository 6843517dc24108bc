"""Does the answer say so where the documents do not answer?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Finding, Findings, gap
from core.agent.state import AgentState
from core.answer.statements import DraftStatement
from core.types import Answer, InsufficiencyKind

INSUFFICIENCY_UNDISCLOSED = "INSUFFICIENCY_UNDISCLOSED"


def validate_insufficiency_disclosure(
    _drafts: Sequence[DraftStatement], answer: Answer, state: AgentState
) -> Findings:
    """An answer has statements, or names what is missing; whether or not the question asks for such words."""
    if answer.statements or any(row.kind is InsufficiencyKind.GAP for row in answer.insufficiencies):
        return ()
    told_of = gap(state, state.question)
    return (Finding(INSUFFICIENCY_UNDISCLOSED, "Nothing is said, and nothing named as missing.", told_of),)
