"""Names from the user and the model, cut to a bound before they enter prompts, events and answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.agent.demands.constraints import PromptConstraints
from core.agent.disclosures import told

LONGEST_LABEL = 60  # characters, of one topic, section or indicator
LONGEST_ID = 64  # characters; a UUID has 36
MOST_TOPICS = 10
MOST_SECTIONS = 12
MOST_INDICATORS = 6


def shortened(label: str, most: int = LONGEST_LABEL) -> str:
    """The label in one line of at most `most` characters, cut at a word where there is one."""
    line = " ".join(label.split())
    if len(line) <= most:
        return line
    return (line[:most].rpartition(" ")[0] or line[: most - 1]).rstrip(" ,;:") + "…"


def bounded(constraints: PromptConstraints, question: str) -> tuple[PromptConstraints, tuple[str, ...]]:
    """The demands with names and lists of a bounded length, and what was left out of the lists, in sentences.

    A topic is searched for by its words, so it is cut without an ellipsis.
    """
    topics = _once(shortened(topic).rstrip("…") for topic in constraints.required_search_topics)
    sections = _once(map(shortened, constraints.required_sections))
    indicators = _once(map(shortened, constraints.exact_quote_indicators))
    left_out = [
        told(key, question, asked=len(names), room=most)
        for key, names, most in (
            ("first_topics", topics, MOST_TOPICS),
            ("first_sections", sections, MOST_SECTIONS),
        )
        if len(names) > most
    ]
    kept = replace(
        constraints,
        required_search_topics=topics[:MOST_TOPICS],
        required_sections=sections[:MOST_SECTIONS],
        exact_quote_indicators=indicators[:MOST_INDICATORS],
    )
    return kept, tuple(left_out)


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if name)
