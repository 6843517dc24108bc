"""Which steps of a plan have been carried out, told from the tool calls that came back. Pure.

Plans are free text, so a step is matched by the tool it names and by the words it shares with a call.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

_WORD = re.compile(r"\w+")
_TOOL_WORDS = {
    "search_docs": ("search_docs", "search", "find", "look", "query", "such", "finde"),
    "open_citation": ("open_citation", "open", "read", "retrieve", "öffne", "lies", "lese"),
}


@dataclass(frozen=True, slots=True)
class PlanStep:
    """`tool` is the tool the step is about, empty for the last step, which composes the answer."""

    text: str
    tool: str = ""
    done: bool = False


def plan_of(steps: Sequence[str]) -> tuple[PlanStep, ...]:
    """The plan before anything was done. A step that names no tool counts as a search."""
    last = len(steps) - 1
    return tuple(PlanStep(text, "" if place == last else _tool(text)) for place, text in enumerate(steps))


def after_call(plan: Sequence[PlanStep], tool: str, words: str) -> tuple[PlanStep, ...]:
    """Tick the open step of this tool that shares most words with the call, the first of equals."""
    called = _words(words)
    open_steps = [step for step in plan if step.tool == tool and not step.done]
    if not open_steps:
        return tuple(plan)
    carried_out = max(open_steps, key=lambda step: len(called & _words(step.text)))
    return _ticked(plan, plan.index(carried_out))


def after_answer(plan: Sequence[PlanStep]) -> tuple[PlanStep, ...]:
    """Tick the last step; those before it that were never carried out stay open."""
    return _ticked(plan, len(plan) - 1) if plan else ()


def _ticked(plan: Sequence[PlanStep], place: int) -> tuple[PlanStep, ...]:
    return tuple(replace(step, done=True) if i == place else step for i, step in enumerate(plan))


def _tool(text: str) -> str:
    """The first tool that a step names, by its name or in words."""
    for word in _WORD.findall(text.casefold()):
        for tool, words in _TOOL_WORDS.items():
            if word.startswith(words):
                return tool
    return "search_docs"


def _words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.casefold()) if len(word) > 2}
