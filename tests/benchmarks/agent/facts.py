"""One run of the agent as its events tell it, not as the agent's own gate does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.agent.limits import Limits
from core.events import (
    AnswerReady,
    Event,
    HitSummary,
    ModelCalled,
    Reprompted,
    RunFinished,
    ToolCalled,
    ToolReturned,
)
from core.types import Answer, Usage

TOOLS = frozenset({"search_docs", "open_citation"})  # a look into the fields is no call of a tool
PageText = Callable[[str, int], str]  # document id, 1-based page → its text, empty when there is no such page


@dataclass(slots=True)
class RunFacts:
    """One run as its events tell it.

    `outcome` is empty where the run has no end. `queries` are those that were answered; `opened` maps ids of
    opened chunks to their text; `prefixes` are those of all prompts.
    """

    outcome: str = ""
    seconds: float = 0.0
    answer: Answer = field(default_factory=lambda: Answer(""))
    usage: Usage = field(default_factory=Usage)
    queries: list[str] = field(default_factory=list)
    tool_calls: int = 0
    steps: int = 0
    reprompts: int = 0
    hits: list[HitSummary] = field(default_factory=list)
    opened: dict[str, str] = field(default_factory=dict)
    prefixes: list[str] = field(default_factory=list)


def run_facts(events: Sequence[Event]) -> RunFacts:
    """Fold the events of one run."""
    facts = RunFacts()
    if events and isinstance(events[-1], RunFinished):
        facts.outcome, facts.seconds = events[-1].outcome, events[-1].t_ms / 1000
    calls: dict[str, ToolCalled] = {}
    for event in events:
        match event:
            case AnswerReady():
                facts.answer, facts.usage = event.answer, event.usage
            case ToolCalled():
                calls[event.call_id] = event
                facts.tool_calls += event.tool in TOOLS
            case ToolReturned() if event.ok and event.call_id in calls:
                call = calls[event.call_id]
                if call.tool == "search_docs":
                    facts.queries.append(call.tool_input.get("query", ""))
                    facts.hits += event.hits
                elif call.tool == "open_citation":
                    facts.opened[call.tool_input.get("chunk_id", "")] = event.text
            case ModelCalled():
                facts.steps += event.purpose == "action"
                facts.prefixes.append(event.prefix)
            case Reprompted():
                facts.reprompts += 1
            case _:
                pass
    return facts


def over_limits(facts: RunFacts, limits: Limits) -> tuple[str, ...]:
    """What went beyond `limits`; also a run that did not come to an end, or ended with an error."""
    over = [
        f"{count} {what} of {most}"
        for what, count, most in (
            ("tool calls", facts.tool_calls, limits.max_tool_calls),
            ("steps", facts.steps, limits.max_iterations),
            ("reprompts", facts.reprompts, limits.max_reprompts),
        )
        if count > most
    ]
    if facts.outcome in ("", "failed", "cancelled"):
        over.append(f"ended as {facts.outcome or 'nothing'}")
    return tuple(over)


def cited(facts: RunFacts, *, opened_only: bool) -> tuple[int, int]:
    """How many citations point at passages that were read, of how many.

    Read is what the run opened, and then snippets marked as such do not count; or all that its search found.
    """
    read = facts.opened.keys() if opened_only else {hit.chunk_id for hit in facts.hits}
    citations = [row for row in facts.answer.citations if not (opened_only and row.from_snippet)]
    return sum(citation.chunk_id in read for citation in citations), len(citations)


def read_pages(facts: RunFacts, *, opened_only: bool) -> frozenset[tuple[str, int]]:
    """File names and pages of the passages that were read: those opened, or all that were found."""
    return frozenset(
        (hit.filename, hit.page) for hit in facts.hits if not opened_only or hit.chunk_id in facts.opened
    )


def breaks(prefixes: Sequence[str]) -> int:
    """Prompts of a run that did not extend the one before, without the one batch eviction that may be."""
    return sum(name in ("broken", "displaced") for name in prefixes) + max(0, prefixes.count("evicted") - 1)
