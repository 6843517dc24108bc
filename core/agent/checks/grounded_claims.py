"""Does what is said stand in what was opened?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Finding, Findings
from core.agent.disclosures import told
from core.agent.state import AgentState
from core.answer.confidence import VERIFIED
from core.answer.statements import DraftStatement
from core.types import Answer, Insufficiency, InsufficiencyKind

UNGROUNDED_CLAIM = "UNGROUNDED_CLAIM"


def validate_grounded_claims(
    _drafts: Sequence[DraftStatement], answer: Answer, state: AgentState
) -> Findings:
    """Statements that nothing opened carries are left out, and that is told under their heading."""
    failing = tuple(
        place for place, statement in enumerate(answer.statements) if statement.status not in VERIFIED
    )
    if not failing:
        return ()
    missing, queries = told("left_out", state.question), tuple(state.queries)
    sections = dict.fromkeys(answer.statements[place].section for place in failing)
    rows = (Insufficiency(one, missing, queries, InsufficiencyKind.LEFT_OUT) for one in sections)
    reasons = " ".join(answer.statements[place].reason for place in failing)
    return (Finding(UNGROUNDED_CLAIM, reasons, tuple(rows), failing),)
