"""The gate no answer is shown before. Its codes are stable; its messages go to the model."""

from __future__ import annotations

from dataclasses import dataclass

from core.agent.checks import CHECKS
from core.agent.checks.base import Finding
from core.agent.final.final_answer import FinalDraft
from core.agent.state import AgentState
from core.types import Answer


@dataclass(frozen=True, slots=True)
class GateResult:
    """`findings` refuse the attempt; `disclosed` are demands that were not met and that the answer tells."""

    findings: tuple[Finding, ...] = ()
    disclosed: tuple[Finding, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.findings

    @property
    def codes(self) -> tuple[str, ...]:
        """Of what refuses the attempt, else of what it discloses."""
        return tuple(finding.code for finding in self.findings or self.disclosed)

    @property
    def messages(self) -> tuple[str, ...]:
        """Parallel to `codes`."""
        return tuple(finding.message for finding in self.findings or self.disclosed)


def validate_agent_state(draft: FinalDraft, answer: Answer, state: AgentState) -> GateResult:
    """Check one attempt against what the run has really done and opened.

    Only what the program itself put into `draft.disclosed` counts as disclosed: a model cannot talk its way
    past a demand.
    """
    refusing: list[Finding] = []
    disclosed: list[Finding] = []
    for check in CHECKS:
        for finding in check(draft, answer, state):
            told = bool(finding.disclosure) and not finding.statements and not finding.quotes
            told = told and set(finding.disclosure) <= set(draft.disclosed)
            (disclosed if told else refusing).append(finding)
    return GateResult(tuple(refusing), tuple(disclosed))
