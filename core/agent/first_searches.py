"""What an agent run searches for before its model chooses anything."""

from __future__ import annotations

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.planner import Plan
from core.agent.queries import (
    adds_words,
    distinct,
    name_queries,
    part_queries,
    question_query,
    section_queries,
)
from core.answer.asking.question import asked_parts

_MOST_KEPT = 3  # calls for opening what answers


def first_searches(question: str, demands: PromptConstraints, limits: Limits) -> tuple[str, ...]:
    """Demanded topics, else the headings of the answer, else the parts or names of the question, else it."""
    if demands.required_search_topics:
        return demands.required_search_topics
    sections, parts = demands.required_sections, asked_parts(question)
    if len(sections) > 1:
        room = limits.max_tool_calls - min(len(sections), _MOST_KEPT)
        return section_queries(sections, question, room) or (question_query(question),)
    if parts:
        return part_queries(parts, limits.max_tool_calls - min(len(parts), _MOST_KEPT))
    names = name_queries(question)
    return names if 1 < len(names) < limits.max_tool_calls - 1 else (question_query(question),)


def with_planned(topics: tuple[str, ...], plan: Plan, question: str, most: int) -> tuple[str, ...]:
    """The topics, and of the plan's own queries those that search for more than the question says."""
    others = [query for query in plan.queries if adds_words(query, question)]
    return (*topics, *distinct(others, topics))[: max(most, len(topics))]
