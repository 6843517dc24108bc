"""Runs that are ready for the gate, and its judgement of a final text."""

from __future__ import annotations

import json

from core.agent.demands.constraints import PromptConstraints
from core.agent.final.final_answer import parse_final
from core.agent.gate import GateResult, validate_agent_state
from core.agent.grounding import Attempt, ground_citations_from_state
from core.agent.limits import Limits
from core.agent.state import AgentState
from core.answer.sources import Source
from tests.answer.helpers import on_page_one, source_of

WARRANTY = source_of(
    1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded."
)
WEIGHT = source_of(2, "The B-120 weighs 42 kg.", "data sheet.pdf")
QUESTION = "What does the B-120 weigh, how long is its warranty?"
SAID = '{"statements":[{"evidence":["2.1"],"text":"The B-120 weighs 42 kg."}],"insufficiencies":[]}'


def state_of(
    constraints: PromptConstraints | None = None,
    sources: tuple[Source, ...] = (WARRANTY, WEIGHT),
    question: str = QUESTION,
    **fields: object,
) -> AgentState:
    """A run that has searched once and opened `sources`."""
    state = AgentState(
        Limits.standard(),
        constraints=constraints or PromptConstraints(),
        question=question,
        tool_calls_used=3,
        queries=["weight"],
        opened=list(sources),
    )
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def attempt_of(text: str, state: AgentState) -> Attempt:
    draft = parse_final(text, state.citable, state.constraints.required_sections)
    return ground_citations_from_state(draft, state, on_page_one)


def judge(text: str, state: AgentState) -> GateResult:
    attempt = attempt_of(text, state)
    return validate_agent_state(attempt.draft, attempt.answer, state)


def stating(*texts: str) -> str:
    """A final answer whose statements all name the same two sentences."""
    rows = [{"evidence": ["1.1", "2.1"], "text": text} for text in texts]
    return json.dumps({"statements": rows, "insufficiencies": []})
