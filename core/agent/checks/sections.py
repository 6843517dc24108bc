"""Has every section that was asked for its statements, or a word that nothing was found for it?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.gathering import covers
from core.agent.disclosures import told
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.facts import facts_of
from core.types import Answer

SECTION_MISSING = "SECTION_MISSING"


def validate_required_sections(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Each demanded section has a statement or an insufficiency of its own."""
    written = {statement.section for statement in answer.statements}
    written |= {insufficiency.section for insufficiency in answer.insufficiencies}
    queries = [facts_of(query) for query in state.queries]
    return tuple(
        Finding(
            SECTION_MISSING,
            f"The section “{section}” is missing. Write what the opened text says for it, or what it lacks.",
            disclosure=gap(state, told("empty_section", state.question), section),
            by_reading=not covers(section, queries),
            by_writing=True,
        )
        for section in state.constraints.required_sections
        if section not in written
    )
