"""What an agent run searches for before its model chooses anything, and how much of it is opened at least."""

from __future__ import annotations

from dataclasses import dataclass

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

_MOST_PARTS = 3  # of a question or an answer, of which something is opened
_USUAL_OPENINGS = 3  # the right page is among the best three of 35 of 64 tasks, among the best two of 30


@dataclass(frozen=True, slots=True)
class FirstSearches:
    """`topics`: the queries, each of which something is opened of. `openings`: how many, demanded or not."""

    topics: tuple[str, ...]
    openings: int

    def batch(self, plan: Plan, question: str, limits: Limits) -> tuple[str, ...]:
        """The topics, and as many of the plan's own queries as leave calls for the openings.

        A query that has only words of the question would find less than the question does.
        """
        room = max(limits.max_tool_calls - self.openings - len(self.topics), 0)
        others = [query for query in plan.queries if adds_words(query, question)]
        return (*self.topics, *distinct(others, self.topics)[:room])


def first_searches(question: str, demands: PromptConstraints, limits: Limits) -> FirstSearches:
    """Demanded topics, else the headings of the answer, else the parts or names of the question, else it."""
    usual = min(_USUAL_OPENINGS if limits.adaptive else 2, limits.max_tool_calls - 1)
    if demands.required_search_topics:
        return FirstSearches(demands.required_search_topics, min(usual, 2))
    sections = demands.required_sections
    if len(sections) > 1:
        openings = min(max(usual, len(sections)), _MOST_PARTS)
        room = limits.max_tool_calls - openings
        queries = section_queries(sections, question, room)
        return FirstSearches(queries or (question_query(question),), openings)
    parts = asked_parts(question)
    openings = min(max(usual, len(parts)), _MOST_PARTS)
    room = limits.max_tool_calls - openings
    if parts:
        return FirstSearches(part_queries(parts, room), openings)
    names = name_queries(question)
    if 1 < len(names) <= room:
        # A call is left for the model: what looks like two names may be one.
        return FirstSearches(names, min(max(openings - 1, len(names)), limits.max_tool_calls - len(names)))
    return FirstSearches((question_query(question),), openings)
