"""Does every marker name something that was read?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Findings
from core.agent.state import AgentState
from core.answer.statements import DraftStatement
from core.errors import BugError
from core.types import Answer

HALLUCINATED_CITATION = "HALLUCINATED_CITATION"


def validate_citation_references(
    _drafts: Sequence[DraftStatement], answer: Answer, state: AgentState
) -> Findings:
    """The program writes the markers, so this never fails.

    Raises:
        BugError: a citation names what was not opened.
    """
    read = {source.chunk.chunk_id for source in (*state.opened, *state.snippets)}
    if wrong := [citation.number for citation in answer.citations if citation.chunk_id not in read]:
        raise BugError(f"{HALLUCINATED_CITATION}: {wrong}")
    return ()
