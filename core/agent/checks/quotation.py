"""Is there a quotation where one was demanded?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Finding, Findings, unmet
from core.agent.state import AgentState
from core.answer.statements import DraftStatement
from core.types import Answer

EXACT_QUOTE_UNMET = "EXACT_QUOTE_UNMET"


def validate_exact_quote_requirement(
    drafts: Sequence[DraftStatement], _answer: Answer, state: AgentState
) -> Findings:
    """A demanded quotation is a whole sentence of a source that answers; the program copies it."""
    if not state.constraints.requires_exact_quote or any(one.quoted for one in drafts):
        return ()
    wanted = ", ".join(state.constraints.exact_quote_indicators) or state.question
    told_so = unmet(state, "exact_quote", wanted=wanted)
    return (Finding(EXACT_QUOTE_UNMET, f"An exact quote of a sentence is required ({wanted}).", told_so),)
