"""Does every marker name something that was opened?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings
from core.agent.final.final_answer import FinalDraft
from core.agent.state import AgentState
from core.types import Answer

HALLUCINATED_CITATION = "HALLUCINATED_CITATION"


def validate_citation_references(draft: FinalDraft, _answer: Answer, _state: AgentState) -> Findings:
    """No `[5]` when two citations are open, no label of a sentence that does not exist.

    Such markers never get into the answer; this asks the model for the right ones.
    """
    if not draft.unknown:
        return ()
    names = ", ".join(dict.fromkeys(draft.unknown))
    verb = "are" if len(set(draft.unknown)) > 1 else "is"
    message = f"{names} {verb} not among the opened citations. Cite only what is open."
    return (Finding(HALLUCINATED_CITATION, message, by_writing=True),)
