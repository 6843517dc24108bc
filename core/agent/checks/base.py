"""What a check finds, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.agent.disclosures import told
from core.agent.state import AgentState
from core.answer.asking.question import without_directions
from core.answer.statements import DraftStatement
from core.types import Answer, Insufficiency, InsufficiencyKind


@dataclass(frozen=True, slots=True)
class Finding:
    """What may not be shown as it is. `code` is stable: in events, tests, safety flags; `message` says it in
    words for the trace, `disclosure` to the user. `statements`: places of those that are left out."""

    code: str
    message: str
    disclosure: tuple[Insufficiency, ...] = ()
    statements: tuple[int, ...] = ()


Findings = tuple[Finding, ...]
Check = Callable[[Sequence[DraftStatement], Answer, AgentState], Findings]


def unmet(state: AgentState, key: str, section: str = "", **slots: object) -> tuple[Insufficiency, ...]:
    """The disclosure of a demand that was not met, in the question's language (`core.agent.disclosures`)."""
    missing = told(key, state.question, **slots)
    return (Insufficiency(section, missing, tuple(state.queries), InsufficiencyKind.UNMET),)


def gap(state: AgentState, missing: str, section: str = "") -> tuple[Insufficiency, ...]:
    """The disclosure of what the documents do not say, with what was searched for.

    Of the whole question what it asks for is missing, not what it says of how to answer.
    """
    missing = without_directions(missing) if missing == state.question else missing
    return (Insufficiency(section, missing, tuple(state.queries)),)
