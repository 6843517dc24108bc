"""What an agent run searches for before its model chooses anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.parts import Part
from core.agent.planner import Plan
from core.agent.queries import adds_words, distinct, question_query

_MOST_KEPT = 3  # calls for opening what answers


def first_searches(
    question: str, demands: PromptConstraints, parts: Sequence[Part], limits: Limits
) -> tuple[str, ...]:
    """Demanded topics, else what is asked, part by part as far as there are calls, else the question."""
    if demands.required_search_topics:
        return demands.required_search_topics
    if len(parts) < 2:
        return (question_query(question),)
    room = limits.max_tool_calls - min(len(parts), _MOST_KEPT)
    return distinct(
        question_query(" ".join(group)) for group in _groups([one.standing for one in parts], room)
    )


def with_planned(topics: tuple[str, ...], plan: Plan, question: str, most: int) -> tuple[str, ...]:
    """The topics, and of the plan's own queries those that search for more than the question says."""
    others = [query for query in plan.queries if adds_words(query, question)]
    return (*topics, *distinct(others, topics))[: max(most, len(topics))]


def _groups(rows: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    size = -(-len(rows) // max(most, 1))
    return (rows[start : start + size] for start in range(0, len(rows), size))
