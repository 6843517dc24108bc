"""Has every section that was asked for its statements, or a word that nothing was found for it?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Finding, Findings, gap
from core.agent.disclosures import told
from core.agent.state import AgentState
from core.answer.statements import DraftStatement
from core.types import Answer

SECTION_MISSING = "SECTION_MISSING"


def validate_required_sections(
    drafts: Sequence[DraftStatement], answer: Answer, state: AgentState
) -> Findings:
    """Each demanded section has a statement or an insufficiency of its own."""
    done = {one.section for one in drafts} | {row.section for row in answer.insufficiencies}
    return tuple(
        Finding(
            SECTION_MISSING,
            f"Nothing was found for the section “{section}”.",
            gap(state, told("empty_section", state.question), section),
        )
        for section in state.constraints.required_sections
        if section not in done
    )
