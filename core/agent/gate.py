"""The gate no answer is shown before: what it lacks of what was demanded is told. Its codes are stable."""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks import CHECKS
from core.agent.checks.base import Finding
from core.agent.state import AgentState
from core.answer.statements import DraftStatement
from core.types import Answer


def validate_agent_state(
    drafts: Sequence[DraftStatement], answer: Answer, state: AgentState
) -> tuple[Finding, ...]:
    """Check an answer against what the run has really done and opened; empty when it passes.

    `drafts` are parallel to the answer's statements.
    """
    return tuple(finding for check in CHECKS for finding in check(drafts, answer, state))
