"""The hard limits of agent mode: one frozen value, two presets, what settings and environment override."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.errors import UsageError
from core.settings import AnswerSettings

# The environment goes before the settings: a time limit is often that of a machine, not of a user.
PLAN_TIMEOUT_VARIABLE = "DOCUCHAT_PLAN_TIMEOUT"
CHAT_TIMEOUT_VARIABLE = "DOCUCHAT_CHAT_TIMEOUT"
EMBEDDING_TIMEOUT_VARIABLE = "DOCUCHAT_EMBED_TIMEOUT"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use: counts unless named otherwise, times in seconds.

    Each `ToolCalled` counts as a tool call, also one that fails; a repeated query, which is answered from the
    run's memory, is none. An iteration is one answer of the model in the tool loop; a reprompt tells it that
    an action could not be read.

    `max_context_citations` is the rolling window: of the opened citations the last so many stay in the
    prompt, each with at most `max_citation_characters`. `snippet_characters` are of one search result.

    `plan_timeout_s` and `chat_timeout_s` are for one call of the model, its prompt included, and
    `embedding_timeout_s` for one search or batch of searches. A time limit that is reached ends the tool
    loop: the answer is composed from what was found. With `adaptive` a run may have fewer tool calls than
    `max_tool_calls`, never more: it ends once every part of the question is answered.
    """

    max_tool_calls: int = 5
    max_iterations: int = 10  # room for reprompts within the tool calls
    max_reprompts: int = 3
    max_question_characters: int = 1000
    max_context_citations: int = 5
    max_citation_characters: int = 2000
    snippet_characters: int = 240
    adaptive: bool = True
    min_plan_steps: int = 2
    max_plan_steps: int = 5
    top_k: int = 5
    action_tokens: int = 160
    plan_tokens: int = 260
    plan_timeout_s: float = 300.0
    chat_timeout_s: float = 600.0
    embedding_timeout_s: float = 120.0

    @classmethod
    def standard(cls) -> Limits:
        return cls()

    @classmethod
    def strict(cls) -> Limits:
        """Five fixed tool calls in five iterations, one reprompt, a rolling window of three citations."""
        return cls(
            max_iterations=5,
            max_reprompts=1,
            max_context_citations=3,
            max_citation_characters=1500,
            snippet_characters=160,
            adaptive=False,
        )

    @classmethod
    def of(cls, answers: AnswerSettings, environment: Mapping[str, str] | None = None) -> Limits:
        """The preset that `answers.agent_limits` names, with the time limits of settings and environment.

        Raises:
            UsageError: a variable of the environment is not a number of seconds above 0.
        """
        environment = os.environ if environment is None else environment
        preset = cls.strict() if answers.agent_limits == "strict" else cls.standard()
        return replace(
            preset,
            plan_timeout_s=_seconds(environment, PLAN_TIMEOUT_VARIABLE, answers.plan_timeout_s),
            chat_timeout_s=_seconds(environment, CHAT_TIMEOUT_VARIABLE, answers.chat_timeout_s),
            embedding_timeout_s=_seconds(
                environment, EMBEDDING_TIMEOUT_VARIABLE, answers.embedding_timeout_s
            ),
        )


def _seconds(environment: Mapping[str, str], name: str, otherwise: float) -> float:
    text = environment.get(name, "").strip()
    if not text:
        return otherwise
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise UsageError(
            f"The environment variable {name} is {text!r}; it has to be a number of seconds above 0.",
            f"Correct it, or unset it to use the {otherwise:g} seconds of the settings.",
        )
    return seconds
