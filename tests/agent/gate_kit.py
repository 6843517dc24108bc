"""States of runs, as cases describe them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.state import AgentState
from core.answer.sources import Source
from core.types import Answer, SearchHit
from tests.answer.helpers import source_of
from tests.library_kit import answer_judge

WARRANTY = source_of(
    1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded."
)
WEIGHT = source_of(2, "The B-120 weighs 42 kg.", "data sheet.pdf")
PRICE = source_of(3, "The B-120 costs 900 euros.", "prices.pdf")
QUESTION = "What does the B-120 weigh, how long is its warranty?"
PAGES = [source_of(number, f"Sentence {number} of a manual.", f"{number}.pdf") for number in range(1, 7)]
HITS = tuple(
    SearchHit(source.chunk, source.document.filename, 1, 0.5, 0.1, source.snippet) for source in PAGES
)


def state_of(
    constraints: PromptConstraints | None = None,
    sources: Sequence[Source] = (WARRANTY, WEIGHT),
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
        judge=answer_judge(),
    )
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def told_missing(answer: Answer) -> list[list[str]]:
    """The kind of each gap, its words, and its heading, if any."""
    return [
        [row.kind.value, row.missing, *([row.section] if row.section else [])]
        for row in answer.insufficiencies
    ]


def demands_of(demands: Mapping[str, Any] | None) -> PromptConstraints:
    given = (demands or {}).items()
    return PromptConstraints(
        **{name: tuple(value) if isinstance(value, list) else value for name, value in given}
    )
