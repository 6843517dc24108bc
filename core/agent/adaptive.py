"""When a simple question is done before its tool calls are used up.

A question that demands nothing, asks one thing and is short gets the searches that the model makes and the
usual openings. If what was opened then holds most of the question's words, the answer is composed without
asking the model whether it wants more: one call of the model less. In every other case, and when the gate
sends the answer back, the run goes on up to the hard maximum, which nothing raises.
"""

from __future__ import annotations

import re

from core.agent.demands.constraints import PromptConstraints
from core.agent.state import AgentState
from core.answer.facts.checkable import facts_of

MAX_SIMPLE_WORDS = 25
MIN_SHARE = 0.6  # of the question's words, in what was opened

# Two things at once, or one beside another.
_SEVERAL = re.compile(
    r"\?.*\?|\n\s*(?:[-*•]|\d+[.)])\s"
    r"|\b(?:and|or|both|each|every|all|compare|comparison|versus|vs|difference|differ|change|changed|between|than"
    r"|und|oder|sowie|beide|beiden|jeweils|jede[rsn]?|alle[rsn]?|vergleich\w*|unterschied\w*|änder\w*|zwischen|als)\b",
    re.IGNORECASE | re.DOTALL,
)


def is_simple(question: str, constraints: PromptConstraints) -> bool:
    """It asks one thing in few words and demands nothing of the run."""
    return (
        constraints == PromptConstraints()
        and len(question.split()) <= MAX_SIMPLE_WORDS
        and not _SEVERAL.search(question)
    )


def may_finish_early(state: AgentState) -> bool:
    """The usual openings are made, and they hold most of what a simple question asks about."""
    return (
        state.limits.adaptive
        and not state.tool_call_forced
        and len(state.opened) >= min(state.usual_open_citations, len(state.results))
        and state.allowed().final
        and is_simple(state.question, state.constraints)
        and _share_read(state) >= MIN_SHARE
    )


def _share_read(state: AgentState) -> float:
    asked = facts_of(state.question)
    wanted = asked.words | asked.identifiers
    read: set[str] = set()
    for source in state.opened:
        for text in (source.surroundings, source.chunk.text):
            facts = facts_of(text)
            read |= facts.words | facts.identifiers
    return len(wanted & read) / len(wanted) if wanted else 1.0
