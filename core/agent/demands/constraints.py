"""What a question demands of the run that answers it: searches, opened citations, quotes, sections, honesty.

`analyze_constraints` (`core.agent.demands.analysis`) finds them in its words, a front end offers them openly,
`merge` takes both, and `fit_to_budget` takes off what the limits of a run cannot hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.agent.demands.clauses import once
from core.agent.disclosures import counted, told
from core.agent.limits import Limits


@dataclass(frozen=True, slots=True)
class PromptConstraints:
    """The demands found in a question; the defaults are those of a question that demands nothing.

    `required_search_topics` and `required_sections` are in the order of the question, in its words.
    `exact_quote_indicators` are the words that ask for a quotation ("quote the SQL statement").
    `conflict_resolution_rule` is None where the question only asks to resolve conflicts. The names are those
    of the specification (`docs/schema/prompt-constraints.schema.json`), as a test checks.
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


NO_DEMANDS = PromptConstraints()


@dataclass(frozen=True, slots=True)
class FittedConstraints:
    """Demands that fit a run, and a sentence for the user about each that was reduced."""

    constraints: PromptConstraints
    reductions: tuple[str, ...] = ()


def merge(found: PromptConstraints, added: PromptConstraints) -> PromptConstraints:
    """Both together: the larger number, all names in order, either flag, the rule that was found first."""
    topics = once([*found.required_search_topics, *added.required_search_topics])
    return PromptConstraints(
        min_searches=max(found.min_searches, added.min_searches, len(topics)),
        required_search_topics=topics,
        min_open_citations=max(found.min_open_citations, added.min_open_citations),
        requires_exact_quote=found.requires_exact_quote or added.requires_exact_quote,
        exact_quote_indicators=once([*found.exact_quote_indicators, *added.exact_quote_indicators]),
        requires_conflict_resolution=found.requires_conflict_resolution or added.requires_conflict_resolution,
        conflict_resolution_rule=found.conflict_resolution_rule or added.conflict_resolution_rule,
        required_sections=once([*found.required_sections, *added.required_sections]),
        requires_insufficiency_disclosure=(
            found.requires_insufficiency_disclosure or added.requires_insufficiency_disclosure
        ),
    )


def fit_to_budget(constraints: PromptConstraints, limits: Limits, question: str = "") -> FittedConstraints:
    """Reduce what one run cannot do; the demands give way in this order. It is told in `question`'s language.

    1. Openings beyond the rolling window: what has left the window cannot be cited.
    2. Searches that are only counted: another search for the same thing finds mostly the same passages.
    3. Openings, down to one: one is kept, because a search shows a passage in part.
    4. Searches for named topics: neighbouring topics share a search, so that none is left out.
    """
    calls, topics = limits.max_tool_calls, constraints.required_search_topics
    asked = max(constraints.min_searches, len(topics), 1)
    kept = min(1, calls - 1)
    in_window = min(constraints.min_open_citations, limits.max_context_citations)
    planned = max(min(asked, calls - max(in_window, kept)), len(topics), 1)
    openings = min(in_window, max(calls - planned, kept))
    searches = min(planned, max(calls - max(openings, kept), 1))
    shared = tuple(map(", ".join, shared_out(topics, searches))) if len(topics) > searches else topics
    fitted = replace(
        constraints,
        min_searches=searches,
        min_open_citations=openings,
        required_search_topics=shared,
    )
    within = told("within_calls", question, calls=counted("tool_call", question, calls))
    reductions: list[str] = []

    def reduced(key: str, **slots: object) -> None:
        reductions.append(told(key, question, within=within, **slots))

    def beside(key: str, number: int) -> str:
        return told("beside", question, other=counted(key, question, number)) if number else ""

    if in_window < constraints.min_open_citations and openings == in_window:  # else fewer are told of
        reduced("openings_window", asked=constraints.min_open_citations, room=in_window)
    if searches < asked:
        why = told("one_kept", question) if kept and not openings else ""
        reduced("fewer_searches", asked=asked, room=searches, beside=beside("opening", openings), why=why)
    if openings < in_window:
        wanted = counted("opened_citation", question, constraints.min_open_citations)
        reduced("fewer_openings", asked=wanted, room=openings, beside=beside("search", searches))
    if shared != topics:
        quoted = (told("quoted", question, text=topic) for topic in shared if topic not in topics)
        reduced("shared_topics", shared="; ".join(quoted))
    return FittedConstraints(fitted, tuple(reductions))


def shared_out(rows: Sequence[str], groups: int) -> Iterator[Sequence[str]]:
    """Neighbouring rows together, in so many groups of as even a size as can be."""
    size, larger = divmod(len(rows), groups)
    start = 0
    for number in range(groups):
        stop = start + size + (number < larger)
        yield rows[start:stop]
        start = stop
