"""Is there anything in the answer: a statement, or an honest word that nothing was found?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.final.final_answer import FinalDraft
from core.agent.state import AgentState
from core.types import Answer

EMPTY_ANSWER = "EMPTY_ANSWER"


def validate_content(draft: FinalDraft, _answer: Answer, state: AgentState) -> Findings:
    """An attempt has statements or names what the documents do not say, if there was anything to read."""
    if draft.statements or draft.insufficiencies or draft.admitted or draft.disclosed or not state.citable:
        return ()
    return (
        Finding(
            EMPTY_ANSWER,
            "The answer has no statement and names nothing that is missing.",
            disclosure=gap(state, state.question),
            by_writing=True,
        ),
    )
