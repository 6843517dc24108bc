"""The hard limits of agent mode, as two presets of one frozen value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Counts unless named otherwise. A tool call that is refused before it runs does not count as one."""

    max_tool_calls: int
    max_iterations: int
    max_reprompts: int
    max_question_characters: int
    max_context_citations: int
    max_citation_characters: int
    min_plan_steps: int = 2
    max_plan_steps: int = 5
    top_k: int = 5
    action_tokens: int = 160
    plan_tokens: int = 220
    answer_tokens: int = 500

    @classmethod
    def standard(cls) -> Limits:
        """Ten iterations leave room for reprompts within the five tool calls."""
        return cls(
            max_tool_calls=5,
            max_iterations=10,
            max_reprompts=3,
            max_question_characters=1000,
            max_context_citations=5,
            max_citation_characters=2000,
        )

    @classmethod
    def strict(cls) -> Limits:
        """Five of everything, one reprompt, a rolling window of three citations."""
        return cls(
            max_tool_calls=5,
            max_iterations=5,
            max_reprompts=1,
            max_question_characters=1000,
            max_context_citations=3,
            max_citation_characters=1500,
        )
