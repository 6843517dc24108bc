"""What a check finds, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.agent.disclosures import told
from core.agent.final.final_answer import FinalDraft
from core.agent.gaps import asked_for
from core.agent.state import AgentState
from core.types import Answer, Insufficiency, InsufficiencyKind


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason why an attempt may not be shown as it is.

    Attributes:
        code: stable; in events, tests and safety flags.
        message: tells the model what is wrong and what to do.
        statements: indices of the answer's statements that are not shown when this cannot be mended.
        disclosure: what the user is told instead; an unmet demand passes the gate only with it.
        quotes: labels of sentences that the program then quotes instead.
        section: the heading they stand under; that of the statements that are left out if there is none.
        by_reading: another tool call may mend it.
        by_writing: other words may mend it.
    """

    code: str
    message: str
    statements: tuple[int, ...] = ()
    disclosure: tuple[Insufficiency, ...] = ()
    quotes: tuple[str, ...] = ()
    section: str = ""
    by_reading: bool = False
    by_writing: bool = False


Findings = tuple[Finding, ...]
Check = Callable[[FinalDraft, Answer, AgentState], Findings]


def unmet(state: AgentState, key: str, section: str = "", **slots: object) -> tuple[Insufficiency, ...]:
    """The disclosure of a demand that was not met, in the question's language (`core.agent.disclosures`)."""
    missing = told(key, state.question, **slots)
    return (Insufficiency(section, missing, tuple(state.queries), InsufficiencyKind.UNMET),)


def gap(state: AgentState, missing: str, section: str = "") -> tuple[Insufficiency, ...]:
    """The disclosure of what the documents do not say, with what was searched for.

    Of the whole question what it asks for is missing, not what it says of how to answer.
    """
    missing = asked_for(missing) if missing == state.question else missing
    return (Insufficiency(section, missing, tuple(state.queries)),)
