"""One run of the agent as its events tell it, not as the agent's own gate does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class RunFacts:
    """One run as its events tell it.

    `outcome` is empty where the run has no end. `queries` are those that were answered; `opened` maps ids of
    opened chunks to their text.
    """

    outcome: str
    seconds: float
    answer: Answer
    usage: Usage
    queries: tuple[str, ...]
    tool_calls: int
    steps: int
    reprompts: int
    hits: tuple[HitSummary, ...]
    opened: dict[str, str]
    prefixes: tuple[str, ...] = ()

    @property
    def citations_from_snippets(self) -> int:
        """Citations marked as such: nothing was opened, and only the results' snippets were read."""
        return sum(citation.from_snippet for citation in self.answer.citations)


def run_facts(events: Sequence[Event]) -> RunFacts:
    """Fold the events of one run."""
    finished = events[-1] if events and isinstance(events[-1], RunFinished) else None
    answer, usage = Answer(""), Usage()
    calls: dict[str, ToolCalled] = {}
    tool_calls = steps = reprompts = 0
    queries: list[str] = []
    hits: list[HitSummary] = []
    opened: dict[str, str] = {}
    prefixes: list[str] = []
    for event in events:
        match event:
            case AnswerReady():
                answer, usage = event.answer, event.usage
            case ToolCalled():
                calls[event.call_id] = event
                tool_calls += event.tool in TOOLS
            case ToolReturned() if event.ok and event.call_id in calls:
                call = calls[event.call_id]
                if call.tool == "search_docs":
                    queries.append(call.tool_input.get("query", ""))
                    hits += event.hits
                elif call.tool == "open_citation":
                    opened[call.tool_input.get("chunk_id", "")] = event.text
            case ModelCalled():
                steps += event.purpose == "action"
                prefixes.append(event.prefix)
            case Reprompted():
                reprompts += 1
            case _:
                pass
    return RunFacts(
        outcome=finished.outcome if finished else "",
        seconds=finished.t_ms / 1000 if finished else 0.0,
        answer=answer,
        usage=usage,
        queries=tuple(queries),
        tool_calls=tool_calls,
        steps=steps,
        reprompts=reprompts,
        hits=tuple(hits),
        opened=opened,
        prefixes=tuple(prefixes),
    )


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


def opened_citations(facts: RunFacts) -> tuple[int, int]:
    """How many citations point at passages the run opened, of how many; marked snippets do not count."""
    citations = [citation for citation in facts.answer.citations if not citation.from_snippet]
    return sum(citation.chunk_id in facts.opened for citation in citations), len(citations)


def found_citations(facts: RunFacts) -> tuple[int, int]:
    """The same for a run that searches once and opens nothing: citations among what the search found."""
    found = {hit.chunk_id for hit in facts.hits}
    citations = facts.answer.citations
    return sum(citation.chunk_id in found for citation in citations), len(citations)


def read_pages(facts: RunFacts, *, opened_only: bool) -> frozenset[tuple[str, int]]:
    """File names and pages of the passages that were read: those opened, or all that were found."""
    return frozenset(
        (hit.filename, hit.page) for hit in facts.hits if not opened_only or hit.chunk_id in facts.opened
    )
