"""What a question demands of the run that answers it: searches, openings, quotes, sections, honesty."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PromptConstraints:
    """The demands found in a question; the defaults are those of a question that demands nothing.

    `required_search_topics` and `required_sections` are in the order of the question, in its words.
    `exact_quote_indicators` name what is to be quoted ("SQL statement") or the words that asked for it.
    `conflict_resolution_rule` says which source wins where sources disagree: "newest", "oldest", "stricter",
    "official", or None when the question only asks to resolve conflicts.
    """

    min_searches: int = 1
    required_search_topics: tuple[str, ...] = ()
    min_open_citations: int = 0
    requires_exact_quote: bool = False
    exact_quote_indicators: tuple[str, ...] = ()
    requires_conflict_resolution: bool = False
    conflict_resolution_rule: str | None = None
    required_sections: tuple[str, ...] = ()
    requires_insufficiency_disclosure: bool = False
